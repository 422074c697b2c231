/* Area:    plugin and runtime, threads
   Purpose: C11 threads, and their thread-specific destructors, which run
	    at the very end of a thread.
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-options "-pthread" } */
/* { dg-link-options "-pthread" } */
/* { dg-count "worker -> leaf" 40000 } */
/* { dg-count "destroy -> leaf" 200 } */
/* { dg-count "main -> leaf" 0 } */
/* { dg-count-spontaneous "worker" 20 } */
/* { dg-count-spontaneous "destroy" 20 } */
/* { dg-calls "leaf" 40200 } */

#include <threads.h>

static tss_t key;

__attribute__ ((noipa)) int
leaf (int x)
{
  return x + 1;
}

static void
destroy (void *value)
{
  for (int i = 0; i < 10; i++)
    *(int *) value += leaf (i);
}

static int
worker (void *argument)
{
  int x = 0;
  for (int i = 0; i < 2000; i++)
    x ^= leaf (i);
  tss_set (key, argument);
  return x == 1;
}

int
main (void)
{
  static int values[20];
  if (tss_create (&key, destroy) != thrd_success)
    return 1;
  for (int round = 0; round < 5; round++)
    {
      thrd_t threads[4];
      for (int i = 0; i < 4; i++)
	if (thrd_create (&threads[i], worker, &values[round * 4 + i])
	    != thrd_success)
	  return 2;
      for (int i = 0; i < 4; i++)
	thrd_join (threads[i], NULL);
    }
  for (int i = 0; i < 20; i++)
    if (values[i] != 55)
      return 3;
  return 0;
}
