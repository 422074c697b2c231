/* Where a forked child counts.

   SPDX-License-Identifier: MIT  */

#ifndef CGPROF_RUNTIME_PROCESS_FORK_H
#define CGPROF_RUNTIME_PROCESS_FORK_H

/* From now on, let every child that libc's fork makes count from zero, in a
   place of its parent's profile or in one of its own.  Called once, not in a
   signal handler.  */
void cgrt_fork_start (void);

/* If the calling process is split (base/process.h), make it count where other
   children do or, if system calls are limited, go on in memory.  Called after
   a call that may fork without libc's fork.  May be called in a signal
   handler.  */
void cgrt_fork_notice (void);

/* In a split process, about which nothing was told: have it count in a place
   of its parent's profile or, if that cannot be, go on in memory.  As
   cgrt_file_split.  */
void cgrt_fork_leave (void);

#endif /* CGPROF_RUNTIME_PROCESS_FORK_H */
