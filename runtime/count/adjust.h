/* Stopping, starting and resetting the counts.

   SPDX-License-Identifier: MIT

   Threads count on; what must not show is subtracted by who reads.  struct
   cgprof_image in format.h says how.  */

#ifndef CGPROF_RUNTIME_COUNT_ADJUST_H
#define CGPROF_RUNTIME_COUNT_ADJUST_H

#include <stdint.h>

/* Stop, start, or reset all counts of the process.  Own sections must be
   in the profile (cgrt_counters_sync).  A call that has returned before, in
   any thread, is on the one side; one that begins afterwards on the other.
   Stopping what is stopped and starting what is not do nothing.  Return 0,
   or -1 if memory is refused: then nothing has changed.  Need
   cgrt_memory_lock.  */
int cgrt_adjust_stop (void);
int cgrt_adjust_start (void);
int cgrt_adjust_reset (void);

/* In a forked child, whose profile has no images: forget them.  What the
   parent had stopped stays stopped.  */
void cgrt_adjust_fork (void);

/* How to read the counts of one record.  */
struct cgrt_adjust
{
  int64_t from;			/* Bytes from a word to the one that stands
				   for it; 0: itself.  */
  int64_t minus;		/* Bytes to the one to subtract, 0: none.  */
  int absent;			/* All counts are 0.  */
};

/* Return how to read the counts of RECORD.  Needs cgrt_session_lock.  */
struct cgrt_adjust cgrt_adjust_of (const void *record);

/* Return the count at WORD of a record that is to be read as ADJUST
   says.  */

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

/* Call VISIT for every entry of the CHAIN of tables (table.h) that has
   counts.  Needs cgrt_session_lock.  */
void cgrt_adjust_visit (uint64_t chain,
			void (*visit) (uint64_t address, uint64_t calls,
				       uint64_t weight, void *data),
			void *data);

#endif /* CGPROF_RUNTIME_COUNT_ADJUST_H */
