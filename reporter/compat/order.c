/* The order in which GNU gprof 2.40 shows functions, arcs and cycles.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "base/sort.h"
#include "compat/compat.h"

#include <stdlib.h>
#include <string.h>

static int
compat_larger (double a, double b)
{
  return a > b ? -1 : a < b;
}

static int
compat_compare_flat (const void *closure, uint32_t i, uint32_t j)
{
  const struct results *results = closure;
  const struct model *model = results->model;
  const struct model_function *a = &model->functions[i];
  const struct result_function *a_result = &results->functions[i];
  const struct model_function *b = &model->functions[j];
  const struct result_function *b_result = &results->functions[j];
  int order = compat_larger (a_result->self, b_result->self);
  if (order == 0)
    order = report_order_compare_counts (a_result->listed_calls,
					 b_result->listed_calls);
  return order ? order : strcmp (a->symbol, b->symbol);
}

/* Times, then cycles, then names without a leading underscore, then calls,
   then names.  */

static int
compat_compare_graph (const void *closure, uint32_t i, uint32_t j)
{
  const struct results *results = closure;
  const struct model *model = results->model;
  size_t count = model->function_count;
  double times[2];
  uint32_t entries[] = { i, j };
  for (int k = 0; k < 2; k++)
    times[k] = entries[k] < count
      ? results->functions[entries[k]].graph_self
	+ results->functions[entries[k]].graph_child
      : results->cycles[entries[k] - count].graph_self
	+ results->cycles[entries[k] - count].graph_child;
  int order = compat_larger (times[0], times[1]);
  if (order != 0)
    return order;
  if (i >= count || j >= count)
    return i >= count ? -1 : 1;
  const struct model_function *a = &model->functions[i];
  const struct result_function *a_result = &results->functions[i];
  const struct model_function *b = &model->functions[j];
  const struct result_function *b_result = &results->functions[j];
  if ((a->symbol[0] == '_') != (b->symbol[0] == '_'))
    return a->symbol[0] == '_' ? 1 : -1;
  order = report_order_compare_counts (a_result->entry_calls,
				       b_result->entry_calls);
  return order ? order : strcmp (a->symbol, b->symbol);
}

static int
compat_compare_names (const void *closure, uint32_t i, uint32_t j)
{
  const struct results *results = closure;
  const struct model *model = results->model;
  return strcmp (model->functions[i].symbol, model->functions[j].symbol);
}

/* By file and line where both have one, else by address: this is no order,
   and what comes of it depends on the way of sorting (sort.h).  */

static int
compat_compare_places (const void *closure, uint32_t i, uint32_t j)
{
  const struct results *results = closure;
  const struct model *model = results->model;
  const struct model_function *a = &model->functions[i];
  const struct model_function *b = &model->functions[j];
  if (a->file && b->file)
    {
      int order = strcmp (a->file, b->file);
      if (order != 0)
	return order;
      if (a->line != b->line)
	return a->line < b->line ? -1 : 1;
    }
  return a->address < b->address ? -1 : a->address > b->address;
}

static bool
compat_is_inner (const struct results *results, const struct result_arc *arc)
{
  uint32_t cycle = results->functions[arc->caller].cycle;
  return cycle != MODEL_NONE
    && cycle == results->functions[arc->callee].cycle;
}

/* The order of callers; that of callees is the reverse.  */

static int
compat_compare_arcs (const struct results *results, uint32_t i, uint32_t j)
{
  const struct result_arc *a = &results->arcs[i];
  const struct result_arc *b = &results->arcs[j];
  bool self = a->caller == a->callee;
  if (self != (b->caller == b->callee))
    return self ? -1 : 1;
  bool inner = compat_is_inner (results, a);
  if (inner != compat_is_inner (results, b))
    return inner ? -1 : 1;
  int order = inner ? 0 : -compat_larger (a->self + a->child,
					  b->self + b->child);
  return order ? order : -report_order_compare_counts (a->count, b->count);
}

static int
compat_compare_callers (const void *closure, uint32_t i, uint32_t j)
{
  return compat_compare_arcs (closure, i, j);
}

static int
compat_compare_callees (const void *closure, uint32_t i, uint32_t j)
{
  return -compat_compare_arcs (closure, i, j);
}

static int
compat_compare_members (const void *closure, uint32_t i, uint32_t j)
{
  const struct results *results = closure;
  const struct result_function *a = &results->functions[i];
  const struct result_function *b = &results->functions[j];
  int order = compat_larger (a->graph_self + a->graph_child,
			     b->graph_self + b->graph_child);
  return order ? order : report_order_compare_counts (a->calls, b->calls);
}

/* The unit is the first in which the dearest call is from 1 up to 1000;
   without any it is the first one, of teraseconds.  BSD's are
   milliseconds.  */

static void
compat_choose_unit (struct report_order *order, const struct results *results,
		    bool bsd)
{
  const struct model *model = results->model;
  static const struct
  {
    char prefix;
    double scale;
  } units[] = {
    { 'T', 1e-12 }, { 'G', 1e-9 }, { 'M', 1e-6 }, { 'K', 1e-3 }, { ' ', 1 },
    { 'm', 1e3 }, { 'u', 1e6 }, { 'n', 1e9 }, { 'p', 1e12 }, { 'f', 1e15 },
    { 'a', 1e18 }
  };
  double dearest = 0;
  for (size_t i = 0; i < model->function_count; i++)
    {
      const struct result_function *function = &results->functions[i];
      double time = function->listed_calls != 0
	? (function->self + function->child)
	  / (double) function->listed_calls : 0;
      if (time > dearest)
	dearest = time;
    }
  size_t unit = bsd ? 5 : 0;
  const size_t count = bsd || !(dearest > 0)
    ? 0 : sizeof units / sizeof *units;
  for (size_t i = 0; i < count; i++)
    {
      double scaled = units[i].scale * (dearest / results->second);
      if (scaled >= 1 && scaled < 1000)
	{
	  unit = i;
	  break;
	}
    }
  order->unit = units[unit].prefix;
  order->unit_scale = units[unit].scale;
}

static bool
compat_has_entry (const struct results *results, uint32_t entry)
{
  const struct model *model = results->model;
  if (entry < model->function_count)
    {
      const struct result_function *function = &results->functions[entry];
      return function->calls != 0 || function->graph_self != 0
	|| function->graph_child != 0;
    }
  const struct result_cycle *cycle
    = &results->cycles[entry - model->function_count];
  return cycle->calls != 0 || cycle->inner_calls != 0
    || cycle->graph_self != 0 || cycle->graph_child != 0;
}

/* Set the order of the call graph and the index.  Numbers are given to all,
   also to those without an entry.  */

static void
compat_order_graph (struct report_order *order, struct results *results,
		    bool zero)
{
  const struct model *model = results->model;
  size_t count = model->function_count;
  size_t all = count + results->cycle_count;
  for (size_t i = 0; i < all; i++)
    order->graph[i] = i;
  sort_indices (order->graph, all, compat_compare_graph, results);
  for (size_t i = 0; i < all; i++)
    {
      uint32_t entry = order->graph[i];
      order->index[entry] = i + 1;
      if (zero || compat_has_entry (results, entry))
	order->graph[order->graph_count++] = entry;
    }
  for (size_t i = 0; i < count; i++)
    if (zero || results->functions[i].entry_calls != 0
	|| results->functions[i].self != 0)
      order->names[order->name_count++] = i;
  sort_indices (order->names, order->name_count, compat_compare_names,
		results);
  for (size_t i = count; i < all; i++)
    order->names[order->name_count++] = i;
}

void
compat_order (struct report_order *order, struct results *results,
	      const struct compat *compat, bool zero, bool bsd)
{
  const struct model *model = results->model;
  size_t count = model->function_count;
  const struct compat_symbol *symbols = compat->symbols.table.symbols;
  const struct report_order_parts parts = {
    compat_compare_callers, results, compat_compare_callees, results,
    compat_compare_members
  };
  report_order_start (order, results);
  report_order_sort_parts (results, &parts);
  for (size_t i = 0; i < count; i++)
    {
      struct result_function *function = &results->functions[i];
      if (compat_select_shows (&compat->select, &symbols[i],
			       FILTER_FLAT_IN, FILTER_FLAT_OUT)
	  && (zero || function->listed_calls != 0 || function->self != 0))
	order->flat[order->flat_count++] = i;
      if (compat_select_shows (&compat->select, &symbols[i],
			       FILTER_COUNTS_IN, FILTER_COUNTS_OUT))
	order->counts[order->count_count++] = i;
      if (!compat_select_shows (&compat->select, &symbols[i],
				FILTER_SOURCE_IN, FILTER_SOURCE_OUT))
	function->selection |= RESULT_UNANNOTATED;
    }
  sort_indices (order->flat, order->flat_count, compat_compare_flat, results);
  sort_indices (order->counts, order->count_count, compat_compare_places,
		results);
  if (model->has_arcs)
    compat_order_graph (order, results, zero);
  compat_choose_unit (order, results, bsd);
  report_order_blocks (order, results);
}
