/* Area:    plugin and runtime, threads
   Purpose: threads with the smallest stack there is: the slow paths fit.
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-options "-pthread" } */
/* { dg-link-options "-pthread" } */
/* { dg-count "worker -> leaf" 8000 } */
/* { dg-count "worker -> t0" 4000 } */
/* { dg-count "worker -> t1" 4000 } */
/* { dg-count-spontaneous "worker" 8 } */

#define _GNU_SOURCE 1
#include <limits.h>
#include <pthread.h>

__attribute__ ((noipa)) int leaf (int x) { return x + 1; }
__attribute__ ((noipa)) int t0 (int x) { return x + 1; }
__attribute__ ((noipa)) int t1 (int x) { return x + 2; }

static int (*volatile targets[]) (int) = { t0, t1 };

static void *
worker (void *argument)
{
  int x = 0;
  for (int i = 0; i < 1000; i++)
    {
      x ^= leaf (i);
      x += targets[i % 2] (x);
    }
  return x == 1 ? argument : NULL;
}

int
main (void)
{
  pthread_attr_t small;
  pthread_t threads[8];
  pthread_attr_init (&small);
  if (pthread_attr_setstacksize (&small, PTHREAD_STACK_MIN))
    return 1;
  for (int i = 0; i < 8; i++)
    if (pthread_create (&threads[i], &small, worker, NULL))
      return 2;
  for (int i = 0; i < 8; i++)
    pthread_join (threads[i], NULL);
  return 0;
}
