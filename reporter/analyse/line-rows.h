/* The lines of source of a profile by line.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_ANALYSE_LINE_ROWS_H
#define CGPROF_ANALYSE_LINE_ROWS_H

#include "analyse/results.h"

/* Set the lines of RESULTS to those of its model, equal ones made one, and to
   the beginnings of functions that were called.  Calls must have been added
   up.  If PATH, the lines' names have the whole path of the file.  */
void line_rows_make (struct results *results, bool path);

#endif /* CGPROF_ANALYSE_LINE_ROWS_H */
