/* A handler leaves a call by siglongjmp that a sample has interrupted, too; the
   thread works on, deeper in its stack.
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#define NOIPA __attribute__ ((noipa))

static sigjmp_buf before;

static void
leave (int signal)
{
  siglongjmp (before, signal);
}

/* Use half a second of the processor's time.  */

NOIPA void
burn (void)
{
  for (clock_t end = clock () + CLOCKS_PER_SEC / 2; clock () < end;)
    for (volatile int i = 0; i < 10000; i++)
      continue;
}

NOIPA int
descend (int depth)
{
  volatile char frame[1024];
  frame[0] = (char) depth;
  if (depth > 0)
    return descend (depth - 1) + frame[0];
  burn ();
  return frame[0];
}

int
main (void)
{
  struct itimerval soon = { { 0, 0 }, { 0, 100000 } };
  sigset_t blocked;
  signal (SIGALRM, leave);
  if (sigsetjmp (before, 1) == 0)
    {
      setitimer (ITIMER_REAL, &soon, NULL);
      sleep (60);
    }
  descend (80);
  sigprocmask (SIG_BLOCK, NULL, &blocked);
  printf ("left, blocked %d\n", sigismember (&blocked, SIGURG));
  return 0;
}
