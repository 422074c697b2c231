/* Area:    plugin and runtime, contexts
   Purpose: contexts with stacks of their own, which a thread leaves in the
	    middle of a function and another thread goes on with.
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-options "-pthread" } */
/* { dg-link-options "-pthread" } */
/* { dg-count "body -> leaf" 3000 } */
/* { dg-count "body -> pause_here" 3000 } */
/* { dg-count "pause_here -> swapcontext" 3000 } */
/* { dg-count "resume -> swapcontext" 3003 } */
/* { dg-count "body -> t0" 1500 } */
/* { dg-count "body -> t1" 1500 } */
/* { dg-count-spontaneous "body" 3 } */

#include <pthread.h>
#include <ucontext.h>

#define NUMBER 3

static ucontext_t contexts[NUMBER], *back[NUMBER];
static char stacks[NUMBER][65536];

__attribute__ ((noipa)) int leaf (int x) { return x + 1; }
__attribute__ ((noipa)) int t0 (int x) { return x; }
__attribute__ ((noipa)) int t1 (int x) { return x; }

static int (*volatile targets[]) (int) = { t0, t1 };

static __attribute__ ((noipa)) void
pause_here (int number)
{
  swapcontext (&contexts[number], back[number]);
}

static void
body (int number)
{
  for (int i = 0; i < 1000; i++)
    {
      leaf (i);
      pause_here (number);
      targets[i % 2] (i);
    }
  setcontext (back[number]);
}

static __attribute__ ((noipa)) void
resume (int number)
{
  ucontext_t here;
  back[number] = &here;
  swapcontext (&here, &contexts[number]);
}

static void *
worker (void *argument)
{
  for (int i = 0; i < 7; i++)
    for (int j = 0; j < NUMBER; j++)
      resume (j);
  return argument;
}

int
main (void)
{
  for (int i = 0; i < NUMBER; i++)
    {
      getcontext (&contexts[i]);
      contexts[i].uc_stack.ss_sp = stacks[i];
      contexts[i].uc_stack.ss_size = sizeof stacks[i];
      makecontext (&contexts[i], (void (*) (void)) body, 1, i);
    }
  /* 1001 = 143 * 7 times: by turns a thread and this one.  */
  for (int i = 0; i < 143; i++)
    if (i % 2 == 0 && i < 132)
      {
	pthread_t thread;
	if (pthread_create (&thread, NULL, worker, NULL))
	  return 1;
	pthread_join (thread, NULL);
      }
    else
      worker (NULL);
  return 0;
}
