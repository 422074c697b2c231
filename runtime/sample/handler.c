/* The handler of our signal.

   SPDX-License-Identifier: MIT  */

#include "sample/handler.h"

#include <signal.h>
#include <string.h>
#include <sys/auxv.h>

#include "base/arch.h"
#include "base/due.h"
#include "base/options.h"
#include "base/process.h"
#include "base/sys.h"
#include <cgprof/format.h>
#include "file/lock.h"
#include "sample/give-way.h"
#include "sample/guard.h"
#include "sample/mask.h"
#include "sample/periods.h"
#include "sample/resume.h"
#include "sample/sampling.h"
#include "sample/scout.h"
#include "sample/segment.h"
#include "sample/signals.h"
#include "sample/threads.h"

#ifndef AT_MINSIGSTKSZ
#define AT_MINSIGSTKSZ 51
#endif

/* What the handler may use of an alternate stack, in bytes: for all that it
   does, below the kernel's frame; and that frame, which has all registers of
   the processor (AT_MINSIGSTKSZ, which qemu does not tell).  stack-use.exp has
   the true figures.  */
#define STACK_USE 3072
#define LEAST_FRAME (sizeof (ucontext_t) > 2048			\
		     ? sizeof (siginfo_t) + sizeof (ucontext_t) : 2048)
static uint64_t kernel_frame = LEAST_FRAME;

/* The handler's own code.  The linker tells where a section lies whose name is
   one of C's.  */
#define HANDLER __attribute__ ((section ("cgrt_handler"), noinline))
extern const char handler_start[] __asm__ ("__start_cgrt_handler")
  __attribute__ ((visibility ("hidden")));
extern const char handler_stop[] __asm__ ("__stop_cgrt_handler")
  __attribute__ ((visibility ("hidden")));

/* No more handlers than take so many bytes of the stack are in each other.  */
#define MOST_NESTED (1u << 20)

/* Block the signal until the handler returns.  */

static void
defer (void)
{
  uint64_t set = cgrt_signals_set ();
  sys (SYS_rt_sigprocmask, SIG_BLOCK, (long) &set, 0, sizeof set, 0, 0);
}

/* Begin to sample the calling thread, of which nothing is known so far.  In
   the handler.  */

static void
discover (void)
{
  if (!cgrt_lock_briefly (&cgrt_memory_lock))
    return;
  if (sys_getpid () == cgrt_pid)
    cgrt_threads_enter ();
  cgrt_unlock (&cgrt_memory_lock);
}

/* What the kernel has of our handler: its structure is the handler, flags, on
   most machines a function to return by, and the set of signals to block.  */
static unsigned long installed[8];
static uint32_t mask_at;	/* Index of that set; 0 if a sanitizer has
				   installed a handler of its own before
				   ours.  */

int
cgrt_handler_is_taken (void)
{
  return cgrt_signals_handler (cgrt_signals_number ()) != (long) installed[0];
}

/* Return how much is left of the alternate stack that this handler, which was
   given CONTEXT, runs on; UINT64_MAX if it runs on the thread's own stack.  */

static uint64_t
stack_left (const ucontext_t *context)
{
  const stack_t *stack = &context->uc_stack;
  uint64_t left = (uint64_t) (uintptr_t) __builtin_frame_address (0)
		  - (uint64_t) (uintptr_t) stack->ss_sp;
  return !(stack->ss_flags & SS_DISABLE) && left < stack->ss_size
	 ? left : UINT64_MAX;
}

/* Whether there is an alternate STACK, and it has no room for a handler of the
   program's, two of our signals at once, and what our handler needs.  Where
   there is none, the frame of a signal may lack SS_DISABLE: the kernel writes
   it for a process one of whose ancestors has had such a stack.  */

static int
is_small (const stack_t *stack)
{
  return !(stack->ss_flags & SS_DISABLE) && stack->ss_size > 0
	 && stack->ss_size < 3 * kernel_frame + 2 * STACK_USE;
}

static int blocks_itself;	/* The kernel blocks our signal while the
				   handler runs.  */

/* Have the kernel do so.  */

static void
block_itself (void)
{
  int signal = cgrt_signals_number ();
  struct sigaction action;

  if (__atomic_exchange_n (&blocks_itself, 1, __ATOMIC_RELAXED)
      || cgrt_handler_is_taken () || sigaction (signal, NULL, &action) < 0)
    return;
  action.sa_flags &= ~SA_NODEFER;
  sigaddset (&action.sa_mask, signal);
  sigaction (signal, &action, NULL);
}

void
cgrt_handler_note_stack (void)
{
  stack_t stack;

  if (cgrt_sampling_is_active ()
      && sys (SYS_sigaltstack, 0, (long) &stack, 0, 0, 0, 0) == 0
      && is_small (&stack))
    block_itself ();
}

void
cgrt_handler_note_action (void)
{
  struct cgrt_place *place = cgrt_threads_mine ();

  if (!place || !cgrt_sampling_has_signal () || !cgrt_handler_is_taken ()
      || place->owner != sys_gettid ())
    return;
  cgrt_mask_close ();
  if (cgrt_lock_briefly (&cgrt_memory_lock))
    {
      cgrt_sampling_move (place);
      cgrt_unlock (&cgrt_memory_lock);
    }
  cgrt_mask_reopen ();
}

/* Where on the stack the outermost handler is that runs in the thread, or 0.
   A program's handler for a fault in it may have left it by longjmp.  */
static CGRT_THREAD_LOCAL uint64_t inside;

/* Finish call NUMBER that a signal with CONTEXT has interrupted in PLACE's
   thread, as cgrt_periods_wait_on does.  A handler of the program's that
   interrupts it may leave this one, too, by longjmp.  */

static int
wait_on (struct cgrt_place *place, ucontext_t *context, long number)
{
  uint64_t outermost = inside;
  int is_begun;

  inside = 0;
  is_begun = cgrt_periods_wait_on (place, context, number);
  inside = outermost;
  return is_begun;
}

/* Take our signal, which came with INFO and interrupted CONTEXT's code, in a
   span of calls; it IS_LAST if no other one is taken in the same handler.
   That code IS_OWN if it is of this handler for an earlier signal.  Return
   whether the span is to be ended.

   With the CPU's clock the signal is not blocked meanwhile and may come again
   before this returns: if it were blocked, the kernel would wake a sleeping
   thread for the scout's signal, and that thread's system call would fail.  It
   is blocked if it has interrupted a system call, since the kernel forgets how
   to go on with that when another handler returns; once a thread has an
   alternate stack that is too small; and for the rest of a handler that
   another one has interrupted, with the scout put off.  A stack that has
   little room left, as a handler of the program's runs there, is not used for
   walking stacks: the periods are the next sample's.  */

static int
take (siginfo_t *info, ucontext_t *context, int is_last, int is_own)
{
  struct cgrt_place *place = cgrt_threads_mine ();
  int has_room = stack_left (context) >= STACK_USE;
  uint64_t periods = 1;
  long number;

  if (is_small (&context->uc_stack))
    {
      defer ();
      block_itself ();
    }
  /* Handlers that take longer than a period would pile up on the stack.  */
  is_own = is_own || (place && cgrt_periods_in_sample (&place->sampler));
  if (place && is_own)
    {
      cgrt_scout_put_off ();
      sigaddset (&context->uc_sigmask, info->si_signo);
    }
  cgrt_segment_check ();
  if (info->si_code == SI_TIMER)
    {
      if (info->si_overrun > 0)
	periods += (uint64_t) info->si_overrun;
    }
  else if (!cgrt_signals_sent (info))
    {
      defer ();
      /* The program's, which is to have it where it is itself interrupted.
	 What is pending would keep it from being sent.  */
      if (place && is_own)
	cgrt_signals_take_back (info);
      else
	{
	  /* Without us it would be blocked or ignored, and end no call.  */
	  cgrt_mask_return (info, context);
	  if (cgrt_resume_wants (context, info->si_signo, &number))
	    return wait_on (NULL, context, number);
	}
      return 1;
    }
  if (!cgrt_sampling_is_active ()
      || (place && place->owner != sys_gettid ()))
    place = NULL;
  if (cgrt_scout_sent (info))
    {
      if (cgrt_sampling_is_active () && has_room)
	{
	  int found = !cgrt_threads_mine ();
	  if (found)
	    discover ();
	  cgrt_scout_met (found);
	}
      place = NULL;
    }
  if (place && info->si_code == SI_TIMER
      && info->si_value.sival_ptr == &place->sampler)
    {
      /* Sent from waits.c, where it is.  */
      cgrt_periods_note_waiting (place, context);
      return 1;
    }
  if (place && is_own)
    cgrt_periods_note_own (place, info, periods);
  else if (place)
    {
      cgrt_scout_sampled ();
      cgrt_periods_count (place, info, periods, has_room, context);
    }
  /* A perf event, too: it ends in user mode, but its signal may come when the
     thread is on its way into a call already.  */
  if (cgrt_resume_wants (context, info->si_signo, &number)
      && !wait_on (cgrt_options.clock == CGPROF_CLOCK_WALL ? place : NULL,
		   context, number))
    return 0;
  if (is_last)
    cgrt_give_way (context, info->si_signo);
  return 1;
}

/* One of our signals whose handler has begun, and has not blocked it yet where
   it will.  If another one comes meanwhile, and its handler returns, the
   kernel forgets how to go on with the call that the first has interrupted; so
   the second does the work of both.  */
struct entry
{
  siginfo_t *info;
  ucontext_t *context;
  struct entry *outer;		/* The one that it has interrupted, or
				   NULL.  */
  int is_own;			/* It has interrupted the handler anywhere.  */
  int is_taken;
};

static CGRT_THREAD_LOCAL struct entry *entering;

/* Whether a signal with CONTEXT has interrupted the handler.  */

static HANDLER int
is_own (const ucontext_t *context)
{
  uint64_t begin = (uint64_t) (uintptr_t) handler_start;
  uint64_t end = (uint64_t) (uintptr_t) handler_stop;

  return arch_pc (context) - begin < end - begin
	 || (inside && inside - arch_stack (context) < MOST_NESTED);
}

/* Take ENTRY's signal and those that it has interrupted; IS_LAST as in take.
   Once system calls are limited there is nothing to do: sampling has ended
   (process/init.c, limit).  */

static void
take_all (struct entry *entry, int is_last)
{
  if (entry->outer)
    take_all (entry->outer, 0);
  if (entry->is_taken)
    return;
  entry->is_taken = 1;
  if (cgrt_calls_begin ()
      && take (entry->info, entry->context, is_last, entry->is_own))
    cgrt_calls_end ();
}

/* So many signals may come at once, beside the last: one each for the thread
   and the process, and some of timers.  */
#define MOST_AT_ONCE 4

/* The handler.  */

static HANDLER void
handle (int signal, siginfo_t *info, void *context)
{
  struct entry firsts[MOST_AT_ONCE];
  struct entry self = { info, context, entering, 0, 0 };
  struct entry *last = &self;
  uint64_t outermost;

  /* Ours no more: the program has put the handler back, or calls it, with no
     context then.  */
  if (signal != cgrt_signals_number ())
    return;
  self.is_own = is_own (context);
  outermost = self.is_own ? inside : 0;
  if (!outermost)
    inside = (uint64_t) (uintptr_t) __builtin_frame_address (0);

  __atomic_store_n (&entering, &self, __ATOMIC_RELAXED);
  __atomic_signal_fence (__ATOMIC_SEQ_CST);
  /* Those whose handlers have not even begun.  */
  for (struct entry *first = firsts;
       first < firsts + MOST_AT_ONCE
       && cgrt_resume_find_first (last->context, (uint64_t) (uintptr_t) handle,
				  &first->info, &first->context); first++)
    {
      first->outer = last->outer;
      first->is_own = outermost != 0 || is_own (first->context);
      first->is_taken = 0;
      last->outer = first;
      cgrt_resume_skip (last->context, signal);
      last = first;
    }
  if ((self.outer || cgrt_resume_fits (context)) && cgrt_calls_begin ())
    {
      if (self.outer)
	cgrt_scout_put_off ();
      defer ();
      cgrt_calls_end ();
    }
  __atomic_signal_fence (__ATOMIC_SEQ_CST);
  __atomic_store_n (&entering, NULL, __ATOMIC_RELAXED);
  take_all (&self, 1);
  /* Here, where little of the stack is used.  */
  if (cgrt_due_is_set () && cgrt_calls_begin ())
    {
      cgrt_due_look ();
      cgrt_calls_end ();
    }
  inside = outermost;
}

/* Find where the set MASK is in what is installed.  */

static void
find_mask (const sigset_t *mask)
{
  unsigned long begin;

  mask_at = 0;
  memcpy (&begin, mask, sizeof begin);
  for (uint32_t at = 2; at <= 3; at++)
    if (installed[0] == (uintptr_t) handle && installed[at] == begin)
      mask_at = at;
}

int
cgrt_handler_install (void)
{
  int signal = cgrt_signals_number ();
  struct sigaction action;

  if (getauxval (AT_MINSIGSTKSZ) > LEAST_FRAME)
    kernel_frame = getauxval (AT_MINSIGSTKSZ);
  cgrt_guard_action (&action, handle);
  /* As the kernel does.  */
  sigdelset (&action.sa_mask, SIGKILL);
  sigdelset (&action.sa_mask, SIGSTOP);
  if (cgrt_stack_may_fault ())
    sigdelset (&action.sa_mask, SIGSEGV);
  if (cgrt_options.clock == CGPROF_CLOCK_CPU)
    {
      action.sa_flags |= SA_NODEFER;
      sigdelset (&action.sa_mask, signal);
    }
  if (sigaction (signal, &action, NULL) < 0)
    return 0;
  sys (SYS_rt_sigaction, signal, 0, (long) installed, 8, 0, 0);
  find_mask (&action.sa_mask);
  return 1;
}

int
cgrt_handler_move (void)
{
  int before = cgrt_signals_number (), signal;
  unsigned long *flags = &installed[1], *mask = &installed[mask_at];

  if (!mask_at || !cgrt_signals_move ((long) installed[0]))
    return 0;
  signal = cgrt_signals_number ();
  *mask |= 1ul << (before - 1) | 1ul << (signal - 1);
  if (blocks_itself)
    *flags &= ~(unsigned long) SA_NODEFER;
  else if (*flags & SA_NODEFER)
    *mask &= ~(1ul << (signal - 1));
  return sys (SYS_rt_sigaction, signal, (long) installed, 0, 8, 0, 0) == 0;
}
