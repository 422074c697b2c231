/* A copy of a live profile.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_STEER_SNAPSHOT_H
#define CGPROF_STEER_SNAPSHOT_H

#include "steer/live.h"

#include <stdio.h>

/* Write to OUT what LIVE holds now, as a profile of its own.  Each count is
   one that the program had between the call and its return; all stacks are
   whole.  Return false, after a message, if there is no end of what it gets;
   an error of OUT is for the caller to see.  */
bool snapshot_write (const struct live *live, FILE *out);

#endif /* CGPROF_STEER_SNAPSHOT_H */
