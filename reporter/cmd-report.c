/* cgprof [report]: flat profile, call graph and index.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "analysis.h"
#include "cmd.h"
#include "diag.h"
#include "naming.h"
#include "paths.h"
#include "view.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum report_option
{
  REPORT_DEMANGLE = 256,
  REPORT_NO_DEMANGLE,
  REPORT_PRINT_PLUGIN,
  REPORT_CFLAGS,
  REPORT_SPECS
};

/* Every option, with what --help says of it.  */
static const struct
{
  const char *name;
  int value;			/* Below 256: also the short option.  */
  int argument;
  const char *shown;		/* The argument.  */
  const char *help;
} report_options[] = {
  { "brief", 'b', no_argument, NULL, "no explanations" },
  { "flat-profile", 'p', no_argument, NULL, "the flat profile" },
  { "no-flat-profile", 'P', no_argument, NULL, "all but the flat profile" },
  { "graph", 'q', no_argument, NULL, "the call graph" },
  { "no-graph", 'Q', no_argument, NULL, "all but the call graph" },
  { "display-unused-functions", 'z', no_argument, NULL,
    "also functions that did nothing" },
  { "demangle", REPORT_DEMANGLE, optional_argument, "STYLE",
    "names as in the source (default)" },
  { "no-demangle", REPORT_NO_DEMANGLE, no_argument, NULL,
    "names as the assembler has them" },
  { "print-plugin", REPORT_PRINT_PLUGIN, no_argument, NULL,
    "print the plugin's path" },
  { "cflags", REPORT_CFLAGS, no_argument, NULL,
    "print the flag to compile with" },
  { "specs", REPORT_SPECS, no_argument, NULL,
    "print the flag to compile and link with" },
  { "help", 'h', no_argument, NULL, "print this and exit" },
  { "version", 'v', no_argument, NULL, "print the version and exit" },
};

#define REPORT_OPTIONS (sizeof report_options / sizeof *report_options)

struct report
{
  struct analysis_request request;
  bool brief;
  bool flat;
  bool graph;
};

static void
report_help (void)
{
  fputs ("Usage: cgprof [report] [OPTION...] [IMAGE [PROFILE...]]\n"
	 "       cgprof run [OPTION...] -- PROGRAM [ARGUMENT...]\n"
	 "       cgprof export --to=FORMAT [OPTION...] [IMAGE [PROFILE...]]\n"
	 "\n"
	 "Report who called whom how often, and where the time went.\n"
	 "IMAGE is the profiled program (default a.out), PROFILE what it "
	 "left\n"
	 "(default cgprof.out, else gmon.out); several are added up.\n\n",
	 stdout);
  for (size_t i = 0; i < REPORT_OPTIONS; i++)
    {
      int value = report_options[i].value;
      char text[64];
      snprintf (text, sizeof text, "--%s%s%s%s", report_options[i].name,
		report_options[i].shown ? "[=" : "",
		report_options[i].shown ? report_options[i].shown : "",
		report_options[i].shown ? "]" : "");
      if (value < 256)
	printf ("  -%c, %-28s %s\n", value, text, report_options[i].help);
      else
	printf ("      %-28s %s\n", text, report_options[i].help);
    }
  fputs ("\nEach subcommand has its own --help.  A program called like a\n"
	 "subcommand is reached as ./NAME.\n", stdout);
}

static int
report_print_part (const char *flag, enum paths_part part)
{
  char *path = paths_find (part);
  printf ("%s%s\n", flag, path);
  free (path);
  return cmd_finish (0);
}

/* Act on one option.  Returns the exit status if the program is to end,
   else -1.  */

static int
report_apply (struct report *report, int option)
{
  switch (option)
    {
    case 'b':
      report->brief = true;
      return -1;
    case 'p':
      report->flat = true;
      return -1;
    case 'q':
      report->graph = true;
      return -1;
    case 'P':
      report->flat = false;
      report->graph = true;
      return -1;
    case 'Q':
      report->graph = false;
      report->flat = true;
      return -1;
    case 'z':
      report->request.zero = true;
      return -1;
    case REPORT_DEMANGLE:
      if (optarg && !naming_set_style (optarg))
	{
	  diag_error (NULL, "unknown demangling style '%s'", optarg);
	  return 1;
	}
      report->request.demangle = true;
      return -1;
    case REPORT_NO_DEMANGLE:
      report->request.demangle = false;
      return -1;
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
      return cmd_usage (NULL);
    }
}

static int
report_parse (struct report *report, int argc, char **argv)
{
  struct option options[REPORT_OPTIONS + 1] = { { 0 } };
  char letters[REPORT_OPTIONS + 1];
  size_t letter_count = 0;
  for (size_t i = 0; i < REPORT_OPTIONS; i++)
    {
      options[i].name = report_options[i].name;
      options[i].has_arg = report_options[i].argument;
      options[i].val = report_options[i].value;
      if (report_options[i].value < 256)
	letters[letter_count++] = report_options[i].value;
    }
  letters[letter_count] = 0;

  int option;
  while ((option = getopt_long (argc, argv, letters, options, NULL)) != -1)
    {
      int status = report_apply (report, option);
      if (status >= 0)
	return status;
    }
  return -1;
}

int
cmd_report (int argc, char **argv)
{
  struct report report = { .request.demangle = true };
  int status = report_parse (&report, argc, argv);
  if (status >= 0)
    return status;
  if (!report.flat && !report.graph)
    report.flat = report.graph = true;
  if (optind < argc)
    report.request.image = argv[optind++];
  report.request.profiles = (const char *const *) argv + optind;
  report.request.profile_count = argc - optind;

  struct analysis analysis;
  bool good = analysis_make (&analysis, &report.request);
  if (good)
    {
      struct view view = {
	.model = &analysis.model, .order = &analysis.order,
	.out = stdout, .brief = report.brief
      };
      view_report (&view, report.flat, report.graph);
    }
  analysis_free (&analysis);
  return cmd_finish (good ? 0 : 1);
}
