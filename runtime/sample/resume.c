/* Finishing system calls that our signal interrupted and that the kernel does
   not restart.

   SPDX-License-Identifier: MIT

   The kernel has put -EINTR where the result goes, and forgotten the call's
   number.  It is in the instructions before (call-number.h); the arguments are
   still in their registers.  Where not, the program sees EINTR.

   Calls with a time limit are of three kinds.  Of nanosleep, poll and futex
   the kernel knows how to go on (restart_syscall) until the handler returns.
   select, pselect and ppoll have put the rest of the time where they found
   it.  All others begin again: they end late by what they had waited until
   our signal came, which is less than the time between two samples.  Only
   io_uring_enter does not fail: it says what it did before it waited.

   It cannot always be found out whether a handler of the program ran at the
   wrong moment (its signal was blocked together with ours, say, and both are
   delivered when it returns); then the call waits on, as if that handler had
   run just before it.  So calls that are there to wait for a handler are left
   alone: pause, sigsuspend, and those that have a set of signals.  To these
   no signal of ours comes where compiled code makes them (waits.c).  All
   others may find that a handler ran before them.  To make that rare signals
   stay blocked until the call itself lets them in, where there is a form of it
   that does so.  restart_syscall fails when a handler has run.  */

#include "sample/resume.h"

#include <errno.h>
#include <signal.h>
#include <stdint.h>
#include <time.h>

#include "base/arch.h"
#include "base/sys.h"
#include "sample/call-number.h"

#if defined __x86_64__

#ifndef SYS_io_uring_enter
#define SYS_io_uring_enter 426
#endif

#define MASK_SIZE 8		/* Of the kernel's set of signals.  */
#define REGISTERS 6

static const unsigned char registers[REGISTERS] = {
  REG_RDI, REG_RSI, REG_RDX, REG_R10, REG_R8, REG_R9
};

enum how
{
  NO, RESTART, REPEAT,
  LET_IN			/* One argument can be a set of signals.  */
};

/* What pselect has in place of a set of signals.  */
struct signals
{
  const uint64_t *set;
  uint64_t size;
};

/* What io_uring_enter has in place of a set of signals if its flags say so;
   the last flag means that its place is known to the kernel alone.  */
#define RING_FLAGS REG_R10
#define RING_WAIT 1
#define RING_EXTENDED 8
#define RING_REGISTERED 64
struct ring_wait
{
  const uint64_t *set;
  uint32_t size;
  uint32_t shortest;
  uint64_t limit;
};

/* Whether GREGS may be those of an io_uring_enter that submits something and
   waits.  If it has submitted anything when it is interrupted, it says how
   much and waits no longer, and so does one whose wait is over.  Going on to
   wait does no harm to that one: what it waits for is there.  */

static int
ring_may_have_submitted (const greg_t *gregs)
{
  return gregs[REG_RAX] > 0 && gregs[REG_RAX] <= (uint32_t) gregs[REG_RSI]
	 && gregs[RING_FLAGS] & RING_WAIT && (uint32_t) gregs[REG_RDX] > 0;
}

/* Whether an io_uring_enter with the registers GREGS can be made again:
   without a set of signals and, if it has submitted something, without a
   limit, which may be what has ended it.  */

static int
ring_can_wait (const greg_t *gregs)
{
  const struct ring_wait *wait
    = (const struct ring_wait *) gregs[REG_R8];
  if (!(gregs[RING_FLAGS] & RING_EXTENDED))
    return !wait;
  return !(gregs[RING_FLAGS] & RING_REGISTERED)
	 && sys_can_read ((uint64_t) wait) && !wait->set
	 && (gregs[REG_RAX] < 0 || !wait->limit);
}

/* Whether argument POINTER of pselect has no set of signals.  */

static int
has_no_set (const struct signals *pointer)
{
  return !pointer || (sys_can_read ((uint64_t) pointer) && !pointer->set);
}

/* Return what is to be done about call NUMBER with the arguments of CONTEXT.
   *MASK is which of them can be a set, from 0 on.  Calls that may have done
   something before they failed are left alone.  */

static enum how
classify (const ucontext_t *context, long number, unsigned *mask)
{
  const greg_t *gregs = context->uc_mcontext.gregs;
  switch (number)
    {
    case SYS_nanosleep:
    case SYS_poll:
    case SYS_futex:
      return RESTART;
    case SYS_clock_nanosleep:
      return gregs[REG_RSI] & TIMER_ABSTIME ? REPEAT : RESTART;
    case SYS_read: case SYS_readv: case SYS_recvfrom: case SYS_recvmsg:
    case SYS_write: case SYS_writev: case SYS_sendto: case SYS_sendmsg:
    case SYS_accept: case SYS_accept4: case SYS_connect:
    case SYS_rt_sigtimedwait: case SYS_semop: case SYS_semtimedop:
    case SYS_msgrcv: case SYS_msgsnd: case SYS_io_getevents:
      return REPEAT;
    case SYS_ppoll:
      *mask = 3;
      return gregs[REG_R10] ? NO : LET_IN;
    case SYS_epoll_wait:
      *mask = 4;
      return LET_IN;
    case SYS_epoll_pwait:
#ifdef SYS_epoll_pwait2
    case SYS_epoll_pwait2:
#endif
      *mask = 4;
      return gregs[REG_R8] ? NO : LET_IN;
    case SYS_io_uring_enter:
      *mask = 4;
      return ring_can_wait (gregs) ? LET_IN : NO;
    case SYS_select:
      *mask = 5;
      return LET_IN;
    case SYS_pselect6:
      *mask = 5;
      return has_no_set ((const struct signals *) gregs[REG_R9])
	     ? LET_IN : NO;
    default:
      return NO;
    }
}

int
cgrt_resume_fits (const ucontext_t *context)
{
  const greg_t *registers_of = context->uc_mcontext.gregs;

  /* The instruction leaves its own end in rcx.  */
  return (registers_of[REG_RAX] == -EINTR
	  || ring_may_have_submitted (registers_of))
	 && (uint64_t) registers_of[REG_RCX] == arch_pc (context);
}

int
cgrt_resume_wants (ucontext_t *context, int signal, long *number)
{
  greg_t *registers_of = context->uc_mcontext.gregs;
  uint64_t pending = 0;
  uint64_t blocked = *(const uint64_t *) &context->uc_sigmask
		     | 1ull << (signal - 1);
  unsigned mask;

  if (!cgrt_resume_fits (context))
    return 0;
  *number = cgrt_call_number (context);
  if (*number < 0
      || (registers_of[REG_RAX] > 0 && *number != SYS_io_uring_enter))
    return 0;
  /* If our signal comes again before the program goes on, the result is
     what it is to be.  */
  registers_of[REG_RCX] = 0;
  if (classify (context, *number, &mask) == NO)
    return 0;
  /* Another handler is to run once we have returned: so be it.  */
  sys (SYS_rt_sigpending, (long) &pending, MASK_SIZE, 0, 0, 0, 0);
  return (pending & ~blocked) == 0;
}

void
cgrt_resume_finish (ucontext_t *context, long number, int signal)
{
  uint64_t outer, inner = *(const uint64_t *) &context->uc_sigmask
			  | 1ull << (signal - 1);
  struct signals signals = { &inner, MASK_SIZE };
  struct ring_wait wait;
  long arguments[REGISTERS], result, time[2];
  long *limit = NULL;
  unsigned mask = 0;
  enum how how = classify (context, number, &mask);
  long submitted = context->uc_mcontext.gregs[REG_RAX];

  for (unsigned i = 0; i < REGISTERS; i++)
    arguments[i] = context->uc_mcontext.gregs[registers[i]];
  if (submitted > 0)
    arguments[1] = 0;
  if (how == LET_IN && mask == 5)
    {
      arguments[mask] = (long) &signals;
      /* select has microseconds, and has put the rest of them there.  */
      limit = number == SYS_select ? (long *) arguments[4] : NULL;
      if (limit)
	{
	  time[0] = limit[0];
	  time[1] = limit[1] * 1000;
	  arguments[4] = (long) time;
	}
      number = SYS_pselect6;
    }
  else if (number == SYS_io_uring_enter
	   && context->uc_mcontext.gregs[RING_FLAGS] & RING_EXTENDED)
    {
      wait = *(const struct ring_wait *) arguments[mask];
      wait.set = &inner;
      wait.size = MASK_SIZE;
      arguments[mask] = (long) &wait;
    }
  else if (how == LET_IN)
    {
      arguments[mask] = (long) &inner;
      arguments[mask + 1] = MASK_SIZE;
      if (number == SYS_epoll_wait)
	number = SYS_epoll_pwait;
    }
  else
    sys (SYS_rt_sigprocmask, SIG_SETMASK, (long) &inner, (long) &outer,
	 MASK_SIZE, 0, 0);
  if (how == RESTART)
    number = SYS_restart_syscall;
  result = cgrt_calls_make_for_program (number, arguments[0], arguments[1],
					arguments[2], arguments[3],
					arguments[4], arguments[5]);
  if (how != LET_IN)
    sys (SYS_rt_sigprocmask, SIG_SETMASK, (long) &outer, 0, MASK_SIZE, 0, 0);
  if (limit)
    {
      limit[0] = time[0];
      limit[1] = time[1] / 1000;
    }
  context->uc_mcontext.gregs[REG_RAX] = submitted > 0 ? submitted : result;
}

int
cgrt_resume_find_first (const ucontext_t *context, uint64_t handler,
			siginfo_t **info, ucontext_t **first)
{
  const greg_t *gregs = context->uc_mcontext.gregs;

  if (arch_pc (context) != handler)
    return 0;
  *info = (siginfo_t *) gregs[REG_RSI];
  *first = (ucontext_t *) gregs[REG_RDX];
  return 1;
}

static void
do_nothing (void)
{
}

void
cgrt_resume_skip (ucontext_t *context, int signal)
{
  sigaddset (&context->uc_sigmask, signal);
  context->uc_mcontext.gregs[REG_RIP] = (greg_t) do_nothing;
}

#else

int
cgrt_resume_fits (const ucontext_t *context)
{
  (void) context;
  return 0;
}

int
cgrt_resume_wants (ucontext_t *context, int signal, long *number)
{
  (void) context;
  (void) signal;
  (void) number;
  return 0;
}

void
cgrt_resume_finish (ucontext_t *context, long number, int signal)
{
  (void) context;
  (void) number;
  (void) signal;
}

int
cgrt_resume_find_first (const ucontext_t *context, uint64_t handler,
			siginfo_t **info, ucontext_t **first)
{
  (void) context;
  (void) handler;
  (void) info;
  (void) first;
  return 0;
}

void
cgrt_resume_skip (ucontext_t *context, int signal)
{
  (void) context;
  (void) signal;
}

#endif
