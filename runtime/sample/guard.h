/* Keeping the program alive when a count cannot be stored.

   SPDX-License-Identifier: MIT  */

#ifndef CGPROF_RUNTIME_SAMPLE_GUARD_H
#define CGPROF_RUNTIME_SAMPLE_GUARD_H

#include <signal.h>

/* Install a handler of SIGBUS that replaces the profile by memory when its
   file has been cut (cgrt_file_lose), and passes every other SIGBUS on.
   Called once, not in a signal handler.  */
void cgrt_guard_start (void);

/* Install a handler of SIGSEGV that has a program count without the segment
   base when that is somebody else's (cgrt_segment_check), ends the walk of a
   stack (cgrt_stack_recover), and passes every other SIGSEGV on.  Likewise,
   for a program that counts through that base, or whose walks may fault.  */
void cgrt_guard_faults (void);

/* Set ACTION to what sigaction needs for HANDLER: while it runs, all signals
   are blocked but SIGBUS, and system calls that it interrupts are restarted.
   If SIGBUS were blocked, a fault in the profile would end the program.  May
   be called in a signal handler.  */
void cgrt_guard_action (struct sigaction *action,
			void (*handler) (int, siginfo_t *, void *));

#endif /* CGPROF_RUNTIME_SAMPLE_GUARD_H */
