/* Reader of gmon.out: GNU's format, and the two of BSD before it.

   Everything is in the byte order and pointer size of the program.

   GNU's: a header of 20 bytes ("gmon", version, 12 spare bytes) and packed
   records in any order, each a tag byte and a body.  Records may repeat;
   they add up.

   BSD's: low and high address, the bytes of header and histogram together;
   in 4.4BSD's also a version, the rate and 12 spare bytes, of which FreeBSD
   uses 4 for the bits of a bin (negative: signed; 0: 16); then the
   histogram, then arcs up to the end.

   Memory is taken for what was read, never for what a file only claims.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "read/gmon.h"
#include "base/bytes.h"
#include "base/diag.h"
#include "base/progress.h"
#include "base/stream.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define GMON_HEADER 20

/* Records between two looks at the clock.  */
#define GMON_TELL 65536

/* Bytes of a BSD header behind its addresses.  */
#define GMON_BSD_REST 4
#define GMON_BSD44_REST 24

#define GMON_BSD44_VERSION 0x00051879

/* Samples a second where the file does not say.  */
#define GMON_BSD_RATE 100

/* A double tells all addresses in a range up to this apart.  */
#define GMON_RANGE_MAX (UINT64_C (1) << 52)

enum gmon_tag
{
  GMON_TIME,			/* low, high, bins, rate, dimension, bins. */
  GMON_ARC,			/* from, self, count.  */
  GMON_BLOCKS			/* n, n times (address, count).  */
};

struct gmon_file
{
  struct gmon *gmon;
  const char *name;
  struct stream stream;
  uint64_t record;		/* Offset of the record.  */
};

void
gmon_start (struct gmon *gmon, const struct image *image)
{
  gmon->pointer_size = image->pointer_size;
  gmon->swap = image->swap;
  gmon->extend = image->extend;
  gmon->image = image->path;
  if (image->build_id)
    snprintf (gmon->build_id, sizeof gmon->build_id, "%s", image->build_id);
  gmon->letter = 's';
  memcpy (gmon->dimension, "seconds", sizeof "seconds");
}

bool
gmon_start_program (struct gmon *gmon, const char *path)
{
  struct image image;
  bool good = image_identify (&image, path);
  if (good)
    gmon_start (gmon, &image);
  gmon->image = path;
  image_close (&image);
  return good;
}

/* Show SIZE bytes of the record, or say that it is truncated.  They are
   taken, but stay valid until the next call.  */

static const unsigned char *
gmon_take (struct gmon_file *file, size_t size)
{
  size_t got = size;
  const unsigned char *p = stream_look (&file->stream, &got);
  if (got < size)
    {
      progress_end ();
      if (stream_check (&file->stream))
	diag_error (file->name, "truncated: record at offset %" PRIu64
		    " needs %zu more bytes at offset %" PRIu64
		    ", file has %zu", file->record, size,
		    file->stream.offset, got);
      return NULL;
    }
  stream_skip (&file->stream, size);
  return p;
}

static uint64_t
gmon_pointer (const struct gmon *gmon, const unsigned char *p)
{
  if (gmon->pointer_size == 8)
    return bytes_64 (p, gmon->swap);
  uint32_t value = bytes_32 (p, gmon->swap);
  return gmon->extend ? (uint64_t) (int64_t) (int32_t) value : value;
}

static bool
gmon_read_arc (struct gmon_file *file)
{
  struct gmon *gmon = file->gmon;
  unsigned pointer = gmon->pointer_size;
  const unsigned char *p = gmon_take (file, 2 * pointer + 4);
  if (!p)
    return false;
  gmon->has_arcs = true;
  gmon->arc_records++;
  return !gmon->sink.arc
    || gmon->sink.arc (gmon->sink.closure, gmon_pointer (gmon, p),
		       gmon_pointer (gmon, p + pointer),
		       bytes_32 (p + 2 * pointer, gmon->swap));
}

/* The bin of UNIT bytes at P.  */

static uint64_t
gmon_bin (const unsigned char *p, unsigned unit, bool swap)
{
  return unit == 2 ? bytes_16 (p, swap) : unit == 4 ? bytes_32 (p, swap)
    : unit == 8 ? bytes_64 (p, swap) : *p;
}

/* Add BINS bins of UNIT bytes of the file to HISTOGRAM, which has that
   many.  */

static bool
gmon_read_bins (struct gmon_file *file, struct gmon_histogram *histogram,
		uint32_t bins, unsigned unit)
{
  bool swap = file->gmon->swap;
  size_t room = 0;
  bool first = histogram->samples == NULL;
  for (uint32_t at = 0; at < bins;)
    {
      size_t size = unit * (uint64_t) (bins - at) < STREAM_ROOM
	? unit * (size_t) (bins - at) : STREAM_ROOM;
      const unsigned char *p = gmon_take (file, size);
      if (!p)
	return false;
      if (first)
	{
	  size_t old = room;
	  histogram->samples = mem_grow (histogram->samples, &room,
					 at + size / unit,
					 sizeof *histogram->samples);
	  memset (histogram->samples + old, 0,
		  (room - old) * sizeof *histogram->samples);
	}
      for (size_t i = 0; i < size; i += unit, at++)
	{
	  uint64_t count = gmon_bin (p + i, unit, swap);
	  if (count > UINT32_MAX - histogram->samples[at])
	    return diag_error (file->name, "samples at one place add up to "
			       "more than 2^32 - 1");
	  histogram->samples[at] += count;
	}
    }
  return true;
}

/* The histogram from LOW to HIGH with BINS bins, added to the others when
   it is new; NULL, with a message, if it does not go with them.  */

static struct gmon_histogram *
gmon_place (struct gmon_file *file, uint64_t low, uint64_t high,
	    uint32_t bins)
{
  struct gmon *gmon = file->gmon;
  for (size_t i = 0; i < gmon->histogram_count; i++)
    {
      struct gmon_histogram *each = &gmon->histograms[i];
      if (each->low == low && each->high == high)
	{
	  if (each->bins == bins)
	    return each;
	  diag_error (file->name, "histogram at offset %" PRIu64 " has %"
		      PRIu32 " bins, expected %" PRIu32 " as before",
		      file->record, bins, each->bins);
	  return NULL;
	}
      if (low < each->high && high > each->low)
	{
	  diag_error (file->name, "histograms overlap: that at offset %"
		      PRIu64 " is for 0x%" PRIx64 " to 0x%" PRIx64
		      ", another for 0x%" PRIx64 " to 0x%" PRIx64,
		      file->record, low, high, each->low, each->high);
	  return NULL;
	}
    }
  gmon->histograms = mem_grow (gmon->histograms, &gmon->histogram_room,
			       gmon->histogram_count + 1,
			       sizeof *gmon->histograms);
  struct gmon_histogram *made
    = &gmon->histograms[gmon->histogram_count++];
  *made = (struct gmon_histogram) { .low = low, .high = high, .bins = bins };
  return made;
}

/* Check a histogram's header.  */

static bool
gmon_check_histogram (const struct gmon_file *file, uint64_t low,
		      uint64_t high, uint32_t bins, uint32_t rate,
		      const char *dimension, char letter)
{
  const struct gmon *gmon = file->gmon;
  if (high < low || (high == low && bins > 0))
    return diag_error (file->name, "histogram at offset %" PRIu64
		       " ends at 0x%" PRIx64 ", expected more than 0x%"
		       PRIx64, file->record, high, low);
  if (high - low > GMON_RANGE_MAX)
    return diag_error (file->name, "histogram at offset %" PRIu64
		       " covers 0x%" PRIx64 " bytes, more than any program "
		       "has", file->record, high - low);
  if (rate == 0 && !gmon->lenient)
    return diag_error (file->name, "histogram at offset %" PRIu64
		       " has rate 0, expected samples per second",
		       file->record);
  if (!gmon->has_time)
    return true;
  if (memcmp (dimension, gmon->dimension, 15) != 0
      || letter != gmon->letter)
    return diag_error (file->name, "histogram at offset %" PRIu64
		       " is in %.15s (%c), expected %.15s (%c) as before",
		       file->record, dimension, letter, gmon->dimension,
		       gmon->letter);
  if (rate != gmon->rate && !gmon->lenient)
    return diag_error (file->name, "histogram at offset %" PRIu64 " has %"
		       PRIu32 " samples a second, expected %ld as before",
		       file->record, rate, gmon->rate);
  double scale = (double) ((high - low) / 2) / bins;
  if (fabs (scale - gmon->scale) > 0.000001)
    return diag_error (file->name, "histogram at offset %" PRIu64
		       " has %g bytes a bin, expected %g as before",
		       file->record, 2 * scale, 2 * gmon->scale);
  return true;
}

static bool
gmon_read_time (struct gmon_file *file)
{
  struct gmon *gmon = file->gmon;
  unsigned pointer = gmon->pointer_size;
  const unsigned char *p = gmon_take (file, 2 * pointer + 24);
  if (!p)
    return false;
  uint64_t low = gmon_pointer (gmon, p);
  uint64_t high = gmon_pointer (gmon, p + pointer);
  p += 2 * pointer;
  uint32_t bins = bytes_32 (p, gmon->swap);
  uint32_t rate = bytes_32 (p + 4, gmon->swap);
  char dimension[16] = { 0 };
  memcpy (dimension, p + 8, 15);
  char letter = p[23];
  gmon->histogram_records++;
  if (bins == 0 && !gmon->lenient)
    return true;
  if (!gmon_check_histogram (file, low, high, bins, rate, dimension, letter))
    return false;
  if (!gmon->has_time)
    {
      gmon->rate = rate;
      memcpy (gmon->dimension, dimension, sizeof dimension);
      gmon->letter = letter;
      gmon->scale = (double) ((high - low) / 2) / bins;
      gmon->has_time = true;
    }
  struct gmon_histogram *histogram = gmon_place (file, low, high, bins);
  return histogram && gmon_read_bins (file, histogram, bins, 2);
}

/* Step over a string of a version 0 file.  */

static bool
gmon_skip_string (struct gmon_file *file)
{
  const unsigned char *p;
  do
    p = gmon_take (file, 1);
  while (p && *p);
  return p != NULL;
}

static bool
gmon_read_blocks (struct gmon_file *file)
{
  struct gmon *gmon = file->gmon;
  unsigned pointer = gmon->pointer_size;
  const unsigned char *p = gmon_take (file, 4);
  if (!p)
    return false;
  uint32_t count = bytes_32 (p, gmon->swap);
  gmon->has_blocks = true;
  gmon->block_records++;
  if (gmon->version == 0 && !gmon_skip_string (file))
    return false;
  for (; count > 0; count--)
    {
      p = gmon_take (file, 2 * pointer);
      if (!p)
	return false;
      uint64_t first = gmon_pointer (gmon, p);
      uint64_t second = gmon_pointer (gmon, p + pointer);

      /* Version 0 has the count first, and the place in the source.  */
      if (gmon->version == 0)
	{
	  uint64_t address = second;
	  second = first;
	  first = address;
	  if (!gmon_skip_string (file) || !gmon_skip_string (file)
	      || !gmon_take (file, 4))
	    return false;
	}
      if (gmon->sink.block
	  && !gmon->sink.block (gmon->sink.closure, first, second))
	return false;
    }
  return true;
}

/* Whether SPARE, of the header, goes with the program's build-id.  */

static bool
gmon_check_build (const struct gmon_file *file, const unsigned char *spare)
{
  static const unsigned char none[GMON_SPARE];
  struct gmon *gmon = file->gmon;
  if (memcmp (spare, none, GMON_SPARE) == 0)
    return true;
  memcpy (gmon->spare, spare, GMON_SPARE);
  if (!gmon->build_id[0] || gmon->lenient)
    return true;
  char have[sizeof gmon->build_id];
  for (size_t i = 0; i < GMON_SPARE; i++)
    snprintf (have + 2 * i, 3, "%02x", spare[i]);
  return memcmp (have, gmon->build_id, strlen (gmon->build_id)) == 0
    || diag_error (file->name, "is of another build than %s: its build-id "
		   "begins with %s, expected %s", gmon->image, have,
		   gmon->build_id);
}

static bool
gmon_read_magic (struct gmon_file *file)
{
  struct gmon *gmon = file->gmon;
  const unsigned char *p = gmon_take (file, GMON_HEADER);
  if (!p)
    return false;
  gmon->version = bytes_32 (p + 4, gmon->swap);
  if (gmon->version > 1)
    return diag_error (file->name, "version is %" PRIu32 ", expected 1 in "
		       "the byte order of the program", gmon->version);
  if (!gmon_check_build (file, p + GMON_HEADER - GMON_SPARE))
    return false;
  for (uint64_t records = 0;;)
    {
      size_t size = 1;
      p = stream_look (&file->stream, &size);
      if (size == 0)
	return stream_check (&file->stream);
      file->record = file->stream.offset;
      if (++records % GMON_TELL == 0)
	progress_tell (file->record, file->stream.size);
      stream_skip (&file->stream, 1);
      bool good;
      unsigned tag = *p;
      switch (tag)
	{
	case GMON_TIME:
	  good = gmon_read_time (file);
	  break;
	case GMON_ARC:
	  good = gmon_read_arc (file);
	  break;
	case GMON_BLOCKS:
	  good = gmon_read_blocks (file);
	  break;
	default:
	  good = diag_error (file->name, "bad tag %u at offset %" PRIu64
			     ", expected 0, 1 or 2", tag, file->record);
	}
      if (!good)
	return false;
    }
}

/* The header of a BSD file.  */
struct gmon_bsd
{
  uint64_t low;
  uint64_t high;
  uint32_t size;		/* Of header and histogram.  */
  bool has_rate;		/* 4.4BSD's.  */
  uint32_t rate;
  size_t header;		/* Its size.  */
  unsigned unit;		/* Bytes of a bin.  */
};

/* The bytes of a bin of FreeBSD's type, or 2 if it is none.  */

static unsigned
gmon_bin_size (int32_t type)
{
  return type == 8 || type == -8 ? 1 : type == 32 || type == -32 ? 4
    : type == 64 || type == -64 ? 8 : 2;
}

/* Look at the header of a BSD file.  False if this cannot be one.  */

static bool
gmon_look_bsd (struct gmon_file *file, struct gmon_bsd *bsd)
{
  const struct gmon *gmon = file->gmon;
  unsigned pointer = gmon->pointer_size;
  size_t size = 2 * pointer + GMON_BSD44_REST;
  const unsigned char *p = stream_look (&file->stream, &size);
  memset (bsd, 0, sizeof *bsd);
  if (size < 2 * pointer + GMON_BSD_REST)
    return false;
  bsd->low = gmon_pointer (gmon, p);
  bsd->high = gmon_pointer (gmon, p + pointer);
  bsd->size = bytes_32 (p + 2 * pointer, gmon->swap);
  bsd->header = 2 * pointer + GMON_BSD_REST;
  bsd->unit = 2;
  if (size == 2 * pointer + GMON_BSD44_REST
      && bytes_32 (p + 2 * pointer + 4, gmon->swap) == GMON_BSD44_VERSION)
    {
      bsd->has_rate = true;
      bsd->rate = bytes_32 (p + 2 * pointer + 8, gmon->swap);
      bsd->header = 2 * pointer + GMON_BSD44_REST;
      if (!gmon->lenient)
	bsd->unit = gmon_bin_size (bytes_32 (p + 2 * pointer + 12,
					     gmon->swap));
    }
  return bsd->low <= bsd->high && bsd->high - bsd->low <= GMON_RANGE_MAX
    && bsd->size >= bsd->header && bsd->size <= INT32_MAX
    && (bsd->size - bsd->header >= bsd->unit || bsd->low == bsd->high);
}

/* One arc of a BSD file; its count is a long.  *END at the end.  */

static bool
gmon_read_bsd_arc (struct gmon_file *file, bool *end)
{
  struct gmon *gmon = file->gmon;
  unsigned pointer = gmon->pointer_size;
  size_t size = 3 * pointer;
  file->record = file->stream.offset;
  const unsigned char *p = stream_look (&file->stream, &size);
  *end = size == 0 || (size < 3 * pointer && gmon->lenient);
  if (*end)
    return stream_check (&file->stream);
  p = gmon_take (file, 3 * pointer);
  if (!p)
    return false;
  gmon->arc_records++;
  uint64_t count = pointer == 8
    ? bytes_64 (p + 2 * pointer, gmon->swap)
    : bytes_32 (p + 2 * pointer, gmon->swap);
  return !gmon->sink.arc
    || gmon->sink.arc (gmon->sink.closure, gmon_pointer (gmon, p),
		       gmon_pointer (gmon, p + pointer), count);
}

/* Read the histogram behind the header BSD.  */

static bool
gmon_read_bsd_time (struct gmon_file *file, const struct gmon_bsd *bsd)
{
  struct gmon *gmon = file->gmon;
  uint32_t bins = (bsd->size - bsd->header) / bsd->unit;
  long rate = bsd->has_rate ? (long) bsd->rate : 0;
  if (bins == 0 && !gmon->lenient)
    return true;
  if (bsd->has_rate && gmon->has_time && gmon->rate != rate)
    return diag_error (file->name, "has %ld samples a second, expected %ld "
		       "as before", rate, gmon->rate);
  if (gmon->histogram_count > 0
      && (gmon->histograms[0].low != bsd->low
	  || gmon->histograms[0].high != bsd->high
	  || gmon->histograms[0].bins != bins))
    return diag_error (file->name, "is of 0x%" PRIx64 " to 0x%" PRIx64
		       " in %" PRIu32 " bins, expected 0x%" PRIx64 " to 0x%"
		       PRIx64 " in %" PRIu32 " as before", bsd->low,
		       bsd->high, bins, gmon->histograms[0].low,
		       gmon->histograms[0].high, gmon->histograms[0].bins);
  if (rate == 0)
    rate = GMON_BSD_RATE;
  if (gmon->rate == 0)
    gmon->rate = rate;
  if (gmon->histogram_count == 0)
    gmon->scale = (double) ((bsd->high - bsd->low) / 2) / bins;
  gmon->has_time = true;
  gmon->histogram_records += bins > 0;
  struct gmon_histogram *histogram = gmon_place (file, bsd->low, bsd->high,
						 bins);
  return histogram && gmon_read_bins (file, histogram, bins, bsd->unit);
}

static bool
gmon_read_bsd (struct gmon_file *file, const struct gmon_bsd *bsd)
{
  struct gmon *gmon = file->gmon;
  gmon->version = 0;
  if (!gmon_take (file, bsd->header) || !gmon_read_bsd_time (file, bsd))
    return false;
  gmon->has_arcs = true;
  bool end = false;
  while (!end)
    if (!gmon_read_bsd_arc (file, &end))
      return false;
  return true;
}

static bool
gmon_read_all (struct gmon_file *file)
{
  struct gmon *gmon = file->gmon;
  size_t size = GMON_HEADER;
  const unsigned char *p = stream_look (&file->stream, &size);
  if (!stream_check (&file->stream))
    return false;
  if (size < GMON_HEADER)
    return diag_error (file->name, "truncated: a header is %d bytes, file "
		       "has %zu", GMON_HEADER, size);
  bool magic = memcmp (p, "gmon", 4) == 0;
  if (magic && (gmon->format == GMON_AUTO || gmon->format == GMON_MAGIC))
    return gmon_read_magic (file);
  if (gmon->format == GMON_MAGIC)
    return diag_error (file->name, "begins with 0x%02x%02x%02x%02x, "
		       "expected \"gmon\"", p[0], p[1], p[2], p[3]);
  struct gmon_bsd bsd;
  if (!gmon_look_bsd (file, &bsd))
    return diag_error (file->name, "is neither a cgprof.out nor a "
		       "gmon.out of this program");
  if (gmon->format == GMON_BSD44 && !bsd.has_rate)
    return diag_error (file->name, "is no 4.4BSD profile: no version 0x%x",
		       GMON_BSD44_VERSION);
  return gmon_read_bsd (file, &bsd);
}

bool
gmon_read (struct gmon *gmon, const char *file)
{
  struct gmon_file each = { .gmon = gmon, .name = file };
  gmon->histogram_records = gmon->arc_records = gmon->block_records = 0;
  progress_begin ("reading", file);
  bool good = stream_open (&each.stream, file) && gmon_read_all (&each);
  stream_close (&each.stream);
  progress_end ();
  return good;
}

void
gmon_free (struct gmon *gmon)
{
  for (size_t i = 0; i < gmon->histogram_count; i++)
    free (gmon->histograms[i].samples);
  free (gmon->histograms);
  memset (gmon, 0, sizeof *gmon);
}
