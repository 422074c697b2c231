/* Functions that the compiler split, put together again.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_FEEDBACK_SPLIT_FUNCTIONS_H
#define CGPROF_FEEDBACK_SPLIT_FUNCTIONS_H

#include "feedback/source-index.h"

#include <stdbool.h>

/* Whether FUNCTION is what the compiler split off another's beginning.  */
bool split_functions_rest (const struct model_function *function);

/* Have the positions of INDEX, not sorted yet, be those of MODEL's functions
   as a whole: a call of which the beginning was inlined is a call, and the
   rest one part of what it was inlined into.  INDEX is made anew.  */
void split_functions_join (struct source_index *index,
			   const struct model *model);

#endif /* CGPROF_FEEDBACK_SPLIT_FUNCTIONS_H */
