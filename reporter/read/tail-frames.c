/* Functions missing on stacks because they made tail calls.

   The search goes backwards from the callee over tail calls that were made,
   until it reaches a function that the caller calls in another way.  Where it
   meets a loop of tail calls there is no single chain.  Then what is certain
   is found by going forwards from the function that was called, if that is
   known.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "read/tail-frames.h"

#include <stdlib.h>
#include <string.h>

/* Ways that take more steps to find are not followed either.  */
#define TAIL_FRAMES_STEPS 1000

/* In ONLY.  */
#define TAIL_FRAMES_SEVERAL (MODEL_NONE - 1)

struct tail_frames_search
{
  const struct tail_frames *tails;
  uint32_t caller;
  uint32_t first;		/* MODEL_NONE: any.  */
  uint32_t path[TAIL_FRAMES_LENGTH];	/* From the callee outwards.  */
  size_t length;
  uint32_t found[TAIL_FRAMES_LENGTH];
  size_t found_length;
  unsigned ways;
  unsigned steps;
};

bool
tail_frames_start (struct tail_frames *tails, const struct model *model,
		   const struct map *arcs)
{
  bool any = false;
  for (size_t i = 0; !any && i < model->site_count; i++)
    any = model->sites[i].tail && model->sites[i].count > 0;
  if (!any)
    return false;
  *tails = (struct tail_frames) {
    .model = model, .arcs = arcs, .functions = model->function_count,
    .next = mem_alloc (model->site_count, sizeof *tails->next),
    .first = mem_alloc (model->function_count, sizeof *tails->first),
    .only = mem_alloc (model->function_count, sizeof *tails->only)
  };
  memset (tails->first, 0xff, model->function_count * sizeof *tails->first);
  memset (tails->only, 0xff, model->function_count * sizeof *tails->only);
  struct map known = { 0 };
  for (size_t i = 0; i < model->site_count; i++)
    {
      const struct model_site *site = &model->sites[i];
      if (site->count == 0 || !site->tail)
	continue;
      uint32_t *place = map_place (&known, site->caller, site->callee);
      if (*place == MAP_NONE)
	{
	  *place = i;
	  tails->next[i] = tails->first[site->callee];
	  tails->first[site->callee] = i;
	  uint32_t *only = &tails->only[site->caller];
	  *only = *only == MODEL_NONE ? site->callee : TAIL_FRAMES_SEVERAL;
	}
    }
  map_free (&known);
  return true;
}

static bool
tail_frames_calls (const struct tail_frames *tails, uint32_t caller,
		   uint32_t callee)
{
  return map_find (tails->arcs, caller, callee) != MAP_NONE;
}

/* Find the ways that end with SEARCH's path and FUNCTION.  */

static void
tail_frames_step (struct tail_frames_search *search, uint32_t function)
{
  const struct tail_frames *tails = search->tails;
  if (search->length == TAIL_FRAMES_LENGTH
      || search->steps++ > TAIL_FRAMES_STEPS)
    {
      search->ways = 2;
      return;
    }
  search->path[search->length++] = function;
  if (search->first == MODEL_NONE
      ? tail_frames_calls (tails, search->caller, function)
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
      if (search->ways < 2)
	tail_frames_step (search, caller);
    }
  search->length--;
}

size_t
tail_frames_find (struct tail_frames *tails, uint32_t caller, uint32_t callee,
		  uint32_t first, const uint32_t **functions)
{
  if (caller >= tails->functions || callee >= tails->functions
      || tails->first[callee] == MODEL_NONE || first == callee
      || (first == MODEL_NONE && tail_frames_calls (tails, caller, callee)))
    return 0;
  uint32_t *place = map_place (&tails->known,
			       (uint64_t) caller << 32 | callee, first);
  if (*place == MAP_NONE)
    {
      struct tail_frames_search search = {
	.tails = tails, .caller = caller, .first = first
      };
      tail_frames_step (&search, callee);
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

/* Whether CALLEE can stand in FUNCTION's place: it is no stub or other copy of
   it, and FUNCTION is known.  */

static bool
tail_frames_differ (const struct model *model, uint32_t function,
		    uint32_t callee)
{
  const struct model_function *functions = model->functions;
  return function != callee
    && (functions[function].flags & MODEL_FUNCTION_UNKNOWN) == 0
    && strcmp (functions[function].symbol, functions[callee].symbol) != 0;
}

size_t
tail_frames_follow (struct tail_frames *tails, uint32_t function,
		    uint32_t callee, const uint32_t **functions)
{
  if (function >= tails->functions || tails->only[function] == MODEL_NONE)
    return 0;
  size_t length = 0;
  *functions = tails->followed;
  while (length < TAIL_FRAMES_LENGTH && function < tails->functions
	 && tail_frames_differ (tails->model, function, callee))
    {
      for (size_t i = 0; i < length; i++)
	if (tails->followed[i] == function)
	  return length;
      tails->followed[length++] = function;
      function = tails->only[function];
    }
  return length;
}

void
tail_frames_free (struct tail_frames *tails)
{
  free (tails->next);
  free (tails->first);
  free (tails->only);
  free (tails->answers);
  map_free (&tails->known);
}
