/* Area:    plugin and runtime, signals
   Purpose: a handler on a small alternate stack counts direct and indirect
	    calls, also after the program's own stack has run out.
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-options "-fno-optimize-sibling-calls" } */
/* { dg-count-spontaneous "handler" 100 } */
/* { dg-count "handler -> leaf" 100 } */
/* { dg-count "handler -> t0" 50 } */
/* { dg-count "handler -> t1" 50 } */
/* { dg-count-spontaneous "overflow" 1 } */
/* { dg-count "overflow -> leaf" 1 } */
/* { dg-calls "endless" @endless } */

#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <sys/resource.h>

static char stack[16384];
static int handled;
static long endless_calls;
static sigjmp_buf buffer;

__attribute__ ((noipa)) int leaf (int x) { return x + 1; }
__attribute__ ((noipa)) int t0 (int x) { return x; }
__attribute__ ((noipa)) int t1 (int x) { return x; }

static int (*volatile targets[]) (int) = { t0, t1 };

static void
handler (int signal)
{
  char here;
  leaf (signal);
  targets[handled % 2] (signal);
  handled += &here > stack && &here < stack + sizeof stack;
}

static void
overflow (int signal)
{
  leaf (signal);
  siglongjmp (buffer, 1);
}

__attribute__ ((noipa)) int
endless (volatile int *x)
{
  volatile int y[64];
  y[0] = *x;
  __asm__ volatile ("" : : : "memory");
  endless_calls++;
  return endless (&y[0]) + y[0];
}

int
main (void)
{
  stack_t alternate = { .ss_sp = stack, .ss_size = sizeof stack };
  struct sigaction action = { .sa_handler = handler, .sa_flags = SA_ONSTACK };
  struct rlimit small = { 1 << 20, 1 << 20 };
  volatile int x = 0;

  setrlimit (RLIMIT_STACK, &small);
  sigaltstack (&alternate, NULL);
  sigaction (SIGUSR1, &action, NULL);
  for (int i = 0; i < 100; i++)
    raise (SIGUSR1);
  action.sa_handler = overflow;
  sigaction (SIGSEGV, &action, NULL);
  if (!sigsetjmp (buffer, 1))
    {
      endless_calls++;
      endless (&x);
    }
  printf ("endless %ld\n", endless_calls);
  return handled != 100;
}
