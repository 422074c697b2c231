/* Every byte of a cgprof.out, explained.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_WRITE_DUMP_H
#define CGPROF_WRITE_DUMP_H

#include <stdbool.h>
#include <stdio.h>

/* Print to OUT what FILE holds, a line for each field: its offset in
   hexadecimal, its size in bytes, the record and the field, a tab, and its
   value.  The lines follow
   one another without a gap from the first byte to the last one that counts.
   What cannot be explained is shown as bytes, up to the end of the file;
   then, or if FILE cannot be read, false is returned, with a message.  */
bool dump_file (const char *file, FILE *out);

#endif /* CGPROF_WRITE_DUMP_H */
