/* What the periods of a thread are counted for.

   SPDX-License-Identifier: MIT  */

#include "sample/periods.h"

#include "base/options.h"
#include "base/process.h"
#include "base/sys.h"
#include <cgprof/format.h>
#include "file/file.h"
#include "file/lock.h"
#include "sample/contexts.h"
#include "sample/resume.h"
#include "sample/sampling.h"
#include "sample/scout.h"
#include "sample/signals.h"
#include "sample/threads.h"

/* A thread so many of whose signals have come in the handler, with no sample
   that was without one, is sampled more rarely, by this factor: it would do
   nothing else.  */
#define MOST_BEHIND 3
#define SLOWER 2
#define SLOWEST 500000		/* Nanoseconds.  */

/* So many signals of a thread come as often as the options say, later ones so
   many times as rarely: errors shrink by the root of their number only, and
   each costs 10 us of the thread's time or, on some virtual machines, 30 to
   70, most of them the kernel's (bench/RESULTS.md, How often).  */
#define FIRST_SIGNALS 250
#define EASE 4

/* That is so from begin_sample to end_sample.  */

int
cgrt_periods_in_sample (const struct cgrt_sampler *sampler)
{
  return __atomic_load_n (&sampler->sampling, __ATOMIC_RELAXED);
}

static void
begin_sample (struct cgrt_sampler *sampler)
{
  __atomic_store_n (&sampler->sampling, 1, __ATOMIC_RELAXED);
  __atomic_signal_fence (__ATOMIC_SEQ_CST);
}

static void
end_sample (struct cgrt_sampler *sampler)
{
  __atomic_signal_fence (__ATOMIC_SEQ_CST);
  __atomic_store_n (&sampler->sampling, 0, __ATOMIC_RELAXED);
}

/* What SAMPLER has missed is counted with a sample.  */

static void
forget_missed (struct cgrt_sampler *sampler)
{
  sampler->missed = 0;
  if (!sampler->overran)
    sampler->behind = 0;
  sampler->overran = 0;
  sampler->stale = 0;
}

/* If the thread of PLACE was in the kernel where the signal with CONTEXT came,
   count system time: PERIODS or, if that is 0, as much as the kernel has
   counted.  Return whether that was done.  What came while another signal was
   handled is our own time.  */

static int
count_system (struct cgrt_place *place, uint64_t periods,
	      const ucontext_t *context)
{
  struct cgrt_sampler *sampler = &place->sampler;
  uint64_t call, weight;
  int counted;

  if (cgrt_periods_in_sample (sampler)
      || (call = cgrt_system_find (&sampler->system, context)) == 0)
    return 0;
  weight = periods ? (periods + sampler->missed) * sampler->source.period
		   : cgrt_system_rest (&sampler->system);
  begin_sample (sampler);
  counted = cgrt_contexts_count_system (place, weight, context, call);
  end_sample (sampler);
  if (counted && periods)
    forget_missed (sampler);
  if (counted)
    cgrt_system_count (&sampler->system);
  return counted;
}

/* Set VISIT to what the thread of SAMPLER was doing in the kernel where the
   signal with CONTEXT came after PERIODS.  With the CPU's clock that is
   counted apart.  */

static void
find_visit (struct cgrt_sampler *sampler, uint64_t periods,
	    const ucontext_t *context, struct cgrt_visit *visit)
{
  visit->call = 0;
  visit->what = CGPROF_ADDRESS_WAITING;
  if (!periods)
    visit->call = sampler->wait.caller;
  else if (cgrt_options.clock == CGPROF_CLOCK_WALL)
    {
      visit->call = cgrt_system_find_wait (context);
      if (!visit->call)
	{
	  visit->call = cgrt_system_find (&sampler->system, context);
	  visit->what = CGPROF_ADDRESS_KERNEL;
	}
    }
}

/* Call cgrt_contexts_count, unless this has interrupted that in its own
   thread: then add PERIODS to those of the thread's next signal.  */

static void
count (struct cgrt_place *place, uint64_t periods, const ucontext_t *context)
{
  struct cgrt_sampler *sampler = &place->sampler;
  struct cgrt_visit visit;

  if (cgrt_periods_in_sample (sampler))
    {
      sampler->missed += periods;
      return;
    }
  if (periods)
    {
      periods += sampler->missed;
      forget_missed (sampler);
      /* A wait that the program has left by longjmp has ended.  */
      sampler->wait.since = 0;
    }
  begin_sample (sampler);
  find_visit (sampler, periods, context, &visit);
  cgrt_contexts_count (place, periods, context, &visit);
  end_sample (sampler);
}

void
cgrt_periods_note_waiting (struct cgrt_place *place, const ucontext_t *context)
{
  count (place, 0, context);
}

/* The shortest tick of a kernel, in nanoseconds, and how many times longer
   than the ticker's handler the program runs until the next.  */
#define LEAST_TICK 1000000
#define PAUSE 10

/* So many ticks are left out where there is hardly any system time to be
   found.  */
#define RARE_PAUSE 3

/* Begin to change the source of PLACE's thread, unless that is about to make a
   call that is not to meet our signal: later, then.  Return whether it may be;
   then cgrt_memory_lock is held.  Not called where the handler has been
   interrupted: what that knows of its source and of its times is no longer
   true after a change.  */

static int
begin_change (struct cgrt_place *place)
{
  return place->sampler.wait.state == CGRT_WAIT_NONE
	 && cgrt_lock_briefly (&cgrt_memory_lock);
}

/* After begin_change, give PLACE's thread another source, with a period of
   LEAST nanoseconds or more: what it has missed is the next sample's
   still.  */

static void
change_source (struct cgrt_place *place, uint64_t least)
{
  struct cgrt_sampler *sampler = &place->sampler;
  uint64_t missed = sampler->missed * sampler->source.period;
  int is_longer = sampler->source.period < least;

  sampler->missed = 0;
  cgrt_sampling_change (place, least);
  sampler->carried += missed;
  sampler->stale = is_longer;
}

/* Sample PLACE's thread, whose source is light, as others are.  */

static void
leave_light (struct cgrt_place *place)
{
  if (!begin_change (place))
    return;
  change_source (place, 0);
  cgrt_unlock (&cgrt_memory_lock);
}

/* Sample PLACE's thread more rarely if its samples take longer than it has
   from one to the next.  */

static void
keep_up (struct cgrt_place *place)
{
  uint64_t period = place->sampler.source.period;

  if (place->sampler.behind < MOST_BEHIND || period >= SLOWEST
      || !begin_change (place))
    return;
  change_source (place, SLOWER * period);
  cgrt_unlock (&cgrt_memory_lock);
}

/* Count a signal of PLACE's thread and, if it has had enough of them and the
   user has not said how many there are to be, let others come more rarely.  */

static void
ease (struct cgrt_place *place)
{
  struct cgprof_header *header = cgrt_file_header ();
  struct cgrt_sampler *sampler = &place->sampler;
  struct cgrt_source *source = &sampler->source;
  uint64_t before = source->period;

  if (sampler->taken < FIRST_SIGNALS)
    sampler->taken++;
  if (sampler->taken < FIRST_SIGNALS || !cgrt_options.eases
      || !cgrt_source_may_ease (source) || !begin_change (place))
    return;
  cgrt_source_ease (source, place->owner, EASE);
  if (source->period > before)
    {
      header->longest = header->period * EASE;
      sampler->stale = 1;
      sampler->carried += sampler->missed * before;
      sampler->missed = 0;
      /* The thread's first stack had half of a period for what runs after its
	 last signal: that will be half of a longer one.  */
      sampler->carried += (source->period - before) / 2;
    }
  cgrt_unlock (&cgrt_memory_lock);
}

/* A tick has met PLACE's thread, whose processor time is NOW, and whose source
   is not light; the next one will not before LEFT more of it.  Note it, and
   give the thread a perf event, or take that from it, if its switches say
   so.  */

static void
note_tick (struct cgrt_place *place, uint64_t now, uint64_t left)
{
  struct cgrt_sampler *sampler = &place->sampler;
  const struct cgrt_source *source = &sampler->source;
  uint64_t tick = cgrt_source_tick (source) * 1000ull;

  cgrt_system_tick (&sampler->system, place->record, now, left);
  if (!cgrt_source_has_choice (source)
      || !cgrt_switches_tick (&sampler->switches, now, left)
      || !begin_change (place))
    return;
  cgrt_switches_look (&sampler->switches, now + left,
		      tick > source->tick_period ? tick : source->tick_period);
  if (sampler->switches.alone == source->has_ticker)
    change_source (place, 0);
  cgrt_unlock (&cgrt_memory_lock);
}

void
cgrt_periods_note_own (struct cgrt_place *place, const siginfo_t *info,
		       uint64_t periods)
{
  struct cgrt_sampler *sampler = &place->sampler;

  if (cgrt_source_has_ticked (&sampler->source, info))
    return;
  if (!sampler->stale)
    sampler->missed += periods;
  sampler->overran = 1;
  sampler->behind++;
}

/* Count the first signal of a light source, that of PLACE's thread, which came
   with CONTEXT.  */

static void
take_first (struct cgrt_place *place, const ucontext_t *context)
{
  count (place, 1, context);
  if (!cgrt_lock_briefly (&cgrt_memory_lock))
    return;
  cgrt_source_go_on (&place->sampler.source, place->owner);
  cgrt_unlock (&cgrt_memory_lock);
}

/* Handle the ticker's signal of PLACE's thread, which came with CONTEXT.  What
   the handler does is the thread's time, too: if it takes longer than a tick,
   as under a debugger, the next signal would follow at once.  And where it
   finds nothing it had better come less often.  */

static void
take_tick (struct cgrt_place *place, const ucontext_t *context)
{
  struct cgrt_sampler *sampler = &place->sampler;
  uint64_t begin = sys_clock (CLOCK_THREAD_CPUTIME_ID), pause, rare;
  int is_light = sampler->source.light != CGRT_LIGHT_NONE;

  count_system (place, 0, context);
  /* From this tick on, ticks are counted, and the time between them.  */
  if (is_light)
    leave_light (place);
  pause = (sys_clock (CLOCK_THREAD_CPUTIME_ID) - begin) * PAUSE;
  if (pause <= LEAST_TICK)
    pause = 0;
  rare = is_light || !cgrt_system_is_rare (&sampler->system) ? 0
	 : RARE_PAUSE * 1000ull * cgrt_source_tick (&sampler->source);
  if (pause < rare)
    pause = rare;
  if (pause)
    cgrt_source_delay (&sampler->source, pause);
  if (!is_light)
    note_tick (place, begin, pause);
}

void
cgrt_periods_count (struct cgrt_place *place, const siginfo_t *info,
		    uint64_t periods, int has_room, const ucontext_t *context)
{
  struct cgrt_sampler *sampler = &place->sampler;
  const struct cgrt_source *source = &sampler->source;
  int is_ticker = cgrt_source_has_ticked (source, info);
  /* The only timer is one of the tick's, too.  */
  int is_only = cgrt_options.clock == CGPROF_CLOCK_CPU && source->has_timer;
  uint64_t now = is_only ? sys_clock (CLOCK_THREAD_CPUTIME_ID) : 0;

  if (is_ticker && has_room && source->has_ticker)
    take_tick (place, context);
  else if (is_ticker)
    return;
  else if (!has_room)
    sampler->missed += periods;
  else if (source->light == CGRT_LIGHT_FIRST)
    take_first (place, context);
  /* The only timer sees both kinds of time.  */
  else
    {
      if (cgrt_options.clock != CGPROF_CLOCK_CPU || source->ring
	  || !count_system (place, periods, context))
	count (place, periods, context);
      keep_up (place);
      ease (place);
    }
  if (is_only && has_room)
    note_tick (place, now, 0);
}

/* Finish call NUMBER of the program's, as cgrt_periods_wait_on does.  */

static int
finish (ucontext_t *context, long number)
{
  cgrt_calls_end ();
  cgrt_resume_finish (context, number, cgrt_signals_number ());
  return cgrt_calls_begin ();
}

int
cgrt_periods_wait_on (struct cgrt_place *place, ucontext_t *context,
		      long number)
{
  struct cgrt_sampler *sampler;
  uint64_t periods = 0, settled;
  siginfo_t info;

  if (!place)
    return finish (context, number);
  sampler = &place->sampler;
  __atomic_store_n (&sampler->wait.settled, 0, __ATOMIC_RELAXED);
  __atomic_store_n (&sampler->wait.since, sys_clock (CLOCK_MONOTONIC),
		    __ATOMIC_RELEASE);
  if (!finish (context, number))
    return 0;
  __atomic_store_n (&sampler->wait.since, 0, __ATOMIC_RELEASE);
  if (cgrt_signals_take (&info))
    {
      if (!cgrt_signals_sent (&info))
	cgrt_signals_send_again (&info);
      else if (info.si_code == SI_TIMER && !cgrt_scout_sent (&info))
	periods = 1 + (uint64_t) (info.si_overrun > 0 ? info.si_overrun : 0);
    }
  settled = __atomic_load_n (&sampler->wait.settled, __ATOMIC_RELAXED);
  if (periods > settled && sampler->last)
    cgrt_contexts_wait (place, periods - settled);
  return 1;
}

void
cgrt_periods_settle (void)
{
  struct cgrt_place *place;

  for (uint32_t i = 0; (place = cgrt_threads_at (i)) != NULL; i++)
    {
      struct cgrt_sampler *sampler = &place->sampler;
      struct cgrt_wait *wait = &sampler->wait;
      uint64_t since = __atomic_load_n (&wait->since, __ATOMIC_ACQUIRE);
      uint64_t period = sampler->source.period, periods;
      if (!since || !sampler->last || !period
	  || sys (SYS_tgkill, cgrt_pid, place->owner, 0, 0, 0, 0) != 0)
	continue;
      periods = (sys_clock (CLOCK_MONOTONIC) - since) / period;
      if (periods <= wait->settled)
	continue;
      periods -= wait->settled;
      __atomic_fetch_add (&wait->settled, periods, __ATOMIC_RELAXED);
      cgrt_contexts_wait (place, periods);
    }
}
