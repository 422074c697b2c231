/* Area:    plugin, entry counters
   Purpose: libc's calls of a comparator and of a signal handler are
	    <spontaneous>, as many as the program itself has seen.
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-count-spontaneous "compare" @compare } */
/* { dg-count-spontaneous "handler" 3 } */
/* { dg-count "main -> compare" 1 } */
/* { dg-count "compare -> leaf" @leaf } */

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

static int compared, signals;

__attribute__ ((noipa)) int
leaf (int x)
{
  return x;
}

static __attribute__ ((noipa)) int
compare (const void *a, const void *b)
{
  int x = leaf (*(const int *) a), y = leaf (*(const int *) b);
  compared++;
  return (x > y) - (x < y);
}

static void
handler (int signal)
{
  (void) signal;
  signals++;
}

int
main (void)
{
  int numbers[1000];
  for (int i = 0; i < 1000; i++)
    numbers[i] = i * 7919 % 1000;
  qsort (numbers, 1000, sizeof *numbers, compare);
  printf ("compare %d\n", compared);
  printf ("leaf %d\n", 2 * compared + 2);
  compare (&numbers[0], &numbers[1]);
  signal (SIGUSR1, handler);
  for (int i = 0; i < 3; i++)
    raise (SIGUSR1);
  return !(signals == 3 && numbers[0] == 0 && numbers[999] == 999);
}
