/* The options of cgprof report, and its help.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "base/diag.h"
#include "base/mem.h"
#include "cmd/cmd.h"
#include "cmd/compiler.h"
#include "cmd/installed.h"
#include "cmd/options.h"
#include "cmd/report.h"
#include "model/naming.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Where the help of options begins: most are long.  */
#define REPORT_COLUMN 37

/* Rows if --top says no number.  */
#define REPORT_TOP_ROWS 20

static const char *const report_keys[] = {
  [REPORT_ORDER_BY_SELF] = "self", [REPORT_ORDER_BY_TOTAL] = "total",
  [REPORT_ORDER_BY_CALLS] = "calls", [REPORT_ORDER_BY_NAME] = "name"
};

/* What the argument of an option about a part is for: to show that alone, or
   not to; and where it may be an arc, too.  */
static const struct report_symbols
{
  enum report_part part;
  enum filter_use in, out;
  bool arcs;
  enum filter_use arcs_in, arcs_out;
} report_symbols[] = {
  { .part = REPORT_FLAT, .in = FILTER_FLAT_IN, .out = FILTER_FLAT_OUT },
  { .part = REPORT_GRAPH, .in = FILTER_GRAPH_IN, .out = FILTER_GRAPH_OUT,
    .arcs = true, .arcs_in = FILTER_ARCS_IN, .arcs_out = FILTER_ARCS_OUT },
  { .part = REPORT_COUNTS, .in = FILTER_COUNTS_IN,
    .out = FILTER_COUNTS_OUT },
  { .part = REPORT_SOURCE, .in = FILTER_SOURCE_IN,
    .out = FILTER_SOURCE_OUT }
};

/* What --print-plugin, --cflags and --specs print.  */
enum report_print
{
  REPORT_PLUGIN,
  REPORT_CFLAGS,
  REPORT_SPECS
};

/* Show, or do not show if OUT, what TEXT names in PART.  */

static void
report_add_part_symbol (struct report *report, enum report_part part,
			bool out, const char *text)
{
  const struct report_symbols *symbols = report_symbols;
  while (symbols->part != part)
    symbols++;
  enum filter_use use = symbols->arcs && filter_parse_slash (text)
    ? (out ? symbols->arcs_out : symbols->arcs_in)
    : (out ? symbols->out : symbols->in);
  filter_parse_add (&report->specs, text, use);
}

/* The functions that follow act on an option of ROW, whose object is the
   struct report, with the argument TEXT.  */

/* The part ROW->value is wanted, TEXT alone if it is given.  */

static int
report_want (struct options *options, const struct options_row *row,
	     const char *text)
{
  (void) options;
  struct report *report = row->object;
  if (text)
    report_add_part_symbol (report, row->value, false, text);
  report->parts |= row->value;
  return OPTIONS_GO_ON;
}

/* The part ROW->value is not wanted; or it is, without TEXT.  */

static int
report_refuse (struct options *options, const struct options_row *row,
	       const char *text)
{
  (void) options;
  struct report *report = row->object;
  report->refused |= row->value;
  if (text)
    {
      report_add_part_symbol (report, row->value, true, text);
      report->parts |= row->value;
    }
  else
    report->parts &= ~row->value;
  return OPTIONS_GO_ON;
}

/* TEXT is for all uses that ROW->value has a bit of.  */

static int
report_add_symbol (struct options *options, const struct options_row *row,
		   const char *text)
{
  (void) options;
  struct report *report = row->object;
  for (unsigned use = 0; use < FILTER_USES; use++)
    if (row->value >> use & 1)
      filter_parse_add (&report->specs, text, use);
  return OPTIONS_GO_ON;
}

/* Leave out the calls that TEXT names: "FROM/TO", or "FROM" before a word
   "TO", as BSD's gprof had it.  */

static int
report_exclude_arc (struct options *options, const struct options_row *row,
		    const char *text)
{
  struct report *report = row->object;
  const char *to = filter_parse_slash (text) || report->request.compatible
    ? NULL : options_take_word (options);
  if (!to)
    {
      filter_parse_add (&report->specs, text, FILTER_ARCS_OUT);
      return OPTIONS_GO_ON;
    }
  size_t size = strlen (text) + strlen (to) + 2;
  char *arc = mem_alloc (size, 1);
  snprintf (arc, size, "%s/%s", text, to);
  filter_parse_add (&report->specs, arc, FILTER_ARCS_OUT);
  free (arc);
  return OPTIONS_GO_ON;
}

static int
report_set_format (struct options *options, const struct options_row *row,
		   const char *text)
{
  (void) options;
  struct report *report = row->object;
  enum gmon_format *format = &report->request.format;

  /* gprof looks at the first character alone.  */
  switch (text[0])
    {
    case 'a':
      *format = GMON_AUTO;
      return OPTIONS_GO_ON;
    case 'm':
      *format = GMON_MAGIC;
      return OPTIONS_GO_ON;
    case 'b':
      *format = GMON_BSD;
      return OPTIONS_GO_ON;
    case '4':
      *format = GMON_BSD44;
      return OPTIONS_GO_ON;
    case 'p':
      return cmd_misuse ("format 'prof' is not supported: it holds no calls");
    default:
      return cmd_misuse ("'%s' is no file format, expected auto, magic, bsd "
			 "or 4.4bsd", text);
    }
}

static int
report_set_style (struct options *options, const struct options_row *row,
		  const char *text)
{
  (void) options;
  (void) row;
  if (text && !naming_set_style (text))
    return cmd_misuse ("'%s' is no style of demangling", text);
  return OPTIONS_GO_ON;
}

static int
report_set_print (struct options *options, const struct options_row *row,
		  const char *text)
{
  (void) options;
  (void) text;
  struct report *report = row->object;
  report->print = row;
  return OPTIONS_GO_ON;
}

/* Print what REPORT->print asks for.  */

static int
report_print_part (const struct report *report)
{
  static const struct
  {
    const char *flag;
    const char *file;
    enum installed_part part;
  } prints[] = {
    [REPORT_PLUGIN] = { "", "cgprof.so", INSTALLED_PLUGIN },
    [REPORT_CFLAGS] = { "-fplugin=", "cgprof.so", INSTALLED_PLUGIN },
    [REPORT_SPECS] = { "-specs=", "cgprof.specs", INSTALLED_SPECS }
  };
  unsigned what = report->print->value;
  int status = 1;
  struct arena arena = { NULL };
  char *mine = report->cc ? NULL : installed_find (prints[what].part);
  const char *path = mine;
  if (report->cc)
    {
      struct compiler compiler;
      const char *plugin
	= compiler_need_plugin (&compiler, &arena, report->cc);
      if (plugin)
	path = arena_format (&arena, "%.*s/%s",
			     (int) (strrchr (plugin, '/') - plugin), plugin,
			     prints[what].file);
    }
  if (path && access (path, R_OK) == 0)
    {
      printf ("%s%s\n", prints[what].flag, path);
      status = 0;
    }
  else if (path)
    diag_error (path, "not installed; to build the plugin for a compiler: "
		"cgprof plugin build COMPILER");
  free (mine);
  arena_free (&arena);
  return cmd_finish (status);
}

static int
report_print_version (struct options *options, const struct options_row *row,
		      const char *text)
{
  (void) options;
  (void) row;
  (void) text;
  puts ("cgprof " PACKAGE_VERSION);
  return cmd_finish (0);
}

/* What --help says after the options.  */

static void
report_print_subcommands (void)
{
  fputs ("  @FILE                              options from FILE\n"
	 "\nSubcommands, each with its own --help:\n", stdout);
  cmd_list ();
  fputs ("A program called like a subcommand is reached as ./NAME.\n",
	 stdout);
}

/* Say which options of REPORT exclude each other, if any do.  */

static int
report_check_options (const struct report *report)
{
  if ((report->parts & REPORT_FUNCTIONS) && (report->parts & REPORT_FILES))
    return cmd_misuse ("--function-ordering and --file-ordering exclude each "
		       "other");
  if (!report->request.compatible)
    return OPTIONS_GO_ON;
  if (report->tables.given)
    return cmd_misuse ("--gprof-compatible excludes --top, --sort and tables");
  if (report->inlined)
    return cmd_misuse ("--gprof-compatible and --show-inlined exclude each "
		       "other");
  if (report->request.line_rows)
    return cmd_misuse ("--gprof-compatible and --line exclude each other");
  return OPTIONS_GO_ON;
}

#define ACT(function, number) \
  .act = (function), .object = report, .value = (number)

/* PART is wanted, or SYM in it, with the letter IN, and not with OUT.  */
#define REPORT_PART(part_name, part, in, in_help, out, out_help) \
  { .name = part_name, .letter = (in), .optional = true, .shown = "SYM", \
    ACT (report_want, part), .help = in_help }, \
  { .name = "no-" part_name, .letter = (out), .optional = true, \
    .shown = "SYM", ACT (report_refuse, part), .help = out_help }

/* The table that is BIT of those wanted.  */
#define REPORT_TABLE(table_name, bit, table_help) \
  { .name = table_name, .bits = &tables->tables, .value = (bit), \
    .help = table_help }

/* SYM is for USES, which has a bit for each.  */
#define REPORT_FILTER(filter_name, key, uses, filter_help) \
  { .name = filter_name, .letter = (key), .shown = "SYM", \
    ACT (report_add_symbol, uses), .help = filter_help }

/* The path or flag that PRINT is, and nothing else.  */
#define REPORT_PRINT(print_name, print, print_help) \
  { .name = print_name, ACT (report_set_print, print), .help = print_help }

int
report_parse (struct report *report, int argc, char **argv)
{
  struct analysis_request *request = &report->request;
  struct report_tables_request *tables = &report->tables;
  size_t ignored;
  const struct options_row rows[] = {
    REPORT_PART ("flat-profile", REPORT_FLAT,
		 'p', "the flat profile",
		 'P', "all but the flat profile, or it without SYM"),
    REPORT_PART ("graph", REPORT_GRAPH,
		 'q', "the call graph",
		 'Q', "all but the call graph, or it without SYM"),
    { .letter = 'B',
      .bits = &report->parts,
      .value = REPORT_GRAPH,
      .help = "the call graph alone" },
    REPORT_PART ("exec-counts", REPORT_COUNTS,
		 'C', "how often each function was executed",
		 'Z', "all but that, or it without SYM"),
    REPORT_PART ("annotated-source", REPORT_SOURCE,
		 'A', "source with the counts",
		 'J', "all but that, or it without SYM"),
    { .name = "function-ordering",
      .letter = 'r',
      .bits = &report->parts,
      .value = REPORT_FUNCTIONS,
      .help = "functions in a good order for the linker" },
    { .name = "file-ordering",
      .letter = 'R',
      .shown = "MAP",
      .text = &report->map,
      .bits = &report->parts,
      .value = REPORT_FILES,
      .help = "object files in such an order; MAP is from nm -o" },
    { .name = "file-info",
      .letter = 'i',
      .bits = &report->parts,
      .value = REPORT_INFO,
      .help = "what the profiles hold" },
    { .name = "sum",
      .letter = 's',
      .bits = &report->parts,
      .value = REPORT_SUM,
      .help = "write gmon.sum, the sum of all" },
    { .name = "top",
      .optional = true,
      .shown = "N",
      .number = &tables->top,
      .least = 1,
      .value = REPORT_TOP_ROWS,
      .what = "number of rows",
      .set = &tables->given,
      .help = "at most N rows of each table (20)" },
    { .name = "sort",
      .words = OPTIONS_WORDS (report_keys),
      .choice = &tables->key,
      .what = "sort key",
      .set = &tables->sorted,
      .help = "what comes first in each" },
    { .name = "function",
      .shown = "NAME",
      .text = &tables->function,
      .bits = &tables->tables,
      .value = REPORT_TABLES_FUNCTION,
      .help = "its callers, callees and call sites" },
    { .name = "callers",
      .optional = true,
      .shown = "NAME",
      .text = &tables->callers,
      .bits = &tables->tables,
      .value = REPORT_TABLES_CALLERS,
      .help = "who called it, or each function" },
    { .name = "callees",
      .optional = true,
      .shown = "NAME",
      .text = &tables->callees,
      .bits = &tables->tables,
      .value = REPORT_TABLES_CALLEES,
      .help = "whom it, or each function, called" },
    REPORT_TABLE ("sites", REPORT_TABLES_SITES,
		  "call sites"),
    REPORT_TABLE ("bytes", REPORT_TABLES_BYTES,
		  "bytes that calls allocate, copy, read and write"),
    REPORT_TABLE ("instructions", REPORT_TABLES_INSTRUCTIONS,
		  "instructions that functions ran"),
    REPORT_TABLE ("processes", REPORT_TABLES_PROCESSES,
		  "processes"),
    { .name = "by",
      .words = OPTIONS_WORDS (balance_by_names),
      .choice = &report->balance,
      .what = "what to tell apart",
      .bits = &tables->tables,
      .value = REPORT_TABLES_BALANCE,
      .help = "how evenly they share time and calls" },
    REPORT_TABLE ("threads", REPORT_TABLES_THREADS,
		  "threads"),
    REPORT_TABLE ("modules", REPORT_TABLES_MODULES,
		  "the program and its libraries"),
    REPORT_TABLE ("lines", REPORT_TABLES_LINES,
		  "lines of source with their time"),
    { .name = "brief",
      .letter = 'b',
      .set = &report->brief,
      .help = "no explanations" },
    { .name = "traditional",
      .letter = 'T',
      .set = &report->bsd,
      .help = "the layout of BSD's gprof" },
    { .name = "gprof-compatible",
      .set = &request->compatible,
      .help = "print what GNU gprof 2.40 prints, faults and all" },
    { .name = "display-unused-functions",
      .letter = 'z',
      .set = &request->zero,
      .help = "also functions that did nothing" },
    { .name = "line",
      .letter = 'l',
      .set = &request->line_rows,
      .help = "the flat profile by line" },
    { .name = "print-path",
      .letter = 'L',
      .set = &request->path,
      .help = "whole paths of files" },
    { .name = "inline-file-names",
      .set = &request->places,
      .help = "file and line with each name" },
    { .name = "width",
      .letter = 'w',
      .shown = "N",
      .number = &report->width,
      .least = 1,
      .what = "width",
      .help = "of the index (80)" },
    { .name = "no-static",
      .letter = 'a',
      .set = &request->choice.no_static,
      .help = "local functions count as part of the one before" },
    { .name = "ignore-non-functions",
      .letter = 'D',
      .set = &request->choice.no_labels,
      .help = "local symbols must be of a function's type" },
    { .name = "external-symbol-table",
      .letter = 'S',
      .shown = "FILE",
      .text = &request->choice.symbols,
      .help = "symbols from FILE, a list of nm's" },
    { .name = "static-call-graph",
      .letter = 'c',
      .set = &request->static_calls,
      .help = "also calls in the code that were not made" },
    REPORT_FILTER ("time", 'n', 1 << FILTER_TIME_IN,
		   "only SYM's time counts in the graph"),
    REPORT_FILTER ("no-time", 'N', 1 << FILTER_TIME_OUT,
		   "SYM's time does not"),
    REPORT_FILTER (NULL, 'e', 1 << FILTER_GRAPH_OUT,
		   "leave SYM out of the graph"),
    REPORT_FILTER (NULL, 'E', 1 << FILTER_GRAPH_OUT | 1 << FILTER_TIME_OUT,
		   "likewise, and its time"),
    REPORT_FILTER (NULL, 'f', 1 << FILTER_GRAPH_IN,
		   "only SYM and what it called in the graph"),
    REPORT_FILTER (NULL, 'F', 1 << FILTER_GRAPH_IN | 1 << FILTER_TIME_IN,
		   "likewise, and only its time"),
    REPORT_FILTER (NULL, 'g', 1 << FILTER_FLAT_OUT,
		   "leave SYM out of the flat profile"),
    REPORT_FILTER (NULL, 'G', 1 << FILTER_FLAT_IN,
		   "only SYM in the flat profile"),
    { .letter = 'k',
      .shown = "FROM/TO",
      ACT (report_exclude_arc, 0),
      .help = "without these calls" },
    { .name = "min-count",
      .letter = 'm',
      .shown = "N",
      .number = &report->source.least,
      .what = "number of executions",
      .help = "executions below N are not shown (1)" },
    { .name = "all-lines",
      .letter = 'x',
      .set = &report->source.all_lines,
      .help = "counts on every line of source" },
    OPTIONS_SOURCE_DIR (report->source.search),
    { .name = "separate-files", .letter = 'y', .set = &report->source.separate,
      .help = "annotated source to files NAME-ann" },
    { .name = "table-length",
      .letter = 't',
      .shown = "N",
      .number = &report->source.table,
      .what = "number of lines",
      .help = "lines in the table of the most executed (10)" },
    { .name = "file-format",
      .letter = 'O',
      .shown = "FORMAT",
      ACT (report_set_format, 0),
      .help = "of gmon.out and gmon.sum: auto, magic, bsd, 4.4bsd" },
    { .name = "demangle",
      .optional = true,
      .shown = "STYLE",
      .set = &request->demangle,
      ACT (report_set_style, 0),
      .help = "names as in the source (default)" },
    OPTIONS_PROCESS (*request),
    OPTIONS_RANGE (*request),
    OPTIONS_RANGE_TO (*request),
    OPTIONS_STATE (*request),
    OPTIONS_NO_DEMANGLE (*request),
    { .name = "debug",
      .letter = 'd',
      .optional = true,
      .shown = "N",
      .number = &ignored,
      .what = "debug level",
      .help = "accepted, means nothing" },
    OPTIONS_PROPAGATE (*request),
    { .name = "error",
      .set = &report->error,
      .help = "the flat profile with its times' sampling errors" },
    { .name = "show-inlined",
      .set = &report->inlined,
      .help = "inlined functions have the time of their code" },
    OPTIONS_TERMINAL (report->terminal),
    REPORT_PRINT ("print-plugin", REPORT_PLUGIN,
		  "print the plugin's path"),
    REPORT_PRINT ("cflags", REPORT_CFLAGS,
		  "print the flag to compile with"),
    REPORT_PRINT ("specs", REPORT_SPECS,
		  "print the flag to compile and link with"),
    { .name = "cc",
      .shown = "COMPILER",
      .text = &report->cc,
      .help = "what these print is for COMPILER, and works there" },
    { .name = "version",
      .letter = 'v',
      ACT (report_print_version, 0),
      .help = "print the version and exit" }
  };
  struct options options = {
    .usage
    = "Usage: cgprof [report] [OPTION...] [IMAGE [PROFILE...]]\n"
      "       cgprof SUBCOMMAND [OPTION...] [ARGUMENT...]\n"
      "\n"
      "Report who called whom how often, and where the time went.\n"
      "IMAGE is the profiled program (default a.out), PROFILE what it left\n"
      "(default cgprof.out, else gmon.out); several are added up.  A first\n"
      "operand that is a cgprof.out is a PROFILE, and names its programs.\n"
      "SYM is FUNCTION, FILE.c, FILE:FUNCTION, FILE:LINE or LINE; calls "
      "are FROM/TO.\n\n",
    .print_after = report_print_subcommands,
    .column = REPORT_COLUMN,
    OPTIONS_ROWS (rows)
  };
  int status = options_parse (&options, argc, argv);
  if (status != OPTIONS_GO_ON)
    return status;
  if (report->print)
    return report_print_part (report);
  if (report->cc)
    return cmd_misuse ("--cc is for --print-plugin, --cflags and --specs");
  tables->given |= tables->tables != 0 || tables->sorted;
  request->places |= request->line_rows;
  options_take_files (&options, request);
  return report_check_options (report);
}

#undef ACT
#undef REPORT_PART
#undef REPORT_TABLE
#undef REPORT_FILTER
#undef REPORT_PRINT
