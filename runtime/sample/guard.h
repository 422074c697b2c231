/* Keeping the program alive when its profile is cut short.

   SPDX-License-Identifier: MIT  */

#ifndef CGPROF_RUNTIME_SAMPLE_GUARD_H
#define CGPROF_RUNTIME_SAMPLE_GUARD_H

#include <signal.h>

/* Watch over the mapped profile.  Once; normal context.  */
void cgrt_guard_start (void);

/* Set up ACTION for a HANDLER of ours: all signals are blocked but SIGBUS, with
   which a fault in the profile would be deadly; calls are restarted.  Any
   context.  */
void cgrt_guard_action (struct sigaction *action,
			void (*handler) (int, siginfo_t *, void *));

#endif /* CGPROF_RUNTIME_SAMPLE_GUARD_H */
