/* Reader of cgprof.out: what held the whole up.

   While N threads run, a sample's time counts 1/N: where one thread runs
   alone, the others wait for what it does, or there is nothing else to be
   done.  A thread ran before each of its samples, for as long as that stands
   for.  With one thread nothing changes.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "read/profile-parts.h"
#include "base/mem.h"
#include "base/sort.h"

#include <stddef.h>
#include <stdlib.h>

/* A time from which on one more thread runs, or one less.  */
struct latency_change
{
  uint64_t at;
  int step;
};

/* From AT on, until the next of these, each thread has SHARE of the time; up
   to it one that ran all the time has had SUM nanoseconds.  */
struct latency_part
{
  uint64_t at;
  double sum;
  double share;
};

static uint64_t
latency_begin (const struct profile_time *time)
{
  return time->at > time->weight ? time->at - time->weight : 0;
}

/* A time in which a thread ran.  */
struct latency_run
{
  uint64_t begin;
  uint64_t end;
  uint32_t thread;
};

static int
latency_compare_runs (const void *x, const void *y)
{
  const struct latency_run *a = x, *b = y;
  if (a->thread != b->thread)
    return a->thread < b->thread ? -1 : 1;
  return a->begin < b->begin ? -1 : a->begin > b->begin;
}

static int
latency_compare_changes (const void *x, const void *y)
{
  const struct latency_change *a = x, *b = y;
  return a->at < b->at ? -1 : a->at > b->at;
}

/* Set CHANGES, with room for two for each of the COUNT RUNS, and return how
   many there are.  Runs of a thread that overlap are one.  */

static size_t
latency_find_changes (struct latency_run *runs, size_t count,
		      struct latency_change *changes)
{
  size_t found = 0;
  qsort (runs, count, sizeof *runs, latency_compare_runs);
  for (size_t i = 0; i < count; i++)
    {
      struct latency_run run = runs[i];
      while (i + 1 < count && runs[i + 1].thread == run.thread
	     && runs[i + 1].begin <= run.end)
	if (runs[++i].end > run.end)
	  run.end = runs[i].end;
      changes[found++] = (struct latency_change) { run.begin, 1 };
      changes[found++] = (struct latency_change) { run.end, -1 };
    }
  qsort (changes, found, sizeof *changes, latency_compare_changes);
  return found;
}

static void
latency_make_parts (const struct latency_change *changes, size_t count,
		    struct latency_part *parts)
{
  double sum = 0, share = 0;
  int running = 0;
  for (size_t i = 0; i < count; i++)
    {
      if (i > 0)
	sum += (changes[i].at - changes[i - 1].at) * share;
      running += changes[i].step;
      share = running > 0 ? 1.0 / running : 0;
      parts[i] = (struct latency_part) { changes[i].at, sum, share };
    }
}

/* What a thread that ran all the time until AT has had.  */

static double
latency_until (const struct latency_part *parts, size_t count, uint64_t at)
{
  size_t before = sort_count_up_to (parts, count, sizeof *parts,
				    offsetof (struct latency_part, at), at);
  return before == 0 ? 0 : parts[before - 1].sum
			   + (at - parts[before - 1].at)
			     * parts[before - 1].share;
}

void
profile_weigh_times (struct profile *profile)
{
  size_t kept = 0;
  for (size_t i = 0; i < profile->time_count; i++)
    {
      const struct profile_time *time = &profile->times[i];
      struct profile_entry *entry = &profile->entries[time->entry];
      if (!time->waited && profile_state_of (entry) != MODEL_STATE_WAITING)
	profile->times[kept++] = *time;
      else
	entry->chosen -= time->weight;
    }
  profile->time_count = kept;
  if (kept == 0)
    return;
  struct latency_run *runs = mem_alloc (kept, sizeof *runs);
  for (size_t i = 0; i < kept; i++)
    runs[i] = (struct latency_run) { latency_begin (&profile->times[i]),
				     profile->times[i].at,
				     profile->times[i].thread };
  struct latency_change *changes = mem_alloc (2 * kept, sizeof *changes);
  size_t count = latency_find_changes (runs, kept, changes);
  free (runs);
  struct latency_part *parts = mem_alloc (count, sizeof *parts);
  latency_make_parts (changes, count, parts);
  for (size_t i = 0; i < kept; i++)
    {
      struct profile_time *time = &profile->times[i];
      time->weight = latency_until (parts, count, time->at)
		     - latency_until (parts, count, latency_begin (time))
		     + 0.5;
    }
  free (changes);
  free (parts);
}
