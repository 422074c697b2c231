/* Keeping the program alive when its profile is cut short.

   SPDX-License-Identifier: MIT  */

#ifndef CGPROF_RUNTIME_GUARD_H
#define CGPROF_RUNTIME_GUARD_H

#include <signal.h>

/* Watch over the mapped profile.  Once; normal context.  */
void cgrt_guard_start (void);

/* Set MASK to what a handler of ours blocks: all signals but SIGBUS.  With
   that blocked, a fault in the profile would be deadly.  Any context.  */
void cgrt_guard_mask (sigset_t *mask);

#endif /* CGPROF_RUNTIME_GUARD_H */
