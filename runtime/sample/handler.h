/* The handler of our signal.

   SPDX-License-Identifier: MIT

   The signal (signals.h) comes when a sample of the thread is due,
   for the scout (scout.h), where nothing is sampled to look at the time
   (base/due.h), and from the program, for which it may mean something.  The
   handler tells these apart and has each do its work; it finishes the system
   call that the signal has interrupted.  What a sample counts is in
   periods.h.  */

#ifndef CGPROF_RUNTIME_SAMPLE_HANDLER_H
#define CGPROF_RUNTIME_SAMPLE_HANDLER_H

/* Install the handler of our signal, of which the program has none.  Return
   whether it is installed.  Called once, not in a signal handler.  */
int cgrt_handler_install (void);

/* Whether the program has installed another one since then.  May be called in
   a signal handler.  */
int cgrt_handler_is_taken (void);

/* The program has: let another signal be ours, and have it handled.  Return 0
   if that cannot be, as the program handles all of them, or a sanitizer must
   know of handlers.  The caller holds cgrt_memory_lock.  */
int cgrt_handler_move (void);

/* Called when the calling thread may have been given an alternate stack: if it
   is small, only one of our signals at a time is handled from now on.  May be
   called in a signal handler.  */
void cgrt_handler_note_stack (void);

/* Called when the program may have taken a signal: if it is ours, another one
   becomes ours.  May be called in a signal handler.  */
void cgrt_handler_note_action (void);

#endif /* CGPROF_RUNTIME_SAMPLE_HANDLER_H */
