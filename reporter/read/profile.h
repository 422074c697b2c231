/* Reader of cgprof.out (include/cgprof/format.h).

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_READ_PROFILE_H
#define CGPROF_READ_PROFILE_H

#include "read/reader.h"

/* Add the profiles in FILE to READER's model, each as a process.  If READER
   has no program, it takes the one that FILE names, which must be the only
   one.  With READER's build, what is of another program or build is passed
   over.  Without it, of several programs in FILE those profiles are taken that
   fit READER's program best: by path and build, else by its path, else by its
   build alone, for it may be a copy.  Return false, with a message, if FILE is
   damaged or of another program; the model can then only be freed.  */
bool profile_read (struct reader *reader, const char *file);

#endif /* CGPROF_READ_PROFILE_H */
