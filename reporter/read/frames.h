/* What is not written in the stacks of a profile: places in the source,
   call sites, functions that were inlined or left no frame.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_READ_FRAMES_H
#define CGPROF_READ_FRAMES_H

#include "read/reader.h"

/* How much is to be found out.  */
enum frames_detail
{
  FRAMES_TAILS,			/* Tail-calling functions only.  */
  FRAMES_PLACES,		/* Also call sites, files and lines; this
				   needs debug information.  */
  FRAMES_INLINES		/* Also inlined functions.  */
};

/* Complete the contexts and samples of READER's model by DETAIL, once all
   profiles were read.  Put back inlined functions take their self time from
   the function they are in.  To be called before naming_assign.  */
void frames_find (struct reader *reader, enum frames_detail detail);

#endif /* CGPROF_READ_FRAMES_H */
