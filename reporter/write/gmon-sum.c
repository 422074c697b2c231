/* The sum of several gmon.out files as a file of its own.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "write/gmon-sum.h"
#include "base/diag.h"
#include "base/mem.h"
#include "base/replace.h"
#include "base/sort.h"
#include "model/model.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define GMON_SUM_BSD44_VERSION 0x00051879
#define GMON_SUM_BSD_RATE 100

/* What is being written.  */
struct gmon_sum_file
{
  const struct gmon *gmon;
  FILE *out;
};

static void
gmon_sum_add (struct gmon_sum_count **counts, size_t *count, size_t *room,
	      struct gmon_sum_count added)
{
  *counts = mem_grow (*counts, room, *count + 1, sizeof **counts);
  (*counts)[(*count)++] = added;
}

void
gmon_sum_add_arc (struct gmon_sum *sum, uint64_t from, uint64_t self,
		  uint64_t count)
{
  gmon_sum_add (&sum->arcs, &sum->arc_count, &sum->arc_room,
		(struct gmon_sum_count) { from, self, count });
}

static bool
gmon_sum_read_arc (void *closure, uint64_t from, uint64_t self, uint64_t count)
{
  gmon_sum_add_arc (closure, from, self, count);
  return true;
}

static bool
gmon_sum_read_block (void *closure, uint64_t address, uint64_t count)
{
  struct gmon_sum *sum = closure;
  gmon_sum_add (&sum->blocks, &sum->block_count, &sum->block_room,
		(struct gmon_sum_count) { address, 0, count });
  return true;
}

bool
gmon_sum_read (struct gmon_sum *sum, struct gmon *gmon, const char *image,
	       const char *const *files, size_t count)
{
  if (!gmon_start_program (gmon, image))
    return false;
  gmon->sink
    = (struct gmon_sink) { sum, gmon_sum_read_arc, gmon_sum_read_block };
  for (size_t i = 0; i < count; i++)
    if (!gmon_read (gmon, files[i]))
      return false;
  return true;
}

static int
gmon_sum_compare (const void *closure, uint32_t i, uint32_t j)
{
  const struct gmon_sum_count *counts = closure;
  const struct gmon_sum_count *a = &counts[i];
  const struct gmon_sum_count *b = &counts[j];
  if (a->from != b->from)
    return a->from < b->from ? -1 : 1;
  return a->self < b->self ? -1 : a->self > b->self;
}

/* Sort COUNTS and make one of equal ones; their number becomes *COUNT.
   False, with a message for FILE, if they add up to too much.  */

static bool
gmon_sum_merge (struct gmon_sum_count **counts, size_t *count,
		const char *file)
{
  uint32_t *order = mem_alloc (*count, sizeof *order);
  struct gmon_sum_count *merged = mem_alloc (*count, sizeof *merged);
  for (size_t i = 0; i < *count; i++)
    order[i] = i;
  sort_indices (order, *count, gmon_sum_compare, *counts);
  size_t kept = 0;
  bool good = true;
  for (size_t i = 0; i < *count; i++)
    {
      const struct gmon_sum_count *each = &(*counts)[order[i]];
      if (kept == 0 || merged[kept - 1].from != each->from
	  || merged[kept - 1].self != each->self)
	merged[kept++] = (struct gmon_sum_count) { each->from, each->self, 0 };
      good = model_add_count (&merged[kept - 1].count, each->count) && good;
    }
  free (order);
  free (*counts);
  *counts = merged;
  *count = kept;
  return good || diag_error (file, "counts add up to more than 2^63 - 1");
}

/* Write the SIZE low bytes of VALUE.  */

static void
gmon_sum_put (const struct gmon_sum_file *file, uint64_t value, unsigned size)
{
  bool big = file->gmon->swap
    == (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__);
  for (unsigned i = 0; i < size; i++)
    putc ((int) (value >> (8 * (big ? size - 1 - i : i)) & 0xff),
	  file->out);
}

static void
gmon_sum_put_pointer (const struct gmon_sum_file *file, uint64_t value)
{
  gmon_sum_put (file, value, file->gmon->pointer_size);
}

/* Write HISTOGRAM as records until everything is told: a bin holds 16
   bits.  */

static void
gmon_sum_put_histogram (const struct gmon_sum_file *file,
			const struct gmon_histogram *histogram)
{
  const struct gmon *gmon = file->gmon;
  uint64_t told = 0;
  bool more;
  do
    {
      putc (0, file->out);
      gmon_sum_put_pointer (file, histogram->low);
      gmon_sum_put_pointer (file, histogram->high);
      gmon_sum_put (file, histogram->bins, 4);
      gmon_sum_put (file, gmon->rate, 4);
      fwrite (gmon->dimension, 15, 1, file->out);
      putc (gmon->letter, file->out);
      more = false;
      for (uint32_t i = 0; i < histogram->bins; i++)
	{
	  uint64_t left = histogram->samples[i] > told
	    ? histogram->samples[i] - told : 0;
	  gmon_sum_put (file, left < UINT16_MAX ? left : UINT16_MAX, 2);
	  more = more || left > UINT16_MAX;
	}
      told += UINT16_MAX;
    }
  while (more);
}

void
gmon_sum_print (const struct gmon_sum *sum, const struct gmon *gmon, FILE *out)
{
  struct gmon_sum_file printed = { .gmon = gmon, .out = out };
  const struct gmon_sum_file *file = &printed;
  fwrite ("gmon", 4, 1, file->out);
  gmon_sum_put (file, 1, 4);
  fwrite (gmon->spare, sizeof gmon->spare, 1, file->out);
  for (size_t i = 0; i < gmon->histogram_count; i++)
    gmon_sum_put_histogram (file, &gmon->histograms[i]);
  for (size_t i = 0; i < sum->arc_count; i++)
    {
      uint64_t left = sum->arcs[i].count;
      do
	{
	  uint64_t part = left < UINT32_MAX ? left : UINT32_MAX;
	  putc (1, file->out);
	  gmon_sum_put_pointer (file, sum->arcs[i].from);
	  gmon_sum_put_pointer (file, sum->arcs[i].self);
	  gmon_sum_put (file, part, 4);
	  left -= part;
	}
      while (left > 0);
    }
  if (sum->block_count > 0)
    {
      putc (2, file->out);
      gmon_sum_put (file, sum->block_count, 4);
    }
  for (size_t i = 0; i < sum->block_count; i++)
    {
      gmon_sum_put_pointer (file, sum->blocks[i].from);
      gmon_sum_put_pointer (file, sum->blocks[i].count);
    }
}

/* The histogram of a BSD file of GMON, which has a place for one.  */

static const struct gmon_histogram *
gmon_sum_histogram (const struct gmon *gmon)
{
  static const struct gmon_histogram none;
  return gmon->histogram_count > 0 ? &gmon->histograms[0] : &none;
}

/* Whether a BSD file NAME can tell of everything.  */

static bool
gmon_sum_check_bsd (const struct gmon_sum *sum, const struct gmon *gmon,
		    const char *name)
{
  if (gmon->histogram_count > 1)
    return diag_error (name, "BSD's formats hold one histogram, not %zu",
		       gmon->histogram_count);
  if (sum->block_count > 0)
    return diag_error (name, "BSD's formats hold no counts of basic blocks");
  if (strcmp (gmon->dimension, "seconds") != 0)
    return diag_error (name, "BSD's formats hold seconds, not %s",
		       gmon->dimension);
  const struct gmon_histogram *histogram = gmon_sum_histogram (gmon);
  for (uint32_t i = 0; i < histogram->bins; i++)
    if (histogram->samples[i] > UINT16_MAX)
      return diag_error (name, "bin %" PRIu32 " has %" PRIu32 " samples, "
			 "BSD's formats hold %d", i, histogram->samples[i],
			 UINT16_MAX);
  return true;
}

/* 4.4BSD's header is also used where the older one would not tell the
   rate.  */

static void
gmon_sum_put_bsd (const struct gmon_sum_file *file, const struct gmon_sum *sum,
		  bool rate)
{
  const struct gmon *gmon = file->gmon;
  const struct gmon_histogram *histogram = gmon_sum_histogram (gmon);
  unsigned pointer = gmon->pointer_size;
  rate = rate || (gmon->rate != 0 && gmon->rate != GMON_SUM_BSD_RATE);
  gmon_sum_put_pointer (file, histogram->low);
  gmon_sum_put_pointer (file, histogram->high);
  gmon_sum_put (file, 2 * histogram->bins + 2 * pointer + (rate ? 24 : 4), 4);
  if (rate)
    {
      gmon_sum_put (file, GMON_SUM_BSD44_VERSION, 4);
      gmon_sum_put (file, gmon->rate, 4);
      for (int i = 0; i < 12; i++)
	putc (0, file->out);
    }
  for (uint32_t i = 0; i < histogram->bins; i++)
    gmon_sum_put (file, histogram->samples[i], 2);
  uint64_t most = pointer == 8 ? UINT64_MAX : UINT32_MAX;
  for (size_t i = 0; i < sum->arc_count; i++)
    {
      uint64_t left = sum->arcs[i].count;
      do
	{
	  uint64_t part = left < most ? left : most;
	  gmon_sum_put_pointer (file, sum->arcs[i].from);
	  gmon_sum_put_pointer (file, sum->arcs[i].self);
	  gmon_sum_put_pointer (file, part);
	  left -= part;
	}
      while (left > 0);
    }
}

bool
gmon_sum_add_up (struct gmon_sum *sum, const char *file)
{
  return gmon_sum_merge (&sum->arcs, &sum->arc_count, file)
    && gmon_sum_merge (&sum->blocks, &sum->block_count, file);
}

/* Write SUM and the histograms of GMON to FILE in FORMAT.  */

static bool
gmon_sum_write (struct gmon_sum *sum, const struct gmon *gmon,
		enum gmon_format format, const char *file)
{
  bool bsd = format == GMON_BSD || format == GMON_BSD44;
  if (gmon->pointer_size == 0)
    return diag_error (file, "there is no gmon.out to sum up");
  if (!gmon_sum_add_up (sum, file)
      || (bsd && !gmon_sum_check_bsd (sum, gmon, file)))
    return false;
  struct replace replace;
  if (!replace_begin (&replace, file))
    return false;
  struct gmon_sum_file out = { .gmon = gmon, .out = replace.out };
  if (bsd)
    gmon_sum_put_bsd (&out, sum, format == GMON_BSD44);
  else
    gmon_sum_print (sum, gmon, out.out);
  return replace_end (&replace, true);
}

bool
gmon_sum_files (const char *image, const char *const *files, size_t count,
		bool lenient, enum gmon_format format, const char *output)
{
  struct gmon gmon = { .lenient = lenient };
  struct gmon_sum sum = { 0 };
  bool good = gmon_sum_read (&sum, &gmon, image, files, count)
    && gmon_sum_write (&sum, &gmon, format, output);
  gmon_free (&gmon);
  gmon_sum_free (&sum);
  return good;
}

void
gmon_sum_free (struct gmon_sum *sum)
{
  free (sum->arcs);
  free (sum->blocks);
  memset (sum, 0, sizeof *sum);
}
