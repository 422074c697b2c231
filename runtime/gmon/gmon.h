/* gmon.out, for GNU gprof.

   SPDX-License-Identifier: MIT  */

#ifndef CGPROF_RUNTIME_GMON_GMON_H
#define CGPROF_RUNTIME_GMON_GMON_H

/* Write the program's counts and samples to gmon.out, or to a name after
   GMON_OUT_PREFIX as glibc does, if that is wanted and the program is
   instrumented; otherwise do nothing.  Unless it is or was ASKED for one, by
   the program or a signal, a forked child whose parent lives writes none
   without GMON_OUT_PREFIX: a program that forks all the time leaves one
   gmon.out, its own.  Return 0, or -1 after a message.  The caller has called
   cgrt_counters_sync_all and holds cgrt_session_lock.  May be
   called in a signal handler, but sets errno.  */
int cgrt_gmon_write (int asked);

/* Called before each fork.  If each process is to write a file, call
   cgrt_arcs_keep from the second call on, so that the children share what
   takes longest to make.  Not at the first: a program that forks once would
   have it in memory for nothing.  The caller holds cgrt_session_lock.  */
void cgrt_gmon_fork (void);

#endif /* CGPROF_RUNTIME_GMON_GMON_H */
