/* A copy of a live profile.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "steer/snapshot.h"
#include "base/diag.h"
#include "base/mem.h"

#include <stdlib.h>

#define SNAPSHOT_ROUNDS 1000

/* What was copied, in whole words.  */
struct snapshot
{
  const struct live *live;
  unsigned char *data;
  size_t room;
  uint64_t size;
};

/* Copy SIZE bytes, whole words, which may change meanwhile: each word is one
   that was there.  */

static void
snapshot_copy (void *to, const void *from, uint64_t size)
{
  uint64_t *target = to;
  const uint64_t *source = from;
  for (uint64_t i = 0; i < size / sizeof *source; i++)
    target[i] = __atomic_load_n (&source[i], __ATOMIC_RELAXED);
}

/* Copy all that is used, and what comes to that meanwhile: then whatever a
   copied record refers to has been copied.  */

static bool
snapshot_take (struct snapshot *snapshot)
{
  const struct cgprof_header *header = live_header (snapshot->live);
  for (int round = 0; round < SNAPSHOT_ROUNDS; round++)
    {
      uint64_t used = __atomic_load_n (&header->used, __ATOMIC_ACQUIRE);
      if (used > snapshot->live->mapped)
	return diag_error (snapshot->live->file, "has grown while it was "
			   "copied; try again");
      if (used <= snapshot->size)
	return true;
      snapshot->data = mem_grow (snapshot->data, &snapshot->room, used, 1);
      snapshot_copy (snapshot->data + snapshot->size,
		     snapshot->live->base + snapshot->size,
		     used - snapshot->size);
      snapshot->size = used;
    }
  return diag_error (snapshot->live->file,
		     "grows faster than it can be copied");
}

/* Return the entry of a table at OFFSET, NULL if none was copied.  */

static struct cgprof_table_entry *
snapshot_entry (const struct snapshot *snapshot, uint64_t offset)
{
  struct cgprof_table_entry *entry
    = (struct cgprof_table_entry *) (snapshot->data + offset);
  return offset % sizeof (uint64_t) == 0 && offset < snapshot->size
    && snapshot->size - offset >= sizeof *entry ? entry : NULL;
}

/* Have all callers of ENTRY, of which some may have come when their place had
   been copied.  */

static void
snapshot_complete (const struct snapshot *snapshot,
		   struct cgprof_table_entry *entry)
{
  while (entry->parent != 0)
    {
      uint64_t offset = entry->parent;
      struct cgprof_table_entry *caller = snapshot_entry (snapshot, offset);
      if (!caller)
	{
	  entry->parent = 0;
	  return;
	}
      /* Its callers were completed, too, or are as they were.  */
      if (caller->address != 0 && caller->address != CGPROF_ADDRESS_DEAD)
	return;
      caller->count = caller->weight = 0;
      const struct cgprof_table_entry *now = live_at (snapshot->live, offset);
      caller->parent = __atomic_load_n (&now->parent, __ATOMIC_RELAXED);
      caller->address = __atomic_load_n (&now->address, __ATOMIC_RELAXED);
      entry = caller;
    }
}

/* Go through the records that were copied.  Return whether they have what has
   been counted: a process has ended, or its threads count in the profile.  */

static bool
snapshot_finish (struct snapshot *snapshot)
{
  struct cgprof_header *header = (struct cgprof_header *) snapshot->data;
  uint64_t offset = header->header_size;
  bool has_counts = false;
  header->used = header->room = snapshot->size;
  header->gate = 0;
  while (offset < snapshot->size)
    {
      struct cgprof_record *record
	= (struct cgprof_record *) (snapshot->data + offset);
      uint64_t size = record->size;
      if (size < sizeof *record || size > snapshot->size - offset)
	return has_counts;
      if (record->type == CGPROF_RECORD_PROCESS
	  && size >= sizeof (struct cgprof_process))
	{
	  struct cgprof_process *process = (struct cgprof_process *) record;
	  process->adjust &= (1u << CGPROF_ADJUST_HOLDER) - 1;
	  has_counts |= process->end != CGPROF_END_NONE;
	}
      if (record->type == CGPROF_RECORD_COUNTERS
	  && size >= sizeof (struct cgprof_counters))
	has_counts |= ((struct cgprof_counters *) record)->thread != 0;
      if (record->type == CGPROF_RECORD_SAMPLES
	  && size >= sizeof (struct cgprof_table))
	{
	  struct cgprof_table *table = (struct cgprof_table *) record;
	  uint64_t most = (size - sizeof *table) / sizeof *table->entries;
	  for (uint64_t i = 0; i < table->capacity && i < most; i++)
	    if (table->entries[i].address != 0)
	      snapshot_complete (snapshot, &table->entries[i]);
	}
      offset += size;
    }
  return has_counts;
}

bool
snapshot_write (const struct live *live, FILE *out)
{
  struct snapshot snapshot = { .live = live };
  bool good = snapshot_take (&snapshot);
  if (good)
    {
      if (!snapshot_finish (&snapshot))
	diag_warning (live->file, "nothing counts in it while the program "
		      "runs (counters=plain or atomic): the copy has no "
		      "counts");
      fwrite (snapshot.data, 1, snapshot.size, out);
    }
  free (snapshot.data);
  return good;
}
