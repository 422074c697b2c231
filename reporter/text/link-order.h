/* The order of functions, and of the object files they are in, for linkers.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_TEXT_LINK_ORDER_H
#define CGPROF_TEXT_LINK_ORDER_H

#include "analyse/function-order.h"

#include <stdio.h>

/* Print the symbols of MODEL's functions in ORDER to OUT, one a line.  */
void view_function_order (const struct model *model,
			  const struct function_order *order, FILE *out);

/* Print the object files that MAP, the output of nm -o, says functions are in,
   one a line to OUT: as the first function of each stands in ORDER, one of
   MODEL's functions, then those without one, as in MAP.  False, with a
   message, if MAP cannot be read.  */
bool view_file_order (const struct model *model,
		      const struct function_order *order, const char *map,
		      FILE *out);

#endif /* CGPROF_TEXT_LINK_ORDER_H */
