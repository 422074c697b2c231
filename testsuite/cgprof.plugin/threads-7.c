/* Area:    plugin and runtime, threads
   Purpose: detached threads that have ended long before the program does.
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-options "-pthread" } */
/* { dg-link-options "-pthread" } */
/* { dg-count "worker -> leaf" 50000 } */
/* { dg-count-spontaneous "worker" 50 } */

#include <pthread.h>
#include <semaphore.h>

static sem_t done;

__attribute__ ((noipa)) int
leaf (int x)
{
  return x + 1;
}

static void *
worker (void *argument)
{
  int x = 0;
  for (int i = 0; i < 1000; i++)
    x ^= leaf (i);
  sem_post (&done);
  return x == 1 ? argument : NULL;
}

int
main (void)
{
  pthread_attr_t detached;
  sem_init (&done, 0, 0);
  pthread_attr_init (&detached);
  pthread_attr_setdetachstate (&detached, PTHREAD_CREATE_DETACHED);
  for (int i = 0; i < 50; i++)
    {
      pthread_t thread;
      if (pthread_create (&thread, &detached, worker, NULL))
	return 1;
    }
  for (int i = 0; i < 50; i++)
    sem_wait (&done);
  return 0;
}
