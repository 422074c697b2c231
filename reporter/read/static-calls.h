/* Direct calls that stand in the code, whether they were made or not.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_READ_STATIC_CALLS_H
#define CGPROF_READ_STATIC_CALLS_H

#include "read/reader.h"

/* Add an arc with a count of 0 to READER's model for each direct call in its
   open images that the plugin's tables have or that a call instruction
   makes.  */
void static_calls_add (struct reader *reader);

#endif /* CGPROF_READ_STATIC_CALLS_H */
