/* System calls that our signal interrupted, and that the kernel does not
   begin again by itself.

   SPDX-License-Identifier: MIT

   The kernel has put -EINTR where the result goes, and forgotten the call's
   number.  It is in the instruction before, if that is like libc's
   (mov $NUMBER,%eax; syscall); the arguments are still in their registers.
   Where not, the program sees EINTR.

   Calls with a time limit are of three kinds.  Of nanosleep, poll and futex
   the kernel knows how to go on (restart_syscall) until the handler returns.
   select, pselect and ppoll have put the rest of the time where they found
   it.  All others begin again: they end late by what they had waited until
   our signal came, which is less than the time between two samples.  */

#include "resume.h"

#include <errno.h>
#include <signal.h>
#include <stdint.h>
#include <time.h>

#include "arch.h"
#include "sys.h"

#if defined __x86_64__

#define MASK_SIZE 8		/* Of the kernel's set of signals.  */
#define CALL_SIZE 7		/* Of the two instructions.  */
#define REGISTERS 6

static const unsigned char registers[REGISTERS] = {
  REG_RDI, REG_RSI, REG_RDX, REG_R10, REG_R8, REG_R9
};

enum how
{
  NO, RESTART, REPEAT,
  REPEAT_MASK			/* One argument is a set of signals.  */
};

/* Return what is to be done about call NUMBER with the arguments of CONTEXT.
   *MASK is which of them is a set, from 0 on.  Calls that may have done
   something before they failed are left alone.  */

static enum how
classify (const ucontext_t *context, long number, unsigned *mask)
{
  switch (number)
    {
    case SYS_nanosleep:
    case SYS_poll:
    case SYS_futex:
      return RESTART;
    case SYS_clock_nanosleep:
      return context->uc_mcontext.gregs[REG_RSI] & TIMER_ABSTIME ? REPEAT
								 : RESTART;
    case SYS_read: case SYS_readv: case SYS_recvfrom: case SYS_recvmsg:
    case SYS_write: case SYS_writev: case SYS_sendto: case SYS_sendmsg:
    case SYS_accept: case SYS_accept4: case SYS_connect:
    case SYS_select: case SYS_epoll_wait: case SYS_pause:
    case SYS_rt_sigtimedwait: case SYS_semop: case SYS_semtimedop:
    case SYS_msgrcv: case SYS_msgsnd: case SYS_io_getevents:
      return REPEAT;
    case SYS_rt_sigsuspend:
      *mask = 0;
      return REPEAT_MASK;
    case SYS_ppoll:
      *mask = 3;
      return REPEAT_MASK;
    case SYS_epoll_pwait:
#ifdef SYS_epoll_pwait2
    case SYS_epoll_pwait2:
#endif
      *mask = 4;
      return REPEAT_MASK;
    case SYS_pselect6:
      *mask = 5;
      return REPEAT_MASK;
    default:
      return NO;
    }
}

int
cgrt_resume_wants (const ucontext_t *context, int signal, long *number)
{
  const greg_t *registers_of = context->uc_mcontext.gregs;
  uint64_t pc = arch_pc (context);
  const unsigned char *code = (const unsigned char *) (pc - CALL_SIZE);
  uint64_t pending = 0;
  uint64_t blocked = *(const uint64_t *) &context->uc_sigmask
		     | 1ull << (signal - 1);
  unsigned mask;

  /* The instruction leaves its own end in rcx.  */
  if (registers_of[REG_RAX] != -EINTR || (uint64_t) registers_of[REG_RCX] != pc
      || !sys_can_read (pc - CALL_SIZE - 1)
      || code[0] != 0xb8 || code[5] != 0x0f || code[6] != 0x05)
    return 0;
  *number = code[1] | code[2] << 8 | code[3] << 16 | (long) code[4] << 24;
  if (classify (context, *number, &mask) == NO)
    return 0;
  /* Another handler is to run once we have returned: so be it.  */
  sys (SYS_rt_sigpending, (long) &pending, MASK_SIZE, 0, 0, 0, 0);
  return (pending & ~blocked) == 0;
}

/* Make argument WHICH of ARGUMENTS, of call NUMBER, point to SET, which
   becomes what it pointed to and BIT.  PAIR is room for what pselect wants.
   Nothing to do if there is no set.  */

static void
add_to_mask (long *arguments, unsigned which, long number, uint64_t *pair,
	     uint64_t *set, uint64_t bit)
{
  const uint64_t *words = (const uint64_t *) arguments[which];
  const uint64_t *from = words;

  if (!words || !sys_can_read ((uint64_t) words))
    return;
  /* pselect has a pointer and a size.  */
  if (number == SYS_pselect6)
    from = (const uint64_t *) words[0];
  if (!from || !sys_can_read ((uint64_t) from))
    return;
  *set = *from | bit;
  arguments[which] = (long) set;
  if (number == SYS_pselect6)
    {
      pair[0] = (uint64_t) set;
      pair[1] = words[1];
      arguments[which] = (long) pair;
    }
}

void
cgrt_resume_finish (ucontext_t *context, long number, int signal)
{
  uint64_t bit = 1ull << (signal - 1);
  uint64_t outer, set = 0, pair[2];
  uint64_t inner = *(const uint64_t *) &context->uc_sigmask | bit;
  long arguments[REGISTERS], result;
  unsigned mask = 0;
  enum how how = classify (context, number, &mask);

  for (unsigned i = 0; i < REGISTERS; i++)
    arguments[i] = context->uc_mcontext.gregs[registers[i]];
  if (how == REPEAT_MASK)
    add_to_mask (arguments, mask, number, pair, &set, bit);
  if (how == RESTART)
    number = SYS_restart_syscall;
  sys (SYS_rt_sigprocmask, SIG_SETMASK, (long) &inner, (long) &outer,
       MASK_SIZE, 0, 0);
  result = sys (number, arguments[0], arguments[1], arguments[2],
		arguments[3], arguments[4], arguments[5]);
  sys (SYS_rt_sigprocmask, SIG_SETMASK, (long) &outer, 0, MASK_SIZE, 0, 0);
  context->uc_mcontext.gregs[REG_RAX] = result;
}

#else

int
cgrt_resume_wants (const ucontext_t *context, int signal, long *number)
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

#endif
