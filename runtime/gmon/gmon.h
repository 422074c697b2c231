/* gmon.out, for GNU gprof.

   SPDX-License-Identifier: MIT  */

#ifndef CGPROF_RUNTIME_GMON_GMON_H
#define CGPROF_RUNTIME_GMON_GMON_H

/* Write the program's counts and samples as gmon.out (GMON_OUT_PREFIX as
   in glibc), if that is wanted and the program is instrumented.  Own
   sections must be in the profile (cgrt_counters_sync).  Returns 0, or -1
   after one line on stderr.  Needs cgrt_session_lock.  May be called in a
   signal handler, but sets errno.  */
int cgrt_gmon_write (void);

/* A fork is about to be made.  From the second on, what takes longest is
   made ready before it and shared by all children: a program that forks once
   would have it in memory for nothing.  Needs cgrt_session_lock.  */
void cgrt_gmon_fork (void);

#endif /* CGPROF_RUNTIME_GMON_GMON_H */
