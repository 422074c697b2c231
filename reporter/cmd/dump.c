/* cgprof dump: every byte of a cgprof.out, explained.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "cmd/cmd.h"
#include "write/dump.h"

#include <getopt.h>
#include <stdio.h>

static void
dump_help (void)
{
  fputs ("Usage: cgprof dump [PROFILE...]\n"
	 "\n"
	 "Print every byte of cgprof.out files: offset, size, field, value.\n"
	 "\n"
	 "  -h, --help           print this and exit\n", stdout);
}

int
cmd_dump (int argc, char **argv)
{
  static const struct option options[] = {
    { "help", no_argument, NULL, 'h' },
    { NULL, 0, NULL, 0 }
  };
  int option;
  while ((option = cmd_option (argc, argv, "h", options)) != -1)
    switch (option)
      {
      case 'h':
	dump_help ();
	return cmd_finish (0);
      default:
	return 2;
      }
  bool good = true;
  if (optind == argc)
    good = dump_file ("cgprof.out", stdout);
  for (int i = optind; i < argc; i++)
    {
      if (argc - optind > 1)
	printf ("%s%s:\n", i > optind ? "\n" : "", argv[i]);
      good = dump_file (argv[i], stdout) && good;
    }
  return cmd_finish (good ? 0 : 1);
}
