/* Area:    plugin, signals
   Purpose: where a signal comes between instructions that count, neither what
            its handler counts is lost nor what it interrupted.
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-environment "CGPROF_OPTIONS=clock=none" } */
/* { dg-count "main -> leaf" @main } */
/* { dg-count "handle -> leaf" @handle } */
/* { dg-count "middle -> leaf" @middle } */
/* { dg-calls "leaf" @all } */

#include <signal.h>
#include <stdio.h>
#include <sys/time.h>

static volatile unsigned long handled;

__attribute__ ((noipa)) void
leaf (void)
{
}

/* Called by both, so that both count in the same places.  */

__attribute__ ((noipa)) void
middle (void)
{
  leaf ();
  leaf ();
}

static void
handle (int signal)
{
  (void) signal;
  handled++;
  for (int i = 0; i < 3; i++)
    {
      leaf ();
      middle ();
    }
}

int
main (void)
{
  const struct itimerval often = { { 0, 50 }, { 0, 50 } }, never = { { 0 } };
  unsigned long calls = 0;

  signal (SIGALRM, handle);
  setitimer (ITIMER_REAL, &often, 0);
  while (handled < 1000)
    for (int i = 0; i < 100; i++)
      {
	calls++;
	leaf ();
	middle ();
      }
  setitimer (ITIMER_REAL, &never, 0);
  printf ("main %lu\nhandle %lu\nmiddle %lu\nall %lu\n", calls, 3 * handled,
	  2 * (calls + 3 * handled), 3 * (calls + 3 * handled));
  return 0;
}
