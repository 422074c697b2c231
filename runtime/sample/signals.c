/* Our signal, and the program's own of that number.

   SPDX-License-Identifier: MIT

   The signal is SIGURG or, where the program takes that, SIGWINCH, not
   SIGPROF.  A runtime that was loaded by dlopen cannot come between the
   program and sigaction, so the signal must be one that does no harm when the
   program has its way with it.  SIGPROF is the
   program's: profilers and interpreters use it, shells and daemons catch
   it among all deadly signals, and the first sample after it was set to
   SIG_DFL, or pending over an exec, kills.  SIGURG is ignored by default,
   so that none of this can happen, and means something only to who asks
   for out-of-band data with F_SETOWN, or wakes its own threads and processes
   by it, as PostgreSQL does.  SIGWINCH, which tells those who draw on a
   terminal of its size, is ignored by default, too.  It is the second choice
   as some servers end by it, and terminals do send it.  Real-time signals will
   not do: when their queue is full the kernel sends SIGIO instead, which
   kills.  */

#include "sample/signals.h"

#include "base/process.h"
#include "base/sys.h"

#ifndef SI_KERNEL
#define SI_KERNEL 0x80
#endif

static const int candidates[] = { SIGURG, SIGWINCH };
#define CANDIDATES (sizeof candidates / sizeof *candidates)

static uint32_t chosen;		/* Index of ours.  */

int
cgrt_signals_number (void)
{
  return candidates[__atomic_load_n (&chosen, __ATOMIC_RELAXED)];
}

uint64_t
cgrt_signals_set (void)
{
  return 1ull << (cgrt_signals_number () - 1);
}

long
cgrt_signals_handler (int signal)
{
  /* The kernel's structure, which begins with it.  */
  long now[8] = { 0 };
  sys (SYS_rt_sigaction, signal, 0, (long) now, 8, 0, 0);
  return now[0];
}

/* Choose the first of COUNT candidates from index FIRST on, round about, that
   has no handler, or OWN.  */

static int
choose (uint32_t first, uint32_t count, long own)
{
  for (uint32_t i = 0; i < count; i++)
    {
      uint32_t index = (first + i) % CANDIDATES;
      long handler = cgrt_signals_handler (candidates[index]);
      if (handler == (long) SIG_DFL || handler == (long) SIG_IGN
	  || handler == own)
	{
	  __atomic_store_n (&chosen, index, __ATOMIC_RELAXED);
	  return 1;
	}
    }
  return 0;
}

int
cgrt_signals_choose (void)
{
  return choose (0, CANDIDATES, (long) SIG_DFL);
}

int
cgrt_signals_move (long own)
{
  return choose (chosen + 1, CANDIDATES - 1, own);
}

void
cgrt_signals_add (sigset_t *set)
{
  for (uint32_t i = 0; i < CANDIDATES; i++)
    sigaddset (set, candidates[i]);
}

int
cgrt_signals_sent (const siginfo_t *info)
{
  return info->si_code == SI_TIMER
	 || (info->si_code > 0 && info->si_code != SI_KERNEL);
}

int
cgrt_signals_take (siginfo_t *info)
{
  static const long now[2];
  uint64_t set = cgrt_signals_set ();

  return sys (SYS_rt_sigtimedwait, (long) &set, (long) info, (long) now,
	      sizeof set, 0, 0) > 0;
}

void
cgrt_signals_send_again (const siginfo_t *info)
{
  if (info->si_code == SI_TKILL)
    sys (SYS_rt_tgsigqueueinfo, cgrt_pid, sys_gettid (), info->si_signo,
	 (long) info, 0, 0);
  /* Only the main thread may say who sent it.  */
  else if (sys (SYS_rt_sigqueueinfo, cgrt_pid, info->si_signo, (long) info, 0,
		0, 0) < 0)
    sys (SYS_kill, cgrt_pid, info->si_signo, 0, 0, 0, 0);
}

void
cgrt_signals_take_back (const siginfo_t *info)
{
  siginfo_t pending, other;

  while (cgrt_signals_take (&pending))
    if (!info && !cgrt_signals_sent (&pending))
      {
	other = pending;
	info = &other;
      }
  if (info)
    cgrt_signals_send_again (info);
}
