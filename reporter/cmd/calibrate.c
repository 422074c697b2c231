/* cgprof calibrate: measure what operations cost on this machine.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "advise/calibrate/calibrate.h"
#include "cmd/cmd.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>

static void
calibrate_help (void)
{
  fputs ("Usage: cgprof calibrate [OPTION...]\n"
	 "\n"
	 "Measure what the operations cost here that cgprof advise is about,\n"
	 "print that, and keep it for cgprof advise.\n"
	 "\n"
	 "  -h, --help           print this and exit\n", stdout);
}

int
cmd_calibrate (int argc, char **argv)
{
  static const struct option options[] = {
    { "help", no_argument, NULL, 'h' },
    { NULL, 0, NULL, 0 }
  };
  int option;
  while ((option = cmd_option (argc, argv, "h", options)) != -1)
    {
      if (option != 'h')
	return 2;
      calibrate_help ();
      return cmd_finish (0);
    }
  if (optind < argc)
    return cmd_misuse ("calibrate: '%s' is not expected", argv[optind]);

  struct costs costs;
  calibrate_measure (&costs);
  char *file = calibrate_write_cache (&costs);
  for (size_t i = 0; i < COSTS; i++)
    printf ("%-16s %12.4f ns\n", calibrate_names[i], costs.ns[i]);
  if (file)
    printf ("kept in %s\n", file);
  free (file);
  return cmd_finish (0);
}
