/* Stopping, starting and resetting the counts.

   SPDX-License-Identifier: MIT

   No counting thread is stopped or asked to wait: the counts go on, and every
   reader of them subtracts what must not show.  For that, copies of the counts
   (images) are kept in the profile; struct cgprof_image in cgprof/format.h
   says how they are used.  */

#ifndef CGPROF_RUNTIME_COUNT_ADJUST_H
#define CGPROF_RUNTIME_COUNT_ADJUST_H

#include <stdint.h>

/* Stop, start, or reset all counts of the process.  A call that has returned
   before, in any thread, is counted as of the time before; one that begins
   afterwards, as of the time after.  To stop counts that are stopped, or start
   counts that are not, does nothing.  Return 0, or -1 if memory is refused or
   cgprof ctl is at it and does not come to an end: then nothing has changed.
   The caller has called cgrt_counters_sync_all and holds
   cgrt_memory_lock.  May be called in a signal handler.  */
int cgrt_adjust_stop (void);
int cgrt_adjust_start (void);
int cgrt_adjust_reset (void);

/* Let counting be stopped from the beginning on: called before anything is
   counted.  */
void cgrt_adjust_begin_stopped (void);

/* Return what ADJUST of the place says to readers.  */
uint32_t cgrt_adjust_now (void);

/* Have cgrt_adjust_of go by how counts are to be read now, which cgprof ctl
   may have changed.  The caller holds cgrt_session_lock and
   cgrt_memory_lock.  */
void cgrt_adjust_look (void);

/* Called in a forked child, whose new profile has no images: forget those of
   the parent.  ADJUST of its place is not touched.  */
void cgrt_adjust_fork (void);

/* How to read the counts of one record.  Distances are bytes from a word of
   the record.  */
struct cgrt_adjust
{
  int64_t from;			/* To the word to read in its place, or 0.  */
  int64_t minus;		/* To the word to subtract from that; 0:
				   nothing is subtracted.  */
  int absent;			/* All counts read as 0: the record was made
				   after counting was stopped.  */
};

/* Return how to read the counts of RECORD, which is in the profile.  The
   caller holds cgrt_session_lock and has called cgrt_adjust_look.  */
struct cgrt_adjust cgrt_adjust_of (const void *record);

/* Return the count to show for WORD, a word of the record for which
   cgrt_adjust_of returned ADJUST.  */

static inline uint64_t
cgrt_adjust_read (const struct cgrt_adjust *adjust, const uint64_t *word)
{
  const char *at = (const char *) word;
  uint64_t count;

  if (adjust->absent)
    return 0;
  count = *(const uint64_t *) (const void *) (at + adjust->from);
  if (adjust->minus)
    count -= *(const uint64_t *) (const void *) (at + adjust->minus);
  return count;
}

/* Call VISIT with DATA for every entry of CHAIN (file/table.h) whose count to
   show is not 0.  The caller holds cgrt_session_lock.  */
void cgrt_adjust_visit (uint64_t chain,
			void (*visit) (uint64_t address, uint64_t calls,
				       uint64_t weight, void *data),
			void *data);

#endif /* CGPROF_RUNTIME_COUNT_ADJUST_H */
