/* Sources: what makes a thread's signals come.

   SPDX-License-Identifier: MIT

   First choice is a perf event on the thread's cpu-clock: it is not bound
   to the kernel's tick and needs no rights.  Its descriptor is closed once
   its ring is mapped; the mapping keeps it alive, and it goes with the
   mapping at exec, so that no signal hits the next program.  Where it is
   refused, a timer on the thread's CPU clock comes at most once a tick and
   says how many periods have passed.  With the wall's clock it is a timer on
   that.

   A perf event costs its thread time at each switch to it and away.  A thread
   for which that is too much ticks alone (switches.h), as where it is refused.

   A perf event comes in user mode only, as it would end system calls.  A timer
   on the thread's CPU clock beside it, the ticker, is for system time
   (system.h).  On older kernels it would end them, too: there is none then.

   A perf event costs more than all else that a short process does.  So the
   source of a forked child is light at first: a ticker, and in one of eight,
   as chance will have it, a perf event, each signal of which stands for eight.
   The first tick that the ticker meets ends that, whatever the source has;
   from then on it is like any other.  So what many children do before their
   first tick is told by one in eight of them, whenever ticks come, and what
   they do afterwards by each.  The first signal comes after a random part of
   the period, or children that are shorter than that would have none; it is
   the only one of its perf event, as more would come while it is handled.

   The states, and the functions, cgrt_source_..., through which a source comes
   into them and leaves them:

   State   Perf event      Stands for  Entered through  Left through
   ------  --------------  ----------  ---------------  ------------
   none    unless it       a period    open             close
	   ticks alone
   ticks   no              -           open_light       close
   first   for one signal  8 periods   open_light       go_on, close
				       in one of eight
   next    yes             8 periods   go_on            close  */

#ifndef CGPROF_RUNTIME_SAMPLE_SOURCE_H
#define CGPROF_RUNTIME_SAMPLE_SOURCE_H

#include <signal.h>
#include <stdint.h>

enum cgrt_light
{
  CGRT_LIGHT_NONE,
  CGRT_LIGHT_TICKS,
  CGRT_LIGHT_FIRST,
  CGRT_LIGHT_NEXT
};

/* A period is the time between two signals; each stands for one sample.  */
struct cgrt_source
{
  void *ring;			/* Mapping of the perf event, or NULL.  */
  int32_t timer;		/* The kernel's timer id, if HAS_TIMER.  */
  int32_t has_timer;
  int32_t ticker;		/* Likewise, if HAS_TICKER.  */
  int32_t has_ticker;
  int32_t is_alone;		/* TIMER is in place of a perf event that there
				   could be.  */
  uint32_t system;		/* Whether system time is seen: enum
				   cgprof_system.  */
  enum cgrt_light light;
  uint64_t period;		/* Nanoseconds, as many as a signal stands
				   for.  */
  uint64_t tick_period;		/* Nanoseconds of processor time after which
				   the ticker expires, or a timer in its
				   place.  */
  int32_t is_slow;		/* PERIOD was longer than the user wants from
				   the start.  */
  int32_t is_eased;		/* cgrt_source_ease was called.  */
};

/* Prepare sources, which send our signal (signals.h).  Return the mean period,
   in nanoseconds.  Called once, not in a signal handler.  */
uint64_t cgrt_source_start (void);

/* Open SOURCE, which is not open, for the calling thread, whose id is THREAD,
   with a period of LEAST nanoseconds or more, and without a perf event if it
   is to tick ALONE and can.  Return 0 and what it is in *SAMPLER (an enum
   cgprof_sampler), or an errno.  The caller holds cgrt_memory_lock.  */
int cgrt_source_open (struct cgrt_source *source, int32_t thread,
		      uint64_t least, int alone, uint32_t *sampler);

/* Whether SOURCE, which is open, could have a longer period.  Ticks cannot:
   there are few of them, and their number tells of a thread that is in step
   with them.  */
int cgrt_source_may_ease (const struct cgrt_source *source);

/* SOURCE, which may ease, has just brought a signal to THREAD, the calling
   one: make its period FACTOR times as long from now on.  If the kernel
   refuses that, it stays as it is, for good.  The caller holds
   cgrt_memory_lock.  */
void cgrt_source_ease (struct cgrt_source *source, int32_t thread,
		       uint64_t factor);

/* As cgrt_source_open does, but light.  Return whether it is open: else it
   could not be.  */
int cgrt_source_open_light (struct cgrt_source *source, int32_t thread,
			    uint32_t *sampler);

/* The perf event of SOURCE, which is in the state first, has brought a signal
   to THREAD, the calling one: let others follow after each period.  The caller
   holds cgrt_memory_lock.  */
void cgrt_source_go_on (struct cgrt_source *source, int32_t thread);

/* Our signal has become another one: have SOURCE, which is open for THREAD,
   any thread of the process, send that, after the same period.  It RESTS if
   its timer is stopped (cgrt_source_rest).  What cannot be had again is
   closed.  The caller holds cgrt_memory_lock.  */
void cgrt_source_move (struct cgrt_source *source, int32_t thread, int rests);

/* Whether SOURCE, which is open and not light, could tick alone or have a perf
   event, as one likes.  */
int cgrt_source_has_choice (const struct cgrt_source *source);

/* Return the nanoseconds that a perf event costs each time the kernel switches
   to its thread and away again: measured, so not to be called often.  The
   caller holds cgrt_memory_lock.  */
uint64_t cgrt_source_switch_cost (void);

/* Return the length of the kernel's tick in microseconds if signals of SOURCE
   come with it, else 0.  */
uint32_t cgrt_source_tick (const struct cgrt_source *source);

/* Whether the signal that came with INFO is that of SOURCE's ticker, or of one
   that it had: kernels before 6.13 may send it after the timer is deleted.  */
int cgrt_source_has_ticked (const struct cgrt_source *source,
			    const siginfo_t *info);

/* Let SOURCE's ticker expire in LEFT nanoseconds, then each of its
   periods.  */
void cgrt_source_delay (const struct cgrt_source *source, uint64_t left);

/* Whether SOURCE is open.  */
int cgrt_source_is_open (const struct cgrt_source *source);

/* Close SOURCE if it is open.  */
void cgrt_source_close (struct cgrt_source *source);

/* Take SOURCE for closed: in a forked child the kernel has closed it.  */
void cgrt_source_forget (struct cgrt_source *source);

/* Have the timer of SOURCE by the processor's clock, if there is one that is
   set, not expire before the thread has run for LEAST nanoseconds and a
   period.  Return the nanoseconds after which it would have, or 0.  */
uint64_t cgrt_source_put_off (const struct cgrt_source *source,
			      uint64_t least);

/* Have it expire after LEFT nanoseconds, not 0, and then each period.  */
void cgrt_source_put_back (const struct cgrt_source *source, uint64_t left);

/* Let the timer of SOURCE rest.  Return the nanoseconds after which it would
   have expired, at least 1 and at most the period.  */
uint64_t cgrt_source_rest (const struct cgrt_source *source);

/* Let the timer of SOURCE expire in LEFT nanoseconds, then each period.
   Return 0 or a negative errno.  */
long cgrt_source_resume (const struct cgrt_source *source, uint64_t left);

#endif /* CGPROF_RUNTIME_SAMPLE_SOURCE_H */
