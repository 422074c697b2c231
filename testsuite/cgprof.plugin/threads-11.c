/* Area:    plugin and runtime, threads
   Purpose: a raw clone in the same memory that runs on its maker's
	    thread-local memory, while the maker waits, counts with it.
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-native "the emulator has no process that shares memory" } */
/* { dg-count "worker -> leaf" 6000 } */
/* { dg-count "main -> leaf" 1 } */
/* { dg-count "worker -> t0" 3000 } */
/* { dg-count "worker -> t1" 3000 } */
/* { dg-count-spontaneous "worker" 6 } */

#define _GNU_SOURCE 1
#include <sched.h>
#include <signal.h>
#include <sys/wait.h>

static char stack[65536] __attribute__ ((aligned (16)));

__attribute__ ((noipa)) int leaf (int x) { return x + 1; }
__attribute__ ((noipa)) int t0 (int x) { return x + 1; }
__attribute__ ((noipa)) int t1 (int x) { return x + 2; }

static int (*volatile targets[]) (int) = { t0, t1 };

static int
worker (void *argument)
{
  int x = 0;
  for (int i = 0; i < 1000; i++)
    {
      x ^= leaf (i);
      x += targets[i % 2] (x);
    }
  *(int *) argument = x;
  return 0;
}

int
main (void)
{
  int x = leaf (0);
  for (int i = 0; i < 3; i++)
    {
      /* As vfork does it, and as a process that shares the memory.  */
      int pid = clone (worker, stack + sizeof stack,
		       CLONE_VM | CLONE_VFORK | SIGCHLD, &x);
      if (pid < 0 || waitpid (pid, NULL, 0) != pid)
	return 1;
      pid = clone (worker, stack + sizeof stack, CLONE_VM | SIGCHLD, &x);
      if (pid < 0 || waitpid (pid, NULL, 0) != pid)
	return 2;
    }
  return 0;
}
