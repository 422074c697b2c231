/* When samples were taken: the log of a thread.

   SPDX-License-Identifier: MIT  */

#include "sample/times.h"

#include "base/options.h"
#include "base/sys.h"
#include "file/file.h"
#include "file/lock.h"
#include "sample/threads.h"

/* The first record, in bytes, and how many there can be: the last one that is
   not cut short has more than the most entries that the option allows.  */
#define FIRST_SIZE 1024
#define MOST_PARTS 18

#define MICROSECOND 1000u
#define MOST_WEIGHT (CGPROF_TIME_WAITED - 1)

/* What an entry may stand for when there was no period to be known.  */
#define USUAL_PERIOD 1000000u

/* The records of a log, oldest first.  */
struct parts
{
  struct cgprof_times *parts[MOST_PARTS];
  uint32_t count;
  uint64_t capacity;		/* Of all.  */
};

/* Return the record with that ID if it can be seen and belongs to THREAD.  */

static struct cgprof_times *
part_at (uint32_t id, const struct cgprof_thread *thread)
{
  struct cgprof_times *part;

  if (!id || !cgrt_file_has (id, sizeof *part))
    return NULL;
  part = cgrt_file_record (id);
  /* In a file that was lost all is zero (file.h).  */
  return part->owner == thread->record.id
	 && cgrt_file_has (id, part->record.size) ? part : NULL;
}

static void
find_parts (struct parts *found, const struct cgprof_thread *thread)
{
  struct cgprof_times *part = part_at (thread->times, thread);

  found->count = 0;
  found->capacity = 0;
  for (; part && found->count < MOST_PARTS; found->count++)
    {
      found->parts[found->count] = part;
      found->capacity += part->capacity;
      part = part_at (part->older, thread);
    }
  for (uint32_t i = 0; i < found->count / 2; i++)
    {
      part = found->parts[i];
      found->parts[i] = found->parts[found->count - 1 - i];
      found->parts[found->count - 1 - i] = part;
    }
}

/* Return the part in which the next entry goes, NULL if all are full.  */

static struct cgprof_times *
find_room (const struct cgprof_thread *thread)
{
  struct cgprof_times *part = part_at (thread->times, thread), *room = NULL;

  for (; part && part->used < part->capacity; room = part,
       part = part->used ? NULL : part_at (part->older, thread))
    continue;
  return room;
}

/* Return a new part of PLACE's log; NULL if there are as many entries as there
   may be, or no memory.  */

static struct cgprof_times *
grow (struct cgrt_place *place, const struct parts *old)
{
  struct cgprof_thread *thread = place->record;
  uint64_t capacity = ((uint64_t) FIRST_SIZE << old->count)
		      / sizeof (struct cgprof_time)
		      - sizeof (struct cgprof_times)
			/ sizeof (struct cgprof_time);
  struct cgprof_times *part;

  if (capacity > cgrt_options.times - old->capacity)
    capacity = cgrt_options.times - old->capacity;
  /* A handler must not wait for a fork.  */
  if (!cgrt_lock_briefly (&cgrt_memory_lock))
    return NULL;
  part = cgrt_file_allocate (sizeof *part + capacity * sizeof *part->entries);
  if (part)
    {
      part->record.id = cgrt_file_id (part);
      part->owner = thread->record.id;
      part->older = thread->times;
      part->capacity = capacity;
      cgrt_file_publish (part, CGPROF_RECORD_TIMES);
      __atomic_store_n (&thread->times, part->record.id, __ATOMIC_RELEASE);
    }
  cgrt_unlock (&cgrt_memory_lock);
  return part;
}

/* Let the entries in LOG's parts ALL stand for LEAST nanoseconds at least.
   Return how many are left.  A process that is killed meanwhile leaves some of
   them twice or not at all.  */

static uint64_t
merge_entries (struct cgrt_log *log, const struct parts *all, uint64_t least)
{
  uint64_t kept = 0, untold = 0;
  struct cgprof_time *to = all->parts[0]->entries;
  uint32_t to_part = 0;
  uint64_t to_index = 0;

  for (uint32_t i = 0; i < all->count; i++)
    {
      struct cgprof_times *part = all->parts[i];
      uint64_t used = part->used;
      for (uint64_t j = 0; j < used; j++)
	{
	  struct cgprof_time entry = part->entries[j];
	  uint32_t weight;
	  untold += entry.weight & MOST_WEIGHT;
	  if (untold * MICROSECOND < least)
	    continue;
	  if (to_index == all->parts[to_part]->capacity)
	    {
	      /* Never, unless the file was lost meanwhile.  */
	      if (++to_part == all->count)
		return 0;
	      to = all->parts[to_part]->entries;
	      to_index = 0;
	    }
	  weight = untold < MOST_WEIGHT ? (uint32_t) untold : MOST_WEIGHT;
	  untold -= weight;
	  entry.weight = weight | (entry.weight & CGPROF_TIME_WAITED);
	  to[to_index++] = entry;
	  kept++;
	}
    }
  for (uint32_t i = 0; i < all->count; i++)
    {
      struct cgprof_times *part = all->parts[i];
      part->used = i < to_part ? part->capacity : i == to_part ? to_index : 0;
    }
  log->untold += untold * MICROSECOND;
  return kept;
}

/* Thin PLACE's log, whose parts are ALL, to half of what it may have.  */

static void
thin (struct cgrt_place *place, const struct parts *all)
{
  struct cgprof_thread *thread = place->record;
  uint64_t period = place->sampler.source.period;

  if (!all->count)
    return;
  if (!thread->least)
    thread->least = period ? period : USUAL_PERIOD;
  /* Long waits may stand for more than others together.  */
  do
    thread->least *= 2;
  while (merge_entries (&place->sampler.log, all, thread->least)
	 > all->capacity * 3 / 4
	 && thread->least < UINT64_MAX / 2);
}

/* Return a part with room for PLACE's next entry, or NULL.  */

static struct cgprof_times *
make_room (struct cgrt_place *place)
{
  struct parts all;

  find_parts (&all, place->record);
  if (all.count < MOST_PARTS && all.capacity < cgrt_options.times)
    return grow (place, &all);
  thin (place, &all);
  return find_room (place->record);
}

/* Write as many entries as it takes that PLACE's log tells of all so far.  */

static void
write_entries (struct cgrt_place *place, uint64_t context, unsigned how)
{
  struct cgprof_thread *thread = place->record;
  struct cgrt_log *log = &place->sampler.log;
  uint64_t now = 0;

  while (log->untold >= MICROSECOND && log->untold >= thread->least)
    {
      struct cgprof_times *part = find_room (thread);
      struct cgprof_time *entry;
      uint64_t weight;
      if (!part && !(how & CGRT_TIMES_HELD))
	{
	  part = make_room (place);
	  /* It may have been thinned.  */
	  if (part && log->untold < thread->least)
	    return;
	}
      if (!part)
	{
	  log->untold = 0;
	  return;
	}
      if (!now)
	now = sys_clock (CLOCK_MONOTONIC);
      weight = log->untold / MICROSECOND;
      if (weight > MOST_WEIGHT)
	weight = MOST_WEIGHT;
      entry = &part->entries[part->used];
      entry->time = now;
      entry->context = (uint32_t) (context / CGPROF_CONTEXT_ALIGN);
      entry->weight = (uint32_t) weight;
      if (how & CGRT_TIMES_WAITED)
	entry->weight |= CGPROF_TIME_WAITED;
      __atomic_store_n (&part->used, part->used + 1, __ATOMIC_RELEASE);
      log->untold -= weight * MICROSECOND;
    }
}

/* Return whether LOG is the caller's to write to, until release.  */

static int
take (struct cgrt_log *log)
{
  return !__atomic_exchange_n (&log->busy, 1, __ATOMIC_ACQUIRE);
}

static void
release (struct cgrt_log *log)
{
  __atomic_store_n (&log->busy, 0, __ATOMIC_RELEASE);
}

void
cgrt_times_add (struct cgrt_place *place, uint64_t context, uint64_t weight,
		unsigned how)
{
  struct cgrt_log *log = &place->sampler.log;

  if (!cgrt_options.times || !context
      || context / CGPROF_CONTEXT_ALIGN > UINT32_MAX || !take (log))
    return;
  log->untold += weight;
  write_entries (place, context, how);
  release (log);
}

void
cgrt_times_move (struct cgprof_thread *record,
		 uint64_t (*move) (uint64_t context, void *data), void *data)
{
  struct parts all;

  find_parts (&all, record);
  for (uint32_t i = 0; i < all.count; i++)
    for (uint64_t j = 0; j < all.parts[i]->used; j++)
      {
	struct cgprof_time *entry = &all.parts[i]->entries[j];
	uint64_t to = move ((uint64_t) entry->context * CGPROF_CONTEXT_ALIGN,
			    data);
	if (to / CGPROF_CONTEXT_ALIGN <= UINT32_MAX)
	  entry->context = (uint32_t) (to / CGPROF_CONTEXT_ALIGN);
      }
}
