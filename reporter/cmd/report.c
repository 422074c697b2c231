/* cgprof [report]: all that GNU gprof prints.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "cmd/report.h"
#include "analyse/errors.h"
#include "analyse/function-order.h"
#include "base/diag.h"
#include "cmd/cmd.h"
#include "cmd/installed.h"
#include "compat/annotate.h"
#include "load/analysis.h"
#include "model/naming.h"
#include "read/profile-header.h"
#include "text/link-order.h"
#include "text/view.h"
#include "write/gmon-write.h"

#include <getopt.h>
#include <libiberty/libiberty.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What can be reported, in the order of printing.  */
enum report_part
{
  REPORT_FLAT = 1,
  REPORT_GRAPH = 2,
  REPORT_COUNTS = 4,
  REPORT_SOURCE = 8,
  REPORT_FUNCTIONS = 16,
  REPORT_FILES = 32,
  REPORT_INFO = 64,
  REPORT_SUM = 128
};

struct report
{
  struct analysis_request request;
  struct symspecs specs;
  struct annotate_request source;
  unsigned parts;		/* Of enum report_part, to be printed.  */
  unsigned chosen;		/* Those that options spoke of.  */
  bool brief;
  bool bsd;
  bool error;
  bool inlined;
  struct tables_request tables;
  struct terminal terminal;
  size_t name_room;		/* Bytes of a name.  */
  bool color;
  size_t width;
  const char *map;		/* For REPORT_FILES.  */
  char **arguments;		/* The command line; NULL at its end.  */
};

static int
report_print_part (const char *flag, enum paths_part part)
{
  char *path = paths_find (part);
  printf ("%s%s\n", flag, path);
  free (path);
  return cmd_finish (0);
}

/* PART is wanted, for optarg alone if there is one.  */

static int
report_want (struct report *report, enum report_part part,
	     enum symspec_use use)
{
  if (optarg)
    symspec_add (&report->specs, optarg, use);
  report->parts |= part;
  report->chosen |= part;
  return -1;
}

/* PART is not wanted; or it is, without optarg.  */

static int
report_refuse (struct report *report, enum report_part part,
	       enum symspec_use use)
{
  if (optarg)
    return report_want (report, part, use);
  report->parts &= ~part;
  report->chosen |= part;
  return -1;
}

/* Like the above for the call graph, where an argument may be an arc.  */

static enum symspec_use
report_graph_use (enum symspec_use arcs, enum symspec_use functions)
{
  return optarg && strchr (optarg, '/') ? arcs : functions;
}

static int
report_set_format (struct report *report)
{
  /* gprof looks at the first character alone.  */
  switch (optarg[0])
    {
    case 'a':
      report->request.format = GMON_AUTO;
      return -1;
    case 'm':
      report->request.format = GMON_MAGIC;
      return -1;
    case 'b':
      report->request.format = GMON_BSD;
      return -1;
    case '4':
      report->request.format = GMON_BSD44;
      return -1;
    case 'p':
      diag_error (NULL, "format 'prof' is not supported: it holds no calls");
      return 1;
    default:
      diag_error (NULL, "unknown file format '%s', expected auto, magic, "
		  "bsd or 4.4bsd", optarg);
      return 1;
    }
}

/* Leave out the calls that optarg names: "FROM/TO", or "FROM" before an
   argument "TO", as BSD's gprof had it.  */

static void
report_exclude_arc (struct report *report)
{
  const char *to = report->arguments[optind];
  if (strchr (optarg, '/') || !to || report->request.compatible)
    {
      symspec_add (&report->specs, optarg, SYMSPEC_ARCS_OUT);
      return;
    }
  size_t size = strlen (optarg) + strlen (to) + 2;
  char *arc = mem_alloc (size, 1);
  snprintf (arc, size, "%s/%s", optarg, to);
  symspec_add (&report->specs, arc, SYMSPEC_ARCS_OUT);
  free (arc);
  optind++;
}

/* The options about what is in a part.  Returns like report_apply; -2 if it
   is none of them.  */

static int
report_apply_symbols (struct report *report, int option)
{
  struct symspecs *specs = &report->specs;
  switch (option)
    {
    case 'E':
      symspec_add (specs, optarg, SYMSPEC_TIME_OUT);
      symspec_add (specs, optarg, SYMSPEC_GRAPH_OUT);
      return -1;
    case 'e':
      symspec_add (specs, optarg, SYMSPEC_GRAPH_OUT);
      return -1;
    case 'F':
      symspec_add (specs, optarg, SYMSPEC_TIME_IN);
      symspec_add (specs, optarg, SYMSPEC_GRAPH_IN);
      return -1;
    case 'f':
      symspec_add (specs, optarg, SYMSPEC_GRAPH_IN);
      return -1;
    case 'g':
      symspec_add (specs, optarg, SYMSPEC_FLAT_OUT);
      return -1;
    case 'G':
      symspec_add (specs, optarg, SYMSPEC_FLAT_IN);
      return -1;
    case 'k':
      report_exclude_arc (report);
      return -1;
    case 'n':
      symspec_add (specs, optarg, SYMSPEC_TIME_IN);
      return -1;
    case 'N':
      symspec_add (specs, optarg, SYMSPEC_TIME_OUT);
      return -1;
    default:
      return -2;
    }
}

/* Likewise the options about parts.  */

static int
report_apply_parts (struct report *report, int option)
{
  switch (option)
    {
    case 'p':
      return report_want (report, REPORT_FLAT, SYMSPEC_FLAT_IN);
    case 'P':
      return report_refuse (report, REPORT_FLAT, SYMSPEC_FLAT_OUT);
    case 'q':
      return report_want (report, REPORT_GRAPH,
			  report_graph_use (SYMSPEC_ARCS_IN,
					    SYMSPEC_GRAPH_IN));
    case 'Q':
      return report_refuse (report, REPORT_GRAPH,
			    report_graph_use (SYMSPEC_ARCS_OUT,
					      SYMSPEC_GRAPH_OUT));
    case 'B':
      return report_want (report, REPORT_GRAPH, SYMSPEC_GRAPH_IN);
    case 'C':
      return report_want (report, REPORT_COUNTS, SYMSPEC_COUNTS_IN);
    case 'Z':
      return report_refuse (report, REPORT_COUNTS, SYMSPEC_COUNTS_OUT);
    case 'A':
      return report_want (report, REPORT_SOURCE, SYMSPEC_SOURCE_IN);
    case 'J':
      return report_refuse (report, REPORT_SOURCE, SYMSPEC_SOURCE_OUT);
    case 'r':
      return report_want (report, REPORT_FUNCTIONS, SYMSPEC_USES);
    case 'R':
      report->map = optarg;
      report->parts |= REPORT_FILES;
      report->chosen |= REPORT_FILES;
      return -1;
    case 'i':
      return report_want (report, REPORT_INFO, SYMSPEC_USES);
    case 's':
      return report_want (report, REPORT_SUM, SYMSPEC_USES);
    default:
      return -2;
    }
}

/* Likewise the options about the form.  */

static int
report_apply_form (struct report *report, int option)
{
  struct analysis_request *request = &report->request;
  switch (option)
    {
    case 'a':
      request->choice.no_static = true;
      return -1;
    case 'b':
      report->brief = true;
      return -1;
    case 'c':
      request->static_calls = true;
      return -1;
    case 'd':
      return -1;
    case 'D':
      request->choice.no_labels = true;
      return -1;
    case 'I':
      source_search_add_path (&report->source.search, optarg);
      return -1;
    case 'l':
      request->line_rows = request->places = true;
      return -1;
    case 'L':
      request->path = true;
      return -1;
    case 'm':
      return cmd_number (&report->source.least, optarg, 0,
			 "number of executions");
    case 'O':
      return report_set_format (report);
    case 'S':
      request->choice.symbols = optarg;
      return -1;
    case 't':
      return cmd_number (&report->source.table, optarg, 0,
			 "number of lines");
    case 'T':
      report->bsd = true;
      return -1;
    case 'w':
      return cmd_number (&report->width, optarg, 1, "width");
    case 'x':
      report->source.all_lines = true;
      return -1;
    case 'y':
      report->source.separate = true;
      return -1;
    case 'z':
      request->zero = true;
      return -1;
    case REPORT_INLINE:
      request->places = true;
      return -1;
    case REPORT_COMPATIBLE:
      request->compatible = true;
      return -1;
    case REPORT_DEMANGLE:
      if (optarg && !naming_set_style (optarg))
	{
	  diag_error (NULL, "unknown demangling style '%s'", optarg);
	  return 1;
	}
      request->demangle = true;
      return -1;
    case REPORT_PROPAGATE:
      if (!inclusive_parse (&request->propagate, optarg))
	{
	  diag_error (NULL, "cannot propagate by '%s', expected measured or "
		      "counts", optarg);
	  return 2;
	}
      return -1;
    case REPORT_ERROR:
      report->error = true;
      return -1;
    case REPORT_SHOW_INLINED:
      report->inlined = true;
      return -1;
    case REPORT_NO_DEMANGLE:
      request->demangle = false;
      return -1;
    default:
      return -2;
    }
}

/* Act on one option.  Returns the exit status if the program is to end,
   else -1.  */

static int
report_apply (struct report *report, int option)
{
  int status = report_apply_symbols (report, option);
  if (status == -2)
    status = report_apply_parts (report, option);
  if (status == -2)
    status = report_apply_form (report, option);
  if (status == -2)
    status = report_apply_tables (&report->tables, option, optarg);
  if (status != -2)
    return status;
  switch (option)
    {
    case TERMINAL_COLOR:
    case TERMINAL_NO_PAGER:
    case TERMINAL_FULL_NAMES:
      return terminal_option (&report->terminal, option, optarg) ? -1 : 2;
    case REPORT_PRINT_PLUGIN:
      return report_print_part ("", PATHS_PLUGIN);
    case REPORT_CFLAGS:
      return report_print_part ("-fplugin=", PATHS_PLUGIN);
    case REPORT_SPECS:
      return report_print_part ("-specs=", PATHS_SPECS);
    case 'h':
      report_help ();
      return cmd_finish (0);
    case 'v':
      puts ("cgprof " PACKAGE_VERSION);
      return cmd_finish (0);
    default:
      return 2;
    }
}

static int
report_parse (struct report *report, int argc, char **argv)
{
  struct option options[REPORT_OPTIONS_MAX + 1] = { { 0 } };
  char letters[3 * REPORT_OPTIONS_MAX + 1];
  size_t letter_count = 0;
  size_t count = 0;
  for (size_t i = 0; i < report_option_count; i++)
    {
      if (report_options[i].name)
	{
	  options[count].name = report_options[i].name;
	  options[count].has_arg = report_options[i].argument;
	  options[count++].val = report_options[i].value;
	}
      if (report_options[i].value >= 256)
	continue;
      letters[letter_count++] = report_options[i].value;
      if (report_options[i].argument != no_argument)
	letters[letter_count++] = ':';
      if (report_options[i].argument == optional_argument)
	letters[letter_count++] = ':';
    }
  letters[letter_count] = 0;

  int option;
  while ((option = cmd_option (argc, argv, letters, options)) != -1)
    {
      int status = report_apply (report, option);
      if (status >= 0)
	return status;
    }
  if ((report->parts & REPORT_FUNCTIONS) && (report->parts & REPORT_FILES))
    {
      diag_error (NULL, "--function-ordering and --file-ordering exclude "
		  "each other");
      return 1;
    }
  if (report->request.compatible && report->tables.given)
    {
      diag_error (NULL, "--gprof-compatible excludes --top, --sort and "
		  "tables");
      return 2;
    }
  if (report->request.compatible && report->inlined)
    {
      diag_error (NULL, "--gprof-compatible and --show-inlined exclude each "
		  "other");
      return 2;
    }
  if (report->request.compatible && report->request.line_rows)
    {
      diag_error (NULL, "--gprof-compatible and --line exclude each other");
      return 2;
    }
  return -1;
}

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
  return (parts ? parts : REPORT_COUNTS) & ~report->chosen;
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

/* Print the order of functions, or of files.  */

static bool
report_print_order (const struct report *report, struct view *view)
{
  struct function_order order;
  function_order_make (&order, view->model);
  view->functions = &order;
  bool good = true;
  if (report->parts & REPORT_FUNCTIONS)
    view_function_order (view);
  else
    good = view_file_order (view, report->map);
  view->functions = NULL;
  function_order_free (&order);
  return good;
}

/* Print PARTS.  */

static bool
report_print (struct report *report, struct analysis *analysis,
	      unsigned parts)
{
  struct view view = {
    .model = &analysis->model, .order = &analysis->order, .out = stdout,
    .texts = report->brief ? NULL : report->request.compatible
	     ? &view_gprof_texts : &view_own_texts,
    .bsd = report->bsd, .error = report->error,
    .lines = report->request.line_rows,
    .zero = report->request.zero, .width = report->width,
    .begun = (parts & REPORT_INFO) != 0, .color = report->color,
    .top = report->tables.top
  };
  if (report->tables.given)
    {
      order_sort_flat (&analysis->order, &analysis->model,
		       report->tables.key);
      errors_find (&analysis->model, &analysis->order);
    }
  if ((parts & (REPORT_FLAT | REPORT_GRAPH)) && !report->request.compatible)
    {
      view_merged (&view);
      view_losses (&view);
    }
  if (report->name_room != SIZE_MAX && !report->request.compatible
      && !(parts & REPORT_FUNCTIONS))
    naming_shorten (&analysis->model, report->name_room);
  view_make_labels (&view);
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
  view_free_labels (&view);
  if (parts & REPORT_COUNTS)
    view_counts (&view);
  bool good = true;
  if (parts & REPORT_SOURCE)
    good = annotate_all (&report->source, &analysis->reader,
			 &analysis->compat.symbols, &view);
  if ((parts & (REPORT_FUNCTIONS | REPORT_FILES))
      && !report_print_order (report, &view))
    good = false;
  if (report->tables.tables && !report_print_tables (&report->tables, &view))
    good = false;
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
  return sum_files (request->image ? request->image : "a.out", profiles,
		    count, request->compatible, format, output);
}

/* Do what REPORT asks for.  */

static bool
report_make (struct report *report)
{
  /* With a sum the format is that of the file to be written.  */
  enum gmon_format format = report->request.format;
  if (report->parts & REPORT_SUM)
    report->request.format = GMON_AUTO;
  if (report->parts == REPORT_SUM)
    return report_sum (report, format);
  struct analysis analysis;
  bool good = analysis_make (&analysis, &report->request);
  if (good)
    {
      report->name_room = terminal_name_room (&report->terminal);
      report->color = terminal_start (&report->terminal);
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
  report.arguments = argv;
  int status = report_parse (&report, argc, argv);
  if (status < 0)
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
      if (report.tables.tables & TABLES_PLACES)
	report.request.frames = FRAMES_PLACES;
      if (report.inlined)
	report.request.frames = FRAMES_INLINES;
      report.request.lines = report.tables.tables != 0;
      report.request.all = (report.parts
			    & (REPORT_FUNCTIONS | REPORT_FILES)) != 0;
      if (optind < argc)
	report.request.image = argv[optind++];
      report.request.profiles = (const char *const *) argv + optind;
      report.request.profile_count = argc - optind;
      report.request.specs = &report.specs;
      status = cmd_finish (report_make (&report) ? 0 : 1);
    }
  symspec_free (&report.specs);
  source_search_free (&report.source.search);
  return status;
}
