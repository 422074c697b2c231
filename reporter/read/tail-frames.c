/* Functions that left no frame because they made tail calls.

   From the callee backwards over tail calls that were made, until a function
   is reached that the caller calls otherwise.  A loop of tail calls on the
   way is a second way, and a third.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "read/tail-frames.h"

#include <stdlib.h>
#include <string.h>

/* Longer ways, and those that take more steps to find, are not followed.  */
#define TAILS_LENGTH 16
#define TAILS_STEPS 1000

struct tails_search
{
  const struct tails *tails;
  uint32_t caller;
  uint32_t first;		/* MODEL_NONE: any.  */
  uint32_t path[TAILS_LENGTH];	/* From the callee outwards.  */
  size_t length;
  uint32_t found[TAILS_LENGTH];
  size_t found_length;
  unsigned ways;
  unsigned steps;
};

bool
tails_start (struct tails *tails, const struct model *model)
{
  bool any = false;
  for (size_t i = 0; !any && i < model->site_count; i++)
    any = model->sites[i].tail && model->sites[i].count > 0;
  if (!any)
    return false;
  *tails = (struct tails) {
    .model = model, .functions = model->function_count,
    .next = mem_alloc (model->site_count, sizeof *tails->next),
    .first = mem_alloc (model->function_count, sizeof *tails->first)
  };
  memset (tails->first, 0xff, model->function_count * sizeof *tails->first);
  for (size_t i = 0; i < model->site_count; i++)
    {
      const struct model_site *site = &model->sites[i];
      if (site->count == 0)
	continue;
      if (site->tail)
	{
	  tails->next[i] = tails->first[site->callee];
	  tails->first[site->callee] = i;
	}
      else
	*map_place (&tails->arcs, site->caller, site->callee) = 1;
    }
  return true;
}

static bool
tails_calls (const struct tails *tails, uint32_t caller, uint32_t callee)
{
  return map_find (&tails->arcs, caller, callee) != MAP_NONE;
}

/* Whether an earlier one of the tail calls of AT's callee has AT's caller,
   too.  */

static bool
tails_repeats (const struct tails *tails, uint32_t at)
{
  const struct model_site *sites = tails->model->sites;
  for (uint32_t i = tails->first[sites[at].callee]; i != at;
       i = tails->next[i])
    if (sites[i].caller == sites[at].caller)
      return true;
  return false;
}

/* Find the ways that end with SEARCH's path and FUNCTION.  */

static void
tails_step (struct tails_search *search, uint32_t function)
{
  const struct tails *tails = search->tails;
  if (search->length == TAILS_LENGTH || search->steps++ > TAILS_STEPS)
    {
      search->ways = 2;
      return;
    }
  search->path[search->length++] = function;
  if (search->first == MODEL_NONE
      ? tails_calls (tails, search->caller, function)
      : search->first == function)
    {
      search->ways++;
      search->found_length = search->length;
      memcpy (search->found, search->path, sizeof search->found);
    }
  for (uint32_t i = tails->first[function];
       i != MODEL_NONE && search->ways < 2; i = tails->next[i])
    {
      uint32_t caller = tails->model->sites[i].caller;
      for (size_t j = 0; j < search->length; j++)
	if (search->path[j] == caller)
	  search->ways = 2;
      if (search->ways < 2 && !tails_repeats (tails, i))
	tails_step (search, caller);
    }
  search->length--;
}

size_t
tails_find (struct tails *tails, uint32_t caller, uint32_t callee,
	    uint32_t first, const uint32_t **functions)
{
  if (caller >= tails->functions || callee >= tails->functions
      || tails->first[callee] == MODEL_NONE || first == callee
      || (first == MODEL_NONE && tails_calls (tails, caller, callee)))
    return 0;
  uint32_t *place = map_place (&tails->known,
			       (uint64_t) caller << 32 | callee, first);
  if (*place == MAP_NONE)
    {
      struct tails_search search = {
	.tails = tails, .caller = caller, .first = first
      };
      tails_step (&search, callee);
      size_t length = search.ways == 1 ? search.found_length - 1 : 0;
      *place = tails->answer_count;
      tails->answers = mem_grow (tails->answers, &tails->answer_room,
				 tails->answer_count + length + 1,
				 sizeof *tails->answers);
      tails->answers[tails->answer_count++] = length;
      while (length > 0)
	tails->answers[tails->answer_count++] = search.found[length--];
    }
  *functions = &tails->answers[*place + 1];
  return tails->answers[*place];
}

void
tails_free (struct tails *tails)
{
  free (tails->next);
  free (tails->first);
  free (tails->answers);
  map_free (&tails->arcs);
  map_free (&tails->known);
}
