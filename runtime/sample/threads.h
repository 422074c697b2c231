/* Places: what the runtime keeps for each thread.

   SPDX-License-Identifier: MIT

   A place belongs to one live thread at a time.  Nothing tells when a
   thread ends: its place is found free when another thread looks for one,
   so every kind of thread will do, and one that counts in its very last
   destructor too.  */

#ifndef CGPROF_RUNTIME_SAMPLE_THREADS_H
#define CGPROF_RUNTIME_SAMPLE_THREADS_H

#include <stdint.h>

#include <cgprof/format.h>
#include "base/memory.h"
#include "sample/sampling.h"
#include "sample/stack.h"

struct cgrt_place
{
  int32_t owner;		/* Thread id; 0: free.  */
  uint32_t index;
  struct cgprof_thread *record;
  uint64_t samples;		/* Chain of SAMPLES tables, */
  uint64_t contexts;		/* and entries in it.  */
  struct cgrt_sampler sampler;
  struct cgrt_stack stack;	/* Used in the signal's handler.  */
  struct cgrt_vector copies;	/* File offset of the COUNTERS record, for
				   each module's index; 0: none.  */
};

/* Return the calling thread's place, or NULL if it has none yet.  Any
   context.  */
struct cgrt_place *cgrt_threads_mine (void);

/* Likewise, but give it one; NULL if memory is refused.  Needs
   cgrt_memory_lock.  */
struct cgrt_place *cgrt_threads_enter (void);

/* Return how many places there are; place INDEX, or NULL.  */
uint32_t cgrt_threads_count (void);
struct cgrt_place *cgrt_threads_at (uint32_t index);

/* In a forked child: keep the calling thread's place and free the others.
   Their records were written afresh.  */
void cgrt_threads_fork (void);

#endif /* CGPROF_RUNTIME_SAMPLE_THREADS_H */
