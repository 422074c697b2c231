/* Reader of cgprof.out (include/cgprof/format.h).

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_READ_PROFILE_H
#define CGPROF_READ_PROFILE_H

#include "read/reader.h"

/* Add the profiles in FILE to READER's model, each as a process.  If READER
   has no program, it takes the one that FILE names.  Return false, with a
   message, if FILE is damaged or of another program; the model can then only
   be freed.  */
bool profile_read (struct reader *reader, const char *file);

#endif /* CGPROF_READ_PROFILE_H */
