/* Keeping our signal out of calls that take a set of signals.

   SPDX-License-Identifier: MIT

   The states of a thread are in waits.h.

   A thread that waits uses no processor time.  With the CPU's clock, the only
   signal of ours that its call could meet is one that came before the call: it
   is taken back, and the timer is set anew, so that it does not expire on the
   way to the call.  A perf event cannot be set, as its descriptor is closed: a
   new one replaces it.  Where the thread lets our signal in anyhow, only the
   timer could do harm, and in io_uring's wait alone: that runs what the kernel
   has put off until the thread's way back to the program, among that the
   signals of such timers.  Before other calls it is not put off, or their time
   would be taken for that of what comes after them.

   A thread that blocks our signal and takes signals itself is not sampled
   until it unblocks ours.  Without mask.h it could not be sampled before then
   either.

   The scout's signal is meant for a thread that runs; if that thread blocks
   it, Linux delivers it to one that waits.  So the scout is suspended during
   all of these calls, and threads that run no counted code are found later.

   With the wall's clock, the timer is stopped during the call.  When the call
   is over, the periods for which the timer stood still are counted for the
   stack that made the call.  */

#include "sample/waits.h"

#include <signal.h>
#include <string.h>

#include "file/lock.h"
#include "base/options.h"
#include "base/process.h"
#include "sample/contexts.h"
#include "sample/sampling.h"
#include "sample/scout.h"
#include "sample/signals.h"
#include "base/sys.h"
#include "sample/threads.h"

#define MASK_SIZE 8		/* Of the kernel's set of signals.  */

/* How long a thread is not sampled on its way to a call that lets our signal
   in, nanoseconds: on a slow and busy machine that takes more than a
   tenth.  */
#define PASSAGE 1000000

/* Stop SAMPLER's timer and note when it would have expired last.  */

static void
stop_timer (struct cgrt_sampler *sampler)
{
  uint64_t left = cgrt_source_rest (&sampler->source);

  sampler->wait.stopped
    = sys_clock (CLOCK_MONOTONIC) + left - sampler->source.period;
  sampler->wait.state = CGRT_WAIT_STOPPED;
}

/* Start the timer of PLACE's sampler again, if it was stopped, to expire when
   it would have without that.  Return how many periods have ended meanwhile
   that are not counted.  */

static uint64_t
start_timer (struct cgrt_place *place)
{
  struct cgrt_sampler *sampler = &place->sampler;
  struct cgrt_wait *wait = &sampler->wait;
  int was_stopped = wait->state == CGRT_WAIT_STOPPED;
  uint64_t period = sampler->source.period;
  uint64_t waited, periods, settled;

  wait->state = CGRT_WAIT_NONE;
  __atomic_store_n (&wait->since, 0, __ATOMIC_RELEASE);
  if (!was_stopped || !sampler->source.has_timer)
    return 0;
  waited = sys_clock (CLOCK_MONOTONIC) - wait->stopped;
  periods = waited / period;
  settled = __atomic_load_n (&wait->settled, __ATOMIC_RELAXED);
  cgrt_source_resume (&sampler->source, period - waited % period);
  return periods > settled ? periods - settled : 0;
}

/* Have our handler note the present stack of PLACE's thread, the calling one,
   which has BLOCKED those signals: until start_timer, its waiting is counted
   for that stack.  */

static void
note_stack (struct cgrt_place *place, uint64_t blocked)
{
  struct cgrt_sampler *sampler = &place->sampler;
  struct cgrt_wait *wait = &sampler->wait;
  uint64_t ours = cgrt_signals_set ();
  int number = cgrt_signals_number ();
  siginfo_t info;

  memset (&info, 0, sizeof info);
  info.si_signo = number;
  info.si_code = SI_TIMER;
  info.si_value.sival_ptr = sampler;
  sampler->last = 0;
  if (blocked & ours)
    sys (SYS_rt_sigprocmask, SIG_UNBLOCK, (long) &ours, 0, MASK_SIZE, 0, 0);
  sys (SYS_rt_tgsigqueueinfo, cgrt_pid, place->owner, number, (long) &info, 0,
       0);
  if (blocked & ours)
    sys (SYS_rt_sigprocmask, SIG_BLOCK, (long) &ours, 0, MASK_SIZE, 0, 0);
  __atomic_store_n (&wait->settled, 0, __ATOMIC_RELAXED);
  __atomic_store_n (&wait->since, wait->stopped, __ATOMIC_RELEASE);
}

/* Prepare PLACE's thread, the calling one, which has BLOCKED those signals,
   for a call of the kind WHAT.  Return whether the timer was stopped, so that
   the thread's stack must be noted.  The caller holds cgrt_memory_lock.  */

static int
prepare (struct cgrt_place *place, enum cgprof_notice what, uint64_t blocked)
{
  struct cgrt_sampler *sampler = &place->sampler;
  struct cgrt_wait *wait = &sampler->wait;
  int stop = cgrt_options.clock == CGPROF_CLOCK_WALL
	     && sampler->source.has_timer && what != CGPROF_NOTICE_DESCRIPTOR;

  wait->put_off = 0;
  if (stop)
    stop_timer (sampler);
  else if (what == CGPROF_NOTICE_DESCRIPTOR)
    {
      cgrt_sampling_avoid_blocked ();
      cgrt_sampling_hold (place);
    }
  else if (blocked & cgrt_signals_set ())
    {
      if (what == CGPROF_NOTICE_TAKE)
	cgrt_sampling_hold (place);
      else
	cgrt_sampling_arm (place, PASSAGE);
    }
  else if (what == CGPROF_NOTICE_RING)
    wait->put_off = cgrt_source_put_off (&sampler->source, PASSAGE);
  if (wait->state == CGRT_WAIT_NONE)
    wait->state = CGRT_WAIT_PASSING;
  cgrt_scout_yield ();
  wait->yields = what != CGPROF_NOTICE_DESCRIPTOR;
  cgrt_signals_take_back (NULL);
  return stop;
}

void
cgrt_waits_begin (enum cgprof_notice what, const uint64_t *set,
		  uint64_t caller)
{
  struct cgrt_place *place = cgrt_threads_mine ();
  uint64_t ours = cgrt_signals_set ();
  uint64_t blocked;
  int lets_in = what == CGPROF_NOTICE_LET_IN || what == CGPROF_NOTICE_RING;
  int given, stopped;

  if (!place || place->sampler.wait.state == CGRT_WAIT_HELD)
    return;
  cgrt_waits_end ();
  blocked = sys_blocked ();
  if (set && !sys_can_read ((uintptr_t) set))
    return;
  given = ((set ? *set : blocked) & ours) != 0;
  if (given == lets_in
      || (what == CGPROF_NOTICE_DESCRIPTOR && !(blocked & ours)))
    return;
  if (place->owner != sys_gettid ()
      || !cgrt_lock_briefly (&cgrt_memory_lock))
    return;
  place->sampler.wait.caller = caller;
  stopped = prepare (place, what, blocked);
  cgrt_unlock (&cgrt_memory_lock);
  /* With a signal of the program's pending it will not wait, and the handler
     would get that.  */
  if (stopped && !(sys_pending () & ours))
    note_stack (place, blocked);
}

void
cgrt_waits_end (void)
{
  struct cgrt_place *place = cgrt_threads_mine ();
  struct cgrt_wait *wait = place ? &place->sampler.wait : NULL;
  uint64_t periods = 0;

  if (!place || wait->state == CGRT_WAIT_NONE
      || place->owner != sys_gettid ()
      || (wait->state == CGRT_WAIT_HELD
	  && (sys_blocked () & cgrt_signals_set ()))
      || !cgrt_lock_briefly (&cgrt_memory_lock))
    return;
  if (wait->yields)
    cgrt_scout_return ();
  wait->yields = 0;
  if (wait->state == CGRT_WAIT_HELD)
    cgrt_sampling_arm (place, 0);
  else
    {
      periods = start_timer (place);
      if (wait->put_off)
	cgrt_source_put_back (&place->sampler.source, wait->put_off);
      if (place->sampler.source.is_slow)
	cgrt_sampling_arm (place, 0);
    }
  cgrt_unlock (&cgrt_memory_lock);
  if (periods && place->sampler.last)
    cgrt_contexts_wait (place, periods);
}
