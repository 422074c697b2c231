/* Calls that are given sets of signals: keeping ours from them.

   SPDX-License-Identifier: MIT

   A thread that blocks our signal, as one that blocks all does, has it
   pending when a sample is due.  A call that takes signals (sigwait, a
   descriptor's read) would return it, one that lets signals in while it
   waits (sigsuspend, ppoll) would fail with EINTR for it; by the wall's clock
   it would do so though the thread blocks nothing, and nobody can go on with
   it then (resume.h).  So compiled code tells of these calls.  */

#ifndef CGPROF_RUNTIME_SAMPLE_WAITS_H
#define CGPROF_RUNTIME_SAMPLE_WAITS_H

#include <stdint.h>

#include <cgprof/abi.h>

/* The calling thread is about to make a call with SET, or with the signals
   it blocks if SET is null: WHAT is CGPROF_NOTICE_TAKE, _DESCRIPTOR or
   _LET_IN.  CALLER is where it goes on after telling.  Any context.  */
void cgrt_waits_begin (enum cgprof_notice what, const uint64_t *set,
		       uint64_t caller);

/* It has returned or has been left, or a thread's blocked signals may be
   others now.  Any context.  */
void cgrt_waits_end (void);

#endif /* CGPROF_RUNTIME_SAMPLE_WAITS_H */
