/* How often functions and cycles were called, and by whom.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "analyse/call-totals.h"

#include <stdlib.h>

/* What uncounted code called is what entered a function and came by no
   arc.  A process that was killed between an arc's counter and the entry's
   leaves one entry too few: that is no call less.  */

static bool
call_totals_function (const struct model_function *function,
		      struct result_function *result, uint64_t arcs)
{
  result->calls = arcs;
  if (!model_add_count (&result->calls, function->outside))
    return false;
  if (result->entries > result->calls)
    result->calls = result->entries;
  result->spontaneous = result->calls - arcs;
  return true;
}

bool
call_totals_add_up (struct results *results)
{
  const struct model *model = results->model;
  uint64_t *arcs = mem_alloc (model->function_count, sizeof *arcs);
  bool good = true;
  for (size_t i = 0; i < results->arc_count; i++)
    {
      const struct result_arc *arc = &results->arcs[i];
      struct result_function *callee = &results->functions[arc->callee];
      good = good && model_add_count (&arcs[arc->callee], arc->count);
      if (arc->caller == arc->callee)
	callee->self_calls = arc->count;
      else if (callee->cycle != MODEL_NONE
	       && results->functions[arc->caller].cycle == callee->cycle)
	callee->cycle_calls += arc->count;
    }
  results->second = 1e9;
  results->sample = model->sample_ns;
  results->dimension = "seconds";
  results->dimension_letter = 's';
  results->total = 0;
  for (size_t i = 0; good && i < model->function_count; i++)
    {
      const struct model_function *function = &model->functions[i];
      struct result_function *result = &results->functions[i];
      good = call_totals_function (&model->functions[i], result, arcs[i]);
      result->self = function->self_ns;
      result->listed_calls = result->calls;
      result->entry_calls = result->calls - result->self_calls
	- result->cycle_calls;
      result->member_calls = result->cycle_calls;
      if ((result->selection & RESULT_UNLISTED) == 0)
	results->total += result->self;
      if (good && result->cycle != MODEL_NONE)
	{
	  struct result_cycle *cycle = &results->cycles[result->cycle];
	  uint64_t inner = result->self_calls + result->cycle_calls;
	  cycle->spontaneous += result->spontaneous;
	  good = model_add_count (&cycle->calls, result->calls - inner)
	    && model_add_count (&cycle->inner_calls, inner);
	}
    }
  free (arcs);
  return good;
}
