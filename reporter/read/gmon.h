/* Reader of gmon.out: GNU's format, and the two of BSD before it.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_READ_GMON_H
#define CGPROF_READ_GMON_H

#include "elf/image.h"

enum gmon_format
{
  GMON_AUTO,
  GMON_MAGIC,			/* GNU's, version 1 (or 0).  */
  GMON_BSD,			/* Old BSD's.  */
  GMON_BSD44			/* 4.4BSD's.  */
};

/* Bytes of the header that GNU's gprof leaves alone.  cgprof's runtime puts
   the first of the program's build-id there; elsewhere they are 0.  */
#define GMON_SPARE 12

/* The samples in the link-time addresses from LOW up to HIGH, which BINS bins
   of equal size divide.  */
struct gmon_histogram
{
  uint64_t low;
  uint64_t high;
  uint32_t bins;
  uint32_t *samples;		/* Number in each bin.  */
};

/* Functions that take a file's arcs and blocks; where one is NULL, these are
   dropped.  Addresses are link-time ones: an arc leads from a place in the
   caller to the beginning of the callee.  Each function may end reading by
   returning false, after it has given a message.  */
struct gmon_sink
{
  void *closure;
  bool (*arc) (void *closure, uint64_t from, uint64_t self, uint64_t count);
  bool (*block) (void *closure, uint64_t address, uint64_t count);
};

/* What all files have in common, and the sum of their histograms.  Before the
   first file is read, the caller zeroes it and sets the fields above the blank
   line, all but LENIENT, FORMAT and SINK by gmon_start.  */
struct gmon
{
  unsigned pointer_size;	/* 4 or 8.  */
  bool swap;			/* Byte order is not this machine's.  */
  bool extend;			/* Addresses of 4 bytes are signed.  */
  bool lenient;			/* Accept all that GNU gprof accepts, even
				   where it makes no sense.  */
  enum gmon_format format;	/* What files must be in.  */
  const char *image;		/* Path of the program.  */
  char build_id[2 * GMON_SPARE + 1];	/* Of the program: the first digits, as
				   many as SPARE holds; empty: not checked.  */
  struct gmon_sink sink;

  struct gmon_histogram *histograms;
  size_t histogram_count, histogram_room;
  bool has_time, has_arcs, has_blocks;
  long rate;			/* Samples in a second; 0: not known.  */
  char dimension[16];		/* What samples count: "seconds".  */
  char letter;			/* Its abbreviation: 's'.  */
  double scale;			/* Size of a bin in units of two bytes.  */
  unsigned char spare[GMON_SPARE];	/* Of the last file that had any.  */

  /* Of the last file read.  */
  uint32_t version;
  uint64_t histogram_records, arc_records, block_records;
};

/* Make GMON accept only files that the program IMAGE writes: its byte order,
   pointer size and build-id.  IMAGE->path must stay valid.  */
void gmon_start (struct gmon *gmon, const struct image *image);

/* Do so for the program in the file PATH, a string that must stay valid.
   Return false, with a message, if PATH is no program.  */
bool gmon_start_program (struct gmon *gmon, const char *path);

/* Add the histograms of FILE to GMON, and hand its arcs and blocks to
   GMON->sink.  Return false, with a message, if FILE is damaged or does not
   fit the files read before; then GMON can only be freed.  */
bool gmon_read (struct gmon *gmon, const char *file);

void gmon_free (struct gmon *gmon);

#endif /* CGPROF_READ_GMON_H */
