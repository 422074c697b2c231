/* Area:    plugin and runtime, threads
   Purpose: 2,000 short-lived threads in turn: each one's counts are kept
	    although they follow one another in the same copies.
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-options "-pthread" } */
/* { dg-link-options "-pthread" } */
/* { dg-count "worker -> leaf" 10000 } */
/* { dg-count "worker -> odd" 1000 } */
/* { dg-count "worker -> even" 1000 } */
/* { dg-count "main -> leaf" 1 } */
/* { dg-count-spontaneous "worker" 2000 } */

#include <pthread.h>

__attribute__ ((noipa)) int leaf (int x) { return x + 1; }
__attribute__ ((noipa)) int even (int x) { return x + 2; }
__attribute__ ((noipa)) int odd (int x) { return x + 3; }

static int (*volatile targets[]) (int) = { even, odd };

static __attribute__ ((noipa)) void *
worker (void *argument)
{
  int x = 0, number = (int) (long) argument;
  for (int i = 0; i < 5; i++)
    x += leaf (i);
  return targets[number % 2] (x) == 1 ? argument : NULL;
}

int
main (void)
{
  for (int i = 0; i < 2000; i++)
    {
      pthread_t thread;
      if (pthread_create (&thread, NULL, worker, (void *) (long) i))
	return 1;
      pthread_join (thread, NULL);
    }
  return leaf (1) != 2;
}
