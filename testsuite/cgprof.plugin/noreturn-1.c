/* Area:    plugin, functions that do not return
   Purpose: calls of noreturn functions count before the jump away.
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-count "attempt -> fail" 10 } */
/* { dg-count "fail -> leaf" 10 } */
/* { dg-count "fail -> bail" 10 } */
/* { dg-count "bail -> longjmp" 10 } */
/* { dg-count "main -> finish" 1 } */
/* { dg-count "finish -> leaf" 1 } */
/* { dg-count "finish -> exit" 1 } */
/* { dg-count "last -> leaf" 3 } */
/* { dg-calls "leaf" 14 } */

#include <setjmp.h>
#include <stdlib.h>

static jmp_buf buffer;

__attribute__ ((noipa)) int
leaf (int x)
{
  return x + 1;
}

static __attribute__ ((noipa, noreturn)) void
bail (int x)
{
  longjmp (buffer, x);
}

static __attribute__ ((noipa, noreturn)) void
fail (int x)
{
  bail (leaf (x));
}

static __attribute__ ((noipa)) int
attempt (int x)
{
  if (setjmp (buffer) == 0)
    fail (x);
  return x;
}

static void
last (void)
{
  leaf (1);
  leaf (2);
  leaf (3);
}

static __attribute__ ((noipa, noreturn)) void
finish (int x)
{
  exit (leaf (x) == 0);
}

int
main (void)
{
  int sum = 0;
  atexit (last);
  for (int i = 0; i < 10; i++)
    sum += attempt (i);
  finish (sum);
}
