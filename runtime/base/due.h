/* What is to be done at certain times.

   SPDX-License-Identifier: MIT

   A timer of the wall's clock would interrupt what sleeps, and nothing is
   counted while all threads do: so time is looked at where samples are taken
   anyway, after at most a period in which a thread has run.  */

#ifndef CGPROF_RUNTIME_BASE_DUE_H
#define CGPROF_RUNTIME_BASE_DUE_H

#include <stdint.h>

/* When to do the next thing, by CLOCK_MONOTONIC; 0: nothing is to be done.
   For cgrt_due_is_set.  */
extern uint64_t cgrt_due_time;

/* From now on, call BEGIN once FIRST nanoseconds have passed, and END after
   LAST, each once and in the order of their times, in a handler and a span of
   calls (base/calls.h); 0: never.  Called once, before
   cgrt_sampling_start.  */
void cgrt_due_start (uint64_t first, void (*begin) (void), uint64_t last,
		     void (*end) (void));

/* There are no samples: have SIGNAL, whose handler calls cgrt_due_look, come
   while the process runs, until nothing is to be done any more.  Called again
   in a forked child.  */
void cgrt_due_tick (int signal);

/* Whether cgrt_due_tick's signal comes.  */
int cgrt_due_ticks (void);

/* If it does, let it be SIGNAL from now on or, if that is 0, come no more.  */
void cgrt_due_move (int signal);

/* Whether something is to be done, now or later.  */

static inline int
cgrt_due_is_set (void)
{
  return __atomic_load_n (&cgrt_due_time, __ATOMIC_RELAXED) != 0;
}

/* Do what is due.  In a span of calls.  */
void cgrt_due_look (void);

#endif /* CGPROF_RUNTIME_BASE_DUE_H */
