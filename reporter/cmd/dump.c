/* cgprof dump: every byte of a cgprof.out, explained.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "cmd/cmd.h"
#include "cmd/options.h"
#include "feedback/autofdo.h"
#include "write/dump.h"

#include <stdio.h>

int
cmd_dump (int argc, char **argv)
{
  struct options options = {
    .usage
    = "Usage: cgprof dump [OPTION...] [PROFILE...]\n"
      "\n"
      "Print every byte of cgprof.out files: offset, size, field, value.\n"
      "Of files of export --to=autofdo print how often each line ran.\n"
      "\n"
  };
  int status = options_parse (&options, argc, argv);
  if (status != OPTIONS_GO_ON)
    return status;
  bool good = true;
  if (options.operand_count == 0)
    good = dump_file ("cgprof.out", stdout);
  for (size_t i = 0; i < options.operand_count; i++)
    {
      const char *file = options.operands[i];
      if (options.operand_count > 1)
	printf ("%s%s:\n", i > 0 ? "\n" : "", file);
      good = (autofdo_detect (file) ? autofdo_dump (file, stdout)
	      : dump_file (file, stdout)) && good;
    }
  return cmd_finish (good ? 0 : 1);
}
