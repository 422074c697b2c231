/* Area:    plugin, indirect calls
   Purpose: targets that become frequent at a site long after others took their
	    places, by more than one thread and by a signal's handler.
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-options "-pthread" } */
/* { dg-link-options "-pthread" } */
/* { dg-count "through -> early" 3 } */
/* { dg-count "through -> second" 4 } */
/* { dg-count "through -> often" 30000 } */
/* { dg-count "through -> later" 15000 } */
/* { dg-count "through -> seldom" 1536 } */
/* { dg-count "through -> never_free" 3000 } */
/* { dg-count "through -> last" 768 } */
/* { dg-count "through -> handled" @handled } */

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <sys/time.h>

static int handled_calls;

#define TARGET(NAME) \
  __attribute__ ((noipa)) static int NAME (int x) { return x + 1; }
TARGET (early) TARGET (second) TARGET (often) TARGET (later) TARGET (seldom)
TARGET (never_free) TARGET (last) TARGET (handled)

__attribute__ ((noipa)) static int
through (int (*function) (int), int x)
{
  return function (x) + 1;
}

static void
handler (int signal)
{
  /* The other signal may come here.  */
  __atomic_fetch_add (&handled_calls, 1, __ATOMIC_RELAXED);
  through (handled, signal);
}

static void *
work (void *ticks)
{
  int sum = through (early, 1);
  if (ticks)
    for (int i = 0; i < 4; i++)
      sum += through (second, i);
  for (int i = 0; i < 10000; i++)
    {
      sum += through (often, i);
      if (i % 2)
	sum += through (later, i);
      if (i >= 9000)
	sum += through (never_free, i);
      if (i < 512)
	sum += through (seldom, i);
      if (i < 256)
	sum += through (last, i);
      if (ticks && i % 7 == 0)
	raise (SIGUSR1);
    }
  return sum ? ticks : NULL;
}

int
main (void)
{
  struct sigaction action = { .sa_handler = handler, .sa_flags = SA_RESTART };
  struct itimerval often_enough = { { 0, 200 }, { 0, 200 } };
  pthread_t threads[2];

  sigaction (SIGUSR1, &action, NULL);
  sigaction (SIGALRM, &action, NULL);
  setitimer (ITIMER_REAL, &often_enough, NULL);
  work (&action);
  setitimer (ITIMER_REAL, &(struct itimerval) { { 0, 0 }, { 0, 0 } }, NULL);
  for (int i = 0; i < 2; i++)
    pthread_create (&threads[i], NULL, work, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join (threads[i], NULL);
  printf ("handled %d\n", handled_calls);
  return 0;
}
