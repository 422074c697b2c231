/* The process that is being profiled.

   SPDX-License-Identifier: MIT  */

#ifndef CGPROF_RUNTIME_BASE_PROCESS_H
#define CGPROF_RUNTIME_BASE_PROCESS_H

#include <stdint.h>

/* The process that owns the profile: a vfork child, or a child forked
   behind libc's back, has another pid and must leave the profile alone.  */
extern int32_t cgrt_pid;

/* Whether the profile starts in a forked child.  */
extern int cgrt_forked;

/* Whether the program has limited its system calls, for good: the runtime
   makes none that is not its memory's.  */
extern int cgrt_limited;

/* Begin to notice forks that libc does not tell of.  Once; normal
   context.  */
void cgrt_process_start (void);

/* Whether this is a forked child that has not yet parted from its parent's
   profile.  Then one thread, for which begin returns 1, must do so and
   call end; the others wait.  Any context, signals blocked.  */
int cgrt_process_is_split (void);
int cgrt_process_begin_split (void);
void cgrt_process_end_split (void);

#endif /* CGPROF_RUNTIME_BASE_PROCESS_H */
