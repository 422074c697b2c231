/* Where indirect calls led to, at the positions in the source that made them.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "feedback/source-targets.h"
#include "base/map.h"
#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

/* The position of the call instruction SITE, which was made COUNT times: of
   those of its line the one that ran so often, else the one that ran most;
   MODEL_NONE if none is known.  */

static uint32_t
targets_find_site (const struct source_positions *positions,
		   const struct model *model, const struct dict *functions,
		   const struct model_site *site, uint64_t count)
{
  const struct model_function *caller = &model->functions[site->caller];
  uint32_t instance = dict_find (functions, caller->source);
  if (instance == MAP_NONE)
    return MODEL_NONE;
  uint32_t best = MODEL_NONE;
  /* The innermost level is the first.  */
  for (uint32_t i = site->inlined; i-- > 0;)
    {
      const struct model_inline *level = &model->inlines[site->inlines + i];
      const struct source_instance *parent = &positions->instances[instance];
      uint32_t found = MODEL_NONE;
      for (uint32_t j = 0; j < parent->child_count; j++)
	{
	  const struct source_instance *child
	    = &positions->instances[parent->children + j];
	  if ((int64_t) parent->decl_line + child->line == level->line
	      && strcmp (child->symbol, level->symbol) == 0)
	    found = parent->children + j;
	}
      /* Of a function that was split the rest is one with its beginning, and
	 if that was inlined alone, with the function itself.  */
      if (found == MODEL_NONE && strcmp (level->symbol, parent->symbol) == 0
	  && level->line == parent->decl_line)
	found = instance;
      if (found == MODEL_NONE)
	found = dict_find (functions, level->symbol);
      if (found == MAP_NONE)
	return MODEL_NONE;
      instance = found;
    }
  const struct source_instance *in = &positions->instances[instance];
  for (uint32_t i = 0; i < in->position_count; i++)
    {
      uint32_t index = in->positions + i;
      const struct source_position *position = &positions->positions[index];
      if ((int64_t) in->decl_line + position->line != site->line)
	continue;
      if (best == MODEL_NONE
	  || position->count == count
	  || (positions->positions[best].count != count
	      && position->count > positions->positions[best].count))
	best = index;
    }
  return best;
}

static int
targets_compare (const void *a, const void *b)
{
  const struct source_target *x = a;
  const struct source_target *y = b;
  int by_name = strcmp (x->symbol, y->symbol);
  return x->position != y->position ? (x->position < y->position ? -1 : 1)
    : by_name;
}

static int
targets_compare_counts (const void *a, const void *b)
{
  const struct source_target *x = a;
  const struct source_target *y = b;
  return x->position != y->position ? (x->position < y->position ? -1 : 1)
    : x->count != y->count ? (x->count > y->count ? -1 : 1)
    : strcmp (x->symbol, y->symbol);
}

/* Join the targets of each position that have one name.  */

static void
targets_join (struct source_positions *positions)
{
  size_t count = 0;
  struct source_target *all = positions->targets;
  if (positions->target_count == 0)
    return;
  qsort (all, positions->target_count, sizeof *all, targets_compare);
  for (size_t i = 0; i < positions->target_count; i++)
    if (count > 0 && all[count - 1].position == all[i].position
	&& strcmp (all[count - 1].symbol, all[i].symbol) == 0)
      all[count - 1].count += all[i].count;
    else
      all[count++] = all[i];
  positions->target_count = count;
  qsort (all, count, sizeof *all, targets_compare_counts);
  for (size_t i = 0; i < count; i++)
    {
      struct source_position *position
	= &positions->positions[all[i].position];
      if (position->target_count++ == 0)
	position->targets = i;
    }
}

void
source_targets_add (struct source_positions *positions,
		    const struct model *model)
{
  struct dict functions = { 0 };
  struct map totals = { 0 };	/* Index of what is made at a place.  */
  uint64_t *made = mem_alloc (model->site_count, sizeof *made);
  size_t made_count = 0;
  for (size_t i = 0; i < positions->function_count; i++)
    *dict_place (&functions, positions->instances[i].symbol) = i;
  for (size_t i = 0; i < model->site_count; i++)
    {
      const struct model_site *site = &model->sites[i];
      if (site->kind == MODEL_SITE_DIRECT)
	continue;
      uint32_t *place
	= map_place (&totals, (uint64_t) site->caller << 32 | site->line,
		     site->column);
      if (*place == MAP_NONE)
	*place = made_count++;
      made[*place] += site->count;
    }
  for (size_t i = 0; i < model->site_count; i++)
    {
      const struct model_site *site = &model->sites[i];
      if (site->kind == MODEL_SITE_DIRECT || site->count == 0)
	continue;
      uint32_t total
	= map_find (&totals, (uint64_t) site->caller << 32 | site->line,
		    site->column);
      uint32_t found = targets_find_site (positions, model, &functions, site,
					    made[total]);
      if (found == MODEL_NONE)
	continue;
      positions->targets = mem_grow (positions->targets,
				     &positions->target_room,
				     positions->target_count + 1,
				     sizeof *positions->targets);
      positions->targets[positions->target_count++] = (struct source_target) {
	.position = found, .count = site->count,
	.symbol = model->functions[site->callee].source
      };
    }
  targets_join (positions);
  dict_free (&functions);
  map_free (&totals);
  free (made);
}
