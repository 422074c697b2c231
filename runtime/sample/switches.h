/* Switches: whether a thread's perf event costs too much.

   SPDX-License-Identifier: MIT

   The clock of a perf event is one of the kernel's timers, which is set
   when its thread begins to run and cleared when it stops.  If it is the next
   to expire, the processor's own timer is set, too, which takes a virtual
   machine some 10 us.  A thread that runs for less than a millisecond at a
   time, as those of servers do, pays more for that than for all else.

   A timer on the thread's CPU clock costs nothing then, as the kernel's
   tick looks at it.  So such a thread ticks alone: it has fewer samples, each
   of which stands for more.  Not so one that runs in step with the tick, of
   which ticks tell nothing.  Both are looked at again and again.

   Switches to wait are counted, not those by which others get the processor:
   they come at ticks, as a rule, where ticks tell little.  */

#ifndef CGPROF_RUNTIME_SAMPLE_SWITCHES_H
#define CGPROF_RUNTIME_SAMPLE_SWITCHES_H

#include <stdint.h>

/* A thread's, since it was last looked at.  */
struct cgrt_switches
{
  int32_t alone;		/* It is to tick alone.  */
  uint32_t looks;		/* How often it was looked at.  */
  uint32_t steps;		/* How many times in a row it was in step.  */
  uint32_t ticks;		/* Those that have met it; 0: nothing of what
				   follows is known.  */
  uint64_t cpu;			/* Its processor time at the first, ns.  */
  uint64_t waits;		/* How often it had waited then.  */
};

/* SWITCHES are those of a new thread, which has a perf event.  */
void cgrt_switches_begin (struct cgrt_switches *switches);

/* A tick has met the calling thread, whose processor time is NOW; the next one
   will not before LEFT more of it.  Return whether it is to be looked at.  */
int cgrt_switches_tick (struct cgrt_switches *switches, uint64_t now,
			uint64_t left);

/* Look at the calling thread, whose processor time is NOW, and begin anew,
   with SWITCHES->alone as it ought to be.  Ticks bring a signal for each TICK
   nanoseconds of that time, if not in step.  The caller holds
   cgrt_memory_lock.  */
void cgrt_switches_look (struct cgrt_switches *switches, uint64_t now,
			 uint64_t tick);

/* Ticks do not tell of the calling thread for a while: begin anew.  */
void cgrt_switches_restart (struct cgrt_switches *switches);

#endif /* CGPROF_RUNTIME_SAMPLE_SWITCHES_H */
