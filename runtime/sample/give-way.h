/* Leaving signals of the program's to the thread that waits for them.

   SPDX-License-Identifier: MIT

   A signal that is sent to a process may be delivered to any thread that does
   not block it.  Linux wakes one thread, the main thread if it can; but the
   first thread that looks for signals gets it, and a thread looks when one of
   its handlers returns.  So a busy thread that is sampled would now and then
   take a signal from a thread that waits for it, which does not happen without
   sampling.  */

#ifndef CGPROF_RUNTIME_SAMPLE_GIVE_WAY_H
#define CGPROF_RUNTIME_SAMPLE_GIVE_WAY_H

#include <ucontext.h>

/* Wait a little for other threads to take those pending signals, but SIGNAL,
   that the return to CONTEXT would deliver to the calling thread.  Called at
   the end of SIGNAL's handler, with all other signals blocked.  */
void cgrt_give_way (const ucontext_t *context, int signal);

#endif /* CGPROF_RUNTIME_SAMPLE_GIVE_WAY_H */
