/* Sampling: where each thread spends its time.

   SPDX-License-Identifier: MIT  */

#include "sample/sampling.h"

#include <signal.h>
#include <sys/auxv.h>
#include <unistd.h>

#include "base/arch.h"
#include "base/due.h"
#include <cgprof/format.h>
#include "file/family.h"
#include "file/file.h"
#include "sample/contexts.h"
#include "sample/give-way.h"
#include "sample/guard.h"
#include "file/lock.h"
#include "sample/mask.h"
#include "base/message.h"
#include "base/options.h"
#include "base/process.h"
#include "sample/resume.h"
#include "sample/scout.h"
#include "sample/segment.h"
#include "sample/signals.h"
#include "base/sys.h"
#include "sample/threads.h"

#ifndef AT_MINSIGSTKSZ
#define AT_MINSIGSTKSZ 51
#endif

#define SIGNAL CGRT_SAMPLING_SIGNAL

static int active;		/* SIGNAL is ours and wanted.  */
static int avoid_blocked;	/* cgrt_sampling_avoid_blocked.  */

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

/* A thread so many of whose signals have come in the handler, with no sample
   that was without one, is sampled more rarely, by this factor: it would do
   nothing else.  */
#define MOST_BEHIND 3
#define SLOWER 2
#define SLOWEST 500000		/* Nanoseconds.  */

/* Block the signal until the handler returns.  */

static void
defer (void)
{
  static const uint64_t set = 1ull << (SIGNAL - 1);
  sys (SYS_rt_sigprocmask, SIG_BLOCK, (long) &set, 0, sizeof set, 0, 0);
}

/* Finish call NUMBER of the program's, which the signal with CONTEXT
   interrupted, between two spans of calls: it may last.  Return whether the
   second has begun.  */

static int
finish (ucontext_t *context, long number)
{
  cgrt_calls_end ();
  cgrt_resume_finish (context, number, SIGNAL);
  return cgrt_calls_begin ();
}

/* Likewise.  The stack does not change until then, so the periods that end
   meanwhile are its.  PLACE is the thread's, or NULL if nothing is to be
   counted.  */

static int
wait_on (struct cgrt_place *place, ucontext_t *context, long number)
{
  struct cgrt_sampler *sampler = &place->sampler;
  uint64_t periods = 0, settled;
  siginfo_t info;

  if (!place)
    return finish (context, number);
  __atomic_store_n (&sampler->wait.settled, 0, __ATOMIC_RELAXED);
  __atomic_store_n (&sampler->wait.since, sys_clock (CLOCK_MONOTONIC),
		    __ATOMIC_RELEASE);
  if (!finish (context, number))
    return 0;
  __atomic_store_n (&sampler->wait.since, 0, __ATOMIC_RELEASE);
  if (cgrt_signals_take (&info))
    {
      if (!cgrt_signals_sent (&info))
	cgrt_signals_send_again (&info);
      else if (info.si_code == SI_TIMER && !cgrt_scout_sent (&info))
	periods = 1 + (uint64_t) (info.si_overrun > 0 ? info.si_overrun : 0);
    }
  settled = __atomic_load_n (&sampler->wait.settled, __ATOMIC_RELAXED);
  if (periods > settled && sampler->last)
    cgrt_contexts_wait (place, periods - settled);
  return 1;
}

void
cgrt_sampling_settle (void)
{
  struct cgrt_place *place;

  for (uint32_t i = 0; (place = cgrt_threads_at (i)) != NULL; i++)
    {
      struct cgrt_sampler *sampler = &place->sampler;
      struct cgrt_wait *wait = &sampler->wait;
      uint64_t since = __atomic_load_n (&wait->since, __ATOMIC_ACQUIRE);
      uint64_t period = sampler->source.period, periods;
      if (!since || !sampler->last || !period
	  || sys (SYS_tgkill, cgrt_pid, place->owner, 0, 0, 0, 0) != 0)
	continue;
      periods = (sys_clock (CLOCK_MONOTONIC) - since) / period;
      if (periods <= wait->settled)
	continue;
      periods -= wait->settled;
      __atomic_fetch_add (&wait->settled, periods, __ATOMIC_RELAXED);
      cgrt_contexts_wait (place, periods);
    }
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

int
cgrt_sampling_runs (const struct cgrt_place *place)
{
  return __atomic_load_n (&active, __ATOMIC_RELAXED) && !avoid_blocked
	 && cgrt_source_is_open (&place->sampler.source);
}

/* From begin_sample to end_sample a signal of ours finds that this is the
   handler of another one in its own thread.  */

static int
is_sample (const struct cgrt_sampler *sampler)
{
  return __atomic_load_n (&sampler->sampling, __ATOMIC_RELAXED);
}

static void
begin_sample (struct cgrt_sampler *sampler)
{
  __atomic_store_n (&sampler->sampling, 1, __ATOMIC_RELAXED);
  __atomic_signal_fence (__ATOMIC_SEQ_CST);
}

static void
end_sample (struct cgrt_sampler *sampler)
{
  __atomic_signal_fence (__ATOMIC_SEQ_CST);
  __atomic_store_n (&sampler->sampling, 0, __ATOMIC_RELAXED);
}

/* If the thread of PLACE was in the kernel where the signal with CONTEXT came,
   count system time: PERIODS or, if that is 0, as much as the kernel has
   counted.  Return whether that was done.  What came while another signal was
   handled is our own time.  */

static int
count_system (struct cgrt_place *place, uint64_t periods,
	      const ucontext_t *context)
{
  struct cgrt_sampler *sampler = &place->sampler;
  uint64_t call, weight;
  int counted;

  if (is_sample (sampler)
      || (call = cgrt_system_find (&sampler->system, context)) == 0)
    return 0;
  weight = periods ? (periods + sampler->missed) * sampler->source.period
		   : cgrt_system_rest (&sampler->system);
  begin_sample (sampler);
  counted = cgrt_contexts_count_system (place, weight, context, call);
  end_sample (sampler);
  if (counted && periods)
    sampler->missed = 0;
  if (counted)
    cgrt_system_count (&sampler->system);
  return counted;
}

/* Set VISIT to what the thread of SAMPLER was doing in the kernel where the
   signal with CONTEXT came after PERIODS.  With the CPU's clock that is counted
   apart.  */

static void
find_visit (struct cgrt_sampler *sampler, uint64_t periods,
	    const ucontext_t *context, struct cgrt_visit *visit)
{
  visit->call = 0;
  visit->what = CGPROF_ADDRESS_WAITING;
  if (!periods)
    visit->call = sampler->wait.caller;
  else if (cgrt_options.clock == CGPROF_CLOCK_WALL)
    {
      visit->call = cgrt_system_find_wait (context);
      if (!visit->call)
	{
	  visit->call = cgrt_system_find (&sampler->system, context);
	  visit->what = CGPROF_ADDRESS_KERNEL;
	}
    }
}

/* Call cgrt_contexts_count, unless this has interrupted that in its own
   thread: then add PERIODS to those of the thread's next signal.  */

static void
count (struct cgrt_place *place, uint64_t periods, const ucontext_t *context)
{
  struct cgrt_sampler *sampler = &place->sampler;
  struct cgrt_visit visit;

  if (is_sample (sampler))
    {
      sampler->missed += periods;
      return;
    }
  if (periods)
    {
      periods += sampler->missed;
      sampler->missed = 0;
      if (!sampler->overran)
	sampler->behind = 0;
      sampler->overran = 0;
      sampler->stale = 0;
      /* A wait that the program has left by longjmp has ended.  */
      sampler->wait.since = 0;
    }
  begin_sample (sampler);
  find_visit (sampler, periods, context, &visit);
  cgrt_contexts_count (place, periods, context, &visit);
  end_sample (sampler);
}

/* The shortest tick of a kernel, in nanoseconds, and how many times longer than
   the ticker's handler the program runs until the next.  */
#define LEAST_TICK 1000000
#define PAUSE 10

/* Sample PLACE's thread, whose source is light, as others are, unless it is
   about to make a call that is not to meet our signal: after a later tick,
   then.  */

static void
leave_light (struct cgrt_place *place)
{
  if (place->sampler.wait.state != CGRT_WAIT_NONE
      || !cgrt_lock_briefly (&cgrt_memory_lock))
    return;
  cgrt_sampling_arm (place, 0);
  cgrt_unlock (&cgrt_memory_lock);
}

/* Sample PLACE's thread more rarely if its samples take longer than it has from
   one to the next, unless it is about to make a call as in leave_light.  Not
   where the handler has been interrupted: what that knows of its source and of
   its times is no longer true then.  */

static void
keep_up (struct cgrt_place *place)
{
  struct cgrt_sampler *sampler = &place->sampler;
  uint64_t period = sampler->source.period;
  uint64_t missed;

  if (sampler->behind < MOST_BEHIND || period >= SLOWEST
      || sampler->wait.state != CGRT_WAIT_NONE
      || !cgrt_lock_briefly (&cgrt_memory_lock))
    return;
  missed = sampler->missed * period;
  cgrt_sampling_arm (place, SLOWER * period);
  sampler->carried += missed;
  sampler->stale = 1;
  cgrt_unlock (&cgrt_memory_lock);
}

/* Note that PERIODS of PLACE's thread ended in the handler, as the signal with
   INFO says.  */

static void
note_own (struct cgrt_place *place, const siginfo_t *info, uint64_t periods)
{
  struct cgrt_sampler *sampler = &place->sampler;

  if (cgrt_source_has_ticked (&sampler->source, info))
    return;
  if (!sampler->stale)
    sampler->missed += periods;
  sampler->overran = 1;
  sampler->behind++;
}

/* Count the first signal of a light source, that of PLACE's thread, which came
   with CONTEXT.  */

static void
take_first (struct cgrt_place *place, const ucontext_t *context)
{
  count (place, 1, context);
  if (!cgrt_lock_briefly (&cgrt_memory_lock))
    return;
  cgrt_source_go_on (&place->sampler.source, place->owner);
  cgrt_unlock (&cgrt_memory_lock);
}

/* Handle the ticker's signal of PLACE's thread, which came with CONTEXT.  What
   the handler does is the thread's time, too: if it takes longer than a tick,
   as under a debugger, the next signal would follow at once.  */

static void
take_tick (struct cgrt_place *place, const ucontext_t *context)
{
  uint64_t begin = sys_clock (CLOCK_THREAD_CPUTIME_ID), pause;
  int is_light = place->sampler.source.light != CGRT_LIGHT_NONE;

  count_system (place, 0, context);
  /* From this tick on, ticks are counted, and the time between them.  */
  if (is_light)
    leave_light (place);
  pause = (sys_clock (CLOCK_THREAD_CPUTIME_ID) - begin) * PAUSE;
  if (pause > LEAST_TICK)
    cgrt_source_delay (&place->sampler.source, pause);
  if (!is_light)
    cgrt_system_tick (&place->sampler.system, place->record, begin,
		      pause > LEAST_TICK ? pause : 0);
}

/* Count what a signal of PLACE's thread stands for, which came with INFO after
   PERIODS and interrupted CONTEXT's code.  LEFT is what is left of the alternate
   stack.  */

static void
count_signal (struct cgrt_place *place, const siginfo_t *info,
	      uint64_t periods, uint64_t left, const ucontext_t *context)
{
  struct cgrt_sampler *sampler = &place->sampler;
  const struct cgrt_source *source = &sampler->source;
  int is_ticker = cgrt_source_has_ticked (source, info);

  /* The only timer is one of the tick's, too.  */
  if (cgrt_options.clock == CGPROF_CLOCK_CPU && source->has_timer)
    cgrt_system_tick (&sampler->system, place->record,
		      sys_clock (CLOCK_THREAD_CPUTIME_ID), 0);
  if (is_ticker && left >= STACK_USE)
    take_tick (place, context);
  else if (is_ticker)
    return;
  else if (left < STACK_USE)
    sampler->missed += periods;
  else if (source->light == CGRT_LIGHT_FIRST)
    take_first (place, context);
  /* The only timer sees both kinds of time.  */
  else
    {
      if (cgrt_options.clock != CGPROF_CLOCK_CPU || source->ring
	  || !count_system (place, periods, context))
	count (place, periods, context);
      keep_up (place);
    }
}

/* What the kernel calls for SIGNAL; its structure begins with the handler.
   It need not be ours: a sanitizer's sigaction puts a function of its own
   before it.  */

static long
kernel_handler (void)
{
  long now[8] = { 0 };
  sys (SYS_rt_sigaction, SIGNAL, 0, (long) now, 8, 0, 0);
  return now[0];
}

static long installed;		/* kernel_handler () since we began.  */

/* Whether the program has taken SIGNAL since we did.  */

static int
is_taken (void)
{
  return kernel_handler () != installed;
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

/* Have the kernel block the signal while the handler runs.  */

static void
block_itself (void)
{
  static int done;
  struct sigaction action;

  if (__atomic_exchange_n (&done, 1, __ATOMIC_RELAXED) || is_taken ()
      || sigaction (SIGNAL, NULL, &action) < 0)
    return;
  action.sa_flags &= ~SA_NODEFER;
  sigaddset (&action.sa_mask, SIGNAL);
  sigaction (SIGNAL, &action, NULL);
}

void
cgrt_sampling_note_stack (void)
{
  stack_t stack;

  if (__atomic_load_n (&active, __ATOMIC_RELAXED)
      && sys (SYS_sigaltstack, 0, (long) &stack, 0, 0, 0, 0) == 0
      && is_small (&stack))
    block_itself ();
}

/* Take our signal, which came with INFO and interrupted CONTEXT's code, in a
   span of calls; it IS_LAST if no other one is taken in the same handler.  That
   code IS_OWN if it is of this handler for an earlier signal.  Return whether
   the span is to be ended.

   With the CPU's clock the signal is not blocked meanwhile and may come again
   before this returns: if it were blocked, the kernel would wake a sleeping
   thread for the scout's signal, and that thread's system call would fail.  It
   is blocked if it has interrupted a system call, since the kernel forgets how
   to go on with that when another handler returns; once a thread has an
   alternate stack that is too small; and for the rest of a handler that another
   one has interrupted, with the scout put off.  A stack that has little room
   left, as a handler of the program's runs there, is not used for walking
   stacks: the periods are the next sample's.  */

static int
take (siginfo_t *info, ucontext_t *context, int is_last, int is_own)
{
  struct cgrt_place *place = cgrt_threads_mine ();
  uint64_t left = stack_left (context);
  uint64_t periods = 1;
  long number;

  if (is_small (&context->uc_stack))
    {
      defer ();
      block_itself ();
    }
  /* Handlers that take longer than a period would pile up on the stack.  */
  is_own = is_own || (place && is_sample (&place->sampler));
  if (place && is_own)
    {
      cgrt_scout_put_off ();
      sigaddset (&context->uc_sigmask, SIGNAL);
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
      /* The program's, which is to have it where it is itself interrupted.  What
	 is pending would keep it from being sent.  */
      if (place && is_own)
	cgrt_signals_take_back (info);
      else if (cgrt_mask_return (info, context)
	       && cgrt_resume_wants (context, SIGNAL, &number))
	return finish (context, number);
      return 1;
    }
  if (!__atomic_load_n (&active, __ATOMIC_RELAXED)
      || (place && place->owner != sys_gettid ()))
    place = NULL;
  if (cgrt_scout_sent (info))
    {
      if (__atomic_load_n (&active, __ATOMIC_RELAXED) && left >= STACK_USE)
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
      count (place, 0, context);
      return 1;
    }
  if (place && is_own)
    note_own (place, info, periods);
  else if (place)
    {
      cgrt_scout_sampled ();
      count_signal (place, info, periods, left, context);
    }
  /* A perf event, too: it ends in user mode, but its signal may come when the
     thread is on its way into a call already.  */
  if (cgrt_resume_wants (context, SIGNAL, &number)
      && !wait_on (cgrt_options.clock == CGPROF_CLOCK_WALL ? place : NULL,
		   context, number))
    return 0;
  if (is_last)
    cgrt_give_way (context, SIGNAL);
  return 1;
}

/* One of our signals whose handler has begun, and has not blocked it yet where
   it will.  If another one comes meanwhile, and its handler returns, the kernel
   forgets how to go on with the call that the first has interrupted; so the
   second does the work of both.  */
struct entry
{
  siginfo_t *info;
  ucontext_t *context;
  struct entry *outer;		/* The one that it has interrupted, or NULL.  */
  int is_own;			/* It has interrupted the handler anywhere.  */
  int is_taken;
};

static CGRT_THREAD_LOCAL struct entry *entering;

/* Where on the stack the outermost handler is that runs in the thread, or 0.  A
   program's handler for a fault in it may have left it by longjmp.  */
static CGRT_THREAD_LOCAL uint64_t inside;

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

/* So many signals may come at once, beside the last: one each for the thread and
   the process, and some of timers.  */
#define MOST_AT_ONCE 4

/* The handler.  */

static HANDLER void
handle (int signal, siginfo_t *info, void *context)
{
  struct entry firsts[MOST_AT_ONCE];
  struct entry self = { info, context, entering, is_own (context), 0 };
  struct entry *last = &self;
  uint64_t outermost = self.is_own ? inside : 0;

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

void
cgrt_sampling_start (void)
{
  struct sigaction action, old;
  struct cgprof_header *header = cgrt_file_header ();

  if ((cgrt_options.clock == CGPROF_CLOCK_NONE && !cgrt_due_is_set ())
      || sigaction (SIGNAL, NULL, &old) < 0)
    return;
  if ((old.sa_flags & SA_SIGINFO)
      || (old.sa_handler != SIG_DFL && old.sa_handler != SIG_IGN))
    {
      cgrt_message (NULL, cgrt_due_is_set ()
		    ? "SIGURG is taken by the program: no sampling, and no"
		      " start or stop at a time"
		    : "SIGURG is taken by the program: no sampling", 0);
      return;
    }
  if (cgrt_options.stacks)
    cgrt_stack_start ();
  if (getauxval (AT_MINSIGSTKSZ) > LEAST_FRAME)
    kernel_frame = getauxval (AT_MINSIGSTKSZ);
  cgrt_guard_action (&action, handle);
  if (cgrt_options.clock == CGPROF_CLOCK_CPU)
    {
      action.sa_flags |= SA_NODEFER;
      sigdelset (&action.sa_mask, SIGNAL);
    }
  if (sigaction (SIGNAL, &action, NULL) < 0)
    return;
  installed = kernel_handler ();
  if (cgrt_options.clock == CGPROF_CLOCK_NONE)
    {
      cgrt_due_tick (SIGNAL);
      return;
    }
  header->clock = cgrt_options.clock;
  header->period = cgrt_source_start (SIGNAL);
  __atomic_store_n (&active, 1, __ATOMIC_RELAXED);
  cgrt_scout_start (SIGNAL, header->period, 0);
}

void
cgrt_sampling_stop (void)
{
  struct cgrt_place *place;

  cgrt_scout_stop ();
  cgrt_sampling_settle ();
  __atomic_store_n (&active, 0, __ATOMIC_RELAXED);
  for (uint32_t i = 0; (place = cgrt_threads_at (i)) != NULL; i++)
    cgrt_contexts_end (place);
}

/* Clear away what sampled the last thread in PLACE.  */

static void
disarm (struct cgrt_place *place)
{
  cgrt_source_close (&place->sampler.source);
  cgrt_contexts_end (place);
  if (place->sampler.wait.yields)
    cgrt_scout_return ();
  cgrt_sampling_forget (place);
}

int
cgrt_sampling_leave (void)
{
  struct cgrt_place *place;
  int was_active = __atomic_exchange_n (&active, 0, __ATOMIC_RELAXED);

  cgrt_scout_stop ();
  for (uint32_t i = 0; (place = cgrt_threads_at (i)) != NULL; i++)
    disarm (place);
  return was_active;
}

/* Begin to sample the calling thread, as cgrt_sampling_arm does; IS_LIGHT if its
   source may be light.  */

static void
arm (struct cgrt_place *place, uint64_t least, int is_light)
{
  static int has_warned;
  struct cgprof_process *self = cgrt_family_self;
  struct cgrt_source *source = &place->sampler.source;
  int was_light = source->light != CGRT_LIGHT_NONE;
  uint32_t sampler;
  int error = 0;

  disarm (place);
  if (active && is_taken () && cgrt_sampling_leave ())
    cgrt_message (NULL, "SIGURG was taken by the program: no more sampling",
		  0);
  if (!active)
    return;
  if (avoid_blocked && (cgrt_lock_mask () >> (SIGNAL - 1) & 1))
    {
      place->sampler.wait.state = CGRT_WAIT_HELD;
      return;
    }
  is_light = is_light
	     && cgrt_source_open_light (source, place->owner, &sampler);
  if (!is_light)
    error = cgrt_source_open (source, place->owner, least, &sampler);
  /* At its end the thread will have run half a period, on average, since its
     last sample.  Of a light source the first one came at random.  */
  place->sampler.last = 0;
  place->sampler.carried = is_light ? 0 : source->period / 2;
  cgrt_system_begin (&place->sampler.system);
  place->record->tick = cgrt_source_tick (source);
  if (!error && (was_light || self->sampler == CGPROF_SAMPLER_NONE))
    self->sampler = sampler;
  if (!error && self->system == CGPROF_SYSTEM_NONE)
    self->system = source->system;
  if (error && !has_warned)
    {
      has_warned = 1;
      cgrt_message (NULL, "a thread is not sampled", error);
    }
}

void
cgrt_sampling_arm (struct cgrt_place *place, uint64_t least)
{
  arm (place, least, 0);
}

void
cgrt_sampling_arm_child (struct cgrt_place *place)
{
  arm (place, 0, 1);
}

void
cgrt_sampling_fork (void)
{
  if (__atomic_load_n (&active, __ATOMIC_RELAXED))
    cgrt_scout_start (SIGNAL, cgrt_file_header ()->period, avoid_blocked);
  else if (cgrt_options.clock == CGPROF_CLOCK_NONE)
    cgrt_due_tick (SIGNAL);
}

void
cgrt_sampling_hold (struct cgrt_place *place)
{
  disarm (place);
  place->sampler.wait.state = CGRT_WAIT_HELD;
}

void
cgrt_sampling_avoid_blocked (void)
{
  avoid_blocked = 1;
}

void
cgrt_sampling_forget (struct cgrt_place *place)
{
  cgrt_source_forget (&place->sampler.source);
  place->sampler.pause = 0;
  place->sampler.own = 0;
  place->sampler.carried = 0;
  place->sampler.wait.state = CGRT_WAIT_NONE;
  place->sampler.wait.yields = 0;
  place->sampler.wait.since = 0;
  place->sampler.sampling = 0;
  place->sampler.missed = 0;
  place->sampler.overran = 0;
  place->sampler.behind = 0;
  place->sampler.stale = 0;
  place->sampler.log.busy = 0;
  place->sampler.log.untold = 0;
}
