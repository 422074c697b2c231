/* Sampling: where each thread spends its time.

   SPDX-License-Identifier: MIT

   It begins and ends here, for the process and for each thread.  What is done
   when a signal comes is in handler.h, what that counts in periods.h.  */

#ifndef CGPROF_RUNTIME_SAMPLE_SAMPLING_H
#define CGPROF_RUNTIME_SAMPLE_SAMPLING_H

#include <signal.h>
#include <stdint.h>

#include "sample/source.h"
#include "sample/switches.h"
#include "sample/system.h"
#include "sample/times.h"
#include "sample/waits.h"

struct cgrt_place;

/* The source of a thread's signals, and the state of its sampling.  */
struct cgrt_sampler
{
  struct cgrt_source source;

  /* After a stack that took long to walk, no stack is walked for a while.  */
  uint64_t own;			/* Periods that the walk itself took.  */
  uint64_t pause;		/* Periods until the next stack is walked.  */
  uint64_t half;		/* How many of these count for that next stack,
				   the later ones; the earlier ones count for
				   the last.  */
  uint64_t carried;		/* Nanoseconds to be counted for the next
				   stack.  */
  uint64_t last;		/* File offset of the last stack's entry.  */

  struct cgrt_system system;
  struct cgrt_switches switches;
  struct cgrt_wait wait;
  struct cgrt_log log;
  int32_t sampling;		/* The handler is taking a sample.  */
  uint32_t taken;		/* Signals that were counted since the thread
				   was first sampled, or again after a hold, up
				   to a number (periods.c).  */
  uint64_t missed;		/* Periods that ended while it did, or where
				   there was no room to walk the stack.  */
  int32_t overran;		/* One ended in the handler since the last
				   sample.  */
  uint32_t behind;		/* So many have, and no sample since then was
				   without.  */
  int32_t stale;		/* Signals may come that stand for shorter
				   periods than the source's now.  */
};

/* Whether there is sampling.  May be called in a signal handler.  */
int cgrt_sampling_is_active (void);

/* Whether our signal comes, to take samples or only to look at the time
   (base/due.h).  May be called in a signal handler.  */
int cgrt_sampling_has_signal (void);

/* Whether the thread of PLACE is sampled: it has a perf event or a timer.  */
int cgrt_sampling_runs (const struct cgrt_place *place);

/* Install the handler of our signal, and note the clock and the mean period in
   the profile's header.  Do nothing if no sampling is wanted or, with a
   message, if the program handles all that may be it.  Called once, not in a
   signal handler.  */
void cgrt_sampling_start (void);

/* End sampling: signals that still come are ignored.  */
void cgrt_sampling_stop (void);

/* End sampling and remove the perf events and timers of all threads, so that
   no more signals come.  Return whether there was any sampling.  The caller
   holds cgrt_memory_lock.  */
int cgrt_sampling_leave (void);

/* Begin to sample the calling thread, whose place is PLACE, after removing the
   perf event or timer that PLACE has; the first time after LEAST nanoseconds
   at least, and then as rarely.  If the program has taken our signal
   meanwhile, do as cgrt_sampling_move does before.  The caller holds
   cgrt_memory_lock.  */
void cgrt_sampling_arm (struct cgrt_place *place, uint64_t least);

/* Likewise in our signal's handler, and so in a thread that does not block it,
   though the handler may.  */
void cgrt_sampling_change (struct cgrt_place *place, uint64_t least);

/* Likewise in a forked child, which may not live for long: its source is light
   at first (source.h), if that can be.  */
void cgrt_sampling_arm_child (struct cgrt_place *place);

/* Do not sample the calling thread, whose place is PLACE, until
   cgrt_sampling_arm is called for it.  The caller holds cgrt_memory_lock.  */
void cgrt_sampling_hold (struct cgrt_place *place);

/* The program may have taken our signal: if it has, let it be another one for
   all that it is for; if there is none, end that with a message.  The calling
   thread's place is PLACE.  The caller holds cgrt_memory_lock.  */
void cgrt_sampling_move (struct cgrt_place *place);

/* From now on, let cgrt_sampling_arm sample no thread that blocks our signal
   at that time: the program may have a descriptor (signalfd) that shows
   pending signals.  The caller holds cgrt_memory_lock.  */
void cgrt_sampling_avoid_blocked (void);

/* Reset PLACE's sampler without removing its perf event or timer, which do not
   exist any more: in a forked child the kernel has removed them.  */
void cgrt_sampling_forget (struct cgrt_place *place);

/* Called in a forked child: start the scout (scout.h) again if there is
   sampling.  */
void cgrt_sampling_fork (void);

#endif /* CGPROF_RUNTIME_SAMPLE_SAMPLING_H */
