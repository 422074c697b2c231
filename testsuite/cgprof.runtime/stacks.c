/* Area:    runtime, reporter: stacks of samples
   Purpose: programs whose true inclusive times are known and that sharing by
	    numbers of calls gets wrong.  The first argument says which.
	    Prints how long its phases took.  */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "phases.h"

#define NOINLINE __attribute__ ((noipa))

static volatile unsigned long sink;

NOINLINE void
spin (unsigned long turns)
{
  while (turns--)
    sink++;
}

/* The same worker, called as often by both.  */

NOINLINE void
worker (unsigned long turns)
{
  spin (turns);
  sink++;
}

NOINLINE void
cheap (void)
{
  for (int i = 0; i < 20000; i++)
    worker (1);
  sink++;
}

NOINLINE void
dear (void)
{
  for (int i = 0; i < 20000; i++)
    worker (20000);
  sink++;
}

/* Mutual recursion, DEPTH calls deep, then WORK.  */

NOINLINE void odd (unsigned depth, unsigned long work);

NOINLINE void
even (unsigned depth, unsigned long work)
{
  if (depth)
    odd (depth - 1, work);
  else
    spin (work);
  sink++;
}

NOINLINE void
odd (unsigned depth, unsigned long work)
{
  if (depth)
    even (depth - 1, work);
  else
    spin (work);
  sink++;
}

NOINLINE void
deep (void)
{
  for (int i = 0; i < 90; i++)
    even (900, 4000000);
  sink++;
}

NOINLINE void
shallow (void)
{
  for (int i = 0; i < 10; i++)
    even (100, 4000000);
  sink++;
}

NOINLINE void
abyss (void)
{
  even (100000, 900000000);
  sink++;
}

NOINLINE void
surface (void)
{
  spin (100000000);
  sink++;
}

/* Recursion of no period: three calls of itself, by turns that no period
   has, 20,000 deep.  */

NOINLINE void
wild (unsigned depth, unsigned state)
{
  state = state * 1103515245u + 12345u;
  if (!depth)
    spin (400000000);
  else if ((state >> 16) % 3 == 0)
    wild (depth - 1, state);
  else if ((state >> 16) % 3 == 1)
    wild (depth - 1, state + 1);
  else
    wild (depth - 1, state + 2);
  sink++;
}

/* Each calls the other, but in one phase only: no recursion.  No two turns take
   the same time: on some machine that would be a sample's period, and each
   sample would find the same function.  */

NOINLINE void second (int call, unsigned long work);

NOINLINE void
first (int call, unsigned long work)
{
  spin (work);
  if (call)
    second (0, 3 * work);
  sink++;
}

NOINLINE void
second (int call, unsigned long work)
{
  spin (work);
  if (call)
    first (0, 3 * work);
  sink++;
}

NOINLINE void
phase1 (void)
{
  for (int i = 0; i < 90; i++)
    first (1, 500000 + i * 37 % 100 * 10000);
  sink++;
}

NOINLINE void
phase2 (void)
{
  for (int i = 0; i < 10; i++)
    second (1, 500000 + i * 37 % 100 * 10000);
  sink++;
}

/* Time below code that is not instrumented.  */

static int
compare (const void *a, const void *b)
{
  spin (40);
  return (*(const int *) a > *(const int *) b)
	 - (*(const int *) a < *(const int *) b);
}

NOINLINE void
sort (unsigned count)
{
  int *numbers = malloc (count * sizeof *numbers);
  for (unsigned i = 0; i < count; i++)
    numbers[i] = (int) (i * 2654435761u >> 1);
  qsort (numbers, count, sizeof *numbers, compare);
  sink += (unsigned) numbers[0];
  free (numbers);
}

NOINLINE void
sort_big (void)
{
  sort (300000);
  sink++;
}

NOINLINE void
sort_small (void)
{
  sort (3000);
  sink++;
}

int
main (int argc, char **argv)
{
  const char *what = argc > 1 ? argv[1] : "";
  if (!strcmp (what, "worker"))
    {
      PHASE (cheap, cheap ());
      PHASE (dear, dear ());
    }
  else if (!strcmp (what, "recursion"))
    {
      PHASE (deep, deep ());
      PHASE (shallow, shallow ());
    }
  else if (!strcmp (what, "abyss"))
    {
      PHASE (abyss, abyss ());
      PHASE (surface, surface ());
    }
  else if (!strcmp (what, "wild"))
    PHASE (wild, wild (20000, 1));
  else if (!strcmp (what, "phases"))
    {
      PHASE (phase1, phase1 ());
      PHASE (phase2, phase2 ());
    }
  else if (!strcmp (what, "qsort"))
    {
      PHASE (big, sort_big ());
      PHASE (small, sort_small ());
    }
  else
    return 1;
  phases_print ();
  return 0;
}
