/* Instructions of functions, as a table.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_TEXT_INSTRUCTIONS_H
#define CGPROF_TEXT_INSTRUCTIONS_H

#include "text/view.h"

/* Print which functions ran how many instructions.  Return false if that is
   not known of any.  */
bool view_instructions (struct view *view);

#endif /* CGPROF_TEXT_INSTRUCTIONS_H */
