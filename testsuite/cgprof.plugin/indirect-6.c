/* Area:    plugin and runtime, indirect calls
   Purpose: a site with 256 targets in eight threads at once, and the same
	    site entered again from a signal handler.
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-options "-pthread" } */
/* { dg-link-options "-pthread" } */
/* { dg-count "apply -> t00" 1600 } */
/* { dg-count "apply -> t7f" 1600 } */
/* { dg-count "apply -> tff" 1600 } */
/* { dg-count "apply -> from_handler" @handled } */
/* { dg-count "worker -> apply" 409600 } */
/* { dg-count "handler -> apply" @handled } */
/* { dg-count-spontaneous "handler" @handled } */

#include <pthread.h>
#include <signal.h>
#include <stdio.h>

typedef int function (int);

#define ROW(m, n) m (n##0) m (n##1) m (n##2) m (n##3) m (n##4) m (n##5) \
  m (n##6) m (n##7) m (n##8) m (n##9) m (n##a) m (n##b) m (n##c) m (n##d) \
  m (n##e) m (n##f)
#define ALL(m) ROW (m, 0) ROW (m, 1) ROW (m, 2) ROW (m, 3) ROW (m, 4) \
  ROW (m, 5) ROW (m, 6) ROW (m, 7) ROW (m, 8) ROW (m, 9) ROW (m, a) \
  ROW (m, b) ROW (m, c) ROW (m, d) ROW (m, e) ROW (m, f)

#define DEFINE(n) \
  __attribute__ ((noipa)) int t##n (int x) { return x + 0x##n; }
#define NAME(n) t##n,

ALL (DEFINE)
static function *const table[] = { ALL (NAME) };

static int handled;

__attribute__ ((noipa)) int
apply (function *f, int x)
{
  return f (x) + 1;
}

__attribute__ ((noipa)) int
from_handler (int x)
{
  return x;
}

static void
handler (int signal)
{
  apply (from_handler, signal);
  __atomic_fetch_add (&handled, 1, __ATOMIC_RELAXED);
}

static void *
worker (void *argument)
{
  int x = (int) (long) argument, sum = 0;
  for (int i = 0; i < 200 * 256; i++)
    sum += apply (table[(i * 31 + x * 77) % 256], i);
  return sum == 1 ? argument : NULL;
}

int
main (void)
{
  pthread_t threads[8];
  signal (SIGUSR1, handler);
  for (int i = 0; i < 8; i++)
    if (pthread_create (&threads[i], NULL, worker, (void *) (long) i))
      return 1;
  for (int i = 0; i < 400; i++)
    pthread_kill (threads[i % 8], SIGUSR1);
  for (int i = 0; i < 8; i++)
    pthread_join (threads[i], NULL);
  printf ("handled %d\n", handled);
  return 0;
}
