/* How a forked child leaves its parent's profile and begins its own.

   SPDX-License-Identifier: MIT  */

#ifndef CGPROF_RUNTIME_PROCESS_FORK_H
#define CGPROF_RUNTIME_PROCESS_FORK_H

/* From now on, let every child that libc's fork makes count from zero in a
   profile of its own.  Called once, not in a signal handler.  */
void cgrt_fork_start (void);

/* If the calling process is split (base/process.h), make it begin a profile of
   its own as other children do or, if system calls are limited, go on in
   memory.  Called after a call that may fork without libc's fork.  May be
   called in a signal handler.  */
void cgrt_fork_notice (void);

#endif /* CGPROF_RUNTIME_PROCESS_FORK_H */
