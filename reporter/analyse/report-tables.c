/* The rows of a report's tables: which, and in which order.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "analyse/report-tables.h"
#include "analyse/filter.h"
#include "base/sort.h"

#include <stdlib.h>
#include <string.h>

/* What is sorted, and how.  */
struct report_tables_sorting
{
  const struct report_tables *tables;
  const struct model *model;
  const struct results *results;
  enum report_order_by key;
  bool callers;			/* Arcs: by the caller's name.  */
};

/* ---- Comparisons.  */

/* What a row is sorted by.  */
struct report_tables_figures
{
  double self;
  double total;
  uint64_t calls;
  const char *name;
};

static int
report_tables_compare_numbers (double a, double b)
{
  return a > b ? -1 : a < b;
}

/* Compare A and B by KEY; rows that are equal in that by the other figures,
   and then by name, so that the order is always the same.  */

static int
report_tables_compare (enum report_order_by key,
		       const struct report_tables_figures *a,
		       const struct report_tables_figures *b)
{
  int order = 0;
  if (key == REPORT_ORDER_BY_SELF)
    order = report_tables_compare_numbers (a->self, b->self);
  else if (key == REPORT_ORDER_BY_CALLS)
    order = a->calls > b->calls ? -1 : a->calls < b->calls;
  if (order == 0 && key != REPORT_ORDER_BY_NAME)
    order = report_tables_compare_numbers (a->total, b->total);
  if (order == 0 && key != REPORT_ORDER_BY_NAME)
    order = a->calls > b->calls ? -1 : a->calls < b->calls;
  return order != 0 ? order : strcmp (a->name, b->name);
}

static int
report_tables_by_index (uint32_t i, uint32_t j)
{
  return i < j ? -1 : i > j;
}

static struct report_tables_figures
report_tables_function_figures (const struct results *results, uint32_t index)
{
  const struct result_function *result = &results->functions[index];
  return (struct report_tables_figures) {
    result->self, result->self + result->child, result->calls,
    results->names[index]
  };
}

static int
report_tables_compare_functions (const void *closure, uint32_t i, uint32_t j)
{
  const struct report_tables_sorting *sorting = closure;
  struct report_tables_figures a
    = report_tables_function_figures (sorting->results, i);
  struct report_tables_figures b
    = report_tables_function_figures (sorting->results, j);
  int order = report_tables_compare (sorting->key, &a, &b);
  return order != 0 ? order : report_tables_by_index (i, j);
}

static struct report_tables_figures
report_tables_arc_figures (const struct report_tables_sorting *sorting,
			   uint32_t index)
{
  const struct results *results = sorting->results;
  const struct result_arc *arc = &results->arcs[index];
  return (struct report_tables_figures) {
    arc->self, arc->self + arc->child, arc->count,
    results->names[sorting->callers ? arc->caller : arc->callee]
  };
}

static int
report_tables_compare_arcs (const void *closure, uint32_t i, uint32_t j)
{
  const struct report_tables_sorting *sorting = closure;
  struct report_tables_figures a = report_tables_arc_figures (sorting, i);
  struct report_tables_figures b = report_tables_arc_figures (sorting, j);
  return report_tables_compare (sorting->key, &a, &b);
}

/* Sites are many: the figures that decide are compared without a look at
   names.  */

static int
report_tables_compare_sites (const void *closure, uint32_t i, uint32_t j)
{
  const struct report_tables_sorting *sorting = closure;
  const struct model *model = sorting->model;
  const struct results *results = sorting->results;
  const struct model_site *a = &model->sites[i];
  const struct model_site *b = &model->sites[j];
  int time
    = report_tables_compare_numbers (results->sites[i], results->sites[j]);
  int calls = a->count > b->count ? -1 : a->count < b->count;
  int order = 0;
  if (sorting->key == REPORT_ORDER_BY_CALLS)
    order = calls != 0 ? calls : time;
  else if (sorting->key != REPORT_ORDER_BY_NAME)
    order = time != 0 ? time : calls;
  if (order == 0)
    order = strcmp (results->names[a->caller], results->names[b->caller]);
  if (order == 0)
    order = strcmp (results->names[a->callee], results->names[b->callee]);
  return order != 0 ? order : report_tables_by_index (i, j);
}

/* Inlined calls have no time of their own.  */

static int
report_tables_compare_inlined (const void *closure, uint32_t i, uint32_t j)
{
  const struct report_tables_sorting *sorting = closure;
  const struct model *model = sorting->model;
  const struct model_inlined_call *a = &model->inlined_calls[i];
  const struct model_inlined_call *b = &model->inlined_calls[j];
  const char *const *names = sorting->results->names;
  struct report_tables_figures x = { 0, 0, a->count, names[a->function] };
  struct report_tables_figures y = { 0, 0, b->count, names[b->function] };
  int order = report_tables_compare (sorting->key, &x, &y);
  if (order == 0)
    order = strcmp (model->inlines[a->inlines].name,
		    model->inlines[b->inlines].name);
  return order != 0 ? order : report_tables_by_index (i, j);
}

static int
report_tables_compare_processes (const void *closure, uint32_t i, uint32_t j)
{
  const struct report_tables_sorting *sorting = closure;
  const struct model_process *x = &sorting->model->processes[i];
  const struct model_process *y = &sorting->model->processes[j];
  struct report_tables_figures a = {
    x->ns, x->ns, x->calls, x->program ? x->program : ""
  };
  struct report_tables_figures b = {
    y->ns, y->ns, y->calls, y->program ? y->program : ""
  };
  int order = report_tables_compare (sorting->key, &a, &b);
  return order != 0 ? order : report_tables_by_index (i, j);
}

static int
report_tables_compare_threads (const void *closure, uint32_t i, uint32_t j)
{
  const struct report_tables_sorting *sorting = closure;
  const struct model_thread *a = &sorting->model->threads[i];
  const struct model_thread *b = &sorting->model->threads[j];
  int order = sorting->key == REPORT_ORDER_BY_NAME
    ? strcmp (a->label ? a->label : "", b->label ? b->label : "")
    : report_tables_compare_numbers (sorting->results->threads[i],
				     sorting->results->threads[j]);
  return order != 0 ? order : report_tables_by_index (i, j);
}

static int
report_tables_compare_modules (const void *closure, uint32_t i, uint32_t j)
{
  const struct report_tables_sorting *sorting = closure;
  const struct model_module *x = &sorting->model->modules[i];
  const struct model_module *y = &sorting->model->modules[j];
  const struct result_module *modules = sorting->results->modules;
  struct report_tables_figures a = {
    modules[i].self, modules[i].inclusive, 0, x->name
  };
  struct report_tables_figures b = {
    modules[j].self, modules[j].inclusive, 0, y->name
  };
  int order = report_tables_compare (sorting->key, &a, &b);
  return order != 0 ? order : report_tables_by_index (i, j);
}

static int
report_tables_compare_lines (const void *closure, uint32_t i, uint32_t j)
{
  const struct report_tables_sorting *sorting = closure;
  const struct source_lines *source = &sorting->tables->source;
  const struct source_line *x = &source->lines[i];
  const struct source_line *y = &source->lines[j];
  struct report_tables_figures a = {
    x->self, x->inclusive, x->calls, source->files[x->file].name
  };
  struct report_tables_figures b = {
    y->self, y->inclusive, y->calls, source->files[y->file].name
  };
  int order = report_tables_compare (sorting->key, &a, &b);
  return order != 0 ? order
    : x->number < y->number ? -1 : x->number > y->number;
}

void
report_tables_sort_flat (struct report_order *order,
			 const struct results *results,
			 enum report_order_by key)
{
  const struct model *model = results->model;
  struct report_tables_sorting sorting
      = { .model = model, .results = results, .key = key };

  /* It has gprof's order already.  */
  if (key != REPORT_ORDER_BY_SELF)
    sort_indices (order->flat, order->flat_count,
		  report_tables_compare_functions, &sorting);
}

/* ---- Tables.  */

static void
report_tables_add (struct report_tables *tables, uint32_t index)
{
  tables->indices = mem_grow (tables->indices, &tables->index_room,
			      tables->index_count + 1,
			      sizeof *tables->indices);
  tables->indices[tables->index_count++] = index;
}

/* Sort the sites from FIRST on.  Most differ in time or calls.  */

static void
report_tables_sort_sites (const struct report_tables_sorting *sorting,
			  uint32_t *indices, size_t count)
{
  const struct model_site *sites = sorting->model->sites;
  struct sort_item *items = mem_alloc (count, sizeof *items);
  for (size_t i = 0; i < count; i++)
    items[i] = (struct sort_item) {
      sorting->key == REPORT_ORDER_BY_NAME ? 0
      : sorting->key == REPORT_ORDER_BY_CALLS ? ~sites[indices[i]].count
      : sort_descending (sorting->results->sites[indices[i]]), indices[i]
    };
  sort_by_keys (items, indices, count, report_tables_compare_sites, sorting);
  free (items);
}

/* The indices from FIRST on, sorted by COMPARE and cut off.  Arcs come, like
   those of a call graph, by the time with callees unless another order is
   asked for.  */

static struct report_tables_range
report_tables_close (struct report_tables *tables,
		     const struct report_tables_request *request, size_t first,
		     sort_compare *compare, bool callers)
{
  struct report_tables_sorting sorting = {
    tables, tables->model, tables->results, request->key, callers
  };
  if (compare == report_tables_compare_arcs && !request->sorted)
    sorting.key = REPORT_ORDER_BY_TOTAL;
  struct report_tables_range range = { first, tables->index_count - first };
  if (compare == report_tables_compare_sites)
    report_tables_sort_sites (&sorting, tables->indices + first, range.count);
  else
    sort_indices (tables->indices + first, range.count, compare, &sorting);
  if (range.count > request->top)
    range.count = request->top;
  tables->index_count = first + range.count;
  return range;
}

static struct report_tables_range
report_tables_arcs (struct report_tables *tables,
		    const struct report_tables_request *request,
		    uint32_t function, bool callers)
{
  const struct results *results = tables->results;
  const uint32_t *bounds = (callers ? results->in_first : results->out_first)
    + function;
  const uint32_t *arcs = callers ? results->in : results->out;
  size_t first = tables->index_count;
  for (uint32_t i = bounds[0]; i < bounds[1]; i++)
    report_tables_add (tables, arcs[i]);
  return report_tables_close (tables, request, first,
			      report_tables_compare_arcs, callers);
}

/* The sites in FUNCTION, or (CALLED) of it.  */

static struct report_tables_range
report_tables_function_sites (struct report_tables *tables,
			      const struct report_tables_request *request,
			      uint32_t function, bool called)
{
  const struct model *model = tables->model;
  size_t first = tables->index_count;
  for (size_t i = 0; i < model->site_count; i++)
    if (function == (called ? model->sites[i].callee
			    : model->sites[i].caller))
      report_tables_add (tables, i);
  return report_tables_close (tables, request, first,
			      report_tables_compare_sites, false);
}

static void
report_tables_add_function (struct report_tables *tables,
			    const struct report_tables_request *request,
			    uint32_t index, enum report_tables_table table)
{
  struct report_tables_function function
    = { .function = index,
	.whole = table == REPORT_TABLES_FUNCTION,
	.callers = table != REPORT_TABLES_CALLEES,
	.callees = table != REPORT_TABLES_CALLERS };
  if (function.callers)
    function.in = report_tables_arcs (tables, request, index, true);
  if (function.callees)
    function.out = report_tables_arcs (tables, request, index, false);
  if (function.whole)
    {
      function.sites
	= report_tables_function_sites (tables, request, index, false);
      function.calls
	= report_tables_function_sites (tables, request, index, true);
    }
  tables->functions = mem_grow (tables->functions, &tables->function_room,
				tables->function_count + 1,
				sizeof *tables->functions);
  tables->functions[tables->function_count++] = function;
}

/* Add each function that has arcs of the wanted kind, in the order of the flat
   profile; those that are not in it have arcs as well: main called others
   and was called by nobody, as far as a gmon.out tells.  */

static void
report_tables_add_each (struct report_tables *tables,
			const struct report_tables_request *request,
			enum report_tables_table table,
			const struct report_order *order)
{
  const struct model *model = tables->model;
  const struct results *results = tables->results;
  const uint32_t *bounds = table == REPORT_TABLES_CALLERS ? results->in_first
						   : results->out_first;
  bool *known = mem_alloc (model->function_count, sizeof *known);
  uint32_t *functions = mem_alloc (model->function_count, sizeof *functions);
  size_t count = order->flat_count;
  for (size_t i = 0; i < count; i++)
    {
      functions[i] = order->flat[i];
      known[functions[i]] = true;
    }
  for (size_t i = 0; i < model->function_count; i++)
    if (!known[i] && bounds[i] < bounds[i + 1])
      functions[count++] = i;
  if (request->key != REPORT_ORDER_BY_SELF)
    {
      struct report_tables_sorting sorting
	  = { .model = model, .results = results, .key = request->key };
      sort_indices (functions, count, report_tables_compare_functions,
		    &sorting);
    }
  for (size_t i = 0; i < count && i < request->top; i++)
    report_tables_add_function (tables, request, functions[i], table);
  free (functions);
  free (known);
}

/* Add the functions called NAME, or (NULL) each.  */

static void
report_tables_add_named (struct report_tables *tables,
			 const struct report_tables_request *request,
			 const char *name, enum report_tables_table table,
			 const struct report_order *order)
{
  const struct model *model = tables->model;
  bool found = !name;
  if (!name)
    report_tables_add_each (tables, request, table, order);
  for (size_t i = 0; name && i < model->function_count; i++)
    if (select_is_shown (tables->results, i, name))
      {
	report_tables_add_function (tables, request, i, table);
	found = true;
      }
  if (!found)
    tables->missing = name;
}

/* Which of the things that COUNT is the number of do nothing.  */

static void
report_tables_add_places (struct report_tables *tables,
			  const struct report_tables_request *request)
{
  const struct model *model = tables->model;
  const struct results *results = tables->results;
  size_t first = tables->index_count;
  if (request->tables & REPORT_TABLES_SITES)
    for (size_t i = 0; i < model->site_count; i++)
      if (model->sites[i].count > 0 || results->sites[i] > 0)
	report_tables_add (tables, i);
  tables->sites = report_tables_close (tables, request, first,
				       report_tables_compare_sites, false);
  first = tables->index_count;
  if (request->tables & REPORT_TABLES_SITES)
    for (size_t i = 0; i < model->inlined_call_count; i++)
      if (model->inlined_calls[i].count > 0)
	report_tables_add (tables, i);
  tables->inlined_calls
    = report_tables_close (tables, request, first,
			   report_tables_compare_inlined, false);
  if (!(request->tables & REPORT_TABLES_LINES))
    return;
  static const struct source_lines_choice everything = { NULL, NULL };
  source_lines_make (&tables->source, results, &everything);
  first = tables->index_count;
  for (size_t i = 0; i < tables->source.line_count; i++)
    if (tables->source.lines[i].calls > 0
	|| tables->source.lines[i].inclusive > 0)
      report_tables_add (tables, i);
  tables->lines = report_tables_close (tables, request, first,
				       report_tables_compare_lines, false);
}

void
report_tables_make (struct report_tables *tables,
		    const struct results *results,
		    const struct report_tables_request *request,
		    const struct report_order *order)
{
  const struct model *model = results->model;
  *tables = (struct report_tables) { .model = model, .results = results };
  if (request->tables & REPORT_TABLES_FUNCTION)
    report_tables_add_named (tables, request, request->function,
			     REPORT_TABLES_FUNCTION, order);
  if (request->tables & REPORT_TABLES_CALLERS)
    report_tables_add_named (tables, request, request->callers,
			     REPORT_TABLES_CALLERS, order);
  if (request->tables & REPORT_TABLES_CALLEES)
    report_tables_add_named (tables, request, request->callees,
			     REPORT_TABLES_CALLEES, order);
  report_tables_add_places (tables, request);
  size_t first = tables->index_count;
  if (request->tables & REPORT_TABLES_PROCESSES)
    for (size_t i = 0; i < model->process_count; i++)
      report_tables_add (tables, i);
  tables->processes
    = report_tables_close (tables, request, first,
			   report_tables_compare_processes, false);
  first = tables->index_count;
  if (request->tables & REPORT_TABLES_THREADS)
    for (size_t i = 0; i < model->thread_count; i++)
      report_tables_add (tables, i);
  tables->threads = report_tables_close (tables, request, first,
					 report_tables_compare_threads, false);
  first = tables->index_count;
  if (request->tables & REPORT_TABLES_MODULES)
    for (size_t i = 0; i < model->module_count; i++)
      report_tables_add (tables, i);
  tables->modules = report_tables_close (tables, request, first,
					 report_tables_compare_modules, false);
}

void
report_tables_free (struct report_tables *tables)
{
  free (tables->functions);
  free (tables->indices);
  source_lines_free (&tables->source);
}
