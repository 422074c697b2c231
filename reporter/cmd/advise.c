/* cgprof advise: what to change, and what it would save.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "advise/advice.h"
#include "advise/calibrate/calibrate.h"
#include "advise/views.h"
#include "cmd/cmd.h"
#include "load/analysis.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>

static void
advise_help (void)
{
  fputs ("Usage: cgprof advise [OPTION...] [IMAGE [PROFILE...]]\n"
	 "\n"
	 "Print what could be changed in a profiled program, and what each\n"
	 "change would save.  More is known of a program compiled with\n"
	 "-fplugin-arg-cgprof-advise=all.\n"
	 "\n"
	 "  -v, --verbose        also what is not advised, and why\n"
	 "      --json           for programs\n"
	 "      --no-demangle    names as the assembler has them\n"
	 "  -h, --help           print this and exit\n", stdout);
}

int
cmd_advise (int argc, char **argv)
{
  static const struct option options[] = {
    { "verbose", no_argument, NULL, 'v' },
    { "json", no_argument, NULL, 'j' },
    { "no-demangle", no_argument, NULL, 'n' },
    { "help", no_argument, NULL, 'h' },
    { NULL, 0, NULL, 0 }
  };
  struct analysis_request request = { .demangle = true, .lines = true };
  bool verbose = false;
  bool json = false;
  int option;
  while ((option = cmd_option (argc, argv, "vh", options)) != -1)
    switch (option)
      {
      case 'v':
	verbose = true;
	break;
      case 'j':
	json = true;
	break;
      case 'n':
	request.demangle = false;
	break;
      case 'h':
	advise_help ();
	return cmd_finish (0);
      default:
	return 2;
      }
  if (optind < argc)
    request.image = argv[optind++];
  request.profiles = (const char *const *) argv + optind;
  request.profile_count = argc - optind;

  struct analysis analysis;
  int status = 1;
  if (analysis_make (&analysis, &request))
    {
      struct costs costs;
      struct advice advice;
      if (!calibrate_read_cache (&costs))
	{
	  calibrate_measure (&costs);
	  free (calibrate_write_cache (&costs));
	}
      advice_make (&advice, &analysis.model, &costs);
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
