/* A good order of functions, or of object files, for the linker.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_COMPAT_LINK_ORDER_H
#define CGPROF_COMPAT_LINK_ORDER_H

#include "text/view.h"

/* Print the symbols of VIEW's model, those that call one another most next
   to one another, those never called last.  */
void layout_functions (struct view *view);

/* Likewise the object files that MAP, the output of nm -o, says functions
   are in.  False, with a message, if it cannot be read.  */
bool layout_files (struct view *view, const char *map);

#endif /* CGPROF_COMPAT_LINK_ORDER_H */
