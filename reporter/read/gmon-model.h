/* What gmon.out's addresses mean: from samples, arcs and blocks to the
   model's functions.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_READ_GMON_MODEL_H
#define CGPROF_READ_GMON_MODEL_H

#include "read/gmon.h"
#include "read/reader.h"

/* The closure of PLACE_SINK's functions.  */
struct gmon_model
{
  struct reader *reader;
  const struct gmon *gmon;
  uint32_t module;		/* Of the program.  */
  uint64_t arcs;		/* How many were read, and how many of them */
  uint64_t strange;		/* lead where no function begins.  */
};

/* Add to the model an arc or a block as it is read.  */
bool gmon_model_add_arc (void *closure, uint64_t from, uint64_t self,
			 uint64_t count);
bool gmon_model_add_block (void *closure, uint64_t address, uint64_t count);

/* Add the samples of PLACE's histograms, once all files were read.  False,
   with a message, if the program cannot be the one that was profiled.  */
bool gmon_model_add_samples (struct gmon_model *place);

#endif /* CGPROF_READ_GMON_MODEL_H */
