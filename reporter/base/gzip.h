/* Compressed output.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_BASE_GZIP_H
#define CGPROF_BASE_GZIP_H

#include <stddef.h>
#include <stdio.h>

/* Write DATA, SIZE bytes of it, to OUT as a gzip file, quickly rather than
   tightly.  The same data give the same file.  */
void gzip_write (FILE *out, const void *data, size_t size);

#endif /* CGPROF_BASE_GZIP_H */
