/* Whether a process still runs.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_BASE_ALIVE_H
#define CGPROF_BASE_ALIVE_H

#include <stdbool.h>
#include <stdint.h>

/* Whether process PID runs, and has not just the number of the one that did so
   at TIME_NS, in nanoseconds since 1970 (0: not known).  What began later may
   yet be that one, as the clock may have been set since: it is if it has
   mapped FILE (NULL: none).  Where the kernel does not tell, any of that
   number is.  */
bool alive_process (uint64_t pid, uint64_t time_ns, const char *file);

#endif /* CGPROF_BASE_ALIVE_H */
