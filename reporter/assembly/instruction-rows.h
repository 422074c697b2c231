/* Instructions of functions, with the time at each.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_ASSEMBLY_INSTRUCTION_ROWS_H
#define CGPROF_ASSEMBLY_INSTRUCTION_ROWS_H

#include "analyse/results.h"

/* An instruction of the plain program.  */
struct instruction_row
{
  const struct model_instruction *instruction;
  double self;			/* In ticks, as all times of results; time at
				   what the plugin added is with the
				   instruction before.  */
};

/* All that the model has, by function and then by address.  A zeroed struct is
   empty.  */
struct instruction_rows
{
  struct instruction_row *all;
  uint32_t *first;		/* By function of the model, where its rows
				   begin; one more for the end.  */
  uint32_t *order;		/* Functions that have some: the one with most
				   time first, then by instructions.  */
  size_t order_count;
};

/* Set ROWS, which the caller must free, to those of RESULTS.  */
void instruction_rows_make (struct instruction_rows *rows,
			    const struct results *results);

void instruction_rows_free (struct instruction_rows *rows);

#endif /* CGPROF_ASSEMBLY_INSTRUCTION_ROWS_H */
