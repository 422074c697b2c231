/* Time of callees, shared among their callers by numbers of calls.

   A cycle is one node here: its time goes to those who call it from
   outside, and what its members spend on each other is not looked at.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "analyse/propagate.h"

#include <stdlib.h>

/* Give ARC its share of its callee's (its callee's cycle's) time, all of
   which is known, and pass it to the caller.  */

static void
propagate_arc (struct results *results, struct result_arc *arc)
{
  const struct result_function *callee = &results->functions[arc->callee];
  struct result_function *caller = &results->functions[arc->caller];
  if (arc->caller == arc->callee || arc->count == 0
      || (callee->cycle != MODEL_NONE && callee->cycle == caller->cycle)
      || callee->fraction == 0 || caller->fraction == 0)
    return;
  double share;
  if (callee->cycle != MODEL_NONE)
    {
      const struct result_cycle *cycle = &results->cycles[callee->cycle];
      share = (double) arc->count / (double) cycle->calls;
      arc->self = cycle->self * share;
      arc->child = cycle->child * share;
    }
  else
    {
      share = (double) arc->count
	/ (double) (callee->calls - callee->self_calls);
      arc->self = callee->self * share;
      arc->child = callee->child * share;
    }
  caller->child += arc->self + arc->child;
  if (caller->cycle != MODEL_NONE)
    results->cycles[caller->cycle].child += arc->self + arc->child;
  arc->self *= caller->fraction;
  arc->child *= caller->fraction;
}

/* Give the uncounted callers of FUNCTION their share.  */

static void
propagate_spontaneous (const struct results *results,
		       struct result_function *function)
{
  if (function->spontaneous == 0)
    return;
  double self = function->self;
  double child = function->child;
  uint64_t calls = function->calls - function->self_calls;
  if (function->cycle != MODEL_NONE)
    {
      const struct result_cycle *cycle = &results->cycles[function->cycle];
      self = cycle->self;
      child = cycle->child;
      calls = cycle->calls;
    }
  double share = (double) function->spontaneous / (double) calls;
  function->spontaneous_self = self * share;
  function->spontaneous_child = child * share;
}

/* They are sorted by depth.  */

uint32_t *
propagate_order (const struct results *results)
{
  const struct model *model = results->model;
  size_t count = model->function_count;
  uint32_t *start = mem_alloc (count + 1, sizeof *start);
  uint32_t *order = mem_alloc (count, sizeof *order);
  for (size_t i = 0; i < count; i++)
    start[count - results->functions[i].depth]++;
  for (size_t i = 1; i <= count; i++)
    start[i] += start[i - 1];
  for (size_t i = count; i-- > 0;)
    order[--start[count - results->functions[i].depth]] = i;
  free (start);
  return order;
}

/* What functions, all of one depth, inherit from their callers.  */
struct propagate_heritage
{
  bool shown;
  double fraction;
};

/* Add what FUNCTION's callers outside its cycle pass on.  CALLS are those
   from outside to all of its depth.  */

static void
propagate_inherit (const struct results *results, uint32_t index,
		   uint64_t calls, struct propagate_heritage *heritage)
{
  const struct result_function *function = &results->functions[index];
  for (uint32_t i = results->in_first[index]; i < results->in_first[index + 1];
       i++)
    {
      const struct result_arc *arc = &results->arcs[results->in[i]];
      const struct result_function *caller = &results->functions[arc->caller];
      if (arc->caller == index
	  || (function->cycle != MODEL_NONE
	      && function->cycle == caller->cycle))
	continue;
      if ((caller->selection & RESULT_HIDDEN) == 0)
	heritage->shown = true;
      if (calls > 0)
	heritage->fraction += caller->fraction * (double) arc->count
	  / (double) calls;
    }
}

/* Decide for FUNCTION, which inherits HERITAGE: what the user named, in or
   out, comes before what its callers say.  */

static void
propagate_decide (const struct results *results, uint32_t index,
		  const struct filter *filter,
		  struct propagate_heritage heritage)
{
  struct result_function *function = &results->functions[index];
  bool in = filter_has (filter, index, FILTER_GRAPH_IN);
  bool out = filter_has (filter, index, FILTER_GRAPH_OUT);
  bool shown = heritage.shown
    ? in || !out
    : in || (!filter_uses (filter, FILTER_GRAPH_IN) && !out);
  if (!shown)
    function->selection |= RESULT_HIDDEN;

  in = filter_has (filter, index, FILTER_TIME_IN);
  out = filter_has (filter, index, FILTER_TIME_OUT);
  function->fraction = heritage.fraction;
  if (heritage.fraction == 0)
    function->fraction
      = in || (!filter_uses (filter, FILTER_TIME_IN) && !out);
  else if (!in && out)
    function->fraction = 0;
}

/* Decide which entries the call graph shows, and how much of their time:
   callers first.  ORDER is that of propagate_order.  */

static void
propagate_choose (struct results *results, const struct filter *filter,
		  const uint32_t *order)
{
  const struct model *model = results->model;
  size_t count = model->function_count;
  if (!filter_uses (filter, FILTER_GRAPH_IN)
      && !filter_uses (filter, FILTER_GRAPH_OUT)
      && !filter_uses (filter, FILTER_TIME_IN)
      && !filter_uses (filter, FILTER_TIME_OUT))
    {
      for (size_t i = 0; i < count; i++)
	results->functions[i].fraction = 1;
      for (size_t i = 0; i < results->cycle_count; i++)
	results->cycles[i].fraction = 1;
      return;
    }
  for (size_t end = count, begin; end > 0; end = begin)
    {
      const struct result_function *first
	= &results->functions[order[end - 1]];
      struct result_cycle *cycle
	= first->cycle != MODEL_NONE ? &results->cycles[first->cycle] : NULL;
      struct propagate_heritage heritage = { false, 0 };
      uint64_t calls = cycle ? cycle->calls
			     : first->calls - first->self_calls;
      for (begin = end; begin > 0
	   && results->functions[order[begin - 1]].depth == first->depth;
	   begin--)
	{
	  propagate_inherit (results, order[begin - 1], calls, &heritage);

	  /* Members of a cycle call one another: they are shown
	     together.  */
	  if (cycle && filter_has (filter, order[begin - 1],
				   FILTER_GRAPH_IN))
	    heritage.shown = true;
	}
      uint64_t spontaneous = cycle ? cycle->spontaneous
				   : first->spontaneous;
      if (spontaneous > 0 && heritage.fraction > 0
	  && !filter_uses (filter, FILTER_TIME_IN))
	heritage.fraction += (double) spontaneous / (double) calls;
      if (cycle)
	{
	  cycle->hidden = true;
	  cycle->fraction = 0;
	}
      for (size_t i = begin; i < end; i++)
	{
	  propagate_decide (results, order[i], filter, heritage);
	  const struct result_function *each = &results->functions[order[i]];
	  if (cycle && (each->selection & RESULT_HIDDEN) == 0)
	    cycle->hidden = false;
	  if (cycle && each->fraction > cycle->fraction)
	    cycle->fraction = each->fraction;
	}
    }
}

/* Sum the arcs of CYCLE's members from outside (IN) or to outside by their
   other end.  SLOT is all zero, one word a function, and is left so.  */

static void
propagate_sum_arcs (struct results *results, const struct result_cycle *cycle,
		    bool in, uint32_t *slot)
{
  size_t first = results->cycle_arc_count;
  uint32_t own = cycle - results->cycles;
  for (uint32_t i = 0; i < cycle->size; i++)
    {
      uint32_t member = results->members[cycle->first + i];
      const uint32_t *start = (in ? results->in_first : results->out_first)
	+ member;
      for (uint32_t j = start[0]; j < start[1]; j++)
	{
	  const struct result_arc *arc
	    = &results->arcs[(in ? results->in : results->out)[j]];
	  uint32_t other = in ? arc->caller : arc->callee;
	  if (results->functions[other].cycle == own)
	    continue;
	  if (slot[other] == 0)
	    {
	      results->cycle_arcs
		= mem_grow (results->cycle_arcs, &results->cycle_arc_room,
			    results->cycle_arc_count + 1,
			    sizeof *results->cycle_arcs);
	      results->cycle_arcs[results->cycle_arc_count++]
		= (struct result_arc) {
		  .caller = in ? other : MODEL_NONE,
		  .callee = in ? MODEL_NONE : other
		};
	      slot[other] = results->cycle_arc_count;
	    }
	  struct result_arc *sum = &results->cycle_arcs[slot[other] - 1];
	  sum->count += arc->count;
	  sum->self += arc->self;
	  sum->child += arc->child;
	}
    }
  for (size_t i = first; i < results->cycle_arc_count; i++)
    slot[in ? results->cycle_arcs[i].caller : results->cycle_arcs[i].callee]
	= 0;
}

void
propagate_time (struct results *results, const struct filter *filter)
{
  const struct model *model = results->model;
  size_t count = model->function_count;
  uint32_t *order = propagate_order (results);
  propagate_choose (results, filter, order);
  for (size_t i = 0; i < count; i++)
    if (results->functions[i].cycle != MODEL_NONE
	&& results->functions[i].fraction != 0)
      results->cycles[results->functions[i].cycle].self
	+= results->functions[i].self;

  for (size_t i = 0; i < count; i++)
    for (uint32_t j = results->out_first[order[i]];
	 j < results->out_first[order[i] + 1]; j++)
      propagate_arc (results, &results->arcs[results->out[j]]);
  free (order);

  for (size_t i = 0; i < count; i++)
    {
      struct result_function *result = &results->functions[i];
      propagate_spontaneous (results, result);
      if (result->cycle != MODEL_NONE)
	{
	  struct result_cycle *cycle = &results->cycles[result->cycle];
	  cycle->spontaneous_self += result->spontaneous_self;
	  cycle->spontaneous_child += result->spontaneous_child;
	}
      result->graph_self = result->self * result->fraction;
      result->graph_child = result->child * result->fraction;
      results->graph_total += result->graph_self;
    }
  for (size_t i = 0; i < results->cycle_count; i++)
    {
      struct result_cycle *cycle = &results->cycles[i];
      cycle->graph_self = cycle->self * cycle->fraction;
      cycle->graph_child = cycle->child * cycle->fraction;
    }

  uint32_t *slot = mem_alloc (count, sizeof *slot);
  for (size_t i = 0; i < results->cycle_count; i++)
    {
      struct result_cycle *cycle = &results->cycles[i];
      cycle->callers = results->cycle_arc_count;
      propagate_sum_arcs (results, cycle, true, slot);
      cycle->caller_count = results->cycle_arc_count - cycle->callers;
      cycle->callees = results->cycle_arc_count;
      propagate_sum_arcs (results, cycle, false, slot);
      cycle->callee_count = results->cycle_arc_count - cycle->callees;
    }
  free (slot);
}
