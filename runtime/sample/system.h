/* System time: what a thread was doing in the kernel.

   SPDX-License-Identifier: MIT

   A timer on a thread's CPU clock is found to have expired by the kernel's
   tick.  Its signal comes when the thread is on its way back to user mode: at
   once if that was where it ran; otherwise behind the instruction of the
   system call, whose result is there, or at the instruction that met a page
   fault.  So the signal interrupts no system call, and the thread's stack is
   that of the code that made it.

   The kernel tells how much system time a thread has used, but only as sums;
   most kernels count ticks, too.  A sample weighs what has been added to that
   sum since the one before.  */

#ifndef CGPROF_RUNTIME_SAMPLE_SYSTEM_H
#define CGPROF_RUNTIME_SAMPLE_SYSTEM_H

#include <stdint.h>
#include <ucontext.h>

/* What was known of the thread at the last signal of the timer.  Times are in
   nanoseconds.  */
struct cgrt_system
{
  uint64_t user;
  uint64_t system;
  uint64_t faults;		/* Number of page faults.  */
  uint64_t lately;		/* Part of SYSTEM since the signal before.  */
  uint64_t counted;		/* Part of SYSTEM that samples stand for.  */
  uint64_t cpu;			/* The thread's processor time at the last
				   tick that brought a signal.  */
};

struct cgprof_thread;

/* Set SYSTEM to what is known of the calling thread, of whose system time
   nothing so far is to be counted.  */
void cgrt_system_begin (struct cgrt_system *system);

/* Note in RECORD that a tick brought a signal to the calling thread, whose
   processor time is NOW; the next one will not come before LEFT more of it.
   Whether ticks come as often as that time lets expect tells whether the
   thread runs in step with them.  */
void cgrt_system_tick (struct cgrt_system *system,
		       struct cgprof_thread *record, uint64_t now,
		       uint64_t left);

/* Whether the thread has used hardly any system time so far, and none lately:
   then it need not be looked at so often, which takes time itself.  */
int cgrt_system_is_rare (const struct cgrt_system *system);

/* Return how often the calling thread has given up the processor to wait.  */
uint64_t cgrt_system_waits (void);

/* Did the signal with CONTEXT end a wait?  Return 0 if not, else the address
   to which the kernel returns, or would have returned.  Where no signal comes
   in a system call (ARCH_CALLS) this is not known, and 0.  Called in the
   signal's handler.  */
uint64_t cgrt_system_find_wait (const ucontext_t *context);

/* Was the thread in the kernel where the timer's signal with CONTEXT came?
   Return 0 if not, else the address to which the kernel has returned, as
   though it had been called there.  Called in the signal's handler.  */
uint64_t cgrt_system_find (struct cgrt_system *system,
			   const ucontext_t *context);

/* Return the system time until the last signal that is not counted.  */
uint64_t cgrt_system_rest (const struct cgrt_system *system);

/* Note that it is counted now.  */
void cgrt_system_count (struct cgrt_system *system);

#endif /* CGPROF_RUNTIME_SAMPLE_SYSTEM_H */
