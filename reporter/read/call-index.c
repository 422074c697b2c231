/* Which calls were made: what stacks are compared with.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "read/call-index.h"

#include <stdlib.h>
#include <string.h>

/* Whether the sites of MODEL that made calls are those of INDEX.  Sites are
   only added to a model, and it is their count alone that changes.  */

static bool
call_index_holds (const struct call_index *index, const struct model *model)
{
  if (index->site_count != model->site_count)
    return false;
  for (size_t i = 0; i < model->site_count; i++)
    if (index->made[i] != (model->sites[i].count > 0))
      return false;
  return true;
}

/* Add site NUMBER of MODEL to the arcs.  */

static void
call_index_add_arc (struct call_index *index, const struct model *model,
		    uint32_t number)
{
  const struct model_site *site = &model->sites[number];
  uint32_t *place = map_place (&index->arc_map, site->caller, site->callee);
  if (*place == MAP_NONE)
    {
      *place = index->arc_count;
      index->arcs = mem_grow (index->arcs, &index->arc_room,
			      index->arc_count + 1, sizeof *index->arcs);
      index->arcs[index->arc_count++] = (struct call_index_arc) {
	.site = number
      };
    }
  struct call_index_arc *arc = &index->arcs[*place];
  arc->sites++;
  arc->direct = arc->direct || site->kind == MODEL_SITE_DIRECT;
}

bool
call_index_set (struct call_index *index, const struct model *model)
{
  if (call_index_holds (index, model))
    return false;
  call_index_free (index);
  index->site_count = model->site_count;
  index->function_count = model->function_count;
  index->made = mem_alloc (model->site_count, sizeof *index->made);
  index->next = mem_alloc (model->site_count, sizeof *index->next);
  index->first = mem_alloc (model->function_count, sizeof *index->first);
  memset (index->first, 0xff, model->function_count * sizeof *index->first);
  for (size_t i = model->site_count; i-- > 0;)
    {
      const struct model_site *site = &model->sites[i];
      if (site->count == 0)
	continue;
      index->made[i] = true;
      index->next[i] = index->first[site->caller];
      index->first[site->caller] = i;
      if (!site->tail)
	call_index_add_arc (index, model, i);
    }
  index->has_tails = tail_frames_start (&index->tails, model,
					&index->arc_map);
  return true;
}

uint32_t
call_index_first (const struct call_index *index, uint32_t function)
{
  return function < index->function_count ? index->first[function]
					  : MODEL_NONE;
}

const struct call_index_arc *
call_index_find (const struct call_index *index, uint32_t caller,
		 uint32_t callee)
{
  uint32_t found = map_find (&index->arc_map, caller, callee);
  return found == MAP_NONE ? NULL : &index->arcs[found];
}

void
call_index_free (struct call_index *index)
{
  free (index->made);
  free (index->first);
  free (index->next);
  free (index->arcs);
  map_free (&index->arc_map);
  if (index->has_tails)
    tail_frames_free (&index->tails);
  memset (index, 0, sizeof *index);
}
