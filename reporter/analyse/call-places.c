/* All calls with the place in the caller's source where they were made.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "analyse/call-places.h"

#include <stdlib.h>
#include <string.h>

uint32_t
call_places_line (const struct model *model, const struct model_site *site,
		  const char **file)
{
  *file = site->file;
  if (site->inlined == 0)
    return site->line;
  const struct model_inline *outermost
    = &model->inlines[site->inlines + site->inlined - 1];
  *file = outermost->file;
  return outermost->line;
}

static void
call_places_add (struct call_places *calls, struct call_place place)
{
  calls->places = mem_grow (calls->places, &calls->room, calls->count + 1,
			    sizeof *calls->places);
  calls->places[calls->count++] = place;
}

/* The sites' indices by caller; those of F become [*FIRST[F]] up to F +
   1's.  */

static uint32_t *
call_places_bucket (const struct model *model, uint32_t **first)
{
  uint32_t *start = mem_alloc (model->function_count + 2, sizeof *start);
  uint32_t *sorted = mem_alloc (model->site_count, sizeof *sorted);
  for (size_t i = 0; i < model->site_count; i++)
    start[model->sites[i].caller + 2]++;
  for (size_t f = 2; f < model->function_count + 2; f++)
    start[f] += start[f - 1];
  for (size_t i = 0; i < model->site_count; i++)
    sorted[start[model->sites[i].caller + 1]++] = i;
  *first = start;
  return sorted;
}

void
call_places_make (struct call_places *calls, const struct results *results)
{
  const struct model *model = results->model;
  *calls = (struct call_places) { 0 };
  uint32_t *first;
  uint32_t *sites = call_places_bucket (model, &first);
  /* By callee: an arc from this caller to it, and its calls by sites.  */
  uint32_t *arcs = mem_alloc (model->function_count, sizeof *arcs);
  uint64_t *told = mem_alloc (model->function_count, sizeof *told);
  calls->first = mem_alloc (model->function_count + 1, sizeof *calls->first);
  for (uint32_t f = 0; f < model->function_count; f++)
    {
      calls->first[f] = calls->count;
      for (uint32_t i = results->out_first[f]; i < results->out_first[f + 1];
	   i++)
	{
	  uint32_t callee = results->arcs[results->out[i]].callee;
	  arcs[callee] = results->out[i];
	  told[callee] = 0;
	}
      for (uint32_t i = first[f]; i < first[f + 1]; i++)
	{
	  const struct model_site *site = &model->sites[sites[i]];
	  uint32_t arc = arcs[site->callee];
	  struct call_place place = {
	    .caller = f, .callee = site->callee, .count = site->count,
	    .arc = arc, .tail = site->tail
	  };
	  if (site->count == 0 || arc >= results->arc_count
	      || results->arcs[arc].caller != f
	      || results->arcs[arc].callee != site->callee)
	    continue;
	  place.line = call_places_line (model, site, &place.file);
	  told[site->callee] += site->count;
	  call_places_add (calls, place);
	}
      for (uint32_t i = results->out_first[f]; i < results->out_first[f + 1];
	   i++)
	{
	  const struct result_arc *arc = &results->arcs[results->out[i]];
	  if (arc->count > told[arc->callee])
	    call_places_add (calls, (struct call_place) {
		.caller = f, .callee = arc->callee, .arc = results->out[i],
		.count = arc->count - told[arc->callee] });
	}
    }
  calls->first[model->function_count] = calls->count;
  free (sites);
  free (first);
  free (arcs);
  free (told);
}

void
call_places_free (struct call_places *calls)
{
  free (calls->places);
  free (calls->first);
  memset (calls, 0, sizeof *calls);
}
