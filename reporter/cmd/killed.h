/* Which signal killed a process, for its profile.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_CMD_KILLED_H
#define CGPROF_CMD_KILLED_H

#include <sys/types.h>

struct killed
{
  pid_t pid;
  int signal;			/* 0: none.  */
};

/* If a signal killed the process of KILLED, and PROFILE, a file of this
   user's, is of it and does not tell how it ended, write that there.  */
void killed_note (const struct killed *killed, const char *profile);

#endif /* CGPROF_CMD_KILLED_H */
