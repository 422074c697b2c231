/* Beginning and ending to sample, in the process and in each thread.

   SPDX-License-Identifier: MIT  */

#include "sample/sampling.h"

#include "base/due.h"
#include "base/message.h"
#include "base/options.h"
#include <cgprof/format.h>
#include "file/family.h"
#include "file/file.h"
#include "file/lock.h"
#include "sample/contexts.h"
#include "sample/guard.h"
#include "sample/handler.h"
#include "sample/periods.h"
#include "sample/scout.h"
#include "sample/signals.h"
#include "sample/threads.h"

static int active;		/* Our signal is wanted.  */
static int avoid_blocked;	/* cgrt_sampling_avoid_blocked.  */

int
cgrt_sampling_is_active (void)
{
  return __atomic_load_n (&active, __ATOMIC_RELAXED);
}

int
cgrt_sampling_has_signal (void)
{
  return cgrt_sampling_is_active () || cgrt_due_ticks ();
}

int
cgrt_sampling_runs (const struct cgrt_place *place)
{
  return cgrt_sampling_is_active () && !avoid_blocked
	 && cgrt_source_is_open (&place->sampler.source);
}

void
cgrt_sampling_start (void)
{
  struct cgprof_header *header = cgrt_file_header ();

  if (cgrt_options.clock == CGPROF_CLOCK_NONE && !cgrt_due_is_set ())
    return;
  if (!cgrt_signals_choose ())
    {
      cgrt_message (NULL, cgrt_due_is_set ()
		    ? "SIGURG and SIGWINCH are not to be had: no sampling,"
		      " and no start or stop at a time"
		    : "SIGURG and SIGWINCH are not to be had: no sampling",
		    0);
      return;
    }
  if (cgrt_options.stacks)
    cgrt_stack_start ();
  if (cgrt_stack_may_fault ())
    cgrt_guard_faults ();
  if (!cgrt_handler_install ())
    return;
  if (cgrt_options.clock == CGPROF_CLOCK_NONE)
    {
      cgrt_due_tick (cgrt_signals_number ());
      return;
    }
  header->clock = cgrt_options.clock;
  header->period = cgrt_source_start ();
  __atomic_store_n (&active, 1, __ATOMIC_RELAXED);
  cgrt_scout_start (cgrt_signals_number (), header->period, 0);
}

void
cgrt_sampling_stop (void)
{
  struct cgrt_place *place;

  cgrt_scout_stop ();
  cgrt_periods_settle ();
  __atomic_store_n (&active, 0, __ATOMIC_RELAXED);
  for (uint32_t i = 0; (place = cgrt_threads_at (i)) != NULL; i++)
    cgrt_contexts_end (place);
}

/* Clear away what sampled the last thread in PLACE.  */

static void
disarm (struct cgrt_place *place)
{
  cgrt_source_close (&place->sampler.source);
  cgrt_contexts_end (place);
  if (place->sampler.wait.yields)
    cgrt_scout_return ();
  cgrt_sampling_forget (place);
}

/* PLACE's thread, which is disarmed, is held.  */

static void
hold (struct cgrt_place *place)
{
  cgrt_switches_restart (&place->sampler.switches);
  place->sampler.wait.state = CGRT_WAIT_HELD;
}

int
cgrt_sampling_leave (void)
{
  struct cgrt_place *place;
  int was_active = __atomic_exchange_n (&active, 0, __ATOMIC_RELAXED);

  cgrt_scout_stop ();
  for (uint32_t i = 0; (place = cgrt_threads_at (i)) != NULL; i++)
    disarm (place);
  return was_active;
}

/* The program has taken our signal: do as cgrt_sampling_move says, but leave
   the source of OWN, the calling thread's place, which is closed.  Threads'
   handlers may run meanwhile, and go on counting.  */

static void
move (const struct cgrt_place *own)
{
  struct cgrt_place *place;

  /* What is pending of the former signal would be the program's.  */
  cgrt_signals_take_back (NULL);
  if (!cgrt_handler_move ())
    {
      cgrt_message (NULL, cgrt_sampling_leave ()
		    ? "SIGURG and SIGWINCH are not to be had: no more sampling"
		    : "SIGURG and SIGWINCH are not to be had: no start or stop"
		      " at a time", 0);
      cgrt_due_move (0);
      return;
    }
  cgrt_due_move (cgrt_signals_number ());
  if (!active)
    return;
  for (uint32_t i = 0; (place = cgrt_threads_at (i)) != NULL; i++)
    if (place != own && cgrt_source_is_open (&place->sampler.source))
      cgrt_source_move (&place->sampler.source, place->owner,
			place->sampler.wait.state == CGRT_WAIT_STOPPED);
  cgrt_scout_change (cgrt_signals_number ());
}

/* By what the calling thread is to be sampled anew.  */
enum cause
{
  CAUSE_MANY,
  CAUSE_HANDLER,		/* cgrt_sampling_change.  */
  CAUSE_CHILD			/* cgrt_sampling_arm_child.  */
};

/* Begin to sample the calling thread, as cgrt_sampling_arm does.  */

static void
arm (struct cgrt_place *place, uint64_t least, enum cause cause)
{
  static int has_warned;
  struct cgprof_process *self = cgrt_family_self;
  struct cgrt_source *source = &place->sampler.source;
  int was_light = source->light != CGRT_LIGHT_NONE, is_light;
  uint32_t sampler;
  int error = 0;

  disarm (place);
  /* What runs for less than a long period each time would have no sample.  */
  if (cause != CAUSE_HANDLER)
    place->sampler.taken = 0;
  if (cgrt_sampling_has_signal () && cgrt_handler_is_taken ())
    move (place);
  if (!active)
    return;
  if (avoid_blocked && cause != CAUSE_HANDLER
      && (cgrt_lock_mask () & cgrt_signals_set ()))
    {
      hold (place);
      return;
    }
  is_light = cause == CAUSE_CHILD
	     && cgrt_source_open_light (source, place->owner, &sampler);
  if (!is_light)
    error = cgrt_source_open (source, place->owner, least,
			      place->sampler.switches.alone, &sampler);
  /* At its end the thread will have run half a period, on average, since its
     last sample.  Of a light source the first one came at random.  */
  place->sampler.last = 0;
  place->sampler.carried = is_light ? 0 : source->period / 2;
  cgrt_system_begin (&place->sampler.system);
  place->record->tick = cgrt_source_tick (source);
  if (!error && self->sampler != sampler
      && self->sampler != CGPROF_SAMPLER_BOTH)
    self->sampler = self->sampler == CGPROF_SAMPLER_NONE || was_light
		    ? sampler : CGPROF_SAMPLER_BOTH;
  if (!error && self->system == CGPROF_SYSTEM_NONE)
    self->system = source->system;
  if (error && !has_warned)
    {
      has_warned = 1;
      cgrt_message (NULL, "a thread is not sampled", error);
    }
}

void
cgrt_sampling_arm (struct cgrt_place *place, uint64_t least)
{
  arm (place, least, CAUSE_MANY);
}

void
cgrt_sampling_change (struct cgrt_place *place, uint64_t least)
{
  arm (place, least, CAUSE_HANDLER);
}

void
cgrt_sampling_arm_child (struct cgrt_place *place)
{
  cgrt_switches_begin (&place->sampler.switches);
  arm (place, 0, CAUSE_CHILD);
}

void
cgrt_sampling_move (struct cgrt_place *place)
{
  if (cgrt_sampling_has_signal () && cgrt_handler_is_taken ())
    arm (place, 0, CAUSE_MANY);
}

void
cgrt_sampling_fork (void)
{
  int signal = cgrt_signals_number ();

  if (cgrt_sampling_is_active ())
    cgrt_scout_start (signal, cgrt_file_header ()->period, avoid_blocked);
  else if (cgrt_options.clock == CGPROF_CLOCK_NONE)
    cgrt_due_tick (signal);
}

void
cgrt_sampling_hold (struct cgrt_place *place)
{
  disarm (place);
  hold (place);
}

void
cgrt_sampling_avoid_blocked (void)
{
  avoid_blocked = 1;
}

void
cgrt_sampling_forget (struct cgrt_place *place)
{
  cgrt_source_forget (&place->sampler.source);
  place->sampler.pause = 0;
  place->sampler.own = 0;
  place->sampler.carried = 0;
  place->sampler.wait.state = CGRT_WAIT_NONE;
  place->sampler.wait.yields = 0;
  place->sampler.wait.since = 0;
  place->sampler.sampling = 0;
  place->sampler.missed = 0;
  place->sampler.overran = 0;
  place->sampler.behind = 0;
  place->sampler.stale = 0;
  place->sampler.log.busy = 0;
  place->sampler.log.untold = 0;
}
