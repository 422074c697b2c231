/* Unblocking our signal in threads that block it.

   SPDX-License-Identifier: MIT  */

#include "sample/mask.h"

#include <stdint.h>

#include "file/lock.h"
#include "sample/sampling.h"
#include "sample/signals.h"
#include "base/sys.h"
#include "sample/threads.h"

#define MASK_SIZE 8		/* Of the kernel's set of signals.  */

/* The program sends and takes the signal.  */
static int is_used;

void
cgrt_mask_open (void)
{
  struct cgrt_place *place = cgrt_threads_mine ();
  uint64_t ours = cgrt_signals_set ();

  if (!place || place->sampler.wait.opened || is_used
      || !cgrt_sampling_runs (place) || !(sys_blocked () & ours))
    return;
  place->sampler.wait.opened = ours;
  place->sampler.wait.child = 0;
  sys (SYS_rt_sigprocmask, SIG_UNBLOCK, (long) &ours, 0, MASK_SIZE, 0, 0);
}

void
cgrt_mask_close (void)
{
  struct cgrt_place *place = cgrt_threads_mine ();
  struct cgrt_wait *wait = place ? &place->sampler.wait : NULL;
  int32_t thread;

  if (!place)
    return;
  wait->closed = 1;
  if (!wait->opened)
    return;
  thread = (int32_t) sys_gettid ();
  /* A child of vfork has its own set and its parent's memory.  From then on
     its set is the program's.  */
  if (wait->child == thread)
    return;
  sys (SYS_rt_sigprocmask, SIG_BLOCK, (long) &wait->opened, 0, MASK_SIZE,
       0, 0);
  if (place->owner == thread)
    wait->opened = 0;
  else
    wait->child = thread;
}

void
cgrt_mask_reopen (void)
{
  struct cgrt_place *place = cgrt_threads_mine ();

  if (!place || !place->sampler.wait.closed)
    return;
  place->sampler.wait.closed = 0;
  cgrt_mask_open ();
}

/* The kernel's set in a context, whose type is libc's.  */
typedef uint64_t __attribute__ ((may_alias)) kernel_set;

void
cgrt_mask_return (const siginfo_t *info, ucontext_t *context)
{
  struct cgrt_place *place = cgrt_threads_mine ();

  if (!place
      || !(place->sampler.wait.opened & 1ull << (info->si_signo - 1)))
    return;
  __atomic_store_n (&is_used, 1, __ATOMIC_RELAXED);
  *(kernel_set *) &context->uc_sigmask |= place->sampler.wait.opened;
  place->sampler.wait.opened = 0;
  /* Else the next of ours would be pending in place of the program's.  */
  if (!place->sampler.sampling && cgrt_lock_briefly (&cgrt_memory_lock))
    {
      cgrt_sampling_hold (place);
      cgrt_unlock (&cgrt_memory_lock);
    }
  cgrt_signals_take_back (info);
}
