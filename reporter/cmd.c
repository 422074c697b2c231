/* What the subcommands share.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "cmd.h"
#include "diag.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

int
cmd_finish (int status)
{
  errno = 0;
  if (fflush (stdout) != 0 || ferror (stdout))
    {
      diag_error ("standard output", "cannot write: %s",
		  errno ? strerror (errno) : "error");
      return 1;
    }
  return status;
}

int
cmd_usage (const char *command)
{
  fprintf (stderr, "Try 'cgprof %s%s--help'.\n", command ? command : "",
	   command ? " " : "");
  return 2;
}
