/* The profiles of all processes of a run, in one file.

   While the run lasts each process counts in a file of its own, in a folder
   beside the one that all become: they are next to no program's working
   directory, and no two have one name.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_CMD_WHOLE_RUN_H
#define CGPROF_CMD_WHOLE_RUN_H

#include "cmd/killed.h"

#include <stdbool.h>

struct whole_run
{
  const char *output;		/* What all become.  */
  char *folder;			/* Absolute.  */
  bool told;			/* That profiles stay in the folder, */
  bool awaited;			/* or are yet to come there.  */
  char *pattern;		/* What the runtime's option out is to be.  */
};

/* Begin a run whose profiles become OUTPUT, and make its folder.  Return
   false, with a message, if that fails; RUN must be ended in any case.  */
bool whole_run_start (struct whole_run *run, const char *output);

/* Put the profiles that the run has left so far into its output, and remove
   them unless their processes still run, which is told, as it is of other
   processes that may yet leave some.  That of KILLED tells so.  Return false,
   with a message, if there is none or they cannot be put there; then they stay
   where they are.  */
bool whole_run_gather (struct whole_run *run, const struct killed *killed);

/* Free RUN, and remove its folder if it is empty and nobody may yet write
   there; if it is not empty, say so unless whole_run_gather has.  */
void whole_run_end (struct whole_run *run);

#endif /* CGPROF_CMD_WHOLE_RUN_H */
