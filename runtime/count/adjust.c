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

static struct images *
images_at (uint32_t index)
{
  return cgrt_vector_at (&all, index, sizeof (struct images));
}

/* Enter the records that were made since the last time.  Returns 0 if
   memory is refused.  */

static int
find_records (void)
{
  uint64_t used = cgrt_file_used ();

  if (!seen)
    seen = CGRT_FILE_FIRST;
  while (seen < used && cgrt_file_has ((uint32_t) (seen / CGPROF_ALIGN),
				       CGPROF_ALIGN))
    {
      const struct cgprof_record *record = cgrt_file_at (seen);
      /* Somebody has cut the file, and it is about to be lost.  */
      if (!record->size)
	return 0;
      if ((record->type == CGPROF_RECORD_COUNTERS
	   || record->type == CGPROF_RECORD_TARGETS
	   || record->type == CGPROF_RECORD_SAMPLES)
	  && cgrt_family_owns (record))
	{
	  struct images *images = cgrt_vector_make (&all, count,
						    sizeof *images);
	  if (!images)
	    return 0;
	  images->of = seen;
	  count++;
	}
      seen += record->size;
    }
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
  if (!find_records ())
    return 0;
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

static uint32_t
adjust_now (void)
{
  return cgrt_family_place->adjust;
}

/* The set that is subtracted, or NOTHING, and the one that may be
   written.  */

static unsigned
minus_now (void)
{
  uint32_t minus = adjust_now () & CGPROF_ADJUST_MINUS;
  return minus ? minus : NOTHING;
}

static unsigned
minus_next (void)
{
  return minus_now () == CGPROF_IMAGE_MINUS_1
	 ? CGPROF_IMAGE_MINUS_2 : CGPROF_IMAGE_MINUS_1;
}

static void
set_adjust (uint32_t adjust)
{
  __atomic_store_n (&cgrt_family_place->adjust, adjust, __ATOMIC_RELEASE);
}

int
cgrt_adjust_stop (void)
{
  if (adjust_now () & CGPROF_ADJUST_STOPPED)
    return 0;
  if (!make_set (CGPROF_IMAGE_STOPPED))
    return -1;
  fill_set (CGPROF_IMAGE_STOPPED, LIVE, NOTHING, NOTHING);
  set_adjust (adjust_now () | CGPROF_ADJUST_STOPPED);
  return 0;
}

int
cgrt_adjust_start (void)
{
  unsigned next = minus_next ();

  if (!(adjust_now () & CGPROF_ADJUST_STOPPED))
    return 0;
  if (!make_set (next))
    return -1;
  fill_set (next, minus_now (), LIVE, CGPROF_IMAGE_STOPPED);
  set_adjust (next);
  return 0;
}

int
cgrt_adjust_reset (void)
{
  uint32_t stopped = adjust_now () & CGPROF_ADJUST_STOPPED;
  unsigned next = minus_next ();

  /* What others have counted in the same place is not ours to take away.  */
  if (cgrt_family_is_shared ())
    {
      cgrt_message (NULL, "a forked child cannot reset what others have counted"
		    " in its place: expected children=apart in"
		    " CGPROF_OPTIONS", 0);
      return -1;
    }
  if (!make_set (next))
    return -1;
  fill_set (next, stopped ? CGPROF_IMAGE_STOPPED : LIVE, NOTHING, NOTHING);
  set_adjust (next | stopped);
  return 0;
}

void
cgrt_adjust_fork (void)
{
  for (uint32_t i = 0; i < count; i++)
    *images_at (i) = (struct images) { 0 };
  count = 0;
  seen = 0;
}

/* Return the images of the record at OFFSET, or NULL.  They are in order of
   OF.  */

static const struct images *
find_images (uint64_t offset)
{
  uint32_t low = 0, high = count;
  while (low < high)
    {
      uint32_t middle = low + (high - low) / 2;
      const struct images *images = images_at (middle);
      if (images->of == offset)
	return images;
      if (images->of < offset)
	low = middle + 1;
      else
	high = middle;
    }
  return NULL;
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

  if (!adjust_now ())
    return result;
  images = find_images (cgrt_file_offset (record));
  result.minus = distance_to (images, minus_now ());
  if (adjust_now () & CGPROF_ADJUST_STOPPED)
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
