/* Calls that the code has, made or not.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_READ_STATIC_CALLS_H
#define CGPROF_READ_STATIC_CALLS_H

#include "read/reader.h"

/* Add an arc without calls to READER's model for every direct call in its
   open images: those of the plugin's tables, and those that call
   instructions make.  */
void static_calls_add (struct reader *reader);

#endif /* CGPROF_READ_STATIC_CALLS_H */
