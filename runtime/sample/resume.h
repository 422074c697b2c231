/* System calls that our signal interrupted, and that the kernel does not
   begin again by itself.

   SPDX-License-Identifier: MIT

   SA_RESTART does not hold for nanosleep, poll, select, epoll_wait,
   sigtimedwait, for sockets with a time limit and others: they fail with
   EINTR, which the program would not have seen without us.  So the handler
   finishes such a call itself, with our signal blocked, and the interrupted
   code finds its result.  */

#ifndef CGPROF_RUNTIME_SAMPLE_RESUME_H
#define CGPROF_RUNTIME_SAMPLE_RESUME_H

#include <ucontext.h>

/* Whether CONTEXT, of a signal, can be that of a call that it made fail.  */
int cgrt_resume_fits (const ucontext_t *context);

/* Whether SIGNAL with CONTEXT made a call fail that can be finished.  If so,
   *NUMBER is what cgrt_resume_finish wants.  In the handler, all signals
   blocked.  */
int cgrt_resume_wants (ucontext_t *context, int signal, long *number);

/* Finish it: wait as long as the program would have, SIGNAL blocked and the
   others as they were, and put the result into CONTEXT.  The call fails with
   EINTR only if another handler ran meanwhile.  */
void cgrt_resume_finish (ucontext_t *context, long number, int signal);

#endif /* CGPROF_RUNTIME_SAMPLE_RESUME_H */
