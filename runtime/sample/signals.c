/* Our signal, and the program's own of that number.

   SPDX-License-Identifier: MIT

   The signal is SIGURG, not SIGPROF.  A runtime that was loaded by dlopen
   cannot come between the program and sigaction, so the signal must be one
   that does no harm when the program has its way with it.  SIGPROF is the
   program's: profilers and interpreters use it, shells and daemons catch
   it among all deadly signals, and the first sample after it was set to
   SIG_DFL, or pending over an exec, kills.  SIGURG is ignored by default,
   so that none of this can happen, and means something only to who asks
   for out-of-band data with F_SETOWN.  Real-time signals will not do: when
   their queue is full the kernel sends SIGIO instead, which kills.  */

#include "sample/signals.h"

#include <stdint.h>

#include "base/process.h"
#include "base/sys.h"

#ifndef SI_KERNEL
#define SI_KERNEL 0x80
#endif

int
cgrt_signals_sent (const siginfo_t *info)
{
  return info->si_code == SI_TIMER
	 || (info->si_code > 0 && info->si_code != SI_KERNEL);
}

int
cgrt_signals_take (siginfo_t *info)
{
  static const uint64_t set = 1ull << (CGRT_SAMPLING_SIGNAL - 1);
  static const long now[2];

  return sys (SYS_rt_sigtimedwait, (long) &set, (long) info, (long) now,
	      sizeof set, 0, 0) == CGRT_SAMPLING_SIGNAL;
}

void
cgrt_signals_send_again (const siginfo_t *info)
{
  if (info->si_code == SI_TKILL)
    sys (SYS_rt_tgsigqueueinfo, cgrt_pid, sys_gettid (), CGRT_SAMPLING_SIGNAL,
	 (long) info, 0, 0);
  /* Only the main thread may say who sent it.  */
  else if (sys (SYS_rt_sigqueueinfo, cgrt_pid, CGRT_SAMPLING_SIGNAL,
		(long) info, 0, 0, 0) < 0)
    sys (SYS_kill, cgrt_pid, CGRT_SAMPLING_SIGNAL, 0, 0, 0, 0);
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
