/* Unknown threads: timers on the CPU clocks of threads that run no counted
   code.

   SPDX-License-Identifier: MIT

   Such a timer expires, once, only where its thread runs, and signals that
   thread: no other one is interrupted, and none that sleeps is woken.  */

#ifndef CGPROF_RUNTIME_SAMPLE_UNKNOWN_H
#define CGPROF_RUNTIME_SAMPLE_UNKNOWN_H

#include <signal.h>

/* Forget all timers: those of a forked child's parent are not its.  */
void cgrt_unknown_start (void);

/* Have SIGNAL sent to unknown threads when they next run: to some of them, and
   to others the next time, if there are many.  May be called in a signal
   handler.  */
void cgrt_unknown_watch (int signal);

/* Delete all timers, and make none until cgrt_unknown_allow.  */
void cgrt_unknown_end (void);
void cgrt_unknown_allow (void);

/* Whether the signal that came with INFO was sent by one of the timers.  */
int cgrt_unknown_sent (const siginfo_t *info);

#endif /* CGPROF_RUNTIME_SAMPLE_UNKNOWN_H */
