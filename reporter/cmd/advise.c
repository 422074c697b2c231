/* cgprof advise: what to change, and what it would save.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "advise/advice.h"
#include "advise/calibrate/calibrate.h"
#include "advise/views.h"
#include "cmd/cmd.h"
#include "cmd/options.h"
#include "load/analysis.h"

#include <stdio.h>
#include <stdlib.h>

int
cmd_advise (int argc, char **argv)
{
  struct analysis_request request
    = { .demangle = true, .lines = true, .code = true };
  bool verbose = false;
  bool json = false;
  const struct options_row rows[] = {
    { .name = "verbose", .letter = 'v', .set = &verbose,
      .help = "also what is not advised, and why" },
    { .name = "json", .set = &json, .help = "for programs" },
    OPTIONS_PROCESS (request),
    OPTIONS_RANGE (request),
    OPTIONS_RANGE_TO (request),
    OPTIONS_NO_DEMANGLE (request)
  };
  struct options options = {
    .usage
    = "Usage: cgprof advise [OPTION...] [IMAGE [PROFILE...]]\n"
      "\n"
      "Print what could be changed in a profiled program, and what each\n"
      "change would save.  More is known of a program compiled with\n"
      "-fplugin-arg-cgprof-advise=all.\n"
      "\n",
    OPTIONS_ROWS (rows)
  };
  int status = options_parse (&options, argc, argv);
  if (status != OPTIONS_GO_ON)
    return status;
  options_take_files (&options, &request);

  struct analysis analysis;
  status = 1;
  if (analysis_make (&analysis, &request))
    {
      struct costs costs;
      struct advice advice;
      if (!calibrate_read_cache (&costs))
	{
	  calibrate_measure (&costs);
	  free (calibrate_write_cache (&costs));
	}
      advice_make (&advice, &analysis.results, &costs);
      if (json)
	view_advice_json (stdout, &advice);
      else
	view_advice (stdout, &advice, verbose);
      advice_free (&advice);
      status = cmd_finish (0);
    }
  analysis_free (&analysis);
  return status;
}
