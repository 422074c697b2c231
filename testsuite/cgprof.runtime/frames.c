/* Area:    reporter: functions that are not on the stack
   Purpose: functions that were inlined, or left no frame because they made a
	    tail call, are put back.  Prints how long its phases took.  */

#include "phases.h"

#define NOINLINE __attribute__ ((noipa))
#define INLINE static inline __attribute__ ((always_inline))

static volatile unsigned long sink;

/* In line only.  */

INLINE void
spin (unsigned long turns)
{
  while (turns--)
    sink++;
}

NOINLINE void
worker (unsigned long turns)
{
  spin (turns);
  sink++;
}

/* Leaves no frame, nor does what it calls.  */

NOINLINE void
tail (unsigned long turns)
{
  worker (turns + 1);
}

NOINLINE void
far_tail (unsigned long turns)
{
  tail (turns + 1);
}

NOINLINE void
plain (unsigned long turns)
{
  worker (turns + 1);
  sink++;
}

/* Both ways to the worker: nothing can tell which it came.  */

NOINLINE void
one_way (unsigned long turns)
{
  worker (turns + 1);
}

NOINLINE void
other_way (unsigned long turns)
{
  worker (turns + 2);
}

NOINLINE void
either (unsigned long turns, int which)
{
  void (*volatile way) (unsigned long) = which ? one_way : other_way;
  way (turns);
  sink++;
}

INLINE void
inlined (unsigned long turns)
{
  plain (turns);
  sink++;
}

NOINLINE void
inlined_caller (void)
{
  inlined (80000000);
  sink++;
}

NOINLINE void
tail_caller (void)
{
  tail (80000000);
  sink++;
}

NOINLINE void
far_caller (void)
{
  far_tail (80000000);
  sink++;
}

/* By both ways, too, but its lines tell.  */

NOINLINE void
twice (void)
{
  PHASE (nearer, tail (60000000));
  sink++;
  PHASE (farther, far_tail (20000000));
  sink++;
}

int
main (void)
{
  PHASE (inlined, inlined_caller ());
  PHASE (tail, tail_caller ());
  PHASE (far, far_caller ());
  twice ();
  PHASE (either, either (40000000, 0));
  PHASE (either, either (40000000, 1));
  sink++;
  phases_print ();
  return 0;
}
