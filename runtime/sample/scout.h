/* Finding threads that run no counted code.

   SPDX-License-Identifier: MIT

   The runtime knows a thread from its first counted call on.  One that never
   makes any (a library's, for instance) is found by a timer on the process's
   CPU clock: the kernel, from Linux 6.4 on, gives its signal to the thread
   that is running when it expires.  Older kernels would give it to the main
   thread; there is no timer then.  */

#ifndef CGPROF_RUNTIME_SAMPLE_SCOUT_H
#define CGPROF_RUNTIME_SAMPLE_SCOUT_H

#include <signal.h>

/* Begin to send SIGNAL, now and again, to a thread that is running; after
   fork, anew.  With YIELD, as if cgrt_scout_yield had been called.  Normal
   context, or a forked child.  */
void cgrt_scout_start (int signal, int yield);

/* There is a thread that would take the signal for the program: send none
   until cgrt_scout_return has been called as often.  Need
   cgrt_memory_lock.  */
void cgrt_scout_yield (void);
void cgrt_scout_return (void);

/* The signal has come to a thread, which was not known if FOUND is set.  In
   the handler.  */
void cgrt_scout_met (int found);

/* Send no more.  */
void cgrt_scout_stop (void);

/* Whether INFO, of a signal, is of one that was sent for this.  */
int cgrt_scout_sent (const siginfo_t *info);

#endif /* CGPROF_RUNTIME_SAMPLE_SCOUT_H */
