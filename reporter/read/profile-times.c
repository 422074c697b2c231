/* Reader of cgprof.out: when samples were taken, and the marks between which
   they are chosen.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "read/profile-parts.h"
#include "base/diag.h"

#include <cgprof/format.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

bool
profile_read_mark (struct profile *profile, uint64_t offset, uint64_t size)
{
  const unsigned char *p = profile->bytes.data + offset;
  uint32_t length = FIELD_32 (cgprof_mark, length);
  if (length > size - sizeof (struct cgprof_mark))
    return profile_bad (profile, offset, "its name is longer than the record");
  struct profile_mark mark = {
    .time = FIELD_64 (cgprof_mark, time),
    .pid = FIELD_64 (cgprof_mark, pid),
    .kind = FIELD_32 (cgprof_mark, kind)
  };
  if (!profile_find_place (profile, offset, FIELD_32 (cgprof_mark, process),
			   &mark.place))
    return false;
  mark.name = arena_copy (&profile->reader->model->arena,
			  (const char *) p + sizeof (struct cgprof_mark),
			  length);
  profile->marks = mem_grow (profile->marks, &profile->mark_room,
			     profile->mark_count + 1,
			     sizeof *profile->marks);
  profile->marks[profile->mark_count++] = mark;
  return true;
}

bool
profile_read_times (struct profile *profile, uint64_t offset, uint64_t size)
{
  const unsigned char *p = profile->bytes.data + offset;
  uint64_t capacity = FIELD_64 (cgprof_times, capacity);
  uint64_t used = FIELD_64 (cgprof_times, used);
  uint32_t owner = FIELD_32 (cgprof_times, owner);
  if (capacity > (size - sizeof (struct cgprof_times))
      / sizeof (struct cgprof_time) || used > capacity)
    return profile_bad (profile, offset,
			"it has fewer entries than it says");
  uint32_t thread = map_find (&profile->thread_ids, owner, 0);
  if (thread == MAP_NONE)
    return profile_bad (profile, offset, "its thread has no record");
  if (thread == PROFILE_NOBODY)
    return true;
  uint32_t place = map_find (&profile->thread_places, owner, 0);
  profile->times = mem_grow (profile->times, &profile->time_room,
			     profile->time_count + used,
			     sizeof *profile->times);
  p += sizeof (struct cgprof_times);
  for (uint64_t i = 0; i < used; i++, p += sizeof (struct cgprof_time))
    profile->times[profile->time_count++] = (struct profile_time) {
      .at = FIELD_64 (cgprof_time, time),
      .context = FIELD_32 (cgprof_time, context)
		 * (uint64_t) CGPROF_CONTEXT_ALIGN,
      .weight = (FIELD_32 (cgprof_time, weight) & ~CGPROF_TIME_WAITED)
		* UINT64_C (1000),
      .waited = (FIELD_32 (cgprof_time, weight) & CGPROF_TIME_WAITED) != 0,
      .thread = thread, .place = place
    };
  return true;
}

/* By kind with a name or without, then by place if they have none, then by
   time.  */

static int
profile_compare_marks (const void *x, const void *y)
{
  const struct profile_mark *a = x, *b = y;
  bool a_named = a->kind == CGPROF_MARK_NAMED;
  bool b_named = b->kind == CGPROF_MARK_NAMED;
  if (a_named != b_named)
    return a_named ? -1 : 1;
  if (!a_named && a->place != b->place)
    return a->place < b->place ? -1 : 1;
  return a->time < b->time ? -1 : a->time > b->time;
}

/* Whether MARK, which has no name, is of a place before PLACE, or of that and
   not after TIME.  */

static bool
profile_is_before (const struct profile_mark *mark, uint32_t place,
		   uint64_t time)
{
  return mark->place < place || (mark->place == place && mark->time <= time);
}

/* Sort the marks and count those with names, which come first.  */

static void
profile_sort_marks (struct profile *profile)
{
  if (profile->mark_count > 0)
    qsort (profile->marks, profile->mark_count, sizeof *profile->marks,
	   profile_compare_marks);
  while (profile->named_count < profile->mark_count
	 && profile->marks[profile->named_count].kind == CGPROF_MARK_NAMED)
    profile->named_count++;
  /* Each mark tells how it is behind it, a reset as it was before.  */
  for (size_t i = profile->named_count; i < profile->mark_count; i++)
    {
      struct profile_mark *mark = &profile->marks[i];
      struct profile_place *place = &profile->places[mark->place];
      if (mark->kind == CGPROF_MARK_RESET)
	place->reset = mark->time;
      mark->stopped = mark->kind == CGPROF_MARK_STOP;
      if (mark->kind == CGPROF_MARK_RESET && i > profile->named_count
	  && mark[-1].place == mark->place)
	mark->stopped = mark[-1].stopped;
    }
}

/* Whether what was sampled in PLACE at TIME is among its counts, in spite of
   cgprof_stop and cgprof_reset.  */

static bool
profile_counts_at (const struct profile *profile, uint32_t place,
		   uint64_t time)
{
  const struct profile_place *of = &profile->places[place];
  if (of->adjust == 0)
    return true;
  if (time < of->reset)
    return false;
  size_t low = profile->named_count, high = profile->mark_count;
  while (low < high)
    {
      size_t middle = low + (high - low) / 2;
      if (profile_is_before (&profile->marks[middle], place, time))
	low = middle + 1;
      else
	high = middle;
    }
  if (low > profile->named_count && profile->marks[low - 1].place == place)
    return !profile->marks[low - 1].stopped;
  /* What is started first was stopped before.  */
  if (low < profile->mark_count && profile->marks[low].place == place)
    return profile->marks[low].kind != CGPROF_MARK_START;
  return !(of->adjust & CGPROF_ADJUST_STOPPED);
}

/* Set *TIME to what TEXT, seconds or the name of a mark that is not before
   LEAST, means in PROFILE.  Return false if it has no such mark.  */

static bool
profile_find_time (const struct profile *profile, const char *text,
		   uint64_t least, uint64_t *time)
{
  char *end;
  double seconds = strtod (text, &end);
  if (end != text && !*end && seconds >= 0)
    {
      double ns = seconds * 1e9;
      uint64_t start = profile->header.start_clock;
      *time = ns < (double) (INT64_MAX - start) ? start + (uint64_t) ns
						: UINT64_MAX;
      return true;
    }
  for (size_t i = 0; i < profile->named_count; i++)
    {
      const struct profile_mark *mark = &profile->marks[i];
      if (mark->time >= least && strcmp (mark->name, text) == 0)
	{
	  *time = mark->time;
	  return true;
	}
    }
  return false;
}

/* Set *FROM and *TO to the times that the reader is to know.  */

static void
profile_find_range (const struct profile *profile, uint64_t *from,
		    uint64_t *to)
{
  struct reader *reader = profile->reader;
  bool begins = true, ends = true;
  *from = 0;
  *to = UINT64_MAX;
  if (reader->from)
    begins = profile_find_time (profile, reader->from, 0, from);
  if (reader->to)
    ends = profile_find_time (profile, reader->to, begins ? *from : 0, to);
  reader->found_range |= *from <= *to;
  reader->found_from |= begins;
  reader->found_to |= ends;
  if (!begins || !ends)
    *to = *from;
}

/* Return how much of TIME lies between FROM and TO.  A sample is of the moment
   when it was taken, a long wait of all of it.  */

static uint64_t
profile_cut_time (const struct profile_time *time, uint64_t from, uint64_t to)
{
  if (!time->waited)
    return time->at >= from && time->at < to ? time->weight : 0;
  uint64_t begin = time->at > time->weight ? time->at - time->weight : 0;
  uint64_t end = time->at < to ? time->at : to;
  if (begin < from)
    begin = from;
  return begin < end ? end - begin : 0;
}

/* Keep those times of PROFILE that lie between FROM and TO and are of samples
   that count.  */

static void
profile_select_times (struct profile *profile, uint64_t from, uint64_t to)
{
  size_t kept = 0;
  for (size_t i = 0; i < profile->time_count; i++)
    {
      struct profile_time time = profile->times[i];
      time.entry = profile_find_entry (profile, time.context);
      if (time.entry == MODEL_NONE
	  || profile->entries[time.entry].thread != time.thread
	  || !profile_counts_at (profile, time.place, time.at))
	continue;
      struct profile_entry *entry = &profile->entries[time.entry];
      entry->timed = true;
      entry->logged += time.weight;
      time.weight = profile_cut_time (&time, from, to);
      entry->chosen += time.weight;
      if (time.weight > 0)
	profile->times[kept++] = time;
    }
  profile->time_count = kept;
}

/* How many of ENTRY's samples were chosen: an entry of a log may stand for
   several, a long wait or what was left of a full log.  */

static uint64_t
profile_count_chosen (const struct profile_entry *entry)
{
  if (entry->chosen == 0)
    return 0;
  double count = round (entry->count * (double) entry->chosen
			/ (double) entry->logged);
  return count > 1 ? (uint64_t) count : 1;
}

/* Let the entries of PROFILE have what its times tell of them, and nothing
   else.  */

static void
profile_count_times (struct profile *profile)
{
  struct model *model = profile->reader->model;
  bool *known = mem_alloc (model->thread_count, sizeof *known);
  for (size_t i = 0; i < profile->entry_count; i++)
    if (profile->entries[i].timed)
      known[profile->entries[i].thread] = true;
  double unknown = 0;
  for (size_t i = 0; i < profile->entry_count; i++)
    {
      struct profile_entry *entry = &profile->entries[i];
      if (!known[entry->thread])
	unknown += entry->weight;
      else
	profile->reader->has_times = true;
      entry->weight = 0;
      entry->count = profile_count_chosen (entry);
    }
  for (size_t i = 0; i < profile->time_count; i++)
    profile->entries[profile->times[i].entry].weight
      += profile->times[i].weight;
  free (known);
  if (unknown > 0 && profile->reader->has_times)
    diag_warning (profile->file, "%.3f seconds of samples have no times and "
		  "are left out", unknown / 1e9);
}

void
profile_choose_times (struct profile *profile)
{
  const struct reader *reader = profile->reader;
  uint64_t from, to;
  profile_sort_marks (profile);
  profile_find_range (profile, &from, &to);
  profile_select_times (profile, from, to);
  if (reader->latency)
    profile_weigh_times (profile);
  if (reader->from || reader->to || reader->latency)
    profile_count_times (profile);
}

void
profile_map_times (struct profile *profile)
{
  struct model *model = profile->reader->model;
  const struct cgprof_header *header = &profile->header;
  /* From CLOCK_MONOTONIC to the time of day.  */
  uint64_t shift = header->start_time - header->start_clock;
  for (size_t i = 0; i < profile->time_count; i++)
    {
      const struct profile_time *time = &profile->times[i];
      const struct profile_entry *entry = &profile->entries[time->entry];
      double ns = time->weight;
      if (entry->sample == MODEL_NONE)
	continue;
      if (entry->address == CGPROF_ADDRESS_KERNEL)
	ns = ns * profile->places[entry->place].system_scale;
      model_add_time (model, &(struct model_time) {
	  .at_ns = time->at + shift, .ns = ns, .sample = entry->sample,
	  .waited = time->waited });
    }
  for (size_t i = 0; i < profile->named_count; i++)
    {
      const struct profile_mark *mark = &profile->marks[i];
      if (profile->places[mark->place].wanted)
	model_add_mark (model, &(struct model_mark) {
	    .name = mark->name, .pid = mark->pid, .at_ns = mark->time + shift,
	    .seconds = (mark->time - header->start_clock) / 1e9,
	    .process = profile->places[mark->place].process });
    }
}
