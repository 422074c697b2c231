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

/* The samples of a range of addresses.  */
struct gmon_histogram
{
  uint64_t low;
  uint64_t high;
  uint32_t bins;
  uint32_t *samples;		/* By bin.  */
};

/* What becomes of a file's arcs and blocks.  Each function may end reading
   by returning false, having given a message.  NULL: they are dropped.  */
struct gmon_sink
{
  void *closure;
  bool (*arc) (void *closure, uint64_t from, uint64_t self, uint64_t count);
  bool (*block) (void *closure, uint64_t address, uint64_t count);
};

/* What all files have in common, and the sum of their histograms.  To be
   zeroed, and the first part set, before the first file is read.  */
struct gmon
{
  unsigned pointer_size;	/* 4 or 8.  */
  bool swap;			/* Byte order is not this machine's.  */
  bool extend;			/* Addresses of 4 bytes are signed.  */
  bool lenient;			/* Read what GNU gprof reads, sensible or
				   not.  */
  enum gmon_format format;	/* What files must be in.  */
  const char *image;		/* Path of the program.  */
  char build_id[2 * GMON_SPARE + 1];	/* The first digits of its own, as many
				   as SPARE holds; empty: not checked.  */
  struct gmon_sink sink;

  struct gmon_histogram *histograms;
  size_t histogram_count, histogram_room;
  bool has_time, has_arcs, has_blocks;
  long rate;			/* Samples in a second; 0: not known.  */
  char dimension[16];		/* "seconds".  */
  char letter;			/* 's'.  */
  double scale;			/* Units of two bytes a bin.  */
  unsigned char spare[GMON_SPARE];	/* Of the last file that had any.  */

  /* Of the last file read.  */
  uint32_t version;
  uint64_t histogram_records, arc_records, block_records;
};

/* Let GMON expect what IMAGE's program writes.  */
void gmon_start (struct gmon *gmon, const struct image *image);

/* Likewise of the program in the file PATH, which must stay valid.  False,
   with a message, if that is no program.  */
bool gmon_start_program (struct gmon *gmon, const char *path);

/* Add what FILE tells.  False, with a message, if it is damaged or does not
   go with the ones before; GMON is then useless.  */
bool gmon_read (struct gmon *gmon, const char *file);

void gmon_free (struct gmon *gmon);

#endif /* CGPROF_READ_GMON_H */
