/* What a gmon.out can hold of a profile of cgprof's own.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_WRITE_GMON_FROM_MODEL_H
#define CGPROF_WRITE_GMON_FROM_MODEL_H

#include "analyse/results.h"
#include "write/gmon-write.h"

struct regmon
{
  struct gmon gmon;
  struct sum sum;
  size_t left_out;		/* Arcs and */
  double left_out_ns;		/* time outside the program's own file.  */
};

/* Set the zeroed REGMON to the arcs and samples of RESULTS in the program, whose file is
   IMAGE.  False, with a message, if that cannot be.  */
bool regmon_make (struct regmon *regmon, const struct results *results,
		  const struct image *image);

void regmon_free (struct regmon *regmon);

#endif /* CGPROF_WRITE_GMON_FROM_MODEL_H */
