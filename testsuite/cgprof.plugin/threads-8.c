/* Area:    plugin and runtime, threads
   Purpose: threads that are alive, and inside their functions, when main
	    returns.
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-options "-pthread" } */
/* { dg-link-options "-pthread" } */
/* { dg-count "worker -> leaf" 16000 } */
/* { dg-count "worker -> forever" 16 } */
/* { dg-count-spontaneous "worker" 16 } */
/* { dg-count "worker -> never" 0 } */

#include <pthread.h>
#include <semaphore.h>

static sem_t done, wakeup;

__attribute__ ((noipa)) int
leaf (int x)
{
  return x + 1;
}

__attribute__ ((noipa)) void
never (void)
{
}

__attribute__ ((noipa)) void
forever (void)
{
  sem_post (&done);
  for (;;)
    sem_wait (&wakeup);
}

static void *
worker (void *argument)
{
  int x = 0;
  for (int i = 0; i < 1000; i++)
    x ^= leaf (i);
  forever ();
  never ();
  return x == 1 ? argument : NULL;
}

int
main (void)
{
  sem_init (&done, 0, 0);
  sem_init (&wakeup, 0, 0);
  for (int i = 0; i < 16; i++)
    {
      pthread_t thread;
      if (pthread_create (&thread, NULL, worker, NULL))
	return 1;
    }
  for (int i = 0; i < 16; i++)
    sem_wait (&done);
  return 0;
}
