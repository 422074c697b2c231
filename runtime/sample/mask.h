/* Unblocking our signal in threads that block it.

   SPDX-License-Identifier: MIT

   Our signal is the one that announces a sample (signals.h).  A thread that
   blocks all signals, as the workers of many programs do, would not be
   sampled, and only its counts would be known.  So our signal is unblocked
   while such a thread runs.  Before each call from which the program could
   notice that, our signal is blocked again, as the program left it, and after
   the call it is unblocked once more.  Those are the calls that read or change
   the set of blocked signals, wait with such a set, or hand it on to a new
   thread or program; compiled code notifies the runtime of them.  If our
   signal becomes another one meanwhile, the former is let in until the next.
   The states that a thread goes through are in waits.h.  */

#ifndef CGPROF_RUNTIME_SAMPLE_MASK_H
#define CGPROF_RUNTIME_SAMPLE_MASK_H

#include <signal.h>
#include <ucontext.h>

/* If the calling thread is sampled and blocks our signal, unblock the signal.
   May be called in a signal handler.  */
void cgrt_mask_open (void);

/* Called before a call from which the program could notice it: if
   cgrt_mask_open has unblocked our signal in the calling thread, block the
   signal again.  May be called in a signal handler.  */
void cgrt_mask_close (void);

/* Called after any call: if cgrt_mask_close was called before it, do as
   cgrt_mask_open does; otherwise this costs next to nothing.  May be called in
   a signal handler.  */
void cgrt_mask_reopen (void);

/* Called in the handler of our signal, with its INFO and CONTEXT, when the
   program or another process has sent it, not we.  If the program blocks the
   signal, and cgrt_mask_open has let it through, do what would have happened
   without us: send the signal again and block it in CONTEXT, so that it is
   pending, and do not sample the thread until it unblocks it.  As the program
   has a use for the signal, cgrt_mask_open then unblocks it in no thread any
   more.  */
void cgrt_mask_return (const siginfo_t *info, ucontext_t *context);

#endif /* CGPROF_RUNTIME_SAMPLE_MASK_H */
