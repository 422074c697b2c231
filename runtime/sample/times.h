/* When samples were taken: the log of a thread.

   SPDX-License-Identifier: MIT

   The log is a chain of records, each twice as long as the one before it, so
   that a short run has little and a long one few of them.  Once there are as
   many entries as the option times allows, it is thinned: from then on, and
   among those that it has, an entry stands for twice as much time as before,
   and takes the place of those that it stands for.  That is what a sampler
   with a longer period would have noted: an entry is kept as often as its
   weight is a part of all.

   One handler at a time writes to a log.  A second one, which has interrupted
   the first or runs in the thread that counts another's waiting
   (cgrt_periods_settle), adds nothing: the log lacks that sample, its table
   does not.  */

#ifndef CGPROF_RUNTIME_SAMPLE_TIMES_H
#define CGPROF_RUNTIME_SAMPLE_TIMES_H

#include <stdint.h>

#include <cgprof/format.h>

struct cgrt_place;

/* A thread's log, apart from what is in its records.  */
struct cgrt_log
{
  int32_t busy;			/* Somebody writes to it.  Atomic.  */
  uint64_t untold;		/* Nanoseconds that the next entry stands for,
				   too.  */
};

/* How a sample is noted: bits.  */
enum cgrt_times_how
{
  CGRT_TIMES_HELD = 1,		/* The caller holds cgrt_memory_lock: it is
				   left out if the log's records are full.  */
  CGRT_TIMES_WAITED = 2		/* The thread has waited.  */
};

/* Note that WEIGHT nanoseconds were counted now for the sample whose table
   entry is at file offset CONTEXT, or 0 for none, in PLACE's thread.  HOW is
   of enum cgrt_times_how.  May be called in a signal handler.  */
void cgrt_times_add (struct cgrt_place *place, uint64_t context,
		     uint64_t weight, unsigned how);

/* Have MOVE say for each entry in the log of RECORD's thread, which is the
   calling one, what it is of: it is given the file offset of a table entry and
   DATA and returns another offset, or the same.  Called in the handler of the
   thread's samples.  */
void cgrt_times_move (struct cgprof_thread *record,
		      uint64_t (*move) (uint64_t context, void *data),
		      void *data);

#endif /* CGPROF_RUNTIME_SAMPLE_TIMES_H */
