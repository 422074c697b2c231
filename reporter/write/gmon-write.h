/* The sum of several gmon.out files as a file of its own, and so also one
   file in another format.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_WRITE_GMON_WRITE_H
#define CGPROF_WRITE_GMON_WRITE_H

#include "read/gmon.h"

#include <stdio.h>

/* An arc or (SELF unused) a block.  */
struct sum_count
{
  uint64_t from;
  uint64_t self;
  uint64_t count;
};

struct sum
{
  struct sum_count *arcs;
  size_t arc_count, arc_room;
  struct sum_count *blocks;
  size_t block_count, block_room;
};

void sum_add_arc (struct sum *sum, uint64_t from, uint64_t self,
		  uint64_t count);

/* Add what FILES tell, gmon.out of the program in the file IMAGE: arcs and
   blocks to SUM, the rest to GMON.  False, with a message, if one is damaged
   or does not go with the ones before.  */
bool sum_read (struct sum *sum, struct gmon *gmon, const char *image,
	       const char *const *files, size_t count);

/* Make one of equal arcs and blocks of SUM.  False, with a message for FILE,
   if they add up to more than 2^63 - 1, which no reader takes.  */
bool sum_add_up (struct sum *sum, const char *file);

/* Print SUM, which was added up, and the histograms of GMON to OUT in GNU's
   format.  What exceeds a field is written as several records.  */
void sum_print (const struct sum *sum, const struct gmon *gmon, FILE *out);

/* Write SUM and the histograms of GMON to FILE in FORMAT (GMON_AUTO: GNU's).
   What exceeds a field of the format is written as several records.  False,
   with a message, if that fails or the format cannot hold it.  */
bool sum_write (struct sum *sum, const struct gmon *gmon,
		enum gmon_format format, const char *file);

/* Write the sum of FILES, gmon.out of the program in the file IMAGE, to OUTPUT
   in FORMAT.  LENIENT: read what GNU gprof reads, sensible or not.  False,
   with a message, if that fails.  */
bool sum_files (const char *image, const char *const *files, size_t count,
		bool lenient, enum gmon_format format, const char *output);

void sum_free (struct sum *sum);

#endif /* CGPROF_WRITE_GMON_WRITE_H */
