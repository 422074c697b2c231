/* Area:    plugin, calls that return twice
   Purpose: sigsetjmp and siglongjmp out of a signal handler, and
	    __builtin_setjmp.
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-count "attempt -> __sigsetjmp" 8 } */
/* { dg-count "attempt -> raise" 8 } */
/* { dg-count-spontaneous "handler" 8 } */
/* { dg-count "handler -> leaf" 8 } */
/* { dg-count "attempt -> leaf" 8 } */
/* { dg-count "attempt -> never" 0 } */
/* { dg-count "builtin -> thrower" 6 } */
/* { dg-count "builtin -> leaf" 6 } */
/* { dg-count "thrower -> leaf" 6 } */

#include <setjmp.h>
#include <signal.h>

static sigjmp_buf buffer;
static void *words[5];

__attribute__ ((noipa)) int
leaf (int x)
{
  return x + 1;
}

__attribute__ ((noipa)) void
never (void)
{
}

static void
handler (int signal)
{
  siglongjmp (buffer, leaf (signal));
}

__attribute__ ((noipa)) int
attempt (int x)
{
  if (sigsetjmp (buffer, 1))
    return leaf (x) + 1;
  raise (SIGUSR1);
  never ();
  return 0;
}

static __attribute__ ((noipa)) void
thrower (int x)
{
  if (leaf (x))
    __builtin_longjmp (words, 1);
}

__attribute__ ((noipa)) int
builtin (int x)
{
  if (__builtin_setjmp (words))
    return leaf (1);
  thrower (x);
  return 0;
}

int
main (void)
{
  signal (SIGUSR1, handler);
  for (int i = 0; i < 8; i++)
    if (attempt (i) != i + 2)
      return 1;
  for (int i = 0; i < 6; i++)
    if (builtin (i) != 2)
      return 2;
  return 0;
}
