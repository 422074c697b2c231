/* What the periods of a thread are counted for.

   SPDX-License-Identifier: MIT

   A period (source.h) ends with a signal, and is counted for the stack that
   the signal has interrupted (contexts.h).  If that was in our handler, or
   there is no room to walk the stack, it is the next sample's.  One that ends
   in the kernel is system time (system.h).  Those of a thread that waits, in
   which no handler begins, are counted when it goes on, for the stack with
   which it waits, or by whoever wants to know before.

   All but cgrt_periods_settle are called in our signal's handler, for the
   calling thread's place, in a span of calls (base/calls.h) and with no lock
   held.  */

#ifndef CGPROF_RUNTIME_SAMPLE_PERIODS_H
#define CGPROF_RUNTIME_SAMPLE_PERIODS_H

#include <signal.h>
#include <stdint.h>
#include <ucontext.h>

struct cgrt_place;
struct cgrt_sampler;

/* Whether this handler has interrupted another one of its thread's, whose
   SAMPLER this is, while that was taking a sample.  */
int cgrt_periods_in_sample (const struct cgrt_sampler *sampler);

/* Count what a signal of PLACE's thread stands for, which came with INFO after
   PERIODS and interrupted CONTEXT's code.  HAS_ROOM says whether the stack
   that the handler runs on has room to walk the thread's.  */
void cgrt_periods_count (struct cgrt_place *place, const siginfo_t *info,
			 uint64_t periods, int has_room,
			 const ucontext_t *context);

/* Note that PERIODS of PLACE's thread ended in the handler, as the signal with
   INFO says: they are the next sample's.  */
void cgrt_periods_note_own (struct cgrt_place *place, const siginfo_t *info,
			    uint64_t periods);

/* Note the stack of PLACE's thread, which is about to wait and has sent itself
   the signal with CONTEXT (waits.c): its waiting is counted for that
   stack.  */
void cgrt_periods_note_waiting (struct cgrt_place *place,
				const ucontext_t *context);

/* Finish call NUMBER of the program's, which the signal with CONTEXT
   interrupted, between two spans of calls: it may last.  The stack does not
   change until then, so the periods that end meanwhile are its.  PLACE is the
   thread's, or NULL if nothing is to be counted.  Return whether the second
   span has begun.  */
int cgrt_periods_wait_on (struct cgrt_place *place, ucontext_t *context,
			  long number);

/* For each thread that is waiting (SINCE of its struct cgrt_wait), count the
   periods for which it has waited so far and which are not counted yet.  May
   be called in a signal handler.  */
void cgrt_periods_settle (void);

#endif /* CGPROF_RUNTIME_SAMPLE_PERIODS_H */
