/* The runtime's system calls, and the end of them.

   SPDX-License-Identifier: MIT

   A program may limit its system calls for good, by seccomp for instance, and
   for all of its threads at once.  Whatever the runtime calls then may kill
   it, so it makes no calls from that moment on, but to get memory for itself.
   The moment comes between two calls of another thread's, which may have
   blocked signals by the first and is to restore them by the second.  So what
   belongs together is a span: the limit waits for the spans of other threads,
   and none begins any longer.

   Process            cgrt_limited  A span begins  Calls outside spans
   -----------------  ------------  -------------  --------------------------
   free               0             yes            made, each a span by itself
   limiting           1             no             refused but for memory
   limited: no other  1             no             likewise
   thread in a span

   A thread that is in a span when the limit comes goes on until its end as if
   there was none.  */

#ifndef CGPROF_RUNTIME_BASE_CALLS_H
#define CGPROF_RUNTIME_BASE_CALLS_H

/* Whether the program has limited its system calls, or is about to.  */
extern int cgrt_limited;

/* Begin a span, perhaps within another one of this thread.  Return 0 if calls
   are limited; the caller then makes none and does not end the span.  May be
   called in a signal handler.  */
int cgrt_calls_begin (void);

/* End the span that was begun last, after which errno is as before.  */
void cgrt_calls_end (void);

/* Let no more spans begin.  */
void cgrt_calls_limit (void);

/* Whether another thread is in a span.  */
int cgrt_calls_are_made (void);

/* Forget the other threads, of a process that is a forked child.  */
void cgrt_calls_fork (void);

/* Make system call NUMBER with arguments A to F, see sys of base/sys.h.
   Return -EPERM instead if calls are limited and this one is neither for
   memory nor in a span.  */
long cgrt_calls_make (long number, long a, long b, long c, long d, long e,
		      long f);

/* Likewise, but a call of the program's, which is made in any case and is no
   span: it may last.  */
long cgrt_calls_make_for_program (long number, long a, long b, long c, long d,
				  long e, long f);

#endif /* CGPROF_RUNTIME_BASE_CALLS_H */
