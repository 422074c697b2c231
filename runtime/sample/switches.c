/* Switches: whether a thread's perf event costs too much.

   SPDX-License-Identifier: MIT  */

#include "sample/switches.h"

#include "sample/source.h"
#include "sample/system.h"

/* A thread is looked at after so many ticks, the first time after few, as it
   may pay much until then.  It is in step with them if they are less or more
   than so many quarters of what its time lets expect: by chance that is seldom
   so, as the error of their number is a sixth or, of few, a third, and each
   comes half a period late, on average.  */
static const struct
{
  uint32_t ticks;
  uint32_t least;
  uint32_t most;
} first_look = { 8, 1, 7 }, later_look = { 32, 2, 5 };

/* So many times in a row are no chance: one thread in twenty that runs for a
   random time looks like it once.  */
#define STEPS 2

/* The part of a thread's time that its perf event may cost at switches, and at
   which one that ticks alone gets it back.  */
#define SHARE 50
#define SHARE_BACK 100

/* No machine takes longer, nanoseconds: where even that would do, nothing is
   measured.  */
#define MOST_COST 100000

/* What switches cost is measured so many times at most, as it can be found too
   low where the hypervisor is about to take the processor.  */
#define MEASURES 4

/* Whether the switches of a thread that waits so many times in CPU nanoseconds
   cost more than one part in SHARE of those.  */

static int
are_costly (uint64_t waits, uint64_t cpu, uint64_t share)
{
  static uint64_t cost;		/* The greatest that was measured.  */
  static int measures;
  uint64_t measured;

  if (waits * MOST_COST * share <= cpu)
    return 0;
  if (waits * cost * share <= cpu && measures < MEASURES)
    {
      measures++;
      measured = cgrt_source_switch_cost ();
      if (measured > cost)
	cost = measured;
    }
  return waits * cost * share > cpu;
}

void
cgrt_switches_begin (struct cgrt_switches *switches)
{
  switches->alone = 0;
  switches->looks = 0;
  switches->steps = 0;
  switches->ticks = 0;
}

void
cgrt_switches_restart (struct cgrt_switches *switches)
{
  switches->ticks = 0;
}

/* What the calling thread does once its processor time is NOW tells more of
   it.  */

static void
start (struct cgrt_switches *switches, uint64_t now)
{
  switches->ticks = 1;
  switches->cpu = now;
  switches->waits = cgrt_system_waits ();
}

int
cgrt_switches_tick (struct cgrt_switches *switches, uint64_t now,
		    uint64_t left)
{
  uint32_t enough = switches->looks ? later_look.ticks : first_look.ticks;
  int is_due = switches->ticks >= enough;

  if (switches->ticks)
    switches->ticks++;
  else
    start (switches, now);
  switches->cpu += left;
  return is_due;
}

void
cgrt_switches_look (struct cgrt_switches *switches, uint64_t now,
		    uint64_t tick)
{
  struct cgrt_switches before = *switches;
  uint64_t cpu = now - before.cpu;
  uint32_t least = before.looks ? later_look.least : first_look.least;
  uint32_t most = before.looks ? later_look.most : first_look.most;
  /* The first of the ticks is where they began.  */
  uint64_t quarters = 4 * (before.ticks - 1), expected = cpu / tick;
  int in_step = quarters < least * expected || quarters > most * expected;

  start (switches, now);
  switches->looks++;
  switches->steps = in_step ? before.steps + 1 : 0;
  switches->alone = switches->steps < (before.alone ? STEPS : 1)
		    && are_costly (switches->waits - before.waits, cpu,
				   before.alone ? SHARE_BACK : SHARE);
}
