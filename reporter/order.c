/* In which order reports tell things.

   All orders are total, so that a report does not depend on how its input
   was arranged: the last resort is the name, which is unique.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "order.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What the comparisons below compare the parts of.  */
static const struct model *order_model;
static bool order_callers;

static int
order_name (uint32_t a, uint32_t b)
{
  return strcmp (order_model->functions[a].name,
		 order_model->functions[b].name);
}

/* Largest first.  Times are compared in whole nanoseconds: sums of the
   same parts may differ by a rounding.  */

static int
order_time (double a, double b)
{
  a = nearbyint (a);
  b = nearbyint (b);
  return a > b ? -1 : a < b;
}

static int
order_count (uint64_t a, uint64_t b)
{
  return a > b ? -1 : a < b;
}

static int
order_compare_flat (const void *x, const void *y)
{
  uint32_t i = *(const uint32_t *) x;
  uint32_t j = *(const uint32_t *) y;
  const struct model_function *a = &order_model->functions[i];
  const struct model_function *b = &order_model->functions[j];
  int order = order_time (a->self_ns, b->self_ns);
  if (order == 0)
    order = order_count (a->calls, b->calls);
  return order ? order : order_name (i, j);
}

/* What sorts an entry of the call graph.  */
struct order_key
{
  double time_ns;
  uint64_t calls;
  uint32_t depth;
  bool cycle;
};

static struct order_key
order_get_key (uint32_t entry)
{
  const struct model *model = order_model;
  if (entry < model->function_count)
    {
      const struct model_function *function = &model->functions[entry];
      return (struct order_key) { function->self_ns + function->child_ns,
				  function->calls, function->depth, false };
    }
  const struct model_cycle *cycle
    = &model->cycles[entry - model->function_count];
  return (struct order_key) {
    cycle->self_ns + cycle->child_ns, cycle->calls,
    model->functions[model->members[cycle->first]].depth, true
  };
}

/* By inclusive time; of equal time a caller before its callees, which is
   how a chain of calls reads; a cycle before its members.  */

static int
order_compare_graph (const void *x, const void *y)
{
  uint32_t i = *(const uint32_t *) x;
  uint32_t j = *(const uint32_t *) y;
  struct order_key a = order_get_key (i);
  struct order_key b = order_get_key (j);
  int order = order_time (a.time_ns, b.time_ns);
  if (order == 0 && a.time_ns >= 0.5 && a.depth != b.depth)
    order = a.depth < b.depth ? -1 : 1;
  if (order == 0 && a.cycle != b.cycle)
    order = a.cycle ? -1 : 1;
  if (order == 0)
    order = order_count (a.calls, b.calls);
  if (order == 0)
    order = a.cycle ? (i < j ? -1 : i > j) : order_name (i, j);
  return order;
}

/* By name, cycles last.  */

static int
order_compare_names (const void *x, const void *y)
{
  uint32_t i = *(const uint32_t *) x;
  uint32_t j = *(const uint32_t *) y;
  if (i < order_model->function_count && j < order_model->function_count)
    return order_name (i, j);
  return i < j ? -1 : i > j;
}

/* Whether ARC stays inside a cycle or a function.  */

static int
order_arc_rank (const struct model_arc *arc)
{
  if (arc->caller == arc->callee)
    return 2;
  if (arc->caller == MODEL_NONE || arc->callee == MODEL_NONE)
    return 0;
  uint32_t cycle = order_model->functions[arc->caller].cycle;
  return cycle != MODEL_NONE
    && cycle == order_model->functions[arc->callee].cycle;
}

/* The order of callees: those outside the cycle by time and count, then
   those in the cycle, then the function itself; that of callers is the
   reverse, so that the heaviest stand next to the entry's own line.  */

static int
order_arcs (const struct model_arc *a, const struct model_arc *b)
{
  int rank = order_arc_rank (a) - order_arc_rank (b);
  if (rank == 0)
    rank = order_time (a->self_ns + a->child_ns, b->self_ns + b->child_ns);
  if (rank == 0)
    rank = order_count (a->count, b->count);
  if (rank == 0)
    rank = order_callers ? order_name (b->caller, a->caller)
			 : order_name (a->callee, b->callee);
  return order_callers ? -rank : rank;
}

static int
order_compare_arcs (const void *x, const void *y)
{
  return order_arcs (&order_model->arcs[*(const uint32_t *) x],
		     &order_model->arcs[*(const uint32_t *) y]);
}

static int
order_compare_cycle_arcs (const void *x, const void *y)
{
  return order_arcs (x, y);
}

/* Whether anything is known of FUNCTION.  */

static bool
order_is_seen (const struct model *model, uint32_t index)
{
  const struct model_function *function = &model->functions[index];
  return function->calls > 0 || function->self_ns > 0
    || function->child_ns > 0
    || model->out_first[index] < model->out_first[index + 1];
}

/* Sort everything in order_model that hangs on an entry.  */

static void
order_sort_parts (struct model *model)
{
  for (size_t i = 0; i < model->function_count; i++)
    {
      uint32_t first = model->in_first[i];
      order_callers = true;
      if (model->in_first[i + 1] - first > 1)
	qsort (model->in + first, model->in_first[i + 1] - first,
	       sizeof *model->in, order_compare_arcs);
      first = model->out_first[i];
      order_callers = false;
      if (model->out_first[i + 1] - first > 1)
	qsort (model->out + first, model->out_first[i + 1] - first,
	       sizeof *model->out, order_compare_arcs);
    }
  for (size_t i = 0; i < model->cycle_count; i++)
    {
      struct model_cycle *cycle = &model->cycles[i];
      qsort (model->members + cycle->first, cycle->size,
	     sizeof *model->members, order_compare_flat);
      order_callers = true;
      if (cycle->caller_count > 1)
	qsort (model->cycle_arcs + cycle->callers, cycle->caller_count,
	       sizeof *model->cycle_arcs, order_compare_cycle_arcs);
      order_callers = false;
      if (cycle->callee_count > 1)
	qsort (model->cycle_arcs + cycle->callees, cycle->callee_count,
	       sizeof *model->cycle_arcs, order_compare_cycle_arcs);
    }
}

void
order_make (struct order *order, struct model *model, bool zero)
{
  size_t count = model->function_count;
  size_t all = count + model->cycle_count;
  order_model = model;
  order_sort_parts (model);
  memset (order, 0, sizeof *order);
  order->flat = mem_alloc (count, sizeof *order->flat);
  order->graph = mem_alloc (all, sizeof *order->graph);
  order->index = mem_alloc (all, sizeof *order->index);
  order->names = mem_alloc (all, sizeof *order->names);
  for (size_t i = 0; i < count; i++)
    {
      const struct model_function *function = &model->functions[i];
      if (zero || function->calls > 0 || function->self_ns > 0)
	order->flat[order->flat_count++] = i;
      if (zero || order_is_seen (model, i))
	order->graph[order->graph_count++] = i;
    }
  for (size_t i = count; i < all; i++)
    order->graph[order->graph_count++] = i;
  memcpy (order->names, order->graph,
	  order->graph_count * sizeof *order->names);
  qsort (order->flat, order->flat_count, sizeof *order->flat,
	 order_compare_flat);
  qsort (order->graph, order->graph_count, sizeof *order->graph,
	 order_compare_graph);
  qsort (order->names, order->graph_count, sizeof *order->names,
	 order_compare_names);
  for (size_t i = 0; i < order->graph_count; i++)
    order->index[order->graph[i]] = i + 1;
}

void
order_free (struct order *order)
{
  free (order->flat);
  free (order->graph);
  free (order->index);
  free (order->names);
  memset (order, 0, sizeof *order);
}
