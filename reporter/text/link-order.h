/* The order of functions, and of the object files they are in, for linkers.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_TEXT_LINK_ORDER_H
#define CGPROF_TEXT_LINK_ORDER_H

#include "text/view.h"

/* Print the symbols of VIEW's functions, which are in order, one a line.  */
void view_function_order (const struct view *view);

/* Print the object files that MAP, the output of nm -o, says functions are in,
   one a line: as the first function of each stands in the order of VIEW's
   functions, then those without one, as in MAP.  False, with a message, if MAP
   cannot be read.  */
bool view_file_order (const struct view *view, const char *map);

#endif /* CGPROF_TEXT_LINK_ORDER_H */
