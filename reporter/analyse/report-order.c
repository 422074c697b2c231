/* The order of what reports show: functions, arcs, cycles, lines.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "analyse/report-order.h"
#include "base/progress.h"
#include "base/sort.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Functions between two looks at the clock.  */
#define REPORT_ORDER_TELL 256

static int
report_order_name (const struct results *results, uint32_t a, uint32_t b)
{
  return strcmp (results->names[a], results->names[b]);
}

/* Largest first.  Times are compared in whole nanoseconds: sums of the
   same parts may differ by a rounding.  */

static int
report_order_time (double a, double b)
{
  a = nearbyint (a);
  b = nearbyint (b);
  return a > b ? -1 : a < b;
}

int
report_order_compare_counts (uint64_t a, uint64_t b)
{
  return a > b ? -1 : a < b;
}

static int
report_order_compare_flat (const void *closure, uint32_t i, uint32_t j)
{
  const struct results *results = closure;
  const struct result_function *a = &results->functions[i];
  const struct result_function *b = &results->functions[j];
  int order = report_order_time (a->self, b->self);
  if (order == 0)
    order = report_order_compare_counts (a->calls, b->calls);
  return order ? order : report_order_name (results, i, j);
}

/* Members of a cycle, by what the call graph shows of them.  */

static int
report_order_compare_members (const void *closure, uint32_t i, uint32_t j)
{
  const struct results *results = closure;
  const struct result_function *a = &results->functions[i];
  const struct result_function *b = &results->functions[j];
  int order = report_order_time (a->graph_self + a->graph_child,
				 b->graph_self + b->graph_child);
  if (order == 0)
    order = report_order_compare_counts (a->calls, b->calls);
  return order ? order : report_order_name (results, i, j);
}

/* What sorts an entry of the call graph.  */
struct report_order_key
{
  double time;
  uint64_t calls;
  uint32_t depth;
  bool cycle;
};

static struct report_order_key
report_order_get_key (const struct results *results, uint32_t entry)
{
  const struct model *model = results->model;
  if (entry < model->function_count)
    {
      const struct result_function *function = &results->functions[entry];
      return (struct report_order_key) {
	function->graph_self + function->graph_child,
	function->calls, function->depth, false
      };
    }
  const struct result_cycle *cycle
    = &results->cycles[entry - model->function_count];
  return (struct report_order_key) {
    cycle->graph_self + cycle->graph_child, cycle->calls,
    results->functions[results->members[cycle->first]].depth, true
  };
}

/* By inclusive time; of equal time a caller before its callees, which is
   how a chain of calls reads; a cycle before its members.  */

static int
report_order_compare_graph (const void *closure, uint32_t i, uint32_t j)
{
  const struct results *results = closure;
  struct report_order_key a = report_order_get_key (results, i);
  struct report_order_key b = report_order_get_key (results, j);
  int order = report_order_time (a.time, b.time);
  if (order == 0 && a.time >= 0.5 && a.depth != b.depth)
    order = a.depth < b.depth ? -1 : 1;
  if (order == 0 && a.cycle != b.cycle)
    order = a.cycle ? -1 : 1;
  if (order == 0)
    order = report_order_compare_counts (a.calls, b.calls);
  if (order == 0)
    order = a.cycle ? (i < j ? -1 : i > j) : report_order_name (results, i, j);
  return order;
}

/* Sort COUNT INDICES, of which TIME tells the time by which COMPARE puts the
   largest first.  */

static void
report_order_sort_times (uint32_t *indices, size_t count,
			 double (*time) (const struct results *, uint32_t),
			 sort_compare *compare, const struct results *results)
{
  struct sort_item *items = mem_alloc (count, sizeof *items);
  for (size_t i = 0; i < count; i++)
    {
      double whole = nearbyint (time (results, indices[i]));
      items[i] = (struct sort_item) {
	sort_descending (whole > 0 ? whole : 0), indices[i]
      };
    }
  sort_by_keys (items, indices, count, compare, results);
  free (items);
}

static double
report_order_flat_time (const struct results *results, uint32_t function)
{
  return results->functions[function].self;
}

static double
report_order_graph_time (const struct results *results, uint32_t entry)
{
  return report_order_get_key (results, entry).time;
}

static double
report_order_line_time (const struct results *results, uint32_t line)
{
  return results->lines[line].self;
}

/* By name, cycles last.  */

static int
report_order_compare_names (const void *closure, uint32_t i, uint32_t j)
{
  const struct results *results = closure;
  const struct model *model = results->model;
  if (i < model->function_count && j < model->function_count)
    return report_order_name (results, i, j);
  return i < j ? -1 : i > j;
}

/* By file, line and address.  */

static int
report_order_compare_places (const void *closure, uint32_t i, uint32_t j)
{
  const struct results *results = closure;
  const struct model *model = results->model;
  const struct model_function *a = &model->functions[i];
  const struct model_function *b = &model->functions[j];
  if (!a->file != !b->file)
    return a->file ? -1 : 1;
  int order = a->file ? strcmp (a->file, b->file) : 0;
  if (order == 0 && a->line != b->line)
    order = a->line < b->line ? -1 : 1;
  if (order == 0 && a->module != b->module)
    order = a->module < b->module ? -1 : 1;
  if (order == 0)
    order = a->address < b->address ? -1 : a->address > b->address;
  return order;
}

static int
report_order_compare_lines (const void *closure, uint32_t i, uint32_t j)
{
  const struct results *results = closure;
  const struct result_line *a = &results->lines[i];
  const struct result_line *b = &results->lines[j];
  int order = report_order_time (a->self, b->self);
  if (order == 0 && a->function != b->function)
    order = report_order_name (results, a->function, b->function);
  if (order == 0)
    order = a->address < b->address ? -1 : a->address > b->address;
  return order;
}

/* What sorts an arc: most of them are compared several times.  */
struct report_order_arc
{
  double time;			/* In whole nanoseconds.  */
  uint64_t count;
  int rank;
};

/* Arcs of RESULTS, or those of its cycles.  */
struct report_order_arcs
{
  const struct results *results;
  const struct result_arc *arcs;
  const struct report_order_arc *keys;	/* Of each.  */
  bool callers;			/* They lead to one function or cycle.  */
};

/* Whether ARC stays inside a cycle or a function.  */

static int
report_order_arc_rank (const struct results *results,
		       const struct result_arc *arc)
{
  if (arc->caller == arc->callee)
    return 2;
  if (arc->caller == MODEL_NONE || arc->callee == MODEL_NONE)
    return 0;
  uint32_t cycle = results->functions[arc->caller].cycle;
  return cycle != MODEL_NONE
    && cycle == results->functions[arc->callee].cycle;
}

/* The keys of the COUNT ARCS, to be freed.  */

static struct report_order_arc *
report_order_arc_keys (const struct results *results,
		       const struct result_arc *arcs, size_t count)
{
  struct report_order_arc *keys = mem_alloc (count, sizeof *keys);
  for (size_t i = 0; i < count; i++)
    keys[i] = (struct report_order_arc) {
      .time = nearbyint (arcs[i].self + arcs[i].child),
      .count = arcs[i].count, .rank = report_order_arc_rank (results, &arcs[i])
    };
  return keys;
}

/* The order of callees: those outside the cycle by time and count, then
   those in the cycle, then the function itself; that of callers is the
   reverse, so that the heaviest stand next to the entry's own line.  */

static int
report_order_compare_arcs (const void *closure, uint32_t i, uint32_t j)
{
  const struct report_order_arcs *which = closure;
  const struct report_order_arc *a = &which->keys[i];
  const struct report_order_arc *b = &which->keys[j];
  int rank = a->rank - b->rank;
  if (rank == 0)
    rank = a->time > b->time ? -1 : a->time < b->time;
  if (rank == 0)
    rank = report_order_compare_counts (a->count, b->count);
  if (rank == 0)
    rank = which->callers
      ? report_order_name (which->results, which->arcs[j].caller,
			   which->arcs[i].caller)
      : report_order_name (which->results, which->arcs[i].callee,
			   which->arcs[j].callee);
  return which->callers ? -rank : rank;
}

/* Sort the COUNT arcs of cycles from FIRST on.  */

static void
report_order_sort_cycle_arcs (struct results *results, uint32_t first,
			      uint32_t count, bool callers)
{
  struct result_arc *arcs = results->cycle_arcs + first;
  struct report_order_arc *keys = report_order_arc_keys (results, arcs, count);
  struct result_arc *copy = mem_alloc (count, sizeof *copy);
  struct report_order_arcs which = { results, copy, keys, callers };
  uint32_t *sorted = mem_alloc (count, sizeof *sorted);
  for (uint32_t i = 0; i < count; i++)
    {
      sorted[i] = i;
      copy[i] = arcs[i];
    }
  sort_indices (sorted, count, report_order_compare_arcs, &which);
  for (uint32_t i = 0; i < count; i++)
    arcs[i] = copy[sorted[i]];
  free (sorted);
  free (keys);
  free (copy);
}

/* Whether anything is known of FUNCTION.  */

static bool
report_order_is_seen (const struct results *results, uint32_t index)
{
  const struct result_function *function = &results->functions[index];
  return function->calls > 0 || function->self > 0
    || function->child > 0
    || results->out_first[index] < results->out_first[index + 1]
    || results->in_first[index] < results->in_first[index + 1];
}

void
report_order_sort_parts (struct results *results,
			 const struct report_order_parts *parts)
{
  const struct model *model = results->model;
  progress_begin ("sorting", NULL);
  for (size_t i = 0; i < model->function_count; i++)
    {
      if (i % REPORT_ORDER_TELL == 0)
	progress_tell (i, model->function_count);
      uint32_t first = results->in_first[i];
      sort_indices (results->in + first, results->in_first[i + 1] - first,
		    parts->callers, parts->callers_closure);
      first = results->out_first[i];
      sort_indices (results->out + first, results->out_first[i + 1] - first,
		    parts->callees, parts->callees_closure);
    }
  for (size_t i = 0; i < results->cycle_count; i++)
    sort_indices (results->members + results->cycles[i].first,
		  results->cycles[i].size, parts->members, results);
  progress_end ();
}

/* Sort everything in MODEL that hangs on an entry.  */

static void
report_order_sort_entries (struct results *results)
{
  struct report_order_arc *keys
    = report_order_arc_keys (results, results->arcs, results->arc_count);
  struct report_order_arcs in = { results, results->arcs, keys, true };
  struct report_order_arcs out = { results, results->arcs, keys, false };
  const struct report_order_parts parts = {
    report_order_compare_arcs, &in, report_order_compare_arcs, &out,
    report_order_compare_members
  };
  report_order_sort_parts (results, &parts);
  free (keys);
  for (size_t i = 0; i < results->cycle_count; i++)
    {
      struct result_cycle *cycle = &results->cycles[i];
      report_order_sort_cycle_arcs (results, cycle->callers,
				    cycle->caller_count, true);
      report_order_sort_cycle_arcs (results, cycle->callees,
				    cycle->callee_count, false);
    }
}

/* Sort the blocks by function, and those of one by address.  */

static int
report_order_compare_blocks (const void *closure, uint32_t i, uint32_t j)
{
  const struct results *results = closure;
  const struct model *model = results->model;
  const struct model_block *a = &model->blocks[i];
  const struct model_block *b = &model->blocks[j];
  if (a->function != b->function)
    return a->function < b->function ? -1 : 1;
  if (a->address != b->address)
    return a->address < b->address ? -1 : 1;
  return a->line < b->line ? -1 : a->line > b->line;
}

void
report_order_blocks (struct report_order *order, const struct results *results)
{
  const struct model *model = results->model;
  order->blocks = mem_alloc (model->block_count, sizeof *order->blocks);
  order->block_first = mem_alloc (model->function_count + 1,
				  sizeof *order->block_first);
  for (size_t i = 0; i < model->block_count; i++)
    {
      order->blocks[i] = i;
      order->block_first[model->blocks[i].function + 1]++;
    }
  for (size_t i = 0; i < model->function_count; i++)
    order->block_first[i + 1] += order->block_first[i];
  sort_indices (order->blocks, model->block_count, report_order_compare_blocks,
		results);
}

void
report_order_start (struct report_order *order, const struct results *results)
{
  const struct model *model = results->model;
  size_t count = model->function_count;
  size_t all = count + results->cycle_count;
  *order = (struct report_order) {
    .flat = mem_alloc (count, sizeof *order->flat),
    .graph = mem_alloc (all, sizeof *order->graph),
    .index = mem_alloc (all, sizeof *order->index),
    .names = mem_alloc (all, sizeof *order->names),
    .counts = mem_alloc (count, sizeof *order->counts)
  };
}

void
report_order_make (struct report_order *order, struct results *results,
		   bool zero, bool counts)
{
  const struct model *model = results->model;
  size_t count = model->function_count;
  size_t all = count + results->cycle_count;
  report_order_sort_entries (results);
  report_order_start (order, results);
  order->lines = mem_alloc (results->line_count, sizeof *order->lines);
  for (size_t i = 0; i < count; i++)
    {
      const struct result_function *function = &results->functions[i];
      if ((function->selection & RESULT_UNLISTED) == 0
	  && (zero || function->calls > 0 || function->self > 0
	      || function->inlined))
	order->flat[order->flat_count++] = i;
      if ((function->selection & RESULT_UNCOUNTED) == 0
	  && (zero || function->calls > 0))
	order->counts[order->count_count++] = i;
      if (zero || report_order_is_seen (results, i))
	order->graph[order->graph_count++] = i;
    }
  for (size_t i = count; i < all; i++)
    order->graph[order->graph_count++] = i;
  order->name_count = order->graph_count;
  memcpy (order->names, order->graph,
	  order->graph_count * sizeof *order->names);
  for (size_t i = 0; i < results->line_count; i++)
    order->lines[i] = i;
  report_order_sort_times (order->flat, order->flat_count,
			   report_order_flat_time, report_order_compare_flat,
			   results);
  report_order_sort_times (order->graph, order->graph_count,
			   report_order_graph_time, report_order_compare_graph,
			   results);
  sort_indices (order->names, order->name_count, report_order_compare_names,
		results);
  if (counts)
    sort_indices (order->counts, order->count_count,
		  report_order_compare_places, results);
  report_order_sort_times (order->lines, results->line_count,
			   report_order_line_time, report_order_compare_lines,
			   results);
  for (size_t i = 0; i < order->graph_count; i++)
    order->index[order->graph[i]] = i + 1;
  report_order_blocks (order, results);
}

void
report_order_free (struct report_order *order)
{
  free (order->flat);
  free (order->graph);
  free (order->index);
  free (order->names);
  free (order->counts);
  free (order->blocks);
  free (order->block_first);
  free (order->lines);
  memset (order, 0, sizeof *order);
}
