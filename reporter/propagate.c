/* Time of callees, shared among their callers by numbers of calls.

   A cycle is one node here: its time goes to those who call it from
   outside, and what its members spend on each other is not looked at.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "propagate.h"

#include <stdlib.h>

/* Give ARC its share of its callee's (its callee's cycle's) time, all of
   which is known, and pass it to the caller.  */

static void
propagate_arc (struct model *model, struct model_arc *arc)
{
  const struct model_function *callee = &model->functions[arc->callee];
  struct model_function *caller = &model->functions[arc->caller];
  if (arc->caller == arc->callee
      || (callee->cycle != MODEL_NONE && callee->cycle == caller->cycle))
    return;
  double share;
  if (callee->cycle != MODEL_NONE)
    {
      const struct model_cycle *cycle = &model->cycles[callee->cycle];
      share = (double) arc->count / (double) cycle->calls;
      arc->self_ns = cycle->self_ns * share;
      arc->child_ns = cycle->child_ns * share;
    }
  else
    {
      share = (double) arc->count
	/ (double) (callee->calls - callee->self_calls);
      arc->self_ns = callee->self_ns * share;
      arc->child_ns = callee->child_ns * share;
    }
  caller->child_ns += arc->self_ns + arc->child_ns;
  if (caller->cycle != MODEL_NONE)
    model->cycles[caller->cycle].child_ns += arc->self_ns + arc->child_ns;
}

/* Give the uncounted callers of FUNCTION their share.  */

static void
propagate_spontaneous (struct model *model, struct model_function *function)
{
  if (function->spontaneous == 0)
    return;
  double self_ns = function->self_ns;
  double child_ns = function->child_ns;
  uint64_t calls = function->calls - function->self_calls;
  if (function->cycle != MODEL_NONE)
    {
      const struct model_cycle *cycle = &model->cycles[function->cycle];
      self_ns = cycle->self_ns;
      child_ns = cycle->child_ns;
      calls = cycle->calls;
    }
  double share = (double) function->spontaneous / (double) calls;
  function->spontaneous_self_ns = self_ns * share;
  function->spontaneous_child_ns = child_ns * share;
}

/* The functions of MODEL, callees before callers: sorted by depth.  */

static uint32_t *
propagate_order (const struct model *model)
{
  size_t count = model->function_count;
  uint32_t *start = mem_alloc (count + 1, sizeof *start);
  uint32_t *order = mem_alloc (count, sizeof *order);
  for (size_t i = 0; i < count; i++)
    start[count - model->functions[i].depth]++;
  for (size_t i = 1; i <= count; i++)
    start[i] += start[i - 1];
  for (size_t i = count; i-- > 0;)
    order[--start[count - model->functions[i].depth]] = i;
  free (start);
  return order;
}

/* Sum the arcs of CYCLE's members from outside (IN) or to outside by their
   other end.  SLOT is all zero, one word a function, and is left so.  */

static void
propagate_sum_arcs (struct model *model, const struct model_cycle *cycle,
		    bool in, uint32_t *slot)
{
  size_t first = model->cycle_arc_count;
  uint32_t own = cycle - model->cycles;
  for (uint32_t i = 0; i < cycle->size; i++)
    {
      uint32_t member = model->members[cycle->first + i];
      const uint32_t *start = (in ? model->in_first : model->out_first)
	+ member;
      for (uint32_t j = start[0]; j < start[1]; j++)
	{
	  const struct model_arc *arc
	    = &model->arcs[(in ? model->in : model->out)[j]];
	  uint32_t other = in ? arc->caller : arc->callee;
	  if (model->functions[other].cycle == own)
	    continue;
	  if (slot[other] == 0)
	    {
	      model->cycle_arcs
		= mem_grow (model->cycle_arcs, &model->cycle_arc_room,
			    model->cycle_arc_count + 1,
			    sizeof *model->cycle_arcs);
	      model->cycle_arcs[model->cycle_arc_count++]
		= (struct model_arc) {
		  .caller = in ? other : MODEL_NONE,
		  .callee = in ? MODEL_NONE : other
		};
	      slot[other] = model->cycle_arc_count;
	    }
	  struct model_arc *sum = &model->cycle_arcs[slot[other] - 1];
	  sum->count += arc->count;
	  sum->self_ns += arc->self_ns;
	  sum->child_ns += arc->child_ns;
	}
    }
  for (size_t i = first; i < model->cycle_arc_count; i++)
    slot[in ? model->cycle_arcs[i].caller : model->cycle_arcs[i].callee] = 0;
}

void
propagate_time (struct model *model)
{
  size_t count = model->function_count;
  for (size_t i = 0; i < count; i++)
    if (model->functions[i].cycle != MODEL_NONE)
      model->cycles[model->functions[i].cycle].self_ns
	+= model->functions[i].self_ns;

  uint32_t *order = propagate_order (model);
  for (size_t i = 0; i < count; i++)
    for (uint32_t j = model->out_first[order[i]];
	 j < model->out_first[order[i] + 1]; j++)
      propagate_arc (model, &model->arcs[model->out[j]]);
  free (order);

  for (size_t i = 0; i < count; i++)
    {
      struct model_function *function = &model->functions[i];
      propagate_spontaneous (model, function);
      if (function->cycle != MODEL_NONE)
	{
	  struct model_cycle *cycle = &model->cycles[function->cycle];
	  cycle->spontaneous_self_ns += function->spontaneous_self_ns;
	  cycle->spontaneous_child_ns += function->spontaneous_child_ns;
	}
    }

  uint32_t *slot = mem_alloc (count, sizeof *slot);
  for (size_t i = 0; i < model->cycle_count; i++)
    {
      struct model_cycle *cycle = &model->cycles[i];
      cycle->callers = model->cycle_arc_count;
      propagate_sum_arcs (model, cycle, true, slot);
      cycle->caller_count = model->cycle_arc_count - cycle->callers;
      cycle->callees = model->cycle_arc_count;
      propagate_sum_arcs (model, cycle, false, slot);
      cycle->callee_count = model->cycle_arc_count - cycle->callees;
    }
  free (slot);
}
