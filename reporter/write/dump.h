/* Every byte of a cgprof.out, explained.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_WRITE_DUMP_H
#define CGPROF_WRITE_DUMP_H

#include <stdbool.h>
#include <stdio.h>

/* Print the contents of FILE to OUT, a line for each field: its offset in
   hexadecimal, its size in bytes, the record and the field, a tab, and its
   value.  The lines follow one another without a gap from the first byte to
   the last one that is used.  Return false, with a message, if FILE cannot be
   read or from some place on cannot be explained; the rest is then printed as
   bytes.  */
bool dump_file (const char *file, FILE *out);

#endif /* CGPROF_WRITE_DUMP_H */
