/* Keeping our signal out of calls that take a set of signals.

   SPDX-License-Identifier: MIT

   Our signal (CGRT_SAMPLING_SIGNAL) is pending when a sample is due in a
   thread that blocks it, as one that blocks all signals does.  A call that
   takes signals (sigwait, reading a signalfd) would return it to the program.
   A call that unblocks signals while it waits (sigsuspend, ppoll) would fail
   with EINTR; with the wall's clock it would do so even in a thread that
   blocks nothing, and it is not among the calls that can be finished
   (resume.h).  So compiled code notifies the runtime before and after these
   calls.  */

#ifndef CGPROF_RUNTIME_SAMPLE_WAITS_H
#define CGPROF_RUNTIME_SAMPLE_WAITS_H

#include <stdint.h>

#include <cgprof/abi.h>

/* Called before the calling thread makes a call with the signals in *SET or,
   if SET is NULL, with those that it blocks.  WHAT says what the call does
   with them: CGPROF_NOTICE_TAKE, CGPROF_NOTICE_DESCRIPTOR or
   CGPROF_NOTICE_LET_IN (enum cgprof_notice).  CALLER is the address to which
   the notice returns, in the code that makes the call.  May be called in a
   signal handler.  */
void cgrt_waits_begin (enum cgprof_notice what, const uint64_t *set,
		       uint64_t caller);

/* Called when such a call has returned, or was left by longjmp or an
   exception, and when the calling thread may have changed its blocked signals:
   sample the thread again as before.  May be called in a signal handler.  */
void cgrt_waits_end (void);

#endif /* CGPROF_RUNTIME_SAMPLE_WAITS_H */
