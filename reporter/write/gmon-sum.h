/* The sum of several gmon.out files as a file of its own, and so also one
   file in another format.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_WRITE_GMON_SUM_H
#define CGPROF_WRITE_GMON_SUM_H

#include "read/gmon.h"

#include <stdio.h>

/* An arc or (SELF unused) a block.  */
struct gmon_sum_count
{
  uint64_t from;
  uint64_t self;
  uint64_t count;
};

struct gmon_sum
{
  struct gmon_sum_count *arcs;
  size_t arc_count, arc_room;
  struct gmon_sum_count *blocks;
  size_t block_count, block_room;
};

void gmon_sum_add_arc (struct gmon_sum *sum, uint64_t from, uint64_t self,
		       uint64_t count);

/* Add what FILES tell, gmon.out of the program in the file IMAGE: arcs and
   blocks to SUM, the rest to GMON.  False, with a message, if one is damaged
   or does not go with the ones before.  */
bool gmon_sum_read (struct gmon_sum *sum, struct gmon *gmon, const char *image,
		    const char *const *files, size_t count);

/* Make one of equal arcs and blocks of SUM.  False, with a message for FILE,
   if they add up to more than 2^63 - 1, which no reader takes.  */
bool gmon_sum_add_up (struct gmon_sum *sum, const char *file);

/* Print SUM, which was added up, and the histograms of GMON to OUT in GNU's
   format.  What exceeds a field is written as several records.  */
void gmon_sum_print (const struct gmon_sum *sum, const struct gmon *gmon,
		     FILE *out);

/* Write SUM and the histograms of GMON to FILE in FORMAT (GMON_AUTO: GNU's).
   What exceeds a field of the format is written as several records.  False,
   with a message, if that fails or the format cannot hold it.  */
bool gmon_sum_write (struct gmon_sum *sum, const struct gmon *gmon,
		     enum gmon_format format, const char *file);

/* Write the sum of FILES, gmon.out of the program in the file IMAGE, to OUTPUT
   in FORMAT.  LENIENT: read what GNU gprof reads, sensible or not.  False,
   with a message, if that fails.  */
bool gmon_sum_files (const char *image, const char *const *files, size_t count,
		     bool lenient, enum gmon_format format,
		     const char *output);

void gmon_sum_free (struct gmon_sum *sum);

#endif /* CGPROF_WRITE_GMON_SUM_H */
