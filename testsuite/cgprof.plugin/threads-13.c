/* Area:    plugin and runtime, threads
   Purpose: a signal that arrives in the first functions of a new thread,
	    and in a thread that runs no instrumented code at all.
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-options "-pthread" } */
/* { dg-link-options "-pthread" } */
/* { dg-plain-sources "threads-13b.c" } */
/* { dg-count-spontaneous "handler" @handled } */
/* { dg-count "handler -> leaf" @handled } */
/* { dg-count "worker -> leaf" 20000 } */
/* { dg-count-spontaneous "worker" 20 } */

#include <pthread.h>
#include <signal.h>
#include <stdio.h>

extern void *plain_worker (void *);

static int handled;

__attribute__ ((noipa)) int
leaf (int x)
{
  return x + 1;
}

static void
handler (int signal)
{
  __atomic_fetch_add (&handled, leaf (signal) == signal + 1,
		      __ATOMIC_RELAXED);
}

static void *
worker (void *argument)
{
  int x = 0;
  for (int i = 0; i < 1000; i++)
    x ^= leaf (i);
  return x == 1 ? argument : NULL;
}

int
main (void)
{
  signal (SIGUSR1, handler);
  for (int i = 0; i < 20; i++)
    {
      pthread_t thread, plain;
      if (pthread_create (&thread, NULL, worker, NULL)
	  || pthread_create (&plain, NULL, plain_worker, &handled))
	return 1;
      for (int j = 0; j < 50; j++)
	pthread_kill (thread, SIGUSR1);
      pthread_kill (plain, SIGUSR1);
      pthread_join (thread, NULL);
      pthread_join (plain, NULL);
    }
  printf ("handled %d\n", handled);
  return handled < 20;
}
