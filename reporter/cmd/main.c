/* cgprof: which subcommand is meant.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "cmd/cmd.h"

#include <stdio.h>

#define MAIN_BUFFER ((size_t) 1 << 18)

int
main (int argc, char **argv)
{
  int (*run) (int, char **) = argc > 1 ? cmd_find (argv[1]) : NULL;
  if (run)
    {
      argv++;
      argc--;
    }
  else if (argc > 1 && cmd_suggest (argv[1]))
    return 2;

  /* What is printed may be long.  */
  setvbuf (stdout, NULL, _IOFBF, MAIN_BUFFER);
  return run ? run (argc, argv) : cmd_report (argc, argv);
}
