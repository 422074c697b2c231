/* Area:    plugin and runtime, threads
   Purpose: two threads that run the same code lose no count.
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-options "-pthread" } */
/* { dg-link-options "-pthread" } */
/* { dg-count "worker -> leaf" 10000000 } */
/* { dg-count "worker -> t1" 1000000 } */
/* { dg-count "worker -> t2" 1000000 } */
/* { dg-count "main -> leaf" 1 } */
/* { dg-count-spontaneous "worker" 2 } */
/* { dg-calls "leaf" 10000001 } */

#include <pthread.h>

__attribute__ ((noipa)) int
leaf (int x)
{
  return x + 1;
}

__attribute__ ((noipa)) int
t1 (int x)
{
  return x + 1;
}

__attribute__ ((noipa)) int
t2 (int x)
{
  return x + 2;
}

int (*volatile functions[]) (int) = { t1, t2 };

static __attribute__ ((noipa)) void *
worker (void *argument)
{
  int x = 0;
  for (int i = 0; i < 5000000; i++)
    x = leaf (x);
  /* The two threads meet the targets in different order.  */
  for (int i = 0; i < 1000000; i++)
    x += functions[(i + (argument != 0)) % 2](i);
  return x == 1 ? argument : 0;
}

int
main (void)
{
  pthread_t a, b;
  if (pthread_create (&a, 0, worker, 0) != 0
      || pthread_create (&b, 0, worker, &a) != 0)
    return 1;
  pthread_join (a, 0);
  pthread_join (b, 0);
  return leaf (1) != 2;
}
