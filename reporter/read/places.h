/* Where a model's functions, blocks and lines stand in the source, from the
   debug information of its images.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_READ_PLACES_H
#define CGPROF_READ_PLACES_H

#include "read/reader.h"

/* Set file and line of those functions of READER's model that have no line,
   as far as the images or their separate debug files know them.  If
   ONLY_EQUAL, do so only for functions that share their source name with
   another one.  Must be called before naming_assign.  */
void places_find_functions (struct reader *reader, bool only_equal);

/* Add a block for each place with call sites to READER's model, set file and
   line of all its blocks, and give its functions the whole paths of their
   files.  */
void places_find_blocks (struct reader *reader);

/* Add a line to READER's model for the beginning of each function that may
   have been called, and set file and line number of all lines.  */
void places_find_lines (struct reader *reader);

#endif /* CGPROF_READ_PLACES_H */
