/* Source lines from debug information.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_LINES_H
#define CGPROF_LINES_H

#include "reader.h"

/* Give the functions of READER's model that have no line theirs, as far as
   the images or their separate debug files know them.  ONLY_EQUAL: just
   those whose source name some other function has too.  To be called
   before naming_assign.  */
void lines_find (struct reader *reader, bool only_equal);

#endif /* CGPROF_LINES_H */
