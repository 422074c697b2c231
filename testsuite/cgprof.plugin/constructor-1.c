/* Area:    plugin and runtime, before and after main
   Purpose: constructors and destructors of every priority, preinit and
	    atexit functions count, before a runtime is there and after it
	    has written its profile.
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-count-spontaneous "earliest" 1 } */
/* { dg-count-spontaneous "late" 1 } */
/* { dg-count-spontaneous "first_end" 1 } */
/* { dg-count-spontaneous "last_end" 1 } */
/* { dg-count-spontaneous "preinit" 1 } */
/* { dg-count "preinit -> leaf" 13 } */
/* { dg-count "earliest -> leaf" 3 } */
/* { dg-count "earliest -> t0" 2 } */
/* { dg-count "earliest -> t1" 2 } */
/* { dg-count "late -> leaf" 5 } */
/* { dg-count "main -> leaf" 7 } */
/* { dg-count "at_exit -> leaf" 9 } */
/* { dg-count "first_end -> leaf" 11 } */
/* { dg-count "last_end -> leaf" 17 } */
/* { dg-count "last_end -> t0" 4 } */
/* { dg-count "last_end -> t1" 4 } */

#include <stdlib.h>

__attribute__ ((noipa)) int leaf (int x) { return x + 1; }
__attribute__ ((noipa)) int t0 (int x) { return x; }
__attribute__ ((noipa)) int t1 (int x) { return x; }

static int (*volatile targets[]) (int) = { t0, t1 };

static void
preinit (void)
{
  for (int i = 0; i < 13; i++)
    leaf (i);
}

__attribute__ ((section (".preinit_array"), used))
static void (*preinit_pointer) (void) = preinit;

/* Before the constructor of the module itself.  */
static __attribute__ ((constructor (101))) void
earliest (void)
{
  for (int i = 0; i < 3; i++)
    leaf (i);
  for (int i = 0; i < 4; i++)
    targets[i % 2] (i);
}

static __attribute__ ((constructor)) void
late (void)
{
  for (int i = 0; i < 5; i++)
    leaf (i);
}

static __attribute__ ((destructor)) void
first_end (void)
{
  for (int i = 0; i < 11; i++)
    leaf (i);
}

static __attribute__ ((destructor (101))) void
last_end (void)
{
  for (int i = 0; i < 17; i++)
    leaf (i);
  for (int i = 0; i < 8; i++)
    targets[i % 2] (i);
}

static void
at_exit (void)
{
  for (int i = 0; i < 9; i++)
    leaf (i);
}

int
main (void)
{
  atexit (at_exit);
  for (int i = 0; i < 7; i++)
    leaf (i);
  return 0;
}
