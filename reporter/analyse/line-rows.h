/* The lines of source of a profile by line.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_ANALYSE_LINE_ROWS_H
#define CGPROF_ANALYSE_LINE_ROWS_H

#include "analyse/results.h"

/* Set RESULTS' lines to its model's, those that are equal made one, with the
   beginnings of functions that were called: calls must have been added up.
   Their names have the whole path of the file if PATH.  */
void line_rows_make (struct results *results, bool path);

#endif /* CGPROF_ANALYSE_LINE_ROWS_H */
