/* Area:    plugin, calls that return twice or never
   Purpose: a call counts once, when it is made: longjmp leaves functions
	    unfinished and setjmp returns a second time.
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-count "main -> attempt" 5 } */
/* { dg-count "attempt -> thrower" 5 } */
/* { dg-count "attempt -> _setjmp" 5 } */
/* { dg-count "thrower -> leaf" 5 } */
/* { dg-count "thrower -> never" 0 } */

#include <setjmp.h>

static jmp_buf buffer;

__attribute__ ((noipa)) int
leaf (int x)
{
  return x + 1;
}

__attribute__ ((noipa)) void
never (void)
{
}

static __attribute__ ((noipa)) void
thrower (int x)
{
  leaf (x);
  if (x >= 0)
    longjmp (buffer, x + 1);
  never ();
}

static __attribute__ ((noipa)) int
attempt (int x)
{
  int thrown = setjmp (buffer);
  if (thrown)
    return thrown;
  thrower (x);
  return -1;
}

int
main (void)
{
  int sum = 0;
  for (int i = 0; i < 5; i++)
    sum += attempt (i);
  return sum != 15;
}
