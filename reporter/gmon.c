/* Reader of gmon.out, GNU's format, version 1.

   A header of 20 bytes ("gmon", version, 12 spare bytes) and packed
   records, each a tag byte and a body, in the byte order and pointer size
   of the program.  Records may repeat; they add up.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "gmon.h"
#include "bytes.h"
#include "diag.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define GMON_HEADER 20

/* A double tells all addresses in a range up to this apart.  */
#define GMON_RANGE_MAX (UINT64_C (1) << 52)

enum gmon_tag
{
  GMON_TIME,			/* low, high, bins, rate, dimension, bins. */
  GMON_ARC,			/* from, self, count.  */
  GMON_BLOCKS			/* n, n times (address, count).  */
};

struct gmon
{
  struct reader *reader;
  const char *file;
  const struct image *image;
  uint32_t module;
  struct bytes bytes;
  size_t offset;		/* Of what is read next.  */
  size_t record;		/* Offset of the record.  */
};

/* Take SIZE bytes of the record, or say that it is truncated.  */

static const unsigned char *
gmon_take (struct gmon *gmon, uint64_t size)
{
  if (size > gmon->bytes.size - gmon->offset)
    {
      diag_error (gmon->file, "truncated: record at offset %zu needs %"
		  PRIu64 " more bytes, file has %zu", gmon->record, size,
		  gmon->bytes.size - gmon->offset);
      return NULL;
    }
  const unsigned char *p = gmon->bytes.data + gmon->offset;
  gmon->offset += size;
  return p;
}

static uint64_t
gmon_pointer (const struct gmon *gmon, const unsigned char *p)
{
  bool swap = gmon->image->swap;
  return gmon->image->pointer_size == 8 ? bytes_64 (p, swap)
					: bytes_32 (p, swap);
}

/* The function at ADDRESS, or MODEL_NONE.  */

static uint32_t
gmon_function (const struct gmon *gmon, uint64_t address)
{
  uint32_t found = image_find (gmon->image, address);
  return found == IMAGE_NONE
    ? MODEL_NONE : reader_get_function (gmon->reader, gmon->module, found);
}

static bool
gmon_read_arc (struct gmon *gmon)
{
  unsigned pointer = gmon->image->pointer_size;
  const unsigned char *p = gmon_take (gmon, 2 * pointer + 4);
  if (!p)
    return false;
  struct model *model = gmon->reader->model;
  uint32_t caller = gmon_function (gmon, gmon_pointer (gmon, p));
  uint32_t callee = gmon_function (gmon, gmon_pointer (gmon, p + pointer));
  uint64_t count = bytes_32 (p + 2 * pointer, gmon->image->swap);
  if (callee == MODEL_NONE)
    callee = model_get_unknown (model, gmon->module);
  bool added = caller == MODEL_NONE
    ? model_add_count (&model->functions[callee].outside, count)
    : model_add_arc (model, caller, callee, count);
  return added || diag_error (gmon->file,
			      "counts add up to more than 2^63 - 1");
}

/* The bytes between *AT and END that lie in the next function, which
   becomes *FUNCTION (of the image); *AT moves behind them.  0 at the end. */

static uint64_t
gmon_next_part (const struct gmon *gmon, uint64_t *at, uint64_t end,
		uint32_t *function)
{
  *function = image_find (gmon->image, *at);
  if (*function == IMAGE_NONE)
    {
      *at = image_next (gmon->image, *at);
      *function = *at < end ? image_find (gmon->image, *at) : IMAGE_NONE;
      if (*function == IMAGE_NONE)
	return 0;
    }
  uint64_t start = *at;
  *at = gmon->image->functions[*function].end;
  if (*at > end)
    *at = end;
  return *at - start;
}

/* Share TIME, that of the bin from START to END, among the functions in it
   by length.  Padding between functions does not run and takes no share;
   the time of a bin without a function goes to the unknown one, so that
   nothing is lost.  */

static void
gmon_add_time (struct gmon *gmon, uint64_t start, uint64_t end, double time)
{
  struct model *model = gmon->reader->model;
  uint64_t whole = 0;
  uint64_t part;
  uint32_t found;
  for (uint64_t at = start; at < end
       && (part = gmon_next_part (gmon, &at, end, &found)) > 0;)
    whole += part;
  if (whole == 0)
    {
      uint32_t unknown = model_get_unknown (model, gmon->module);
      model->functions[unknown].self_ns += time;
      return;
    }
  for (uint64_t at = start; at < end
       && (part = gmon_next_part (gmon, &at, end, &found)) > 0;)
    {
      uint32_t function = reader_get_function (gmon->reader, gmon->module,
					       found);
      model->functions[function].self_ns
	+= time * (double) part / (double) whole;
    }
}

/* Check that the histogram from LOW to HIGH goes with those before.  */

static bool
gmon_check_range (struct gmon *gmon, uint64_t low, uint64_t high,
		  double scale)
{
  struct reader *reader = gmon->reader;
  if (reader->range_scale == 0)
    reader->range_scale = scale;
  if (fabs (scale - reader->range_scale) > 1e-6 * reader->range_scale)
    return diag_error (gmon->file, "histogram at offset %zu has %g bytes a "
		       "bin, expected %g as in the one before",
		       gmon->record, scale, reader->range_scale);
  uint32_t *place = map_place (&reader->range_map, low, high);
  if (*place == MAP_NONE)
    {
      *place = reader->range_count;
      reader->ranges = mem_grow (reader->ranges, &reader->range_room,
				 reader->range_count + 1,
				 sizeof *reader->ranges);
      reader->ranges[reader->range_count++]
	= (struct reader_range) { low, high };
    }
  return true;
}

static bool
gmon_read_time (struct gmon *gmon)
{
  unsigned pointer = gmon->image->pointer_size;
  bool swap = gmon->image->swap;
  const unsigned char *p = gmon_take (gmon, 2 * pointer + 24);
  if (!p)
    return false;
  uint64_t low = gmon_pointer (gmon, p);
  uint64_t high = gmon_pointer (gmon, p + pointer);
  p += 2 * pointer;
  uint32_t bins = bytes_32 (p, swap);
  uint32_t rate = bytes_32 (p + 4, swap);
  char abbreviation = p[23];
  p = gmon_take (gmon, 2 * (uint64_t) bins);
  if (!p)
    return false;
  if (bins == 0)
    return true;
  if (high <= low)
    return diag_error (gmon->file, "histogram at offset %zu ends at 0x%"
		       PRIx64 ", expected more than 0x%" PRIx64,
		       gmon->record, high, low);
  if (high - low > GMON_RANGE_MAX)
    return diag_error (gmon->file, "histogram at offset %zu covers 0x%"
		       PRIx64 " bytes, more than any program has",
		       gmon->record, high - low);
  if (rate == 0)
    return diag_error (gmon->file, "histogram at offset %zu has rate 0, "
		       "expected samples per second", gmon->record);
  if (abbreviation != 's')
    return diag_error (gmon->file, "histogram at offset %zu is not in "
		       "seconds", gmon->record);
  double scale = (double) (high - low) / bins;
  if (!gmon_check_range (gmon, low, high, scale))
    return false;

  struct model *model = gmon->reader->model;
  double sample = 1e9 / rate;
  if (sample > model->sample_ns)
    {
      model->sample_ns = sample;
      model->sample_bytes = scale < 1 ? 1 : (uint64_t) (scale + 0.5);
    }
  for (uint32_t i = 0; i < bins; i++)
    {
      unsigned count = bytes_16 (p + 2 * (size_t) i, swap);
      if (count == 0)
	continue;
      uint64_t start = low + (uint64_t) (scale * i);
      uint64_t end = low + (uint64_t) (scale * (i + 1.0));
      gmon_add_time (gmon, start, end > start ? end : start + 1,
		     count * sample);
    }
  return true;
}

/* Counts of basic blocks are not shown; step over them.  */

static bool
gmon_skip_blocks (struct gmon *gmon)
{
  const unsigned char *p = gmon_take (gmon, 4);
  return p && gmon_take (gmon, (uint64_t) bytes_32 (p, gmon->image->swap)
			 * 2 * gmon->image->pointer_size);
}

static int
gmon_compare_ranges (const void *a, const void *b)
{
  const struct reader_range *x = a;
  const struct reader_range *y = b;
  return x->low < y->low ? -1 : x->low > y->low;
}

static bool
gmon_check_overlap (const struct gmon *gmon)
{
  struct reader *reader = gmon->reader;
  if (reader->range_count == 0)
    return true;
  qsort (reader->ranges, reader->range_count, sizeof *reader->ranges,
	 gmon_compare_ranges);
  for (size_t i = 1; i < reader->range_count; i++)
    if (reader->ranges[i].low < reader->ranges[i - 1].high)
      return diag_error (gmon->file, "histograms overlap: one ends at 0x%"
			 PRIx64 ", the next begins at 0x%" PRIx64,
			 reader->ranges[i - 1].high, reader->ranges[i].low);
  return true;
}

static bool
gmon_read_all (struct gmon *gmon)
{
  if (gmon->bytes.size < GMON_HEADER)
    return diag_error (gmon->file, "truncated: a header is %d bytes, file "
		       "has %zu", GMON_HEADER, gmon->bytes.size);
  uint32_t version = bytes_32 (gmon->bytes.data + 4, gmon->image->swap);
  if (version > 1)
    return diag_error (gmon->file, "version is %" PRIu32 ", expected 1 in "
		       "the byte order of %s", version, gmon->image->path);
  if (gmon->image->function_count == 0)
    return diag_error (gmon->image->path, "has no symbols");

  gmon->offset = GMON_HEADER;
  while (gmon->offset < gmon->bytes.size)
    {
      gmon->record = gmon->offset;
      unsigned tag = gmon->bytes.data[gmon->offset++];
      bool good;
      switch (tag)
	{
	case GMON_TIME:
	  good = gmon_read_time (gmon);
	  break;
	case GMON_ARC:
	  good = gmon_read_arc (gmon);
	  break;
	case GMON_BLOCKS:
	  good = gmon_skip_blocks (gmon);
	  break;
	default:
	  good = diag_error (gmon->file, "bad tag %u at offset %zu, expected "
			     "0, 1 or 2", tag, gmon->record);
	}
      if (!good)
	return false;
    }
  return gmon_check_overlap (gmon);
}

bool
gmon_read (struct reader *reader, const char *file)
{
  struct gmon gmon = { .reader = reader, .file = file };
  gmon.module = reader_get_program (reader);
  gmon.image = reader_image (reader, gmon.module);
  if (!gmon.image || !bytes_read (&gmon.bytes, file, UINT64_MAX))
    return false;
  bool good = gmon_read_all (&gmon);
  bytes_free (&gmon.bytes);
  return good;
}
