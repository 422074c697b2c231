/* From the addresses in gmon.out to the functions of a model.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_READ_GMON_MODEL_H
#define CGPROF_READ_GMON_MODEL_H

#include "read/gmon.h"
#include "read/reader.h"

/* The model that the files are added to, and what was met on the way.  */
struct gmon_model
{
  struct reader *reader;	/* Owns the model.  */
  const struct gmon *gmon;
  uint32_t module;		/* The program's, in the model.  */
  uint64_t arcs;		/* Number of arcs read, */
  uint64_t strange;		/* and of those that lead to no beginning of a
				   function.  */
};

/* Add an arc or a block, by its link-time addresses, to the model: functions
   for a struct gmon_sink, whose CLOSURE is a struct gmon_model.  Return false,
   with a message, if counts add up to more than MODEL_COUNT_MAX.  */
bool gmon_model_add_arc (void *closure, uint64_t from, uint64_t self,
			 uint64_t count);
bool gmon_model_add_block (void *closure, uint64_t address, uint64_t count);

/* Add the time in the histograms of GMON_MODEL->gmon to the model, once all
   files were read.  Return false, with a message, if all histograms lie
   outside the program's code, so that another one was profiled; warn if most
   arcs lead where no function begins.  */
bool gmon_model_add_samples (struct gmon_model *gmon_model);

#endif /* CGPROF_READ_GMON_MODEL_H */
