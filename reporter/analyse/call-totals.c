/* How often functions and cycles were called, and by whom.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "analyse/call-totals.h"

#include <stdlib.h>

/* What uncounted code called is what entered a function and came by no
   arc.  A process that was killed between an arc's counter and the entry's
   leaves one entry too few: that is no call less.  */

static bool
tally_function (struct model_function *function, uint64_t arcs)
{
  function->calls = arcs;
  if (!model_add_count (&function->calls, function->outside))
    return false;
  if (function->entries > function->calls)
    function->calls = function->entries;
  function->spontaneous = function->calls - arcs;
  return true;
}

bool
tally_calls (struct model *model)
{
  uint64_t *arcs = mem_alloc (model->function_count, sizeof *arcs);
  bool good = true;
  for (size_t i = 0; i < model->arc_count; i++)
    {
      const struct model_arc *arc = &model->arcs[i];
      struct model_function *callee = &model->functions[arc->callee];
      good = good && model_add_count (&arcs[arc->callee], arc->count);
      if (arc->caller == arc->callee)
	callee->self_calls = arc->count;
      else if (callee->cycle != MODEL_NONE
	       && model->functions[arc->caller].cycle == callee->cycle)
	callee->cycle_calls += arc->count;
    }
  model->second = 1e9;
  model->sample = model->sample_ns;
  model->dimension = "seconds";
  model->dimension_letter = 's';
  model->total = 0;
  for (size_t i = 0; good && i < model->function_count; i++)
    {
      struct model_function *function = &model->functions[i];
      good = tally_function (function, arcs[i]);
      function->self = function->self_ns;
      function->listed_calls = function->calls;
      function->entry_calls = function->calls - function->self_calls
	- function->cycle_calls;
      function->member_calls = function->cycle_calls;
      if ((function->flags & MODEL_FUNCTION_UNLISTED) == 0)
	model->total += function->self;
      if (good && function->cycle != MODEL_NONE)
	{
	  struct model_cycle *cycle = &model->cycles[function->cycle];
	  uint64_t inner = function->self_calls + function->cycle_calls;
	  cycle->spontaneous += function->spontaneous;
	  good = model_add_count (&cycle->calls, function->calls - inner)
	    && model_add_count (&cycle->inner_calls, inner);
	}
    }
  free (arcs);
  return good;
}
