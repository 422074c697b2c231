/* A thread that blocks SIGURG gets it when it asks for it, though it came while
   the thread slept, and has slept on.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#define _GNU_SOURCE 1
#include <signal.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

/* The sleep ends between two samples, of which there are two a second, give or
   take a tenth.  So does the child's, which ends before.  */
#define SLEEP { 0, 750000000 }
#define CHILDS_SLEEP 700000

int
main (void)
{
  struct timespec time = SLEEP, long_enough = { 10, 0 };
  sigset_t all, urgent;
  int slept, taken;

  sigfillset (&all);
  sigprocmask (SIG_SETMASK, &all, NULL);
  if (fork () == 0)
    {
      usleep (CHILDS_SLEEP);
      kill (getppid (), SIGURG);
      _exit (0);
    }
  slept = nanosleep (&time, NULL);
  sigemptyset (&urgent);
  sigaddset (&urgent, SIGURG);
  taken = sigtimedwait (&urgent, NULL, &long_enough);
  printf ("slept %d, taken %d\n", slept == 0, taken == SIGURG);
  return 0;
}
