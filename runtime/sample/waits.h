/* Keeping our signal out of calls that take a set of signals.

   SPDX-License-Identifier: MIT

   Our signal (signals.h) is pending when a sample is due in a thread that
   blocks it, as one that blocks all signals does.  A call that takes signals
   (sigwait, reading a signalfd) would return it to the program.  A call that
   unblocks signals while it waits (sigsuspend, ppoll) would fail with EINTR;
   with the wall's clock it would do so even in a thread that blocks nothing,
   and it is not among the calls that can be finished (resume.h).  So compiled
   code notifies the runtime before and after these calls.

   Each thread is in one of these states (struct cgrt_wait):

   State    The thread's event or timer     Entered by
   -------  ------------------------------  -----------------------------------
   none     as its clock has it             cgrt_waits_end; cgrt_sampling_arm;
					    cgrt_sampling_forget
   passing  as its clock has it; made       cgrt_waits_begin, if the call can
	    anew, or put off                do no more than that to the thread
   stopped  stands still until the call     cgrt_waits_begin with the wall's
	    is over                         clock, unless for a descriptor
   held     removed                         cgrt_waits_begin, if the call takes
					    signals that the thread blocks; and
					    cgrt_sampling_arm in a thread that
					    blocks ours, once there may be a
					    descriptor that shows it

   From passing and stopped, cgrt_waits_end leads to none when the call is
   over; from held, as soon as the thread does not block our signal: until then
   further calls change nothing.  In passing, stopped and held during a call
   the scout (scout.h) yields to the thread.  Only the thread itself moves from
   state to state, holding cgrt_memory_lock, but for the end of all sampling.
   A call that is left by longjmp is over at the next notice.

   What the thread's set of blocked signals has of ours is another matter
   (mask.h):

   OPENED  CLOSED  Our signal is                     Entered by
   ------  ------  --------------------------------  -------------------------
   0       0       as the program has it             a new thread;
						     cgrt_mask_return
   1       0       let in, though the program        cgrt_mask_open,
		   blocks it                         cgrt_mask_reopen
   0       1       as the program has it, during a   cgrt_mask_close
		   call
   1       1       the latter in a child of vfork,   cgrt_mask_close in that
		   until its exec, and let in in     child
		   its parent, whose memory this is

   SINCE is not 0 while periods are counted for a thread without signals, be it
   stopped or in a call that our handler finishes (resume.h): any thread may
   count them then (cgrt_periods_settle), and SETTLED says how many were.  */

#ifndef CGPROF_RUNTIME_SAMPLE_WAITS_H
#define CGPROF_RUNTIME_SAMPLE_WAITS_H

#include <stdint.h>

#include <cgprof/abi.h>

enum cgrt_wait_state
{
  CGRT_WAIT_NONE,
  CGRT_WAIT_PASSING,
  CGRT_WAIT_STOPPED,
  CGRT_WAIT_HELD
};

/* Times are in nanoseconds of CLOCK_MONOTONIC, but for PUT_OFF.  */
struct cgrt_wait
{
  enum cgrt_wait_state state;
  int32_t yields;		/* The scout yields to this thread.  */
  uint64_t stopped;		/* When the timer, if it is stopped, would have
				   expired last.  */
  uint64_t put_off;		/* Nanoseconds of the thread's time after which
				   its timer would expire, if it was put off
				   until the call is over, else 0.  */
  uint64_t caller;		/* Return address of the notice.  */
  uint64_t since;		/* When the wait began, or 0.  Atomic.  */
  uint64_t settled;		/* Periods of it that are counted.  Atomic.  */
  uint64_t opened;		/* The set of our signal if that is unblocked,
				   though the program blocks it, else 0.  */
  int32_t closed;		/* cgrt_mask_close was called, and
				   cgrt_mask_reopen was not yet.  */
  int32_t child;		/* The last child of vfork for which it was
				   called while our signal was let in.  */
};

/* Called before the calling thread makes a call with the signals in *SET or,
   if SET is NULL, with those that it blocks.  WHAT says what the call does
   with them: CGPROF_NOTICE_TAKE, CGPROF_NOTICE_DESCRIPTOR,
   CGPROF_NOTICE_LET_IN or CGPROF_NOTICE_RING (enum cgprof_notice).  CALLER is
   the address to which the notice returns, in the code that makes the call.
   May be called in a signal handler.  */
void cgrt_waits_begin (enum cgprof_notice what, const uint64_t *set,
		       uint64_t caller);

/* Called when such a call has returned, or was left by longjmp or an
   exception, and when the calling thread may have changed its blocked signals:
   sample the thread again as before.  May be called in a signal handler.  */
void cgrt_waits_end (void);

#endif /* CGPROF_RUNTIME_SAMPLE_WAITS_H */
