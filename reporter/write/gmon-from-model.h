/* What a gmon.out can hold of a profile of cgprof's own.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_WRITE_GMON_FROM_MODEL_H
#define CGPROF_WRITE_GMON_FROM_MODEL_H

#include "analyse/results.h"
#include "write/gmon-sum.h"

/* The contents of a gmon.out, and what it cannot hold.  */
struct gmon_from_model
{
  struct gmon gmon;
  struct gmon_sum sum;
  size_t left_out;		/* Number of arcs that are not in it because an
				   end lies outside the program, */
  double left_out_ns;		/* and the time outside the program, in ns.  */
};

/* Set MADE, which the caller has zeroed and must free, to the arcs and samples
   of RESULTS that lie in the program, whose file is IMAGE.  Return false, with
   a message, if no gmon.out can hold them.  */
bool gmon_from_model_make (struct gmon_from_model *made,
			   const struct results *results,
			   const struct image *image);

void gmon_from_model_free (struct gmon_from_model *made);

#endif /* CGPROF_WRITE_GMON_FROM_MODEL_H */
