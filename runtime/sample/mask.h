/* Letting our signal in where the program blocks it.

   SPDX-License-Identifier: MIT

   A thread that blocks all signals, as the workers of many programs do, would
   not be sampled: what it did would be known by its counts alone.  So our
   signal is let in while such a thread runs.  Before each call that could tell
   (compiled code tells of those that read or change the set of blocked
   signals, wait with one, or hand it on) it is as the program left it, and
   after the call our signal is let in again.  */

#ifndef CGPROF_RUNTIME_SAMPLE_MASK_H
#define CGPROF_RUNTIME_SAMPLE_MASK_H

#include <signal.h>
#include <ucontext.h>

/* If the calling thread is sampled and blocks our signal, let that in.  Any
   context.  */
void cgrt_mask_open (void);

/* Undo that, before a call that could tell.  Any context.  */
void cgrt_mask_close (void);

/* After such a call, and cheap after any other: cgrt_mask_open.  Any
   context.  */
void cgrt_mask_reopen (void);

/* In the handler with CONTEXT: the signal with INFO is none of ours.  If it
   came only because we let it in, block it again, send it again, to be pending
   as it would be, and let in no more anywhere: the program has a use for
   it.  */
void cgrt_mask_return (const siginfo_t *info, ucontext_t *context);

#endif /* CGPROF_RUNTIME_SAMPLE_MASK_H */
