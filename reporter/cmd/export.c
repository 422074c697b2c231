/* cgprof export: the profile for other programs.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "analyse/function-order.h"
#include "analyse/source-lines.h"
#include "base/diag.h"
#include "cmd/cmd.h"
#include "cmd/options.h"
#include "load/analysis.h"
#include "read/profile-header.h"
#include "text/view.h"
#include "write/gmon-from-model.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* What a format needs besides the model.  */
enum export_need
{
  EXPORT_FUNCTIONS = 1,		/* The tree of calls, by functions, or  */
  EXPORT_LINES = 2,		/* by lines of source, or  */
  EXPORT_LEVELS = 4,		/* in two levels of recursion.  */
  EXPORT_CALLS = 8,		/* Calls by place.  */
  EXPORT_GRAPH = 16,		/* A graph that can be drawn.  */
  EXPORT_GMON = 32,		/* What gmon.out can hold.  */
  EXPORT_BINARY = 64,		/* Not for terminals.  */
  EXPORT_ORDER = 128,		/* The order of functions for a linker.  */
  EXPORT_SOURCE = 256,		/* Figures of lines.  */
  EXPORT_ALL = 512		/* Stacks are only a part of it.  */
};

/* The formats there are.  */
static const struct export_format
{
  const char *name;
  const char *about;
  void (*print) (const struct view *);
  unsigned needs;		/* enum export_need.  */
} export_formats[] = {
  { "json", "functions, arcs, call sites, cycles, lines, stacks", view_json,
    EXPORT_FUNCTIONS | EXPORT_SOURCE | EXPORT_ALL },
  { "folded", "stacks, for flamegraph.pl", view_folded, EXPORT_FUNCTIONS },
  { "pprof", "for pprof: samples, cpu and calls", view_pprof,
    EXPORT_LINES | EXPORT_CALLS | EXPORT_BINARY },
  { "speedscope", "for speedscope", view_speedscope, EXPORT_FUNCTIONS },
  { "firefox", "for the Firefox Profiler", view_firefox, EXPORT_LINES },
  { "chrome", "trace events, for chrome://tracing and Perfetto",
    view_chrome, EXPORT_FUNCTIONS },
  { "callgrind", "for KCachegrind and callgrind_annotate", view_callgrind,
    EXPORT_LEVELS | EXPORT_CALLS },
  { "dot", "the call graph, for Graphviz", view_dot,
    EXPORT_GRAPH | EXPORT_CALLS },
  { "gmon", "gmon.out, for GNU gprof", view_gmon,
    EXPORT_GMON | EXPORT_BINARY },
  { "lld-order", "order of functions, for lld --symbol-ordering-file",
    view_lld_order, EXPORT_ORDER },
  { "gold-order", "the same, for gold --section-ordering-file",
    view_gold_order, EXPORT_ORDER },
  { "ld-order", "the same, to INCLUDE in a script of GNU ld",
    view_ld_order, EXPORT_ORDER }
};

#define EXPORT_FORMATS (sizeof export_formats / sizeof *export_formats)

/* What a drawing leaves out, in percent of the time.  */
#define EXPORT_LEAST 0.5

static void
export_print_formats (void)
{
  puts ("Formats:");
  for (size_t i = 0; i < EXPORT_FORMATS; i++)
    printf ("  %-19s  %s\n", export_formats[i].name,
	    export_formats[i].about);
  puts ("\nOptions:");
}

/* What is being exported.  */
struct export
{
  const struct export_format *format;
  const char *output;		/* NULL: standard output.  */
  double least;
  struct view view;
  struct call_tree tree;
  struct call_places calls;
  struct recursion_levels levels;
  struct dot_nodes graph;
  struct source_lines source;
  struct gmon_from_model gmon;
  struct function_order functions;
};

/* Make gmon.out's contents of ANALYSIS, whose profiles are cgprof's own.  */

static bool
export_make_gmon (struct export *export, struct analysis *analysis)
{
  const struct model *model = &analysis->model;
  const struct results *results = &analysis->results;
  const struct image *image = NULL;
  for (size_t i = 0; i < model->module_count; i++)
    if (model->modules[i].main)
      image = reader_image (&analysis->reader, i);
  if (!image)
    return diag_error (NULL, "export: there is no program");
  if (!gmon_from_model_make (&export->gmon, results, image))
    return false;
  if (export->gmon.left_out > 0 || export->gmon.left_out_ns > 0)
    diag_warning (model->program, "a gmon.out is about one file: %zu arcs and "
		  "%.3f seconds outside it are left out",
		  export->gmon.left_out, export->gmon.left_out_ns / 1e9);
  return true;
}

/* Make what the format needs of ANALYSIS.  */

static bool
export_make (struct export *export, struct analysis *analysis)
{
  const struct model *model = &analysis->model;
  const struct results *results = &analysis->results;
  unsigned needs = export->format->needs;
  struct view *view = &export->view;
  *view = (struct view) {
    .model = model, .results = results, .order = &analysis->order,
    .tree = &export->tree,
    .calls = &export->calls, .levels = &export->levels,
    .graph = &export->graph, .source = &export->source,
    .gmon = &export->gmon, .functions = &export->functions
  };
  if (needs & (EXPORT_FUNCTIONS | EXPORT_LINES))
    {
      call_tree_make (&export->tree, results, CALL_TREE_CALLERS
		      | (needs & EXPORT_LINES ? CALL_TREE_LINES : 0));
      bool told = !(needs & EXPORT_ALL);
      if (told && export->tree.sample_count == 0)
	diag_warning (model->program, "no time was measured, so there are no "
		      "stacks");
      if (told && export->tree.guessed > 0)
	diag_warning (model->program, "%.3f of %.3f seconds have no stacks: "
		      "they are shown below the direct callers, shared by "
		      "numbers of calls", export->tree.guessed / 1e9,
		      results->total / results->second);
    }
  if (needs & EXPORT_CALLS)
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
  if (needs & EXPORT_GRAPH)
    dot_nodes_make (&export->graph, results, &export->calls, export->least);
  if (needs & EXPORT_ORDER)
    {
      function_order_make (&export->functions, results);
      if (export->functions.called == 0)
	diag_warning (model->program, "no calls were counted, so there is no "
		      "better order of its functions");
    }
  return !(needs & EXPORT_GMON) || export_make_gmon (export, analysis);
}

/* Make all that is exported of REQUEST's profiles.  ANALYSIS must be freed in
   any case.  */

static bool
export_analyse (struct export *export, struct analysis *analysis,
		const struct analysis_request *request)
{
  const char *const *profiles = request->profiles;
  size_t count = request->profile_count;
  const char *found = NULL;
  bool is_gmon = false;
  if (export->format->needs & EXPORT_GMON)
    {
      if (count == 0)
	{
	  found = analysis_default_profile (false);
	  profiles = &found;
	  count = found != NULL;
	}
      if (count == 0 || !profile_header_detect (profiles, count, &is_gmon))
	return false;
    }
  if (!is_gmon)
    return analysis_make (analysis, request)
      && export_make (export, analysis);
  export->view.gmon = &export->gmon;
  return gmon_sum_read (&export->gmon.sum, &export->gmon.gmon,
			request->image ? request->image : "a.out", profiles,
			count)
    && gmon_sum_add_up (&export->gmon.sum, NULL);
}

static void
export_free (struct export *export)
{
  call_tree_free (&export->tree);
  call_places_free (&export->calls);
  recursion_levels_free (&export->levels);
  dot_nodes_free (&export->graph);
  source_lines_free (&export->source);
  gmon_from_model_free (&export->gmon);
  function_order_free (&export->functions);
}

/* Print EXPORT to where it shall go.  */

static int
export_write (struct export *export)
{
  FILE *out = cmd_open_output (export->output);
  if (!out)
    return 1;
  export->view.out = out;
  export->format->print (&export->view);
  return cmd_close_output (out, export->output);
}

int
cmd_export (int argc, char **argv)
{
  struct analysis_request request = {
    .demangle = true, .lines = true, .frames = FRAMES_INLINES
  };
  struct export export = { .least = EXPORT_LEAST };
  unsigned format = EXPORT_FORMATS;
  const struct options_row rows[] = {
    { .name = "to", .letter = 't', .words = OPTIONS_WORDS (export_formats),
      .choice = &format, .what = "format" },
    OPTIONS_OUTPUT (export.output),
    { .name = "min", .shown = "PERCENT", .percent = &export.least,
      .what = "percentage",
      .help = "dot: leave out functions with less of the time (0.5)" },
    OPTIONS_PROPAGATE (request),
    OPTIONS_NO_DEMANGLE (request),
    OPTIONS_NO_INLINES (request)
  };
  struct options options = {
    .usage
    = "Usage: cgprof export --to=FORMAT [OPTION...] [IMAGE [PROFILE...]]\n"
      "\n"
      "Print everything the profile knows for other programs.\n"
      "\n",
    .print_before = export_print_formats,
    OPTIONS_ROWS (rows)
  };
  int status = options_parse (&options, argc, argv);
  if (status != OPTIONS_GO_ON)
    return status;
  if (format == EXPORT_FORMATS)
    return cmd_misuse ("export: --to=FORMAT is missing");
  export.format = &export_formats[format];
  if ((export.format->needs & EXPORT_BINARY) && !export.output
      && isatty (STDOUT_FILENO))
    return cmd_misuse ("export: %s is not for terminals; give --output=FILE",
		       export.format->name);
  if (export.format->needs & EXPORT_GMON)
    {
      request.frames = FRAMES_TAILS;
      request.lines = false;
    }
  request.all = (export.format->needs & EXPORT_ORDER) != 0;
  options_take_files (&options, &request);

  struct analysis analysis = { 0 };
  status = 1;
  if (export_analyse (&export, &analysis, &request))
    status = export_write (&export);
  export_free (&export);
  analysis_free (&analysis);
  return status;
}
