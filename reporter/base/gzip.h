/* Output compressed as gzip does.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_BASE_GZIP_H
#define CGPROF_BASE_GZIP_H

#include <stdio.h>

/* Return a stream that writes a gzip file to TO, compressed fast rather than
   well.  Equal data give equal files: there is no time and no name in them.
   Closing the stream leaves TO open and not flushed; errors of writing to TO
   are TO's.  */
FILE *gzip_open (FILE *to);

#endif /* CGPROF_BASE_GZIP_H */
