/* The sum of several gmon.out files as a file of its own.  That of a single
   one in another format is a conversion.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_WRITE_GMON_SUM_H
#define CGPROF_WRITE_GMON_SUM_H

#include "read/gmon.h"

#include <stdio.h>

/* An arc from address FROM to function SELF; or the block at FROM, SELF
   unused.  Addresses are link-time ones.  */
struct gmon_sum_count
{
  uint64_t from;
  uint64_t self;
  uint64_t count;
};

/* What several files hold besides histograms.  A zeroed struct is empty.  */
struct gmon_sum
{
  struct gmon_sum_count *arcs;
  size_t arc_count, arc_room;
  struct gmon_sum_count *blocks;
  size_t block_count, block_room;
};

void gmon_sum_add_arc (struct gmon_sum *sum, uint64_t from, uint64_t self,
		       uint64_t count);

/* Add the arcs and blocks of the COUNT FILES, gmon.out of the program in the
   file IMAGE, to SUM and the rest to GMON.  Return false, with a message, if
   one is damaged or does not fit those before.  */
bool gmon_sum_read (struct gmon_sum *sum, struct gmon *gmon, const char *image,
		    const char *const *files, size_t count);

/* Add up the counts of equal arcs and of equal blocks of SUM, so that one of
   each is left.  Return false, with a message that names FILE, if they add up
   to more than 2^63 - 1, which no reader takes.  */
bool gmon_sum_add_up (struct gmon_sum *sum, const char *file);

/* Print SUM, after gmon_sum_add_up, and the histograms of GMON to OUT in GNU's
   format.  A count that exceeds its field is written as several records.  */
void gmon_sum_print (const struct gmon_sum *sum, const struct gmon *gmon,
		     FILE *out);

/* Write the sum of the COUNT FILES, gmon.out of the program in the file IMAGE,
   to OUTPUT in FORMAT (GMON_AUTO: GNU's); a count that exceeds its field is
   written as several records.  If LENIENT, read all that GNU gprof reads, even
   where it makes no sense.  Return false, with a message, if that fails or the
   format cannot hold them.  */
bool gmon_sum_files (const char *image, const char *const *files, size_t count,
		     bool lenient, enum gmon_format format,
		     const char *output);

void gmon_sum_free (struct gmon_sum *sum);

#endif /* CGPROF_WRITE_GMON_SUM_H */
