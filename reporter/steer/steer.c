/* Steering the counts of running programs, by their profile alone.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "steer/steer.h"
#include "steer/places.h"
#include "base/alive.h"
#include "base/diag.h"
#include "base/mem.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define STEER_WAITS 2000	/* Of a millisecond, for another's change.  */
#define STEER_ROUNDS 100	/* To find all records while they are made.  */

/* As many marks, and bytes of a name, as the runtime makes.  */
#define STEER_MARKS 10000
#define STEER_NAME 255

/* The images of one record, all by their file offsets, 0: none.  */
struct steer_images
{
  uint64_t of;
  uint64_t sets[CGPROF_IMAGE_SETS];
};

/* The counts of a place, which this process holds.  */
struct steer_counts
{
  struct live *live;
  struct steer_place *place;
  struct steer_images *images;	/* In the order of OF.  */
  size_t count, room;
  bool has_copies;		/* A thread counts in the profile.  */
};

/* What can stand in the place of a set: the words themselves, and 0.  */
#define STEER_LIVE CGPROF_IMAGE_SETS
#define STEER_NOTHING (CGPROF_IMAGE_SETS + 1)

static uint64_t
steer_clock (void)
{
  struct timespec now;
  clock_gettime (CLOCK_MONOTONIC, &now);
  return now.tv_sec * UINT64_C (1000000000) + now.tv_nsec;
}

/* ---- Who may change a place.  */

#define STEER_OWN_BITS ((1u << CGPROF_ADJUST_HOLDER) - 1)

static uint32_t *
steer_adjust (const struct live *live, const struct steer_place *place)
{
  return &steer_place_record (live, place)->adjust;
}

/* What ADJUST of PLACE says to readers.  */

static uint32_t
steer_adjust_now (const struct live *live, const struct steer_place *place)
{
  return __atomic_load_n (steer_adjust (live, place), __ATOMIC_ACQUIRE)
    & STEER_OWN_BITS;
}

/* Keep others from changing PLACE until steer_release.  */

static bool
steer_hold (const struct live *live, const struct steer_place *place)
{
  uint32_t *adjust = steer_adjust (live, place);
  uint32_t own = (uint32_t) getpid () << CGPROF_ADJUST_HOLDER;
  uint32_t now = __atomic_load_n (adjust, __ATOMIC_RELAXED);
  const struct timespec millisecond = { 0, 1000000 };
  int waits = 0;
  for (;;)
    {
      pid_t holder = now >> CGPROF_ADJUST_HOLDER;
      if (alive_process (holder, 0, NULL))
	{
	  if (waits++ == STEER_WAITS)
	    return diag_error (live->file, holder == place->pid
			       ? "process %jd found no more room for it and "
			       "counts in memory"
			       : "process %jd is changing it and does not "
			       "come to an end", (intmax_t) holder);
	  nanosleep (&millisecond, NULL);
	  now = __atomic_load_n (adjust, __ATOMIC_RELAXED);
	}
      else if (__atomic_compare_exchange_n (adjust, &now,
					    own | (now & STEER_OWN_BITS),
					    false, __ATOMIC_ACQ_REL,
					    __ATOMIC_RELAXED))
	return true;
    }
}

/* Let ADJUST of PLACE, which this process holds, be NEXT.  */

static void
steer_release (const struct live *live, const struct steer_place *place,
	       uint32_t next)
{
  __atomic_store_n (steer_adjust (live, place), next, __ATOMIC_RELEASE);
}

/* ---- The counts of a place.  */

/* Whether RECORD has counts of the place with that ID.  */

static bool
steer_counts_have (const struct live *live, const struct cgprof_record *record,
		   uint32_t id)
{
  uint32_t type = __atomic_load_n (&record->type, __ATOMIC_ACQUIRE);
  const struct cgprof_record *owner = NULL;
  if (type == CGPROF_RECORD_COUNTERS
      && record->size >= sizeof (struct cgprof_counters))
    return ((const struct cgprof_counters *) record)->process == id;
  if ((type != CGPROF_RECORD_TARGETS && type != CGPROF_RECORD_SAMPLES)
      || record->size < sizeof (struct cgprof_table))
    return false;
  uint32_t owner_id = ((const struct cgprof_table *) record)->owner;
  if (type == CGPROF_RECORD_TARGETS)
    {
      owner = live_find (live, owner_id, CGPROF_RECORD_COUNTERS);
      return owner
	&& ((const struct cgprof_counters *) owner)->process == id;
    }
  owner = live_find (live, owner_id, CGPROF_RECORD_THREAD);
  return owner && ((const struct cgprof_thread *) owner)->process == id;
}

static int
steer_compare (const void *x, const void *y)
{
  const struct steer_images *a = x, *b = y;
  return a->of < b->of ? -1 : a->of > b->of;
}

/* Note IMAGE, whose record was found before it.  */

static void
steer_counts_note (struct steer_counts *counts,
		   const struct cgprof_image *image)
{
  struct steer_images key = { .of = image->of };
  struct steer_images *images
    = counts->count == 0 ? NULL
    : bsearch (&key, counts->images, counts->count, sizeof key, steer_compare);
  if (images && image->set < CGPROF_IMAGE_SETS)
    images->sets[image->set] = live_offset (counts->live, image);
}

/* Find all records with counts, and their images.  */

static void
steer_counts_find (struct steer_counts *counts)
{
  struct live *live = counts->live;
  counts->count = 0;
  counts->has_copies = false;
  for (struct cgprof_record *record = live_first (live); record;
       record = live_next (live, record))
    {
      if (__atomic_load_n (&record->type, __ATOMIC_ACQUIRE)
	  == CGPROF_RECORD_IMAGE
	  && record->size >= sizeof (struct cgprof_image))
	steer_counts_note (counts, (const struct cgprof_image *) record);
      else if (steer_counts_have (live, record, counts->place->id))
	{
	  counts->images = mem_grow (counts->images, &counts->room,
				     counts->count + 1,
				     sizeof *counts->images);
	  counts->images[counts->count++] = (struct steer_images) {
	    .of = live_offset (live, record)
	  };
	  counts->has_copies
	    |= record->type == CGPROF_RECORD_COUNTERS
	       && ((const struct cgprof_counters *) record)->thread != 0;
	}
    }
}

static uint64_t
steer_words (const struct steer_counts *counts, size_t index)
{
  const struct cgprof_record *record
    = live_at (counts->live, counts->images[index].of);
  return record->size / sizeof (uint64_t);
}

/* Return SET's words for record INDEX, NULL if there are none.  *COUNT becomes
   their number.  */

static uint64_t *
steer_set (const struct steer_counts *counts, size_t index, unsigned set,
	   uint64_t *count)
{
  const struct steer_images *images = &counts->images[index];
  *count = 0;
  if (set == STEER_NOTHING || (set != STEER_LIVE && images->sets[set] == 0))
    return NULL;
  if (set == STEER_LIVE)
    {
      *count = steer_words (counts, index);
      return live_at (counts->live, images->of);
    }
  struct cgprof_image *image = live_at (counts->live, images->sets[set]);
  uint64_t most = (image->record.size - sizeof *image) / sizeof *image->data;
  *count = image->words < most ? image->words : most;
  return image->data;
}

/* Make SET the sum of ADD and ADD_TOO less SUBTRACT, for record INDEX.  */

static void
steer_fill (const struct steer_counts *counts, size_t index, unsigned set,
	    const unsigned from[3])
{
  uint64_t words, most[3];
  uint64_t *to = steer_set (counts, index, set, &words);
  const uint64_t *each[3];
  for (int i = 0; i < 3; i++)
    each[i] = steer_set (counts, index, from[i], &most[i]);
  for (uint64_t j = 0; to && j < words; j++)
    {
      uint64_t word[3];
      for (int i = 0; i < 3; i++)
	word[i] = j < most[i] ? __atomic_load_n (&each[i][j], __ATOMIC_RELAXED)
			      : 0;
      to[j] = word[0] + word[1] - word[2];
    }
}

/* Make sure that record INDEX has an image in SET.  */

static bool
steer_make (struct steer_counts *counts, size_t index, unsigned set)
{
  struct steer_images *images = &counts->images[index];
  if (images->sets[set] != 0)
    return true;
  uint64_t words = steer_words (counts, index);
  struct cgprof_image *image = (struct cgprof_image *)
    live_claim (counts->live, sizeof *image + words * sizeof *image->data);
  if (!image)
    return false;
  image->of = images->of;
  image->set = set;
  image->words = words;
  images->sets[set] = live_offset (counts->live, image);
  live_publish (&image->record, CGPROF_RECORD_IMAGE);
  return true;
}

/* Make SET the sum of two of FROM less the third, for all records that there
   are when that is done: threads may begin meanwhile.  */

static bool
steer_make_set (struct steer_counts *counts, unsigned set,
		const unsigned from[3])
{
  size_t had = 0;
  for (int round = 0; round < STEER_ROUNDS; round++)
    {
      steer_counts_find (counts);
      if (!counts->has_copies)
	return diag_error (counts->live->file, "process %jd does not count in "
			   "it while it runs (counters=plain or atomic): "
			   "expected CGPROF_OPTIONS=stop=signal or "
			   "cgprof_stop",
			   (intmax_t) counts->place->pid);
      if (round > 0 && counts->count == had)
	return true;
      had = counts->count;
      for (size_t i = 0; i < counts->count; i++)
	if (!steer_make (counts, i, set))
	  return false;
      for (size_t i = 0; i < counts->count; i++)
	steer_fill (counts, i, set, from);
    }
  return diag_error (counts->live->file, "its threads begin faster than their "
		     "counts can be copied");
}

/* ---- Marks.  */

/* How many marks of KIND with that name PLACE's process has; *LAST becomes the
   offset of the last one, 0: none.  */

static size_t
steer_count_marks (const struct live *live, const struct steer_place *place,
		   enum cgprof_mark_kind kind, uint64_t *last)
{
  size_t count = 0;
  *last = 0;
  for (struct cgprof_record *record = live_first (live); record;
       record = live_next (live, record))
    {
      const struct cgprof_mark *mark = (const struct cgprof_mark *) record;
      if (__atomic_load_n (&record->type, __ATOMIC_ACQUIRE)
	  != CGPROF_RECORD_MARK || record->size < sizeof *mark
	  || mark->process != place->id || mark->kind != kind)
	continue;
      *last = live_offset (live, mark);
      count++;
    }
  return count;
}

static bool
steer_add_mark (struct live *live, const struct steer_place *place,
		enum cgprof_mark_kind kind, uint64_t time, const char *name)
{
  uint64_t last;
  size_t count = steer_count_marks (live, place, kind, &last);
  /* An earlier one means nothing any more.  */
  if (kind == CGPROF_MARK_RESET && last != 0)
    {
      struct cgprof_mark *mark = live_at (live, last);
      mark->time = time;
      return true;
    }
  /* Behind the last stop there is room for a start.  */
  if (count >= (size_t) STEER_MARKS + (kind == CGPROF_MARK_START))
    return diag_error (live->file, "has %zu marks of process %jd already; no "
		       "more are made", count, (intmax_t) place->pid);
  size_t length = strlen (name);
  if (length > STEER_NAME)
    length = STEER_NAME;
  struct cgprof_mark *mark
    = (struct cgprof_mark *) live_claim (live, sizeof *mark + length);
  if (!mark)
    return false;
  mark->time = time;
  mark->pid = place->pid;
  mark->process = place->id;
  mark->kind = kind;
  mark->length = length;
  memcpy (mark->name, name, length);
  live_publish (&mark->record, CGPROF_RECORD_MARK);
  return true;
}

bool
steer_mark (struct live *live, pid_t pid, const char *name)
{
  uint64_t time = steer_clock ();
  struct steer_places places = { NULL };
  steer_places_find (&places, live, pid);
  bool good = steer_places_check (&places, live, pid);
  const struct steer_place *chosen = NULL;
  for (size_t i = 0; i < places.count && !chosen; i++)
    if (places.places[i].wanted && places.places[i].alive
	&& (pid == 0 || places.places[i].pid == pid))
      chosen = &places.places[i];
  good = good && chosen
    && steer_add_mark (live, chosen, CGPROF_MARK_NAMED, time, name);
  steer_places_free (&places);
  return good;
}

/* ---- Requests.  */

/* What REQUEST means where ADJUST holds: which SET it fills, with what, and
   the next ADJUST.  Return false if it changes nothing.  */

static bool
steer_plan (enum steer_request request, uint32_t adjust, unsigned *set,
	    unsigned from[3], uint32_t *next)
{
  uint32_t stopped = adjust & CGPROF_ADJUST_STOPPED;
  unsigned minus = adjust & CGPROF_ADJUST_MINUS;
  unsigned other = minus == CGPROF_IMAGE_MINUS_1 ? CGPROF_IMAGE_MINUS_2
						  : CGPROF_IMAGE_MINUS_1;
  if (minus == 0)
    minus = STEER_NOTHING;
  from[0] = from[1] = from[2] = STEER_NOTHING;
  switch (request)
    {
    case STEER_STOP:
      *set = CGPROF_IMAGE_STOPPED;
      from[0] = STEER_LIVE;
      *next = adjust | CGPROF_ADJUST_STOPPED;
      return !stopped;
    case STEER_START:
      *set = other;
      from[0] = minus;
      from[1] = STEER_LIVE;
      from[2] = CGPROF_IMAGE_STOPPED;
      *next = other;
      return stopped;
    case STEER_RESET:
      *set = other;
      from[0] = stopped ? (unsigned) CGPROF_IMAGE_STOPPED : STEER_LIVE;
      *next = other | stopped;
      return true;
    }
  return false;
}

static bool
steer_change_place (struct live *live, struct steer_place *place,
		    enum steer_request request)
{
  static const enum cgprof_mark_kind kinds[] = {
    [STEER_START] = CGPROF_MARK_START, [STEER_STOP] = CGPROF_MARK_STOP,
    [STEER_RESET] = CGPROF_MARK_RESET
  };
  struct steer_counts counts = { .live = live, .place = place };
  unsigned set, from[3];
  uint32_t next;
  if (!steer_hold (live, place))
    return false;
  uint32_t now = steer_adjust_now (live, place);
  if (!steer_plan (request, now, &set, from, &next))
    {
      steer_release (live, place, now);
      return true;
    }
  bool good = steer_make_set (&counts, set, from);
  uint64_t time = steer_clock ();
  steer_release (live, place, good ? next : now);
  free (counts.images);
  return good && steer_add_mark (live, place, kinds[request], time, "");
}

bool
steer_change (struct live *live, pid_t pid, enum steer_request request)
{
  struct steer_places places = { NULL };
  size_t done = 0;
  steer_places_find (&places, live, pid);
  bool good = steer_places_check (&places, live, pid);
  while (good && done < places.count)
    {
      struct steer_place *place = &places.places[done++];
      /* What has ended counts nothing more, but has been counted.  */
      if (place->wanted && (place->alive || request == STEER_RESET))
	good = steer_change_place (live, place, request);
      /* What was forked meanwhile: a stopped one's children are stopped, but
	 may have been forked just before.  */
      if (done == places.count)
	steer_places_find (&places, live, pid);
    }
  steer_places_free (&places);
  return good;
}
