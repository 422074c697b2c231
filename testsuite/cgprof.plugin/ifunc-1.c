/* Area:    plugin, indirect functions
   Purpose: calls of an ifunc are calls of it; its resolver, which runs
	    before the program is relocated, does not count and does not
	    crash, nor do the functions that the resolver calls.
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-count "main -> indirect" 100 } */
/* { dg-count "other -> indirect" 10 } */
/* { dg-count "implementation -> leaf" @calls } */
/* { dg-calls "implementation" @calls } */
/* { dg-count "main -> local_indirect" 30 } */
/* { dg-calls "local_implementation" 30 } */

#include <stdio.h>

__attribute__ ((noipa)) int
leaf (int x)
{
  return x + 1;
}

static int calls;

static __attribute__ ((noipa)) int
implementation (int x)
{
  calls++;
  return leaf (x) * 2;
}

static __attribute__ ((noipa)) int
local_implementation (int x)
{
  return x + 7;
}

static __attribute__ ((noinline)) int
choose (void)
{
  return 1;
}

static void *
resolve (void)
{
  return choose () ? (void *) implementation : NULL;
}

static void *
resolve_local (void)
{
  return (void *) local_implementation;
}

int indirect (int) __attribute__ ((ifunc ("resolve")));
static int local_indirect (int) __attribute__ ((ifunc ("resolve_local")));

__attribute__ ((noipa)) int
other (int x)
{
  return indirect (x) + 1;
}

/* The pointer leads to the linker's stub or to the implementation: ifunc-2.c.
   */

__attribute__ ((noipa)) int
by_pointer (int (*pointer) (int), int x)
{
  return pointer (x) + 1;
}

int
main (void)
{
  int sum = 0;
  for (int i = 0; i < 100; i++)
    sum += indirect (i);
  for (int i = 0; i < 10; i++)
    sum += other (i);
  for (int i = 0; i < 5; i++)
    sum += by_pointer (indirect, i);
  for (int i = 0; i < 30; i++)
    sum += local_indirect (i);
  printf ("calls %d\n", calls);
  return sum == 0 || calls != 115;
}
