/* Switches: whether a thread's perf event costs too much.

   SPDX-License-Identifier: MIT  */

#include "sample/switches.h"

#include "sample/source.h"
#include "sample/system.h"

/* A thread is looked at after so many ticks: enough to tell whether it runs in
   step with them, for by chance they are seldom further than these quotients
   from what its time lets expect (their error is a sixth; each comes half a
   period late, on average).  */
#define TICKS 32
#define MOST_TICKS(expected) ((expected) + (expected) / 4)
#define LEAST_TICKS(expected) ((expected) / 2)

/* The part of a thread's time that its perf event may cost at switches, and at
   which one that ticks alone gets it back.  */
#define SHARE 50
#define SHARE_BACK 100

/* No machine takes longer, nanoseconds: where even that would do, nothing is
   measured.  */
#define MOST_COST 100000

/* Whether the switches of a thread that waits so many times in CPU nanoseconds
   cost more than one part in SHARE of those.  */

static int
are_costly (uint64_t waits, uint64_t cpu, uint64_t share)
{
  static uint64_t cost;		/* Measured once; 0: not yet.  */

  if (waits * MOST_COST * share <= cpu)
    return 0;
  if (!cost)
    cost = cgrt_source_switch_cost ();
  return waits * cost * share > cpu;
}

void
cgrt_switches_begin (struct cgrt_switches *switches)
{
  switches->alone = 0;
  switches->ticks = 0;
}

/* What the calling thread has done from now on, when its processor time is
   NOW, tells more of it.  */

static void
begin (struct cgrt_switches *switches, uint64_t now)
{
  switches->ticks = 1;
  switches->cpu = now;
  switches->waits = cgrt_system_waits ();
}

int
cgrt_switches_tick (struct cgrt_switches *switches, uint64_t now)
{
  if (switches->ticks)
    return switches->ticks++ >= TICKS;
  begin (switches, now);
  return 0;
}

int
cgrt_switches_look (struct cgrt_switches *switches, uint64_t now, uint64_t tick)
{
  struct cgrt_switches before = *switches;
  uint64_t cpu = now - before.cpu, expected = cpu / tick;
  /* The first is where they began.  */
  uint64_t ticks = before.ticks - 1;
  int in_step = ticks > MOST_TICKS (expected) || ticks < LEAST_TICKS (expected);

  begin (switches, now);
  switches->alone = !in_step
		    && are_costly (switches->waits - before.waits, cpu,
				   before.alone ? SHARE_BACK : SHARE);
  return switches->alone != before.alone;
}
