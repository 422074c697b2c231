/* Keeping the program alive when a count cannot be stored.

   SPDX-License-Identifier: MIT

   If somebody makes the file shorter, pages that are mapped are lost, and the
   next count in one of them raises SIGBUS; so does one in a page for which the
   file system has no room any more.  The handler here replaces the pages by
   memory.  If somebody else than the runtime has set the segment base that the
   program counts through, the next count mostly raises SIGSEGV; then the
   program counts without the segment.  And so may walking a stack, which is
   not walked on then.  Every other signal of these goes where it would have
   gone without us.  A program that installs a handler later loses the
   guard.  */

#include "sample/guard.h"

#include <signal.h>
#include <string.h>

#include "file/file.h"
#include "sample/sampling.h"
#include "sample/signals.h"
#include "sample/segment.h"
#include "base/sys.h"
#include "stack/stack.h"

/* What was installed before for SIGBUS and SIGSEGV.  */
static struct sigaction before_bus, before_segv;

/* Whether the fault with INFO was a count's, and will not come again.  */

static int
can_mend (int signal, const siginfo_t *info)
{
  if (signal == SIGBUS)
    return info->si_code == BUS_ADRERR && cgrt_file_contains (info->si_addr)
	   && (cgrt_file_keep (info->si_addr) || cgrt_file_lose ());
  return info->si_code > 0 && cgrt_segment_check ();
}

static void
handle (int signal, siginfo_t *info, void *context)
{
  const struct sigaction *before
    = signal == SIGBUS ? &before_bus : &before_segv;

  if (signal == SIGSEGV && info->si_code > 0)
    cgrt_stack_recover ();
  if (can_mend (signal, info))
    return;
  if (before->sa_flags & SA_SIGINFO)
    before->sa_sigaction (signal, info, context);
  else if (before->sa_handler == SIG_IGN && info->si_code <= 0)
    return;
  else if (before->sa_handler != SIG_DFL && before->sa_handler != SIG_IGN)
    before->sa_handler (signal);
  else
    {
      /* A fault comes again on return and does what it does without us;
	 a signal that was sent has to be sent again.  */
      struct sigaction plain;
      memset (&plain, 0, sizeof plain);
      plain.sa_handler = SIG_DFL;
      sigaction (signal, &plain, NULL);
      if (info->si_code <= 0)
	sys (SYS_rt_tgsigqueueinfo, sys_getpid (), sys_gettid (), signal,
	     (long) info, 0, 0);
    }
}

void
cgrt_guard_action (struct sigaction *action,
		   void (*handler) (int, siginfo_t *, void *))
{
  memset (action, 0, sizeof *action);
  action->sa_sigaction = handler;
  action->sa_flags = SA_SIGINFO | SA_RESTART;
  /* The stack may be too small for a signal.  But valgrind, if there is no
     other, then does not extend it.  */
  if (!sys_is_valgrind ())
    action->sa_flags |= SA_ONSTACK;
  sigfillset (&action->sa_mask);
  sigdelset (&action->sa_mask, SIGBUS);
}

/* Have SIGNAL guarded; *BEFORE becomes what handled it.  */

static void
start (int signal, struct sigaction *before)
{
  struct sigaction action;

  if (sigaction (signal, NULL, before) < 0)
    return;
  cgrt_guard_action (&action, handle);
  action.sa_mask = before->sa_mask;
  /* A sample that came before the pages are memory would be another fault,
     and deadly.  */
  cgrt_signals_add (&action.sa_mask);
  sigaction (signal, &action, NULL);
}

void
cgrt_guard_start (void)
{
  start (SIGBUS, &before_bus);
}

void
cgrt_guard_faults (void)
{
  start (SIGSEGV, &before_segv);
}
