/* Differences between two readings of a profile.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "top/rates.h"
#include "base/sort.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const rates_view_names[RATES_VIEWS] = {
  [RATES_FUNCTIONS] = "functions", [RATES_ARCS] = "arcs",
  [RATES_SITES] = "sites", [RATES_THREADS] = "threads"
};

const char *const rates_key_names[RATES_KEYS] = {
  [RATES_CALLS] = "calls", [RATES_SELF] = "self", [RATES_TOTAL] = "total",
  [RATES_NAME] = "name"
};

/* ---- Readings.  */

/* What row INDEX of VIEW has up to now.  */

static struct rates_row
rates_read (const struct results *results, enum rates_view view,
	    uint32_t index)
{
  const struct model *model = results->model;
  double second = results->second;
  const struct result_function *function;
  const struct result_arc *arc;
  switch (view)
    {
    case RATES_FUNCTIONS:
      function = &results->functions[index];
      return (struct rates_row) {
	function->calls, function->self / second,
	(function->self + function->child) / second
      };
    case RATES_ARCS:
      arc = &results->arcs[index];
      return (struct rates_row) {
	arc->count, arc->self / second, (arc->self + arc->child) / second
      };
    case RATES_SITES:
      return (struct rates_row) {
	model->sites[index].count, 0, results->sites[index] / second
      };
    default:
      return (struct rates_row) {
	model->threads[index].samples, results->threads[index] / second, 0
      };
    }
}

static size_t
rates_count (const struct results *results, enum rates_view view)
{
  const struct model *model = results->model;
  const size_t counts[RATES_VIEWS] = {
    [RATES_FUNCTIONS] = model->function_count,
    [RATES_ARCS] = results->arc_count,
    [RATES_SITES] = model->site_count,
    [RATES_THREADS] = model->thread_count
  };
  return counts[view];
}

/* Where RATES has the index of row INDEX of VIEW in MAP, which arcs and
   threads need, as theirs change.  */

static uint32_t *
rates_place (const struct results *results, struct map *map,
	     enum rates_view view, uint32_t index)
{
  if (view == RATES_ARCS)
    return map_place (map, results->arcs[index].caller,
		      results->arcs[index].callee);
  const struct model_thread *thread = &results->model->threads[index];
  return map_place (map, thread->tid, thread->pid);
}

/* NOW less BEFORE, or NOW if it began again.  */

static struct rates_row
rates_subtract (struct rates_row now, const struct rates_row *before)
{
  if (!before || before->count > now.count)
    return now;
  now.count -= before->count;
  /* Stacks that are understood better move time away.  */
  now.self = now.self > before->self ? now.self - before->self : 0;
  now.inclusive = now.inclusive > before->inclusive
    ? now.inclusive - before->inclusive : 0;
  return now;
}

/* Set the table of VIEW, whose rows stay where they are; there may be
   more.  */

static void
rates_set_fixed (struct rates *rates, enum rates_view view)
{
  struct rates_table *table = &rates->tables[view];
  size_t count = rates_count (rates->results, view);
  table->all = mem_grow (table->all, &table->all_room, count,
			 sizeof *table->all);
  table->rows = mem_grow (table->rows, &table->row_room, count,
			  sizeof *table->rows);
  for (size_t i = 0; i < count; i++)
    {
      struct rates_row now = rates_read (rates->results, view, i);
      table->rows[i] = rates_subtract (now, i < table->count
					    ? &table->all[i] : NULL);
      table->all[i] = now;
    }
  table->count = count;
}

/* Set the table of VIEW, whose rows MAP leads to.  */

static void
rates_set_moving (struct rates *rates, enum rates_view view, struct map *map)
{
  struct rates_table *table = &rates->tables[view];
  const struct results *results = rates->results;
  size_t count = rates_count (results, view);
  struct rates_row *all = mem_alloc (count, sizeof *all);
  struct rates_row *rows = mem_alloc (count, sizeof *rows);
  struct map next = { 0 };
  for (size_t i = 0; i < count; i++)
    {
      uint32_t last = *rates_place (results, map, view, i);
      *rates_place (results, &next, view, i) = i;
      all[i] = rates_read (results, view, i);
      rows[i] = rates_subtract (all[i], last < table->count
				? &table->all[last] : NULL);
    }
  free (table->all);
  free (table->rows);
  *table = (struct rates_table) {
    .all = all, .rows = rows, .count = count
  };
  map_free (map);
  *map = next;
}

void
rates_next (struct rates *rates, const struct results *results,
	    double seconds)
{
  rates->results = results;
  rates->seconds = seconds;
  rates_set_fixed (rates, RATES_FUNCTIONS);
  rates_set_moving (rates, RATES_ARCS, &rates->arcs);
  rates_set_fixed (rates, RATES_SITES);
  rates_set_moving (rates, RATES_THREADS, &rates->threads);
  rates->calls = 0;
  rates->self = 0;
  const struct rates_table *functions = &rates->tables[RATES_FUNCTIONS];
  for (size_t i = 0; i < functions->count; i++)
    {
      rates->calls += functions->rows[i].count;
      rates->self += functions->rows[i].self;
    }
}

void
rates_free (struct rates *rates)
{
  for (int view = 0; view < RATES_VIEWS; view++)
    {
      free (rates->tables[view].all);
      free (rates->tables[view].rows);
    }
  map_free (&rates->arcs);
  map_free (&rates->threads);
  memset (rates, 0, sizeof *rates);
}

/* ---- What is shown.  */

void
rates_get_ends (const struct rates *rates, enum rates_view view,
		uint32_t index, uint32_t *caller, uint32_t *callee)
{
  *caller = *callee = MODEL_NONE;
  if (view == RATES_FUNCTIONS)
    *callee = index;
  else if (view == RATES_ARCS)
    {
      *caller = rates->results->arcs[index].caller;
      *callee = rates->results->arcs[index].callee;
    }
  else if (view == RATES_SITES)
    {
      *caller = rates->results->model->sites[index].caller;
      *callee = rates->results->model->sites[index].callee;
    }
}

char *
rates_get_name (const struct rates *rates, enum rates_view view,
		uint32_t index)
{
  const struct results *results = rates->results;
  const struct model *model = results->model;
  uint32_t caller, callee;
  rates_get_ends (rates, view, index, &caller, &callee);
  char *name;
  int length;
  if (view == RATES_FUNCTIONS)
    length = asprintf (&name, "%s", results->names[index]);
  else if (view == RATES_THREADS)
    length = asprintf (&name, "%s", model->threads[index].label);
  else if (view == RATES_ARCS || !model->sites[index].file)
    length = asprintf (&name, "%s -> %s", results->names[caller],
		       results->names[callee]);
  else
    length = asprintf (&name, "%s -> %s at %s:%" PRIu32,
		       results->names[caller], results->names[callee],
		       model->sites[index].file, model->sites[index].line);
  if (length < 0)
    mem_failed ();
  return name;
}

/* The name of CALLEE, the end of row INDEX of VIEW, or of a thread.  */

static const char *
rates_get_end_name (const struct rates *rates, enum rates_view view,
		    uint32_t index, uint32_t callee)
{
  return view == RATES_THREADS ? rates->results->model->threads[index].label
			       : rates->results->names[callee];
}

/* Whether row INDEX is CHOICE's.  */

static bool
rates_is_chosen (const struct rates *rates, const struct rates_choice *choice,
		 uint32_t index)
{
  const struct rates_row *row = &rates->tables[choice->view].rows[index];
  if (row->count == 0 && row->self <= 0 && row->inclusive <= 0)
    return false;
  uint32_t caller, callee;
  rates_get_ends (rates, choice->view, index, &caller, &callee);
  if ((choice->caller != MODEL_NONE && choice->caller != caller)
      || (choice->callee != MODEL_NONE && choice->callee != callee))
    return false;
  if (!choice->filter)
    return true;
  const char *filter = choice->filter;
  return strstr (rates_get_end_name (rates, choice->view, index, callee),
		 filter)
    || (caller != MODEL_NONE
	&& strstr (rates->results->names[caller], filter));
}

struct rates_order
{
  const struct rates *rates;
  const struct rates_choice *choice;
};

/* By name, then by place.  */

static int
rates_compare_names (const struct rates *rates, enum rates_view view,
		     uint32_t a, uint32_t b)
{
  uint32_t callers[2], callees[2];
  rates_get_ends (rates, view, a, &callers[0], &callees[0]);
  rates_get_ends (rates, view, b, &callers[1], &callees[1]);
  int order = callers[0] == callers[1]
    ? 0 : strcmp (rates->results->names[callers[0]],
		  rates->results->names[callers[1]]);
  if (order == 0)
    order = strcmp (rates_get_end_name (rates, view, a, callees[0]),
		    rates_get_end_name (rates, view, b, callees[1]));
  return order ? order : a < b ? -1 : a > b;
}

static int
rates_compare_numbers (double first, double second)
{
  return first > second ? -1 : first < second;
}

static int
rates_compare (const void *closure, uint32_t a, uint32_t b)
{
  const struct rates_order *order = closure;
  const struct rates_row *rows
    = order->rates->tables[order->choice->view].rows;
  int calls = rates_compare_numbers (rows[a].count, rows[b].count);
  int self = rates_compare_numbers (rows[a].self, rows[b].self);
  int total = rates_compare_numbers (rows[a].inclusive, rows[b].inclusive);
  const int keys[RATES_KEYS] = {
    [RATES_CALLS] = calls, [RATES_SELF] = self, [RATES_TOTAL] = total
  };
  int first = keys[order->choice->key];
  if (first != 0)
    return first;
  if (order->choice->key != RATES_NAME && (calls || self || total))
    return calls ? calls : self ? self : total;
  return rates_compare_names (order->rates, order->choice->view, a, b);
}

size_t
rates_choose (const struct rates *rates, const struct rates_choice *choice,
	      uint32_t **rows)
{
  const struct rates_table *table = &rates->tables[choice->view];
  uint32_t *found = mem_alloc (table->count, sizeof *found);
  size_t count = 0;
  for (size_t i = 0; i < table->count; i++)
    if (rates_is_chosen (rates, choice, i))
      found[count++] = i;
  struct rates_order order = { rates, choice };
  sort_indices (found, count, rates_compare, &order);
  *rows = found;
  return count;
}
