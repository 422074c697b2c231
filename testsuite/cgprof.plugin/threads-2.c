/* Area:    plugin and runtime, threads
   Purpose: 1, 2, 4, 8, 64 and 200 threads that count at once are exact, for
	    direct calls and for the targets of an indirect one.
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* The emulator has 32 timers.  */
/* { dg-emulator "CGPROF_OPTIONS=clock=none" } */
/* { dg-options "-pthread" } */
/* { dg-link-options "-pthread" } */
/* { dg-count "worker -> leaf" 558000 } */
/* { dg-count "worker -> t0" 186093 } */
/* { dg-count "worker -> t1" 186093 } */
/* { dg-count "worker -> t2" 186093 } */
/* { dg-count "leaf -> inner" 558000 } */
/* { dg-count "main -> run" 6 } */
/* { dg-count "run -> worker" 0 } */
/* { dg-count-spontaneous "worker" 279 } */
/* { dg-count-spontaneous "leaf" 0 } */

#include <pthread.h>

static pthread_barrier_t barrier;

static __attribute__ ((noipa)) int
inner (int x)
{
  return x + 1;
}

__attribute__ ((noipa)) int
leaf (int x)
{
  return inner (x) * 2;
}

static __attribute__ ((noipa)) int t0 (int x) { return x + 1; }
static __attribute__ ((noipa)) int t1 (int x) { return x + 2; }
__attribute__ ((noipa)) int t2 (int x) { return x + 3; }

static int (*volatile targets[]) (int) = { t0, t1, t2 };

static __attribute__ ((noipa)) void *
worker (void *argument)
{
  int number = (int) (long) argument, x = 0;
  pthread_barrier_wait (&barrier);
  for (int i = 0; i < 2000; i++)
    {
      x += leaf (i);
      /* Threads meet the targets in different order.  */
      x ^= targets[(i + number) % 3] (x);
    }
  /* 2000 is not a multiple of 3.  */
  x += targets[(2000 + number) % 3] (x);
  pthread_barrier_wait (&barrier);
  return x == 1 ? argument : NULL;
}

__attribute__ ((noipa)) int
run (int number)
{
  static pthread_t threads[200];
  pthread_barrier_init (&barrier, NULL, number);
  for (int i = 0; i < number; i++)
    if (pthread_create (&threads[i], NULL, worker, (void *) (long) i))
      return 1;
  for (int i = 0; i < number; i++)
    pthread_join (threads[i], NULL);
  pthread_barrier_destroy (&barrier);
  return 0;
}

int
main (void)
{
  return run (1) | run (2) | run (4) | run (8) | run (64) | run (200);
}
