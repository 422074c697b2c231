/* What the analyses make of a model: its making and its end, and what ran.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "analyse/results.h"

#include <stdlib.h>
#include <string.h>

void
results_start (struct results *results, const struct model *model)
{
  *results = (struct results) {
    .model = model,
    .functions = mem_alloc (model->function_count,
			    sizeof *results->functions),
    .modules = mem_alloc (model->module_count, sizeof *results->modules),
    .sites = mem_alloc (model->site_count, sizeof *results->sites),
    .threads = mem_alloc (model->thread_count, sizeof *results->threads),
    .names = mem_alloc (model->function_count, sizeof *results->names),
    .index_names = mem_alloc (model->function_count,
			      sizeof *results->index_names),
    .arcs = mem_alloc (model->arc_count, sizeof *results->arcs),
    .arc_count = model->arc_count
  };
  for (size_t i = 0; i < model->function_count; i++)
    {
      results->functions[i].entries = model->functions[i].entries;
      results->functions[i].cycle = MODEL_NONE;
      results->names[i] = model->functions[i].name;
    }
  for (size_t i = 0; i < model->arc_count; i++)
    results->arcs[i] = (struct result_arc) {
      .caller = model->arcs[i].caller, .callee = model->arcs[i].callee,
      .count = model->arcs[i].count
    };
}

/* Sort the arcs' indices by their caller (OUT) or callee by counting.  */

static uint32_t *
results_bucket_arcs (const struct results *results, bool out,
		     uint32_t **first)
{
  size_t count = results->model->function_count;
  uint32_t *start = mem_alloc (count + 2, sizeof *start);
  uint32_t *sorted = mem_alloc (results->arc_count, sizeof *sorted);
  const struct result_arc *arcs = results->arcs;
  for (size_t i = 0; i < results->arc_count; i++)
    start[(out ? arcs[i].caller : arcs[i].callee) + 2]++;
  for (size_t f = 2; f < count + 2; f++)
    start[f] += start[f - 1];
  for (size_t i = 0; i < results->arc_count; i++)
    sorted[start[(out ? arcs[i].caller : arcs[i].callee) + 1]++] = i;
  *first = start;
  return sorted;
}

void
results_index_arcs (struct results *results)
{
  results->out = results_bucket_arcs (results, true, &results->out_first);
  results->in = results_bucket_arcs (results, false, &results->in_first);
}

void
results_free (struct results *results)
{
  free (results->functions);
  free (results->modules);
  free (results->sites);
  free (results->threads);
  free (results->names);
  free (results->index_names);
  free (results->lines);
  arena_free (&results->arena);
  free (results->arcs);
  free (results->out);
  free (results->out_first);
  free (results->in);
  free (results->in_first);
  free (results->cycles);
  free (results->members);
  free (results->cycle_arcs);
  memset (results, 0, sizeof *results);
}

/* ---- What ran.  */

/* Mark in SEEN, by function, those that are on stacks, also of functions whose
   time rounds to none, and those that views name.  */

static void
activity_mark_functions (const struct activity *activity,
			 const struct results *results, bool *seen)
{
  const struct model *model = results->model;
  for (size_t i = 0; i < model->function_count; i++)
    {
      const struct result_function *function = &results->functions[i];
      seen[i] = function->calls > 0 || function->self > 0
	|| function->child > 0 || function->cycle != MODEL_NONE;
    }
  for (size_t i = 0; i < model->context_count; i++)
    seen[model->contexts[i].function] = true;
  for (size_t i = 0; i < model->sample_count; i++)
    seen[model->samples[i].function] = true;
  for (size_t i = 0; i < activity->arc_count; i++)
    {
      const struct result_arc *arc = &results->arcs[activity->arcs[i]];
      seen[arc->caller] = seen[arc->callee] = true;
    }
  for (size_t i = 0; i < activity->site_count; i++)
    {
      const struct model_site *site = &model->sites[activity->sites[i]];
      seen[site->caller] = seen[site->callee] = true;
    }
}

void
activity_find (struct activity *activity, const struct results *results,
	       bool all)
{
  const struct model *model = results->model;
  size_t count = model->function_count;
  *activity = (struct activity) {
    .functions = mem_alloc (count, sizeof *activity->functions),
    .rows = mem_alloc (count, sizeof *activity->rows),
    .never = mem_alloc (count, sizeof *activity->never),
    .arcs = mem_alloc (results->arc_count, sizeof *activity->arcs),
    .sites = mem_alloc (model->site_count, sizeof *activity->sites),
    .inlined_calls = mem_alloc (model->inlined_call_count,
				sizeof *activity->inlined_calls)
  };
  for (size_t i = 0; i < results->arc_count; i++)
    {
      const struct result_arc *arc = &results->arcs[i];
      if (all || arc->count > 0 || arc->self > 0 || arc->child > 0)
	activity->arcs[activity->arc_count++] = i;
    }
  for (size_t i = 0; i < model->site_count; i++)
    if (all || model->sites[i].count > 0 || results->sites[i] > 0)
      activity->sites[activity->site_count++] = i;
  activity->never_sites = model->site_count - activity->site_count;
  for (size_t i = 0; i < model->inlined_call_count; i++)
    if (all || model->inlined_calls[i].count > 0)
      activity->inlined_calls[activity->inlined_call_count++] = i;

  bool *seen = mem_alloc (count, sizeof *seen);
  activity_mark_functions (activity, results, seen);
  for (size_t i = 0; i < count; i++)
    if (all || seen[i])
      {
	activity->rows[i] = activity->function_count;
	activity->functions[activity->function_count++] = i;
      }
    else
      {
	activity->rows[i] = MODEL_NONE;
	activity->never[activity->never_count++] = i;
      }
  free (seen);
}

void
activity_free (struct activity *activity)
{
  free (activity->functions);
  free (activity->rows);
  free (activity->never);
  free (activity->arcs);
  free (activity->sites);
  free (activity->inlined_calls);
}
