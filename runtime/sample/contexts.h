/* Contexts: counting a thread's samples by the stacks they interrupted.

   SPDX-License-Identifier: MIT

   A stack that takes long to walk is followed by a pause, in which none is
   walked: a handler that takes longer than a period would otherwise be
   followed at once by the next, and a program in deep recursion would never
   get on.  */

#ifndef CGPROF_RUNTIME_SAMPLE_CONTEXTS_H
#define CGPROF_RUNTIME_SAMPLE_CONTEXTS_H

#include <stdint.h>
#include <ucontext.h>

struct cgrt_place;

/* That a thread was in the kernel, as though it had called that: CALL is the
   return address, 0 if it was not there, and WHAT is CGPROF_ADDRESS_KERNEL or
   CGPROF_ADDRESS_WAITING.  */
struct cgrt_visit
{
  uint64_t call;
  uint64_t what;
};

/* Count PERIODS, which ended with a signal of PLACE's thread, for the stack
   that the signal with CONTEXT interrupted, and its VISIT to the kernel.  If
   PERIODS is 0, only note that stack without what has been called from the
   visit's call on: waits.c will count for it.  Called in the signal's
   handler.  */
void cgrt_contexts_count (struct cgrt_place *place, uint64_t periods,
			  const ucontext_t *context,
			  const struct cgrt_visit *visit);

/* Count WEIGHT nanoseconds of system time of PLACE's thread for the stack that
   the signal with CONTEXT interrupted, with the kernel as called at the return
   address CALL.  Return 0 and do nothing in a pause.  Called in the signal's
   handler.  */
int cgrt_contexts_count_system (struct cgrt_place *place, uint64_t weight,
				const ucontext_t *context, uint64_t call);

/* Count PERIODS of PLACE's thread, which was waiting, for its last stack,
   which there must be.  May be called in a signal handler, and by another
   thread while that one waits.  */
void cgrt_contexts_wait (struct cgrt_place *place, uint64_t periods);

/* Count what PLACE has carried or missed for its last stack, as there will be
   no other.  */
void cgrt_contexts_end (struct cgrt_place *place);

#endif /* CGPROF_RUNTIME_SAMPLE_CONTEXTS_H */
