/* Area:    reporter: functions that are not on the stack
   Purpose: functions that were inlined, or left no frame because they made a
	    tail call, are put back.  */

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
  tail (60000000);
  sink++;
  far_tail (20000000);
  sink++;
}

int
main (void)
{
  inlined_caller ();
  tail_caller ();
  far_caller ();
  twice ();
  either (40000000, 0);
  either (40000000, 1);
  sink++;
  return 0;
}
