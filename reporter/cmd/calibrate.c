/* cgprof calibrate: measure what operations cost on this machine.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "advise/calibrate/calibrate.h"
#include "cmd/cmd.h"
#include "cmd/options.h"

#include <stdio.h>
#include <stdlib.h>

int
cmd_calibrate (int argc, char **argv)
{
  struct options options = {
    .usage
    = "Usage: cgprof calibrate [OPTION...]\n"
      "\n"
      "Measure what the operations cost here that cgprof advise is about,\n"
      "print that, and keep it for cgprof advise.\n"
      "\n"
  };
  int status = options_parse (&options, argc, argv);
  if (status != OPTIONS_GO_ON)
    return status;
  if (options.operand_count > 0)
    return cmd_misuse ("calibrate: '%s' is not expected",
		       options.operands[0]);

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
