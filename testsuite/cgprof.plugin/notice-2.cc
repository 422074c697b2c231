/* Area:    plugin, notices
   Purpose: the runtime is told before and after a wait that may throw, since
	    its thread may be cancelled, and is left by a jump; calls in tail
	    position are counted as they were.
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-options "-fchecking=2" } */
/* { dg-final { cgprof-scan-asm "call\[ \t\]+__cgprof_notice_1" } } */
/* { dg-count "attempt(int) -> ppoll" 30 } */
/* { dg-count "attempt(int) -> sigsuspend" 10 } */
/* { dg-count "block(int, __sigset_t const*) -> sigprocmask" 12 } */
/* { dg-count "cleanup::~cleanup() -> leaf(int)" 30 } */
/* { dg-calls "__cgprof_notice_1" 0 } */

#include <errno.h>
#include <poll.h>
#include <setjmp.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

__attribute__ ((noipa)) int
leaf (int x)
{
  return x + 1;
}

struct cleanup
{
  __attribute__ ((noipa)) ~cleanup () { leaf (1); }
};

static sigset_t none;
static sigjmp_buf out;
static int handled;

static void
handle (int)
{
  if (++handled % 2)
    siglongjmp (out, 1);
}

__attribute__ ((noipa)) int
block (int how, const sigset_t *set)
{
  return sigprocmask (how, set, NULL);
}

/* Returns what poll did, or -EINTR for the other.  */

__attribute__ ((noipa)) int
attempt (int i)
{
  cleanup object;
  struct timespec length = { 0, 1000 };
  try
    {
      int result = ppoll (NULL, 0, &length, i % 3 ? &none : NULL);
      if (i % 3)
	return result;
      raise (SIGUSR1);
      if (sigsetjmp (out, 1) == 0)
	return sigsuspend (&none) == -1 ? -errno : 1;
      return 2;
    }
  catch (int)
    {
      return 3;
    }
}

int
main ()
{
  struct sigaction action = {};
  sigset_t one;
  int slept = 0, left = 0, failed = 0;

  action.sa_handler = handle;
  sigaction (SIGUSR1, &action, NULL);
  sigemptyset (&one);
  sigaddset (&one, SIGUSR1);
  for (int i = 0; i < 10; i++)
    if (block (SIG_BLOCK, &one) != 0)
      return 1;
  for (int i = 0; i < 30; i++)
    {
      int result = attempt (i);
      slept += result == 0;
      left += result == 2;
      failed += result == -EINTR;
    }
  if (block (SIG_UNBLOCK, &one) != 0 || block (SIG_BLOCK, NULL) != 0)
    return 2;
  return slept == 20 && left == 5 && failed == 5 ? 0 : 3;
}
