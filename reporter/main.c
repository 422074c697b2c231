/* cgprof: which subcommand is meant.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "cmd.h"

int
main (int argc, char **argv)
{
  int (*run) (int, char **) = argc > 1 ? cmd_find (argv[1]) : NULL;
  if (run)
    {
      /* getopt names the program in its messages.  */
      argv[1] = argv[0];
      return run (argc - 1, argv + 1);
    }
  if (argc > 1 && cmd_suggest (argv[1]))
    return 2;
  return cmd_report (argc, argv);
}
