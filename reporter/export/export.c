/* The formats of other programs, what is made for them, and what they
   share.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "export/export.h"
#include "base/diag.h"
#include "base/path.h"
#include "feedback/autofdo.h"

#include <inttypes.h>
#include <stdlib.h>

const struct exporter *const exporters[] = {
  &export_json, &export_folded, &export_pprof, &export_speedscope,
  &export_firefox, &export_chrome, &export_callgrind, &export_dot,
  &export_lcov, &export_gcov, &export_autofdo, &export_use, &export_gmon,
  &export_lld_order, &export_gold_order, &export_ld_order, &export_lld_calls,
#if HAVE_SQLITE
  &export_sqlite
#endif
};

const size_t exporter_count = sizeof exporters / sizeof *exporters;

static void
export_make_tree (struct export *export, const struct results *results,
		  unsigned choices)
{
  call_tree_make (&export->tree, results, CALL_TREE_CALLERS | choices);
  if (export->exporter->beyond_time)
    return;
  const char *program = results->model->program;
  if (export->tree.sample_count == 0)
    diag_warning (program, "no time was measured, so there are no stacks");
  if (export->tree.guessed > 0)
    diag_warning (program, "%.3f of %.3f seconds have no stacks: they are "
		  "shown below the direct callers, shared by numbers of calls",
		  export->tree.guessed / 1e9,
		  results->total / results->second);
}

static void
export_make_order (struct export *export, const struct results *results)
{
  function_order_make (&export->order, results);
  if (export->order.called == 0)
    diag_warning (results->model->program, "no calls were counted, so there "
		  "is no better order of its functions");
}

static bool
export_make_gmon (struct export *export, const struct results *results,
		  const struct image *program)
{
  if (!program)
    return diag_error (NULL, "export: there is no program");
  if (!gmon_from_model_make (&export->gmon, results, program))
    return false;
  if (export->gmon.left_out > 0 || export->gmon.left_out_ns > 0)
    diag_warning (results->model->program, "a gmon.out is about one file: "
		  "%zu arcs and %.3f seconds outside it are left out",
		  export->gmon.left_out, export->gmon.left_out_ns / 1e9);
  return true;
}

/* Return whether there is code all of which is counted in MODEL, and KNOWN,
   that lines are known of it; else say what is missing.  */

static bool
export_check_lines (const struct model *model, bool known)
{
  if (model->code_count == 0)
    return diag_error (model->program, "no instructions were counted, "
		       "expected code compiled with "
		       "-fplugin-arg-cgprof-count=blocks");
  if (!known)
    return diag_error (model->program, "nothing is known of lines, expected "
		       "code compiled with -g");
  return true;
}

static bool
export_make_positions (struct export *export, const struct results *results)
{
  const struct model *model = results->model;
  bool declared = false;
  for (size_t i = 0; i < model->function_count && !declared; i++)
    declared = model->functions[i].decl_line > 0;
  if (!export_check_lines (model, declared))
    return false;
  source_positions_make (&export->positions, results,
			 export->gcc > 0 ? autofdo_place (export->gcc)
			 : SOURCE_COLUMN);
  return true;
}

/* Whether lines are known of code all of which is counted; else say so.  */

static bool
export_find_lines (const struct results *results)
{
  const struct model *model = results->model;
  bool known = false;
  for (size_t i = 0; i < model->code_count && !known; i++)
    known = model->code[i].file && model->code[i].line > 0;
  return export_check_lines (model, known);
}

bool
export_make (struct export *export, const struct exporter *exporter,
	     const struct results *results, const struct image *program,
	     const struct export_choice *choice)
{
  unsigned needs = exporter->needs;
  *export = (struct export) {
    .exporter = exporter, .model = results->model, .results = results,
    .gcc = choice->gcc, .start = model_find_start (results->model)
  };
  unsigned times = needs & EXPORT_TIMES ? CALL_TREE_TIMES : 0;
  if (needs & EXPORT_TREE)
    export_make_tree (export, results, times);
  if (needs & EXPORT_LINE_TREE)
    export_make_tree (export, results, times | CALL_TREE_LINES);
  if (needs & (EXPORT_CALLS | EXPORT_GRAPH | EXPORT_LEVELS))
    call_places_make (&export->calls, results);
  if (needs & EXPORT_LEVELS)
    {
      call_tree_make (&export->tree, results, CALL_TREE_LINES);
      recursion_levels_make (&export->levels, results, &export->tree,
			     &export->calls);
    }
  if (needs & EXPORT_SOURCE)
    {
      static const struct source_lines_choice everything = { NULL, NULL };
      source_lines_make (&export->source, results, &everything);
    }
  if (needs & EXPORT_ACTIVITY)
    activity_find (&export->activity, results, choice->all);
  if (needs & EXPORT_GRAPH)
    dot_nodes_make (&export->graph, results, &export->calls, choice->least);
  if (needs & EXPORT_ORDER)
    export_make_order (export, results);
  if (needs & EXPORT_CODE)
    call_shares_make_instructions (&export->instructions, results);
  if ((needs & EXPORT_COVERAGE) && !export_find_lines (results))
    return false;
  if ((needs & EXPORT_ORIGINS) && !export_make_positions (export, results))
    return false;
  if ((needs & EXPORT_BYTES) && !byte_sums_make (&export->bytes, results))
    return false;
  return !(needs & EXPORT_GMON) || export_make_gmon (export, results, program);
}

bool
export_make_sum (struct export *export, const struct exporter *exporter,
		 const char *image, const char *const *profiles, size_t count)
{
  *export = (struct export) { .exporter = exporter };
  return gmon_sum_read (&export->gmon.sum, &export->gmon.gmon, image, profiles,
			count)
    && gmon_sum_add_up (&export->gmon.sum, NULL);
}

void
export_print (const struct export *export, FILE *out)
{
  export->exporter->print (export, out);
}

void
export_free (struct export *export)
{
  balance_free (&export->balance);
  call_tree_free (&export->tree);
  call_places_free (&export->calls);
  recursion_levels_free (&export->levels);
  dot_nodes_free (&export->graph);
  source_lines_free (&export->source);
  source_positions_free (&export->positions);
  gmon_from_model_free (&export->gmon);
  function_order_free (&export->order);
  activity_free (&export->activity);
  byte_sums_free (&export->bytes);
  call_shares_free (&export->instructions);
}

static const struct model_thread *
export_thread (const struct export *export, size_t thread)
{
  return thread < export->model->thread_count
    ? &export->model->threads[thread] : NULL;
}

const char *
export_thread_name (const struct export *export, size_t thread,
		    char text[EXPORT_THREAD_NAME])
{
  const struct model_thread *each = export_thread (export, thread);
  if (each && each->label)
    return each->label;
  if (each && each->threads > 1)
    snprintf (text, EXPORT_THREAD_NAME, "%" PRIu64 " threads",
	      each->threads);
  else if (each)
    snprintf (text, EXPORT_THREAD_NAME, "thread %" PRIu64, each->tid);
  else
    snprintf (text, EXPORT_THREAD_NAME, "%s", export->model->thread_count > 0
	      ? "not sampled" : "all threads");
  return text;
}

uint64_t
export_thread_number (const struct export *export, size_t thread)
{
  const struct model_thread *each = export_thread (export, thread);
  return each ? each->tid : 0;
}

uint64_t
export_process_number (const struct export *export, size_t thread)
{
  const struct model_thread *each = export_thread (export, thread);
  if (!each && thread > 0)
    each = export_thread (export, 0);
  return each ? each->pid : 0;
}

const struct call_tree_time *
export_thread_times (const struct export *export, size_t thread,
		     size_t *count)
{
  const struct call_tree *tree = &export->tree;
  if (!tree->times_first)
    return NULL;
  size_t first = tree->times_first[thread];
  size_t end = tree->times_first[thread + 1];
  if (first == end)
    return NULL;
  *count = end - first;
  return tree->times + first;
}

double
export_time (const struct export *export, uint64_t at_ns)
{
  /* The time of day may have been set meanwhile.  */
  return at_ns > export->start ? at_ns - export->start : 0;
}

const struct model_process *
export_process (const struct export *export, size_t thread)
{
  const struct model *model = export->model;
  const struct model_thread *each = export_thread (export, thread);
  return each ? &model->processes[each->process]
    : model->process_count == 1 ? &model->processes[0] : NULL;
}

const char *
export_program_name (const struct export *export)
{
  return export->model->program ? path_base (export->model->program) : "";
}
