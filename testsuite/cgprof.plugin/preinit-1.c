/* Area:    plugin, before any constructor
   Purpose: indirect calls of a function in .preinit_array, which runs before
	    the runtime is there, are counted: a site's first target, that is;
	    of others only that they were called.
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-count "before -> leaf" 11 } */
/* { dg-count "main -> leaf" 5 } */
/* { dg-calls "leaf" 16 } */
/* { dg-calls "other" 1 } */

#define NOIPA __attribute__ ((noipa))

NOIPA int leaf (int x) { return x + 1; }
NOIPA int other (int x) { return x + 2; }

static int (*volatile pointer) (int) = leaf;
static volatile int sum;

NOIPA void
before (void)
{
  for (int i = 0; i < 11; i++)
    {
      if (i == 10)
	pointer = other;
      sum += pointer (i);
    }
  sum += leaf (0);
  pointer = leaf;
}

__attribute__ ((section (".preinit_array"), used))
static void (*const start) (void) = before;

int
main (void)
{
  for (int i = 0; i < 5; i++)
    sum += pointer (i);
  return sum != 83;
}
