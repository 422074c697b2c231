/* Area:    plugin, entries
   Purpose: a call that surely follows the entry shares its counter; one that
	    a trap, a condition or another call may keep from it does not.
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-count "surely -> leaf" 7 } */
/* { dg-count "after_load -> leaf" 5 } */
/* { dg-count "main -> after_load" 6 } */
/* { dg-count "second -> leaf" 7 } */
/* { dg-count "second -> jump" 4 } */
/* { dg-count "main -> second" 11 } */
/* { dg-count "perhaps -> leaf" 4 } */
/* { dg-count "loop -> leaf" 30 } */
/* { dg-count "main -> loop" 3 } */
/* { dg-count-spontaneous "surely" 0 } */
/* { dg-count-spontaneous "by_qsort" 1 } */
/* { dg-count "by_qsort -> leaf" 1 } */

#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>

#define NOIPA __attribute__ ((noipa))

static sigjmp_buf back;

NOIPA int leaf (int x) { return x + 1; }

NOIPA int surely (int x) { return leaf (x * 3 + 1); }

NOIPA int after_load (int *p) { return leaf (*p); }

NOIPA int
jump (int x)
{
  if (x < 4)
    siglongjmp (back, 1);
  return x;
}

NOIPA int
second (int x)
{
  if (x < 4)
    jump (x);
  return leaf (x) + 1;
}

NOIPA int perhaps (int x) { return x & 1 ? leaf (x) : x; }

NOIPA int
loop (int x)
{
  int i = 0;
  do
    x += leaf (i);
  while (++i < 10);
  return x;
}

NOIPA int
by_qsort (const void *a, const void *b)
{
  return leaf (a == b);
}

static void
handler (int signal)
{
  siglongjmp (back, signal);
}

int
main (void)
{
  int number = 5;
  signal (SIGSEGV, handler);
  for (volatile int i = 0; i < 7; i++)
    surely (i);
  for (volatile int i = 0; i < 5; i++)
    after_load (&number);
  if (!sigsetjmp (back, 1))
    after_load (NULL);
  for (volatile int i = 0; i < 11; i++)
    if (!sigsetjmp (back, 1))
      second (i);
  for (volatile int i = 0; i < 8; i++)
    perhaps (i);
  for (volatile int i = 0; i < 3; i++)
    loop (i);
  int two[2] = { 1, 2 };
  qsort (two, 2, sizeof two[0], by_qsort);
  return 0;
}
