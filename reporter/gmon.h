/* Reader of gmon.out, GNU's format, version 1.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_GMON_H
#define CGPROF_GMON_H

#include "reader.h"

/* Add what FILE tells of READER's program to READER's model.  False, with
   a message, if it is damaged; the model is then useless.  */
bool gmon_read (struct reader *reader, const char *file);

#endif /* CGPROF_GMON_H */
