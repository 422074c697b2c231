/* Reader of cgprof.out (include/cgprof/format.h).

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_READ_PROFILE_H
#define CGPROF_READ_PROFILE_H

#include "read/reader.h"

/* Add what the profiles in FILE tell to READER's model, which counts them as
   processes.  False, with a message, if it is
   damaged or is not of READER's program; the model is then useless.  If
   READER has no program, the one FILE names is taken.  */
bool profile_read (struct reader *reader, const char *file);

#endif /* CGPROF_READ_PROFILE_H */
