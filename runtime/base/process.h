/* The process that is being profiled: its pid, and whether it was forked.

   SPDX-License-Identifier: MIT

   A process that is forked without libc's fork (by clone, say, or by a system
   call instruction) still shares its parent's profile.  Such a child is called
   split until it has left that profile.  The kernel shows that there was a
   fork: it clears a page of the child's.  */

#ifndef CGPROF_RUNTIME_BASE_PROCESS_H
#define CGPROF_RUNTIME_BASE_PROCESS_H

#include <stdint.h>

/* The pid of the process that owns the profile.  A child that vfork made, or
   that is split, has another one and must not write the profile.  */
extern int32_t cgrt_pid;

/* The profiled process that this one was forked from, at which its profile
   begins; 0 if there is none.  It may have ended since.  */
extern int32_t cgrt_forked_by;

/* Begin to notice forks that were made without libc's fork.  Called once, not
   in a signal handler.  */
void cgrt_process_start (void);

/* Whether the calling process is split.  May be called in a signal
   handler.  */
int cgrt_process_is_split (void);

/* Whether it is known that the calling process is not split: it is no forked
   child, or has parted from its parent.  */
int cgrt_process_is_whole (void);

/* Of the threads of a split process that call this, return 1 to the first
   one, which must leave the parent's profile and then call
   cgrt_process_end_split.  All others wait until it has done so and return 0.
   May be called in a signal handler; signals must be blocked.  */
int cgrt_process_begin_split (void);

/* Note that this process is not, or no longer, split.  */
void cgrt_process_end_split (void);

#endif /* CGPROF_RUNTIME_BASE_PROCESS_H */
