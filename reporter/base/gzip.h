/* Output compressed as gzip does.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_BASE_GZIP_H
#define CGPROF_BASE_GZIP_H

#include <stddef.h>
#include <stdio.h>

/* Write the SIZE bytes of DATA to OUT as a gzip file, compressed fast rather
   than well.  Equal data give equal files: there is no time and no name in
   them.  Errors of writing are left in OUT.  */
void gzip_write (FILE *out, const void *data, size_t size);

#endif /* CGPROF_BASE_GZIP_H */
