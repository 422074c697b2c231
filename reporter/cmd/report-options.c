/* The options of cgprof report, and its help.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "base/terminal.h"
#include "cmd/cmd.h"
#include "cmd/report.h"

#include <getopt.h>
#include <stdio.h>

const struct report_option_row report_options[] = {
  { "flat-profile", 'p', optional_argument, "SYM", "the flat profile" },
  { "no-flat-profile", 'P', optional_argument, "SYM",
    "all but the flat profile, or it without SYM" },
  { "graph", 'q', optional_argument, "SYM", "the call graph" },
  { "no-graph", 'Q', optional_argument, "SYM",
    "all but the call graph, or it without SYM" },
  { NULL, 'B', no_argument, NULL, "the call graph alone" },
  { "exec-counts", 'C', optional_argument, "SYM",
    "how often each function was executed" },
  { "no-exec-counts", 'Z', optional_argument, "SYM",
    "all but that, or it without SYM" },
  { "annotated-source", 'A', optional_argument, "SYM",
    "source with the counts" },
  { "no-annotated-source", 'J', optional_argument, "SYM",
    "all but that, or it without SYM" },
  { "function-ordering", 'r', no_argument, NULL,
    "functions in a good order for the linker" },
  { "file-ordering", 'R', required_argument, "MAP",
    "object files in such an order; MAP is from nm -o" },
  { "file-info", 'i', no_argument, NULL, "what the profiles hold" },
  { "sum", 's', no_argument, NULL, "write gmon.sum, the sum of all" },
  { "top", REPORT_TOP, optional_argument, "N",
    "at most N rows of each table (20)" },
  { "sort", REPORT_SORT, required_argument, "self|total|calls|name",
    "what comes first in each" },
  { "function", REPORT_FUNCTION, required_argument, "NAME",
    "its callers, callees and call sites" },
  { "callers", REPORT_CALLERS, optional_argument, "NAME",
    "who called it, or each function" },
  { "callees", REPORT_CALLEES, optional_argument, "NAME",
    "whom it, or each function, called" },
  { "sites", REPORT_SITES, no_argument, NULL, "call sites" },
  { "threads", REPORT_THREADS, no_argument, NULL, "threads" },
  { "modules", REPORT_MODULES, no_argument, NULL,
    "the program and its libraries" },
  { "lines", REPORT_LINES, no_argument, NULL,
    "lines of source with their time" },
  { "brief", 'b', no_argument, NULL, "no explanations" },
  { "traditional", 'T', no_argument, NULL, "the layout of BSD's gprof" },
  { "gprof-compatible", REPORT_COMPATIBLE, no_argument, NULL,
    "print what GNU gprof 2.40 prints, faults and all" },
  { "display-unused-functions", 'z', no_argument, NULL,
    "also functions that did nothing" },
  { "line", 'l', no_argument, NULL, "the flat profile by line" },
  { "print-path", 'L', no_argument, NULL, "whole paths of files" },
  { "inline-file-names", REPORT_INLINE, no_argument, NULL,
    "file and line with each name" },
  { "width", 'w', required_argument, "N", "of the index (80)" },
  { "no-static", 'a', no_argument, NULL,
    "local functions count as part of the one before" },
  { "ignore-non-functions", 'D', no_argument, NULL,
    "local symbols must be of a function's type" },
  { "external-symbol-table", 'S', required_argument, "FILE",
    "symbols from FILE, a list of nm's" },
  { "static-call-graph", 'c', no_argument, NULL,
    "also calls in the code that were not made" },
  { "time", 'n', required_argument, "SYM",
    "only SYM's time counts in the graph" },
  { "no-time", 'N', required_argument, "SYM", "SYM's time does not" },
  { NULL, 'e', required_argument, "SYM", "leave SYM out of the graph" },
  { NULL, 'E', required_argument, "SYM", "likewise, and its time" },
  { NULL, 'f', required_argument, "SYM",
    "only SYM and what it called in the graph" },
  { NULL, 'F', required_argument, "SYM", "likewise, and only its time" },
  { NULL, 'g', required_argument, "SYM",
    "leave SYM out of the flat profile" },
  { NULL, 'G', required_argument, "SYM", "only SYM in the flat profile" },
  { NULL, 'k', required_argument, "FROM/TO", "without these calls" },
  { "min-count", 'm', required_argument, "N",
    "executions below N are not shown (1)" },
  { "all-lines", 'x', no_argument, NULL,
    "counts on every line of source" },
  { "directory-path", 'I', required_argument, "DIRS",
    "where to look for source" },
  { "separate-files", 'y', no_argument, NULL,
    "annotated source to files NAME-ann" },
  { "table-length", 't', required_argument, "N",
    "lines in the table of the most executed (10)" },
  { "file-format", 'O', required_argument, "FORMAT",
    "of gmon.out and gmon.sum: auto, magic, bsd, 4.4bsd" },
  { "demangle", REPORT_DEMANGLE, optional_argument, "STYLE",
    "names as in the source (default)" },
  { "no-demangle", REPORT_NO_DEMANGLE, no_argument, NULL,
    "names as the assembler has them" },
  { "debug", 'd', optional_argument, "N", "accepted, means nothing" },
  { "propagate", REPORT_PROPAGATE, required_argument, "measured|counts",
    "callees' time: by stacks (default, with stacks) or by calls" },
  { "error", REPORT_ERROR, no_argument, NULL,
    "the flat profile with its times' sampling errors" },
  { "show-inlined", REPORT_SHOW_INLINED, no_argument, NULL,
    "inlined functions have the time of their code" },
  { "color", TERMINAL_COLOR, optional_argument, "auto|always|never",
    "colours (auto: on a terminal)" },
  { "no-pager", TERMINAL_NO_PAGER, no_argument, NULL,
    "print straight to the terminal" },
  { "full-names", TERMINAL_FULL_NAMES, no_argument, NULL,
    "also on a terminal, whole names of C++" },
  { "print-plugin", REPORT_PRINT_PLUGIN, no_argument, NULL,
    "print the plugin's path" },
  { "cflags", REPORT_CFLAGS, no_argument, NULL,
    "print the flag to compile with" },
  { "specs", REPORT_SPECS, no_argument, NULL,
    "print the flag to compile and link with" },
  { "help", 'h', no_argument, NULL, "print this and exit" },
  { "version", 'v', no_argument, NULL, "print the version and exit" },
};

_Static_assert (sizeof report_options / sizeof *report_options
		<= REPORT_OPTIONS_MAX, "REPORT_OPTIONS_MAX is too small");

const size_t report_option_count
  = sizeof report_options / sizeof *report_options;

void
report_help (void)
{
  fputs ("Usage: cgprof [report] [OPTION...] [IMAGE [PROFILE...]]\n"
	 "       cgprof SUBCOMMAND [OPTION...] [ARGUMENT...]\n"
	 "\n"
	 "Report who called whom how often, and where the time went.\n"
	 "IMAGE is the profiled program (default a.out), PROFILE what it "
	 "left\n"
	 "(default cgprof.out, else gmon.out); several are added up.\n"
	 "SYM is FUNCTION, FILE.c, FILE:FUNCTION, FILE:LINE or LINE; calls "
	 "are FROM/TO.\n\n",
	 stdout);
  for (size_t i = 0; i < report_option_count; i++)
    {
      int value = report_options[i].value;
      const char *name = report_options[i].name;
      const char *shown = report_options[i].shown;
      bool optional = report_options[i].argument == optional_argument;
      char text[64];
      if (name)
	snprintf (text, sizeof text, "--%s%s%s%s", name,
		  !shown ? "" : optional ? "[=" : "=", shown ? shown : "",
		  shown && optional ? "]" : "");
      else
	snprintf (text, sizeof text, "%s", shown ? shown : "");
      if (value < 256)
	printf ("  -%c%s %-30s %s\n", value, name ? "," : " ", text,
		report_options[i].help);
      else
	printf ("      %-30s %s\n", text, report_options[i].help);
    }
  fputs ("  @FILE                              options from FILE\n"
	 "\nSubcommands, each with its own --help:\n", stdout);
  cmd_list ();
  fputs ("A program called like a subcommand is reached as ./NAME.\n",
	 stdout);
}
