/* Places: the runtime's data for each thread.

   SPDX-License-Identifier: MIT

   A place belongs to one live thread at a time.  The runtime is not notified
   when a thread ends: its place is found to be free when a new thread looks
   for one.  So every kind of thread is covered, and the counts of a thread's
   very last destructor, too.  */

#ifndef CGPROF_RUNTIME_SAMPLE_THREADS_H
#define CGPROF_RUNTIME_SAMPLE_THREADS_H

#include <stdint.h>
#include <time.h>

#include <cgprof/format.h>
#include "base/memory.h"
#include "sample/sampling.h"
#include "stack/stack.h"

struct cgrt_place
{
  int32_t owner;		/* Thread id; 0 if free, -1 if not known.  */
  uint32_t index;		/* Among all places, from 0.  */
  struct cgprof_thread *record;
  uint64_t contexts;		/* Number of entries in that chain.  */
  struct cgrt_sampler sampler;
  struct cgrt_stack stack;	/* Used in the signal's handler.  */
  struct cgrt_vector copies;	/* For each module, by its index, a struct
				   cgrt_copy.  */
};

/* A thread's copy of a module's counters.  */
struct cgrt_copy
{
  uint64_t offset;		/* Of the COUNTERS record in the file; 0 if
				   there is none.  */
  int64_t *word;		/* The thread's word for that module (the hook
				   ENTER of cgprof/abi.h); NULL if it has not
				   entered it.  */
};

/* Return the calling thread's place, or NULL if it has none yet.  May be
   called in a signal handler.  */
struct cgrt_place *cgrt_threads_mine (void);

/* Likewise, but give the thread a place if it has none, and begin to sample
   it; NULL if memory is refused.  The caller holds cgrt_memory_lock.  May be
   called in a signal handler.  */
struct cgrt_place *cgrt_threads_enter (void);

/* Whether every thread of the process has a place.  0 if that cannot be told.
   May be called in a signal handler.  */
int cgrt_threads_are_all (void);

/* Return the processor time of all known threads that have not ended, in
   nanoseconds.  */
uint64_t cgrt_threads_time (void);

/* Get the ids of MOST threads without a place that have run for LEAST
   nanoseconds, after the first FIRST ones, in THREADS.  Return how many there
   are.  May be called in a signal handler.  */
uint32_t cgrt_threads_unknown (int32_t *threads, uint64_t least,
			       uint32_t first, uint32_t most);

/* The CPU clock of THREAD, as the kernel numbers it and the C library's
   pthread_getcpuclockid gives it.  */

static inline clockid_t
cgrt_threads_clock (int32_t thread)
{
  return (clockid_t) (~(uint32_t) thread << 3 | 6);
}

/* Return the number of places, free ones included.  */
uint32_t cgrt_threads_count (void);

/* Return the place with that INDEX, or NULL if there is none.  */
struct cgrt_place *cgrt_threads_at (uint32_t index);

/* Called in a forked child with a profile of its own, whose THREAD records are
   already reset: keep the calling thread's place, free all others, and begin
   to sample.  */
void cgrt_threads_fork (void);

/* Called in a forked child that has joined its parent's profile
   (file/family.h): forget the parent's places, and go on with those of this
   process.  The calling thread gets one if it had one in the parent, without
   copies, and is sampled.  */
void cgrt_threads_join (void);

#endif /* CGPROF_RUNTIME_SAMPLE_THREADS_H */
