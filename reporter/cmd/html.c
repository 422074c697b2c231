/* cgprof html: the profile as a page for a browser.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "base/diag.h"
#include "cmd/cmd.h"
#include "html/html.h"
#include "load/analysis.h"

#include <getopt.h>
#include <stdio.h>

static void
html_help (void)
{
  fputs ("Usage: cgprof html [OPTION...] [IMAGE [PROFILE...]]\n"
	 "\n"
	 "Write the profile as one HTML file that needs no other and no "
	 "network:\n"
	 "functions, flame graph, call graph, annotated source.\n"
	 "\n"
	 "  -o, --output=FILE    write to FILE, not to standard output\n"
	 "  -I, --source-dir=DIR where source is, if not where it was "
	 "compiled;\n"
	 "                       may be given again\n"
	 "      --no-source      embed no source\n"
	 "      --propagate=measured|counts\n"
	 "                       how time with callees is found\n"
	 "      --no-inlines     inlined functions belong to their callers\n"
	 "      --no-demangle    names as the assembler has them\n"
	 "  -h, --help           print this and exit\n", stdout);
}

/* What was asked for.  */
struct html_options
{
  struct analysis_request request;
  struct source_search sources;
  const char *output;		/* NULL: standard output.  */
  bool no_source;
};

/* Write ANALYSIS as OPTIONS have it; the exit status.  */

static int
html_write (const struct analysis *analysis,
	    const struct html_options *options)
{
  const char *output = options->output;
  FILE *out = cmd_open_output (output);
  if (!out)
    return 1;
  struct html_source source = { 0 };
  html_source_find (&source, &analysis->model);
  if (!options->no_source)
    html_source_read (&source, &analysis->model, &options->sources);
  struct view view = {
    .model = &analysis->model, .order = &analysis->order, .out = out
  };
  view_html (&view, &source);
  html_source_free (&source);
  return cmd_close_output (out, output);
}

/* Parse ARGV into OPTIONS.  -1 to go on, else the exit status.  */

static int
html_parse (int argc, char **argv, struct html_options *options)
{
  static const struct option known[] = {
    { "output", required_argument, NULL, 'o' },
    { "source-dir", required_argument, NULL, 'I' },
    { "no-source", no_argument, NULL, 's' },
    { "propagate", required_argument, NULL, 'p' },
    { "no-inlines", no_argument, NULL, 'i' },
    { "no-demangle", no_argument, NULL, 'n' },
    { "help", no_argument, NULL, 'h' },
    { NULL, 0, NULL, 0 }
  };
  int option;
  while ((option = cmd_option (argc, argv, "o:I:h", known)) != -1)
    switch (option)
      {
      case 'o':
	options->output = optarg;
	break;
      case 'I':
	source_search_add (&options->sources, optarg);
	break;
      case 's':
	options->no_source = true;
	break;
      case 'p':
	if (!inclusive_parse (&options->request.propagate, optarg))
	  {
	    diag_error (NULL, "cannot propagate by '%s', expected measured "
			"or counts", optarg);
	    return 2;
	  }
	break;
      case 'i':
	options->request.frames = FRAMES_PLACES;
	break;
      case 'n':
	options->request.demangle = false;
	break;
      case 'h':
	html_help ();
	return cmd_finish (0);
      default:
	return 2;
      }
  if (optind < argc)
    options->request.image = argv[optind++];
  options->request.profiles = (const char *const *) argv + optind;
  options->request.profile_count = argc - optind;
  return -1;
}

int
cmd_html (int argc, char **argv)
{
  struct html_options options = {
    .request = { .demangle = true, .lines = true, .frames = FRAMES_INLINES }
  };
  int status = html_parse (argc, argv, &options);
  if (status < 0)
    {
      struct analysis analysis;
      status = 1;
      if (analysis_make (&analysis, &options.request))
	status = html_write (&analysis, &options);
      analysis_free (&analysis);
    }
  source_search_free (&options.sources);
  return status;
}
