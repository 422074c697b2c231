/* cgprof html: the profile as a page for a browser.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "cmd/cmd.h"
#include "cmd/options.h"
#include "html/html.h"
#include "load/analysis.h"

#include <stdio.h>

/* What was asked for.  */
struct html_options
{
  struct analysis_request request;
  struct source_search sources;
  const char *output;		/* NULL: standard output.  */
  bool no_source;
  bool all;			/* Also rows of what never ran.  */
};

/* Write ANALYSIS as OPTIONS have it; the exit status.  */

static int
html_write (const struct analysis *analysis,
	    const struct html_options *options)
{
  struct cmd_output output;
  if (!cmd_open_output (&output, options->output, CMD_COMPRESS_BY_NAME))
    return 1;
  struct html_source source = { 0 };
  html_source_find (&source, &analysis->results);
  if (!options->no_source)
    html_source_read (&source, &analysis->results, &options->sources);
  html_print (&analysis->results, &source, options->all,
	      output.out);
  html_source_free (&source);
  return cmd_close_output (&output, true);
}

int
cmd_html (int argc, char **argv)
{
  struct html_options html = {
    .request = { .demangle = true, .lines = true, .frames = FRAMES_INLINES,
		 .code = true, .assembly = true }
  };
  const struct options_row rows[] = {
    OPTIONS_OUTPUT (html.output),
    OPTIONS_SOURCE_DIR (html.sources),
    { .name = "no-source", .set = &html.no_source,
      .help = "embed no source" },
    { .name = "all", .set = &html.all,
      .help = "also rows of what never ran, not just names" },
    OPTIONS_PROPAGATE (html.request),
    OPTIONS_NO_INLINES (html.request),
    OPTIONS_PROCESS (html.request),
    OPTIONS_RANGE (html.request),
    OPTIONS_RANGE_TO (html.request),
    OPTIONS_STATE (html.request),
    OPTIONS_NO_DEMANGLE (html.request)
  };
  struct options options = {
    .usage
    = "Usage: cgprof html [OPTION...] [IMAGE [PROFILE...]]\n"
      "\n"
      "Write the profile as one HTML file that needs no other and no "
      "network:\n"
      "functions, flame graph, call graph, annotated source.\n"
      "\n",
    OPTIONS_ROWS (rows)
  };
  int status = options_parse (&options, argc, argv);
  if (status == OPTIONS_GO_ON)
    {
      options_take_files (&options, &html.request);
      struct analysis analysis;
      status = 1;
      if (analysis_make (&analysis, &html.request))
	status = html_write (&analysis, &html);
      analysis_free (&analysis);
    }
  source_search_free (&html.sources);
  return status;
}
