/* cgprof [report]: all that GNU gprof prints.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "cmd/report.h"
#include "analyse/function-order.h"
#include "base/diag.h"
#include "cmd/cmd.h"
#include "cmd/options.h"
#include "cmd/programs.h"
#include "read/profile-header.h"
#include "text/balance.h"
#include "text/bytes.h"
#include "text/instructions.h"
#include "text/link-order.h"
#include "text/tables.h"
#include "write/gmon-sum.h"

#include <libiberty/libiberty.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* What to print if no option asked for a part: what there is.  */

static unsigned
report_guess (const struct report *report, const struct model *model)
{
  unsigned parts = 0;
  if (report->tables.tables)
    return 0;
  if (report->tables.given)
    return REPORT_FLAT;
  if (model->has_time)
    parts |= REPORT_FLAT;
  if (model->has_arcs)
    parts |= REPORT_GRAPH;
  return (parts ? parts : REPORT_COUNTS) & ~report->refused;
}

/* Whether the profiles have what gprof would not go on without.  */

static bool
report_check (const struct report *report, const struct model *model,
	      unsigned parts)
{
  if (!report->request.compatible)
    return true;
  if ((parts & REPORT_FLAT) && !model->has_time)
    return diag_error (NULL, "the profile has no histogram");
  if ((parts & REPORT_GRAPH) && !model->has_arcs)
    return diag_error (NULL, "the profile has no call graph");
  return true;
}

/* Print the tables that REPORT asks for.  False, with a message, if there is
   no function of a name it has.  */

static bool
report_print_tables (const struct report *report, struct view *view)
{
  struct report_tables tables;
  report_tables_make (&tables, view->results, &report->tables, view->order);
  view_tables (view, &tables, &report->tables);
  bool good = !tables.missing
    || diag_error (NULL, "no function is called '%s'", tables.missing);
  report_tables_free (&tables);
  return good;
}

/* Print how evenly work is shared.  False, with a message, if that cannot be
   told.  */

static bool
report_print_balance (const struct report *report, struct view *view)
{
  struct balance balance;
  bool good = balance_make (&balance, view->results, report->balance)
    || diag_error (NULL, "no process has a rank in an MPI job");
  if (good)
    view_balance (view, &balance);
  balance_free (&balance);
  return good;
}

/* Print what call sites do with bytes.  False, with a message, if nobody
   knows.  */

static bool
report_print_bytes (struct view *view)
{
  struct byte_sums sums;
  bool good = byte_sums_make (&sums, view->results);
  if (good && !sums.known)
    good = diag_error (view->model->program, "no bytes are summed up, "
		       "expected code compiled with "
		       "-fplugin-arg-cgprof-bytes");
  if (good)
    view_bytes (view, &sums);
  byte_sums_free (&sums);
  return good;
}

/* Print the order of functions, or of files.  */

static bool
report_print_order (const struct report *report, const struct results *results)
{
  struct function_order order;
  function_order_make (&order, results);
  bool good = true;
  if (report->parts & REPORT_FUNCTIONS)
    view_function_order (results->model, &order, stdout);
  else
    good = view_file_order (results->model, &order, report->map, stdout);
  function_order_free (&order);
  return good;
}

/* Print PARTS.  */

static bool
report_print (struct report *report, struct analysis *analysis,
	      unsigned parts)
{
  struct view view;
  view_start (&view, &analysis->results, &analysis->order, stdout);
  if (!report->brief)
    view.texts = report->request.compatible ? &view_gprof_texts
					    : &view_own_texts;
  view.bsd = report->bsd;
  view.lines = report->request.line_rows;
  view.error = report->error;
  view.zero = report->request.zero;
  view.color = report->color;
  view.begun = (parts & REPORT_INFO) != 0;
  view.width = report->width;
  view.top = report->tables.top;
  if ((parts & (REPORT_FLAT | REPORT_GRAPH | REPORT_SOURCE))
      || report->tables.tables)
    view_range (&view);
  if ((parts & (REPORT_FLAT | REPORT_GRAPH)) && !report->request.compatible)
    {
      view_merged (&view);
      view_losses (&view);
    }
  if ((parts & REPORT_GRAPH) && report->bsd)
    view_graph (&view);
  if (parts & REPORT_FLAT)
    view_flat (&view);
  if ((parts & REPORT_GRAPH) && !report->bsd)
    view_graph (&view);
  if ((parts & REPORT_GRAPH) && !report->request.compatible)
    view_cycle_entries (&view);
  if (parts & REPORT_GRAPH)
    view_index (&view);
  if (parts & REPORT_COUNTS)
    view_counts (&view);
  bool good = true;
  if (parts & REPORT_SOURCE)
    good = annotate_all (&report->source, &analysis->reader,
			 &analysis->compat.symbols, &view);
  if ((parts & (REPORT_FUNCTIONS | REPORT_FILES))
      && !report_print_order (report, &analysis->results))
    good = false;
  if (report->tables.tables && !report_print_tables (report, &view))
    good = false;
  if ((report->tables.tables & REPORT_TABLES_BALANCE)
      && !report_print_balance (report, &view))
    good = false;
  if ((report->tables.tables & REPORT_TABLES_BYTES)
      && !report_print_bytes (&view))
    good = false;
  if ((report->tables.tables & REPORT_TABLES_INSTRUCTIONS)
      && !view_instructions (&view))
    good = diag_error (view.model->program, "no instructions were counted, "
		       "expected code compiled with "
		       "-fplugin-arg-cgprof-count=blocks");
  view_free (&view);
  return good;
}

/* Write gmon.sum, the sum of REPORT's gmon.out, in FORMAT.  */

static bool
report_sum (const struct report *report, enum gmon_format format)
{
  static const char output[] = "gmon.sum";
  const struct analysis_request *request = &report->request;
  const char *const *profiles = request->profiles;
  size_t count = request->profile_count;
  const char *found = NULL;
  if (count == 0)
    {
      found = analysis_default_profile (true);
      profiles = &found;
      count = found != NULL;
    }
  bool is_gmon;
  if (count == 0 || !profile_header_detect (profiles, count, &is_gmon))
    return false;
  if (!is_gmon)
    return diag_error (output, "there is no gmon.out to sum up");
  return gmon_sum_files (request->image ? request->image : "a.out", profiles,
			 count, request->compatible, format, output);
}

/* Do what REPORT, the closure, asks for; TITLE is the program, or NULL.  */

static bool
report_make (void *closure, const char *title)
{
  struct report *report = closure;
  /* With a sum the format is that of the file to be written.  */
  enum gmon_format format = report->request.format;
  if (report->parts & REPORT_SUM)
    report->request.format = GMON_AUTO;
  if (report->parts == REPORT_SUM)
    return report_sum (report, format);
  report->request.sort = report->tables.key;
  if (!report->begun && !(report->parts & REPORT_FUNCTIONS))
    report->request.name_room = terminal_name_room (&report->terminal);
  struct analysis analysis;
  bool good = analysis_make (&analysis, &report->request);
  if (good)
    {
      if (!report->begun)
	report->color = terminal_start (&report->terminal);
      if (title)
	printf ("%sProgram %s\n\n", report->begun ? "\n\f\n" : "", title);
      report->begun = true;
      if (report->parts & REPORT_INFO)
	view_files (stdout, analysis.files, analysis.file_count);
      unsigned parts = report->parts;
      if (parts == 0)
	parts = report_guess (report, &analysis.model);
      if (parts & REPORT_SUM)
	good = report_sum (report, format);
      good = good && report_check (report, &analysis.model, parts)
	&& report_print (report, &analysis, parts);
    }
  analysis_free (&analysis);
  return good;
}

int
cmd_report (int argc, char **argv)
{
  struct report report = {
    .request.demangle = true, .width = 80, .tables.top = SIZE_MAX,
    .source = { .table = 10, .least = 1 }
  };
  expandargv (&argc, &argv);
  int status = report_parse (&report, argc, argv);
  if (status == OPTIONS_GO_ON)
    {
      const char *path = getenv ("GPROF_PATH");
      if (path)
	source_search_add_path (&report.source.search, path);
      if (report.bsd)
	{
	  report.request.demangle = false;
	  report.request.bsd = true;
	}
      report.source.mended = !report.request.compatible;
      report.source.search.gprof = report.request.compatible;
      report.request.blocks = (report.parts
			       & (REPORT_COUNTS | REPORT_SOURCE)) != 0;
      if (report.tables.tables & REPORT_TABLES_PLACES)
	report.request.frames = FRAMES_PLACES;
      if (report.inlined)
	report.request.frames = FRAMES_INLINES;
      report.request.lines = report.tables.tables != 0;
      report.request.shares
	= (report.tables.tables & REPORT_TABLES_BALANCE) != 0;
      report.request.all = (report.parts
			    & (REPORT_FUNCTIONS | REPORT_FILES)) != 0;
      report.request.specs = &report.specs;
      bool good = programs_each (&report.request, report_make, &report);
      status = cmd_finish (good ? 0 : 1);
    }
  filter_parse_free (&report.specs);
  source_search_free (&report.source.search);
  return status;
}
