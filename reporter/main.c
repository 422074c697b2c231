/* cgprof: which subcommand is meant.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "cmd.h"

#include <stddef.h>
#include <string.h>

static const struct
{
  const char *name;
  int (*run) (int argc, char **argv);
} commands[] = {
  { "report", cmd_report },
  { "run", cmd_run },
  { "export", cmd_export }
};

int
main (int argc, char **argv)
{
  for (size_t i = 0; argc > 1 && i < sizeof commands / sizeof *commands; i++)
    if (strcmp (argv[1], commands[i].name) == 0)
      {
	/* getopt names the program in its messages.  */
	argv[1] = argv[0];
	return commands[i].run (argc - 1, argv + 1);
      }
  return cmd_report (argc, argv);
}
