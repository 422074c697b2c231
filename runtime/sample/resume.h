/* Finishing system calls that our signal interrupted and that the kernel does
   not restart.

   SPDX-License-Identifier: MIT

   SA_RESTART has no effect on nanosleep, poll, select, epoll_wait,
   sigtimedwait, on sockets with a time limit and others: they fail with
   EINTR, which the program would not have seen without us.  So the handler
   finishes such a call itself, with our signal blocked, and the interrupted
   code finds its result.  Only on x86-64.  */

#ifndef CGPROF_RUNTIME_SAMPLE_RESUME_H
#define CGPROF_RUNTIME_SAMPLE_RESUME_H

#include <signal.h>
#include <stdint.h>
#include <ucontext.h>

/* Whether the code that a signal with CONTEXT interrupted may just have got
   EINTR from a system call, or less of a wait than it asked for.  A quick
   test: the answer yes may be wrong.  */
int cgrt_resume_fits (const ucontext_t *context);

/* Whether SIGNAL, whose handler was given CONTEXT, made a system call fail
   that cgrt_resume_finish can finish.  If so, set *NUMBER to the call's
   number.  Called in the handler, with all signals blocked.  */
int cgrt_resume_wants (ucontext_t *context, int signal, long *number);

/* Finish the system call NUMBER: wait as long as the program would have
   waited, with SIGNAL blocked and all other signals as the program has them,
   and set the result in CONTEXT.  The call fails with EINTR only if another
   handler ran meanwhile.  Called in SIGNAL's handler.  */
void cgrt_resume_finish (ucontext_t *context, long number, int signal);

/* Several signals may come at once: then CONTEXT, which the second one's
   handler was given, is that of HANDLER, called for the first but not begun.
   If it is, return 1 and set *INFO and *FIRST to what that is called with,
   where a third one's begins.  When another handler returns, the kernel
   forgets how to go on with the system call that the first has interrupted; so
   the last one's handler does the work of all.  */
int cgrt_resume_find_first (const ucontext_t *context, uint64_t handler,
			    siginfo_t **info, ucontext_t **first);

/* Have the handler that CONTEXT leads to return at once, without another
   SIGNAL before that.  */
void cgrt_resume_skip (ucontext_t *context, int signal);

#endif /* CGPROF_RUNTIME_SAMPLE_RESUME_H */
