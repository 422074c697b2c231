/* Forks three children, works in each of them and itself, and tells how much.

   family MILLISECONDS: of processor time for the first child, twice and three
   times as many for the others.  Prints "PID CALLS", the calls of work, for
   each process.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

__attribute__ ((noipa)) int
work (int x)
{
  volatile int sum = x;
  for (int i = 0; i < 20000; i++)
    sum += i;
  return sum;
}

static void
work_for (int milliseconds)
{
  clock_t end = clock () + milliseconds * (CLOCKS_PER_SEC / 1000);
  long calls = 0;
  do
    {
      work (calls);
      calls++;
    }
  while (clock () < end);
  printf ("%ld %ld\n", (long) getpid (), calls);
  fflush (stdout);
}

int
main (int argc, char **argv)
{
  int milliseconds = argc > 1 ? atoi (argv[1]) : 0;
  for (int i = 1; i <= 3; i++)
    if (fork () == 0)
      {
	work_for (i * milliseconds);
	exit (0);
      }
  while (wait (NULL) > 0)
    continue;
  work_for (0);
  return 0;
}
