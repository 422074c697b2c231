/* What the plugin's option use=FILE reads (plugin/use/counted.h): how often
   each line of a function ran, and what its indirect calls led to.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_FEEDBACK_COUNTED_LINES_H
#define CGPROF_FEEDBACK_COUNTED_LINES_H

#include "feedback/source-positions.h"

#include <stdio.h>

/* Print POSITIONS, made of RESULTS by column, to OUT.  What ran of a
   function where it was inlined is added up with the rest.  */
void counted_lines_print (const struct source_positions *positions,
			  const struct results *results, FILE *out);

#endif /* CGPROF_FEEDBACK_COUNTED_LINES_H */
