/* Leaving signals to the thread they were meant for.

   SPDX-License-Identifier: MIT

   A signal to the process goes to any thread that does not block it.  Linux
   wakes one, the main thread if it can, but it is the first to look that
   gets the signal; and a thread looks when a handler of its has returned.
   So a busy thread that is sampled would now and then take from a waiting
   one what it waits for, as it never does by itself.  */

#ifndef CGPROF_RUNTIME_SAMPLE_GIVE_WAY_H
#define CGPROF_RUNTIME_SAMPLE_GIVE_WAY_H

#include <ucontext.h>

/* Give other threads some time to take pending signals that the return to
   CONTEXT would bring to this one.  At the end of the handler of SIGNAL, all
   other signals blocked.  */
void cgrt_give_way (const ucontext_t *context, int signal);

#endif /* CGPROF_RUNTIME_SAMPLE_GIVE_WAY_H */
