/* Area:    plugin, local entries
   Purpose: calls within the unit and calls from outside are told apart where
	    the former pass by what counts entries: recursion, cycles, jumps in
	    place of calls, loops, longjmp, and callers that are not counted.
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-plain-sources "local-1b.c" } */
/* { dg-count "down -> down" 45 } */
/* { dg-count "main -> down" 5 } */
/* { dg-count-spontaneous "down" 7 } */
/* { dg-calls "down" 57 } */
/* { dg-count "even -> odd" 6 } */
/* { dg-count "odd -> even" 6 } */
/* { dg-count "main -> even" 4 } */
/* { dg-count-spontaneous "even" 0 } */
/* { dg-count-spontaneous "odd" 3 } */
/* { dg-count "tail -> last" 6 } */
/* { dg-count "main -> tail" 6 } */
/* { dg-count-spontaneous "last" 2 } */
/* { dg-count "main -> looped" 1 } */
/* { dg-count "looped -> last" 1000 } */
/* { dg-calls "last" 1008 } */
/* { dg-count "main -> leave" 9 } */
/* { dg-count "leave -> jump" 9 } */
/* { dg-count-spontaneous "jump" 0 } */
/* { dg-count-spontaneous "leave" 0 } */
/* { dg-count-spontaneous "quiet" 8 } */
/* { dg-count "main -> quiet" 4 } */
/* { dg-count "main -> weak" 2 } */
/* { dg-count-spontaneous "weak" 0 } */
/* { dg-count "main -> named" 5 } */
/* { dg-calls "named" 5 } */
/* { dg-count-spontaneous "named" 0 } */
/* { dg-count "main -> wrapped" 3 } */
/* { dg-count "wrapper -> wrapped" 5 } */
/* { dg-count "main -> wrapper" 5 } */
/* { dg-count-spontaneous "wrapped" 1 } */
/* { dg-count-spontaneous "wrapper" 0 } */

#include <setjmp.h>

#define NOIPA __attribute__ ((noipa))

extern int outside (int (*) (int), int, int);

static jmp_buf back;

static volatile int last_result;

NOIPA int
down (int x)
{
  if (x == 0)
    return 0;
  last_result = down (x - 1);
  return last_result * 2;
}

int odd (int x);

NOIPA int even (int x) { return x == 0 ? 1 : odd (x - 1) + 1; }

NOIPA int odd (int x) { return x == 0 ? 0 : even (x - 1) + 1; }

NOIPA int last (int x) { return x ^ 5; }

NOIPA int tail (int x) { return last (x * 3); }

NOIPA int
looped (int n)
{
  int sum = 0;
  for (int i = 0; i < n; i++)
    sum += last (i);
  return sum;
}

NOIPA int
jump (int x)
{
  if (x & 1)
    longjmp (back, 1);
  return x + 1;
}

NOIPA int leave (int x) { return jump (x) + 1; }

NOIPA int quiet (int x) { return x - 1; }

/* Its calls are not counted.  */
__attribute__ ((noipa, no_instrument_function)) int
uncounted (int x)
{
  return quiet (x) + quiet (x + 1);
}

/* There is another one.  */
__attribute__ ((noipa, weak)) int weak (int x) { return down (x); }

NOIPA int named (int x) { return x + 3; }

extern int other_name (int) __attribute__ ((alias ("named")));

NOIPA int wrapped (int x) { return x + 9; }

/* This call has the counter of the entry.  */
NOIPA int wrapper (int x) { return wrapped (x + 1) + 2; }

int
main (void)
{
  int sum = 0;
  for (volatile int i = 0; i < 5; i++)
    sum += down (9);
  sum += outside (down, 0, 7);
  for (volatile int i = 0; i < 4; i++)
    sum += even (i * 2);
  sum += outside (odd, 0, 3);
  for (volatile int i = 0; i < 6; i++)
    sum += tail (i);
  sum += outside (last, 0, 2);
  sum += looped (1000);
  for (volatile int i = 0; i < 9; i++)
    if (!setjmp (back))
      sum += leave (i);
  for (volatile int i = 0; i < 4; i++)
    sum += uncounted (i) + quiet (i);
  sum += weak (1) + weak (2);
  sum += named (1) + named (2) + other_name (3) + other_name (4)
	 + other_name (5);
  for (volatile int i = 0; i < 5; i++)
    sum += wrapper (i);
  sum += wrapped (1) + wrapped (2) + wrapped (3);
  sum += outside (wrapped, 0, 1);
  return sum == 1;
}
