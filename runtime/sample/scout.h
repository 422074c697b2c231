/* The scout: finds threads that run no counted code.

   SPDX-License-Identifier: MIT

   The runtime knows a thread from its first counted call on.  A thread that
   makes none (a library's, for instance) is found by a timer on the process's
   CPU clock: from Linux 6.4 on the kernel sends its signal to the thread that
   is running when the timer expires.  Older kernels would send it to the main
   thread; there is no scout then.

   But if the thread that runs has the signal blocked, as the C library has it
   while it makes a thread, the kernel wakes another one for it, whose call
   fails.  So while known threads run, their samples put it off, and see to
   unknown ones that run beside them by timers of these: the signal comes where
   only unknown threads do.  */

#ifndef CGPROF_RUNTIME_SAMPLE_SCOUT_H
#define CGPROF_RUNTIME_SAMPLE_SCOUT_H

#include <signal.h>
#include <stdint.h>

/* Start the scout: send SIGNAL from time to time to a thread that is running.
   PERIOD is that of samples, in nanoseconds.  With YIELD, act as if
   cgrt_scout_yield had been called then.  Called once in a process, and once
   more in each forked child.  Not in a signal handler.  */
void cgrt_scout_start (int signal, uint64_t period, int yield);

/* Suspend the scout, because a thread waits for signals in a way that would
   show SIGNAL to the program.  cgrt_scout_return resumes the scout when it has
   been called as often as cgrt_scout_yield.  The caller holds
   cgrt_memory_lock.  */
void cgrt_scout_yield (void);
void cgrt_scout_return (void);

/* Note that the scout's signal has reached the calling thread, and choose the
   time of the next one.  FOUND says that the thread was not known before.
   Called in the signal's handler.  */
void cgrt_scout_met (int found);

/* Note that a known thread, the calling one, has been sampled.  Called in the
   signal's handler.  */
void cgrt_scout_sampled (void);

/* Note that the calling thread has become known.  If all threads are, there is
   nothing to find for a while, and the signal is put off.  So where threads
   begin all the time, it hardly ever comes: one that begins has all signals
   blocked, and the kernel would wake another, whose call fails if the new
   thread takes the signal first.  The caller holds cgrt_memory_lock.  */
void cgrt_scout_look (void);

/* Put the signal off, because the calling thread is about to block it for the
   rest of a handler: the kernel would wake another thread for it.  */
void cgrt_scout_put_off (void);

/* Send SIGNAL from now on, in place of the one before.  The caller holds
   cgrt_memory_lock.  */
void cgrt_scout_change (int signal);

/* In a forked child, which has no timers, before anything else here.  */
void cgrt_scout_forget (void);

/* Stop the scout for good.  */
void cgrt_scout_stop (void);

/* Whether the signal that came with INFO was sent by the scout.  */
int cgrt_scout_sent (const siginfo_t *info);

#endif /* CGPROF_RUNTIME_SAMPLE_SCOUT_H */
