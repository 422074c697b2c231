/* The analysis of GNU gprof 2.40.

   Times are in samples, rate of which are a second; sums are formed in
   gprof's order, so that not even the last bit differs.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "compat/compat.h"
#include "base/diag.h"
#include "base/path.h"
#include "base/sort.h"
#include "compat/cycles.h"

#include <inttypes.h>
#include <libiberty/demangle.h>
#include <stdlib.h>
#include <string.h>

bool
compat_start (struct compat *compat, struct model *model, struct gmon *gmon,
	      const struct image *image, const struct image_choice *choice,
	      const struct filter_specs *specs)
{
  compat->model = model;
  compat->gmon = gmon;
  if (!compat_symbols_read (&compat->symbols, image, choice, &model->arena))
    return false;
  compat_select_make (&compat->select, &compat->symbols, specs);
  const struct compat_table *table = &compat->symbols.table;
  model->functions = mem_alloc (table->count, sizeof *model->functions);
  model->function_count = model->function_room = table->count;
  for (size_t i = 0; i < table->count; i++)
    {
      const struct compat_symbol *symbol = &table->symbols[i];
      struct model_function *function = &model->functions[i];
      function->address = symbol->address;
      function->symbol = function->source = function->name = symbol->name;
      function->file = symbol->file;
      function->line = symbol->line;
      function->flags = (symbol->local ? MODEL_FUNCTION_LOCAL : 0)
	| (symbol->function ? 0 : MODEL_FUNCTION_LABEL);
    }
  return true;
}

/* A callee that is no function is taken for the function before it.  */

bool
compat_arc (void *closure, uint64_t from, uint64_t self, uint64_t count)
{
  struct compat *compat = closure;
  const struct compat_table *table = &compat->symbols.table;
  uint32_t caller = compat_table_find (table, from);
  uint32_t callee = compat_table_find (table, self);
  if (caller == COMPAT_NONE || callee == COMPAT_NONE)
    return true;
  while (!table->symbols[callee].function)
    if (callee-- == 0)
      return true;
  if (!compat_select_arc (&compat->select, &table->symbols[caller],
			  &table->symbols[callee]))
    return true;
  return model_put_arc (compat->model, caller, callee, count)
    || diag_error (NULL, "counts add up to more than 2^63 - 1");
}

/* Credit the samples of HISTOGRAM to every symbol that its bin overlaps, in
   proportion; parts of a bin that has no whole number of units get a little
   too much.  The last symbol ends nowhere and gets nothing.  */

static void
compat_add_histogram (struct compat *compat,
		      const struct gmon_histogram *histogram,
		      const bool *listed)
{
  const struct compat_table *table = &compat->symbols.table;
  struct results *results = compat->results;
  double scale = compat->gmon->scale;
  uint64_t low = histogram->low / 2;
  size_t next = 1;
  for (uint32_t bin = 0; bin < histogram->bins; bin++)
    {
      uint32_t samples = histogram->samples[bin];
      if (samples == 0)
	continue;
      uint64_t start = low + (uint64_t) (scale * bin);
      uint64_t end = low + (uint64_t) (scale * (bin + 1));
      double time = samples;
      results->total += time;
      for (size_t i = next - 1; i < table->count; next = ++i)
	{
	  uint64_t symbol_start = table->symbols[i].address / 2;
	  uint64_t symbol_end = i + 1 < table->count
	    ? table->symbols[i + 1].address / 2 : 0;
	  if (end < symbol_start)
	    break;
	  if (start >= symbol_end)
	    continue;
	  uint64_t overlap = (end < symbol_end ? end : symbol_end)
	    - (start > symbol_start ? start : symbol_start);
	  if (overlap == 0)
	    continue;
	  double credit = (double) overlap * time / scale;
	  if (listed[i])
	    results->functions[i].self += credit;
	  else
	    results->total -= credit;
	}
    }
}

static void
compat_add_histograms (struct compat *compat)
{
  const struct model *model = compat->model;
  struct results *results = compat->results;
  bool *listed = mem_alloc (model->function_count, sizeof *listed);
  for (size_t i = 0; i < model->function_count; i++)
    {
      listed[i] = compat_select_shows (&compat->select,
				       &compat->symbols.table.symbols[i],
				       FILTER_FLAT_IN, FILTER_FLAT_OUT);
      if (!listed[i])
	results->functions[i].selection |= RESULT_UNLISTED;
    }
  for (size_t i = 0; i < compat->gmon->histogram_count; i++)
    compat_add_histogram (compat, &compat->gmon->histograms[i], listed);
  free (listed);
}

/* The cycle of FUNCTION and that of OTHER are one.  */

static bool
compat_same_cycle (const struct results *results, uint32_t function,
		   uint32_t other)
{
  uint32_t cycle = results->functions[function].cycle;
  return cycle != MODEL_NONE && cycle == results->functions[other].cycle;
}

/* Make the model's cycles, numbered by the address of their head, and count
   the calls.  */

static void
compat_make_cycles (struct results *results, const struct compat_cycles *found)
{
  const struct model *model = results->model;
  size_t count = model->function_count;
  size_t members = 0;
  for (uint32_t i = 0; i < count; i++)
    if (found->head[i] == i && found->next[i] != MODEL_NONE)
      results->cycle_count++;
    else if (found->head[i] != i)
      members++;
  members += results->cycle_count;
  results->cycles = mem_alloc (results->cycle_count, sizeof *results->cycles);
  results->members = mem_alloc (members, sizeof *results->members);
  uint32_t number = 0;
  uint32_t placed = 0;
  for (uint32_t i = 0; i < count; i++)
    {
      if (found->head[i] != i || found->next[i] == MODEL_NONE)
	continue;
      struct result_cycle *cycle = &results->cycles[number];
      cycle->first = placed;
      for (uint32_t member = i; member != MODEL_NONE;
	   member = found->next[member])
	{
	  results->members[placed++] = member;
	  results->functions[member].cycle = number;
	}
      cycle->size = placed - cycle->first;
      number++;
    }
  for (size_t i = 0; i < results->arc_count; i++)
    {
      const struct result_arc *arc = &results->arcs[i];
      uint32_t of = results->functions[arc->callee].cycle;
      if (of == MODEL_NONE || arc->caller == arc->callee)
	continue;
      if (compat_same_cycle (results, arc->caller, arc->callee))
	results->cycles[of].inner_calls += arc->count;
      else
	results->cycles[of].calls += arc->count;
    }
}

/* What a function or cycle inherits: add it from the callers of MEMBER
   outside its cycle, latest arc first.  CALLS are those from outside.  */

static void
compat_inherit (const struct results *results, uint32_t member, uint64_t calls,
		bool *shown, double *fraction)
{
  for (uint32_t i = results->in_first[member + 1];
       i-- > results->in_first[member];)
    {
      const struct result_arc *arc = &results->arcs[results->in[i]];
      const struct result_function *caller = &results->functions[arc->caller];
      if (arc->caller == member
	  || compat_same_cycle (results, arc->caller, member))
	continue;
      if ((caller->selection & RESULT_HIDDEN) == 0)
	*shown = true;
      if (calls != 0)
	*fraction += caller->fraction
	  * ((double) arc->count / (double) calls);
    }
}

/* Let FUNCTION, and with it its whole cycle, inherit.  */

static void
compat_inherit_all (struct results *results, uint32_t function)
{
  struct result_function *each = &results->functions[function];
  bool shown = false;
  double fraction = 0;
  if (each->cycle == MODEL_NONE)
    {
      compat_inherit (results, function, each->entry_calls, &shown, &fraction);
      each->fraction = fraction;
      each->selection &= ~RESULT_HIDDEN;
      each->selection |= shown ? 0 : RESULT_HIDDEN;
      return;
    }
  struct result_cycle *cycle = &results->cycles[each->cycle];
  for (uint32_t i = 0; i < cycle->size; i++)
    compat_inherit (results, results->members[cycle->first + i], cycle->calls,
		    &shown, &fraction);
  cycle->fraction = fraction;
  cycle->hidden = !shown;
  for (uint32_t i = 0; i < cycle->size; i++)
    {
      each = &results->functions[results->members[cycle->first + i]];
      each->fraction = fraction;
      each->selection &= ~RESULT_HIDDEN;
      each->selection |= shown ? 0 : RESULT_HIDDEN;
    }
}

/* Decide whether FUNCTION has an entry and how much of its time counts.  */

static void
compat_decide (struct compat *compat, uint32_t index)
{
  struct results *results = compat->results;
  struct result_function *result = &results->functions[index];
  const struct compat_symbol *symbol = &compat->symbols.table.symbols[index];
  const struct compat_select *select = &compat->select;
  if (result->selection & RESULT_HIDDEN)
    {
      if (compat_select_shows (select, symbol, FILTER_GRAPH_IN,
			       FILTER_GRAPH_OUT))
	result->selection &= ~RESULT_HIDDEN;
    }
  else if (!compat_select_has (select, symbol, FILTER_GRAPH_IN)
	   && compat_select_has (select, symbol, FILTER_GRAPH_OUT))
    result->selection |= RESULT_HIDDEN;
  if (result->fraction == 0)
    {
      if (compat_select_shows (select, symbol, FILTER_TIME_IN,
			       FILTER_TIME_OUT))
	result->fraction = 1;
    }
  else if (!compat_select_has (select, symbol, FILTER_TIME_IN)
	   && compat_select_has (select, symbol, FILTER_TIME_OUT))
    result->fraction = 0;
  result->graph_self = result->self * result->fraction;
  results->graph_total += result->graph_self;
}

/* Gather for CALLER the time of what it called, latest arc first.  */

static void
compat_gather (struct results *results, uint32_t caller)
{
  struct result_function *function = &results->functions[caller];
  if (function->fraction == 0)
    return;
  struct result_cycle *own = function->cycle == MODEL_NONE
    ? NULL : &results->cycles[function->cycle];
  for (uint32_t i = results->out_first[caller + 1];
       i-- > results->out_first[caller];)
    {
      struct result_arc *arc = &results->arcs[results->out[i]];
      const struct result_function *callee = &results->functions[arc->callee];
      if (arc->count == 0 || arc->callee == caller || callee->fraction == 0
	  || compat_same_cycle (results, caller, arc->callee))
	continue;
      const struct result_cycle *cycle = callee->cycle == MODEL_NONE
	? NULL : &results->cycles[callee->cycle];
      uint64_t calls = cycle ? cycle->calls : callee->entry_calls;
      if (calls == 0)
	continue;
      double part = (double) arc->count / (double) calls;
      arc->self = (cycle ? cycle->self : callee->self) * part;
      arc->child = (cycle ? cycle->child : callee->child) * part;
      double share = arc->self + arc->child;
      function->child += share;
      double shown = function->fraction * share;
      function->graph_child += shown;
      arc->self *= function->fraction;
      arc->child *= function->fraction;
      if (own)
	{
	  own->child += share;
	  own->graph_child += shown;
	}
    }
}

static int
compat_compare_order (const void *closure, uint32_t a, uint32_t b)
{
  const uint32_t *order = closure;
  return order[a] < order[b] ? -1 : order[a] > order[b];
}

/* Everything that takes the graph as a whole.  */

static void
compat_assemble (struct compat *compat)
{
  const struct model *model = compat->model;
  struct results *results = compat->results;
  size_t count = model->function_count;
  for (size_t i = 0; i < results->arc_count; i++)
    {
      const struct result_arc *arc = &results->arcs[i];
      if (arc->caller != arc->callee)
	continue;
      results->functions[arc->caller].entry_calls -= arc->count;
      results->functions[arc->caller].self_calls = arc->count;
    }
  struct compat_cycles found;
  compat_cycles_find (&found, results);
  compat_make_cycles (results, &found);

  uint32_t *sorted = mem_alloc (count, sizeof *sorted);
  for (size_t i = 0; i < count; i++)
    sorted[i] = i;
  sort_indices (sorted, count, compat_compare_order, found.order);
  uint32_t head = MODEL_NONE;
  for (size_t i = count; i-- > 0;)
    {
      if (found.head[sorted[i]] != head)
	{
	  head = found.head[sorted[i]];
	  compat_inherit_all (results, sorted[i]);
	}
      compat_decide (compat, sorted[i]);
    }
  for (size_t i = 0; i < results->cycle_count; i++)
    {
      struct result_cycle *cycle = &results->cycles[i];
      for (uint32_t j = 0; j < cycle->size; j++)
	{
	  const struct result_function *member
	    = &results->functions[results->members[cycle->first + j]];
	  if (member->fraction != 0)
	    cycle->self += member->self;
	}
      cycle->graph_self = cycle->fraction * cycle->self;
    }
  for (size_t i = 0; i < count; i++)
    compat_gather (results, sorted[i]);
  free (sorted);
  compat_cycles_free (&found);
}

/* SYMBOL as in the source: dots and dollars before it, and an at sign and
   what follows, stand aside.  */

static const char *
compat_demangle (struct arena *arena, const char *symbol)
{
  size_t before = strspn (symbol, ".$");
  const char *version = strchr (symbol + before, '@');
  const char *plain = version
    ? arena_copy (arena, symbol + before, version - symbol - before)
    : symbol + before;
  char *text = cplus_demangle (plain, DMGL_ANSI | DMGL_PARAMS);
  if (!text)
    return symbol;
  const char *name = arena_format (arena, "%.*s%s%s", (int) before, symbol,
				   text, version ? version : "");
  free (text);
  return name;
}

static const char *
compat_file (const char *file, bool path)
{
  return path ? file : path_base (file);
}

/* Set the names that RESULTS shows.  */

static void
compat_name (struct results *results, const struct compat_names *names,
	     bool zero)
{
  struct arena *arena = &results->arena;
  for (size_t i = 0; i < results->model->function_count; i++)
    {
      const struct model_function *function = &results->model->functions[i];
      const struct result_function *result = &results->functions[i];
      if (!zero && result->calls == 0 && result->self == 0
	  && results->in_first[i] == results->in_first[i + 1]
	  && results->out_first[i] == results->out_first[i + 1])
	continue;
      if (names->demangle)
	results->names[i] = compat_demangle (arena, function->symbol);
      if (names->places && function->file)
	results->names[i] = arena_format (arena, "%s (%s:%" PRIu32 ")",
					  results->names[i],
					  compat_file (function->file,
						       names->path),
					  function->line);
    }
}

/* The names in the index, once the names are made.  */

static void
compat_name_index (struct results *results, const struct compat_names *names)
{
  for (size_t i = 0; i < results->model->function_count; i++)
    {
      const struct model_function *function = &results->model->functions[i];
      if (names->bsd)
	results->index_names[i] = function->symbol;
      else if ((function->flags & MODEL_FUNCTION_LOCAL) && function->file)
	results->index_names[i]
	  = arena_format (&results->arena, "%s (%s)", results->names[i],
			  compat_file (function->file, names->path));
    }
}

bool
compat_finish (struct compat *compat, struct results *results,
	       struct report_order *order, const struct compat_names *names,
	       bool zero)
{
  struct model *model = compat->model;
  const struct gmon *gmon = compat->gmon;
  model->has_time = gmon->has_time;
  model->has_arcs = gmon->has_arcs;
  const char *dimension = arena_string (&model->arena, gmon->dimension);
  model->sample_bytes = (uint64_t) (long) gmon->scale * 2;
  if (!model_merge_arcs (model))
    return diag_error (NULL, "counts add up to more than 2^63 - 1");
  compat->results = results;
  results_start (results, model);
  results_index_arcs (results);
  results->dimension = dimension;
  results->dimension_letter = gmon->letter;
  results->second = (double) gmon->rate;
  results->sample = 1;
  for (size_t i = 0; i < results->arc_count; i++)
    results->functions[results->arcs[i].callee].entry_calls
      += results->arcs[i].count;
  if (model->has_time)
    compat_add_histograms (compat);
  if (model->has_arcs)
    compat_assemble (compat);
  for (size_t i = 0; i < model->function_count; i++)
    {
      struct result_function *function = &results->functions[i];
      function->calls = function->entry_calls + function->self_calls;
      function->listed_calls = function->member_calls
	= function->entry_calls;
    }
  compat_name (results, names, zero);
  compat_name_index (results, names);
  compat_order (order, results, compat, zero, names->bsd);
  return true;
}

void
compat_free (struct compat *compat)
{
  compat_symbols_free (&compat->symbols);
  compat_select_free (&compat->select);
}
