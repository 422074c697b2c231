/* What a profile's stacks lack: places in the source, call sites, and the
   functions that were inlined or left no frame.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_READ_FRAMES_H
#define CGPROF_READ_FRAMES_H

#include "read/reader.h"

/* What is added to the stacks; each choice includes the ones before.  */
enum frames_detail
{
  FRAMES_TAILS,			/* Functions that left no frame because they
				   made tail calls.  */
  FRAMES_PLACES,		/* Call sites, files and lines; these need
				   debug information.  */
  FRAMES_INLINES		/* Inlined functions.  */
};

/* Add what DETAIL says to the contexts and samples of READER's model.  The
   self time of an inlined function is taken from the function that it was
   inlined into.  Must be called after all profiles were read and before
   naming_assign.  */
void frames_find (struct reader *reader, enum frames_detail detail);

#endif /* CGPROF_READ_FRAMES_H */
