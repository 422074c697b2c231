/* What the processes of a live profile do: counting or stopped.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_STEER_STATUS_H
#define CGPROF_STEER_STATUS_H

#include "steer/live.h"

#include <stdio.h>
#include <sys/types.h>

/* Print which processes count in LIVE, of PID and what it has forked, or of
   all if it is 0, as text or as JSON.  Return false, after a message, if none
   does.  */
bool steer_print_status (FILE *out, const struct live *live, pid_t pid,
			 bool json);

#endif /* CGPROF_STEER_STATUS_H */
