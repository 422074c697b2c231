/* Area:    plugin and runtime, vfork
   Purpose: a vfork child counts in its parent's memory until it ends; the
	    parent goes on counting.
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-native "the emulator makes vfork a fork" } */
/* { dg-count "main -> leaf" 20 } */
/* { dg-count "child -> leaf" 50 } */
/* { dg-count "child -> t0" 5 } */
/* { dg-count "child -> t1" 5 } */
/* { dg-count "main -> child" 10 } */
/* { dg-count "main -> vfork" 10 } */
/* { dg-count-spontaneous "child" 0 } */

#define _GNU_SOURCE 1
#include <sys/wait.h>
#include <unistd.h>

__attribute__ ((noipa)) int leaf (int x) { return x + 1; }
__attribute__ ((noipa)) int t0 (int x) { return x; }
__attribute__ ((noipa)) int t1 (int x) { return x; }

static int (*volatile targets[]) (int) = { t0, t1 };

__attribute__ ((noipa)) int
child (int x)
{
  for (int i = 0; i < 5; i++)
    leaf (i);
  return targets[x % 2] (x);
}

int
main (void)
{
  for (int i = 0; i < 10; i++)
    {
      int status, pid;
      leaf (i);
      pid = vfork ();
      if (pid == 0)
	_exit (child (i));
      if (pid < 0 || waitpid (pid, &status, 0) != pid
	  || WEXITSTATUS (status) != i)
	return 1;
      leaf (i);
    }
  return 0;
}
