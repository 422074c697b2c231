/* Stopping, starting and resetting the counts.

   SPDX-License-Identifier: MIT  */

#include "count/adjust.h"

#include "file/family.h"
#include "file/file.h"
#include "base/memory.h"
#include "base/message.h"

/* The images of one record, the file's records with counts in their
   order.  File offsets, 0: none.  */
struct images
{
  uint64_t of;
  uint64_t sets[CGPROF_IMAGE_SETS];
};

static struct cgrt_vector all;		/* struct images.  */
static uint32_t count;
static uint64_t seen;			/* Records below are in it.  */

/* The ADJUST that cgrt_adjust_of goes by, all of whose images are in ALL.  */
static uint32_t shown;

static struct images *
images_at (uint32_t index)
{
  return cgrt_vector_at (&all, index, sizeof (struct images));
}

/* Return the images of the record at OFFSET, or NULL.  They are in order of
   OF.  */

static struct images *
find_images (uint64_t offset)
{
  uint32_t low = 0, high = count;
  while (low < high)
    {
      uint32_t middle = low + (high - low) / 2;
      struct images *images = images_at (middle);
      if (images->of == offset)
	return images;
      if (images->of < offset)
	low = middle + 1;
      else
	high = middle;
    }
  return NULL;
}

/* Enter the record at OFFSET, which has counts.  Returns 0 if memory is
   refused.  */

static int
enter_record (uint64_t offset)
{
  struct images *images;

  if (count && images_at (count - 1)->of >= offset)
    return 1;
  images = cgrt_vector_make (&all, count, sizeof *images);
  if (!images)
    return 0;
  images->of = offset;
  count++;
  return 1;
}

/* Note IMAGE, which cgprof ctl may have made.  */

static void
note_image (const struct cgprof_image *image)
{
  struct images *images = find_images (image->of);
  if (images && image->set < CGPROF_IMAGE_SETS)
    images->sets[image->set] = cgrt_file_offset (image);
}

/* Enter the records that were made since the last time.  Returns 0 if memory
   is refused.  */

static int
find_records (void)
{
  uint64_t used = cgrt_file_used (), unfinished = 0;
  uint64_t at = seen ? seen : CGRT_FILE_FIRST;

  if (!cgrt_file_see ())
    return 0;
  while (at < used && cgrt_file_has ((uint32_t) (at / CGPROF_ALIGN),
				     CGPROF_ALIGN))
    {
      const struct cgprof_record *record = cgrt_file_at (at);
      uint32_t type = __atomic_load_n (&record->type, __ATOMIC_ACQUIRE);
      /* Somebody has cut the file, and it is about to be lost.  */
      if (!record->size)
	return 0;
      if (type == CGPROF_RECORD_IMAGE)
	note_image ((const struct cgprof_image *) record);
      else if ((type == CGPROF_RECORD_COUNTERS || type == CGPROF_RECORD_TARGETS
		|| type == CGPROF_RECORD_SAMPLES)
	       && cgrt_family_owns (record) && !enter_record (at))
	return 0;
      /* It may be an image in the making.  */
      if (type == CGPROF_RECORD_NONE && !unfinished)
	unfinished = at;
      at += record->size;
    }
  seen = unfinished ? unfinished : at;
  return 1;
}

static uint64_t
words_of (const struct images *images)
{
  const struct cgprof_record *record = cgrt_file_at (images->of);
  return record->size / sizeof (uint64_t);
}

/* Return the words of SET for IMAGES, or NULL if there are none.  */

static uint64_t *
get_words (const struct images *images, unsigned set)
{
  struct cgprof_image *image;
  if (!images->sets[set])
    return NULL;
  image = cgrt_file_at (images->sets[set]);
  return image->data;
}

/* Make sure that every record has an image in SET.  Returns 0 if memory is
   refused.  */

static int
make_set (unsigned set)
{
  for (uint32_t i = 0; i < count; i++)
    {
      struct images *images = images_at (i);
      struct cgprof_image *image;
      if (images->sets[set])
	continue;
      image = cgrt_file_allocate (sizeof *image + words_of (images)
				  * sizeof (uint64_t));
      if (!image)
	return 0;
      image->of = images->of;
      image->set = set;
      image->words = words_of (images);
      cgrt_file_publish (image, CGPROF_RECORD_IMAGE);
      images->sets[set] = cgrt_file_offset (image);
    }
  return 1;
}

/* What can stand in place of a set: the words themselves, and 0.  */
#define LIVE CGPROF_IMAGE_SETS
#define NOTHING (CGPROF_IMAGE_SETS + 1)

/* Return word INDEX of SET for IMAGES.  */

static uint64_t
get_word (const struct images *images, unsigned set, uint64_t index)
{
  const uint64_t *words;
  if (set == NOTHING)
    return 0;
  words = set == LIVE ? cgrt_file_at (images->of) : get_words (images, set);
  return words ? __atomic_load_n (&words[index], __ATOMIC_RELAXED) : 0;
}

/* Make SET the sum of ADD and ADD_TOO less SUBTRACT.  */

static void
fill_set (unsigned set, unsigned add, unsigned add_too, unsigned subtract)
{
  for (uint32_t i = 0; i < count; i++)
    {
      const struct images *images = images_at (i);
      uint64_t *to = get_words (images, set);
      uint64_t words = words_of (images);
      for (uint64_t j = 0; to && j < words; j++)
	to[j] = get_word (images, add, j) + get_word (images, add_too, j)
		- get_word (images, subtract, j);
    }
}

uint32_t
cgrt_adjust_now (void)
{
  return __atomic_load_n (&cgrt_family_place->adjust, __ATOMIC_ACQUIRE)
	 & ((1u << CGPROF_ADJUST_HOLDER) - 1);
}

/* The set that ADJUST subtracts, or NOTHING; the one that is subtracted now,
   and the one that may be written.  */

static unsigned
minus_of (uint32_t adjust)
{
  uint32_t minus = adjust & CGPROF_ADJUST_MINUS;
  return minus ? minus : NOTHING;
}

static unsigned
minus_now (void)
{
  return minus_of (cgrt_adjust_now ());
}

static unsigned
minus_next (void)
{
  return minus_now () == CGPROF_IMAGE_MINUS_1
	 ? CGPROF_IMAGE_MINUS_2 : CGPROF_IMAGE_MINUS_1;
}

/* Do what CHANGE, which returns the next ADJUST or -1 if memory is refused, is
   for.  */

static int
change_held (int64_t (*change) (void))
{
  int64_t next;

  if (!cgrt_family_hold ())
    return -1;
  next = find_records () ? change () : -1;
  cgrt_family_release (next < 0 ? cgrt_adjust_now () : (uint32_t) next);
  return next < 0 ? -1 : 0;
}

static int64_t
stop (void)
{
  if (cgrt_adjust_now () & CGPROF_ADJUST_STOPPED)
    return cgrt_adjust_now ();
  if (!make_set (CGPROF_IMAGE_STOPPED))
    return -1;
  fill_set (CGPROF_IMAGE_STOPPED, LIVE, NOTHING, NOTHING);
  return cgrt_adjust_now () | CGPROF_ADJUST_STOPPED;
}

static int64_t
start (void)
{
  unsigned next = minus_next ();

  if (!(cgrt_adjust_now () & CGPROF_ADJUST_STOPPED))
    return cgrt_adjust_now ();
  if (!make_set (next))
    return -1;
  fill_set (next, minus_now (), LIVE, CGPROF_IMAGE_STOPPED);
  return next;
}

static int64_t
reset (void)
{
  uint32_t stopped = cgrt_adjust_now () & CGPROF_ADJUST_STOPPED;
  unsigned next = minus_next ();

  if (!make_set (next))
    return -1;
  fill_set (next, stopped ? CGPROF_IMAGE_STOPPED : LIVE, NOTHING, NOTHING);
  return next | stopped;
}

int
cgrt_adjust_stop (void)
{
  return change_held (stop);
}

int
cgrt_adjust_start (void)
{
  return change_held (start);
}

int
cgrt_adjust_reset (void)
{
  /* What others have counted in the same place is not ours to take away.  */
  if (cgrt_family_is_shared ())
    {
      cgrt_message (NULL, "a forked child cannot reset what others have"
		    " counted in its place: expected children=apart in"
		    " CGPROF_OPTIONS", 0);
      return -1;
    }
  return change_held (reset);
}

void
cgrt_adjust_begin_stopped (void)
{
  cgrt_family_release (CGPROF_ADJUST_STOPPED);
}

void
cgrt_adjust_look (void)
{
  uint32_t now = cgrt_adjust_now ();

  /* All images of a set were written before ADJUST names it.  */
  if (!now || find_records ())
    shown = now;
}

void
cgrt_adjust_fork (void)
{
  for (uint32_t i = 0; i < count; i++)
    *images_at (i) = (struct images) { 0 };
  count = 0;
  seen = 0;
  shown = 0;
}

/* Return the distance from IMAGES's record to its words of SET, 0 if there
   are none.  */

static int64_t
distance_to (const struct images *images, unsigned set)
{
  const uint64_t *words
    = images && set != NOTHING ? get_words (images, set) : NULL;
  return words ? (int64_t) (cgrt_file_offset (words) - images->of) : 0;
}

struct cgrt_adjust
cgrt_adjust_of (const void *record)
{
  struct cgrt_adjust result = { 0, 0, 0 };
  const struct images *images;

  if (!shown)
    return result;
  images = find_images (cgrt_file_offset (record));
  result.minus = distance_to (images, minus_of (shown));
  if (shown & CGPROF_ADJUST_STOPPED)
    {
      result.from = distance_to (images, CGPROF_IMAGE_STOPPED);
      result.absent = !result.from;
    }
  return result;
}

void
cgrt_adjust_visit (uint64_t chain,
		   void (*visit) (uint64_t address, uint64_t calls,
				  uint64_t weight, void *data),
		   void *data)
{
  while (chain)
    {
      const struct cgprof_table *table = cgrt_file_at (chain);
      struct cgrt_adjust adjust = cgrt_adjust_of (table);
      for (uint64_t i = 0; i < table->capacity; i++)
	{
	  const struct cgprof_table_entry *entry = &table->entries[i];
	  uint64_t calls = cgrt_adjust_read (&adjust, &entry->count);
	  if (entry->address && calls)
	    visit (entry->address, calls,
		   cgrt_adjust_read (&adjust, &entry->weight), data);
	}
      chain = table->next;
    }
}
