/* Area:    plugin and runtime, contexts
   Purpose: two contexts begun by one thread are gone on with, in the middle
	    of the same function, by two threads at once.
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-native "GCC keeps the thread pointer over a call on others than x86" } */
/* { dg-options "-pthread" } */
/* { dg-link-options "-pthread" } */
/* { dg-count "body -> leaf" 4000000 } */
/* { dg-count "body -> pause_here" 2 } */
/* { dg-count "body -> t0" 2000000 } */
/* { dg-count "body -> t1" 2000000 } */
/* { dg-count-spontaneous "body" 2 } */

#include <pthread.h>
#include <ucontext.h>

static ucontext_t contexts[2], back[2];
static char stacks[2][65536];
static pthread_barrier_t barrier;

__attribute__ ((noipa)) int leaf (int x) { return x + 1; }
__attribute__ ((noipa)) int t0 (int x) { return x; }
__attribute__ ((noipa)) int t1 (int x) { return x; }

static int (*volatile targets[]) (int) = { t0, t1 };

static __attribute__ ((noipa)) void
pause_here (int number)
{
  swapcontext (&contexts[number], &back[number]);
}

static void
body (int number)
{
  pause_here (number);
  for (int i = 0; i < 2000000; i++)
    {
      leaf (i);
      targets[i % 2] (i);
    }
  setcontext (&back[number]);
}

static __attribute__ ((noipa)) void
resume (int number)
{
  swapcontext (&back[number], &contexts[number]);
}

static void *
worker (void *argument)
{
  pthread_barrier_wait (&barrier);
  resume (1);
  return argument;
}

int
main (void)
{
  pthread_t thread;
  for (int i = 0; i < 2; i++)
    {
      getcontext (&contexts[i]);
      contexts[i].uc_stack.ss_sp = stacks[i];
      contexts[i].uc_stack.ss_size = sizeof stacks[i];
      makecontext (&contexts[i], (void (*) (void)) body, 1, i);
      resume (i);
    }
  pthread_barrier_init (&barrier, NULL, 2);
  if (pthread_create (&thread, NULL, worker, NULL))
    return 1;
  pthread_barrier_wait (&barrier);
  resume (0);
  pthread_join (thread, NULL);
  return 0;
}
