/* Several profiles in one file.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_WRITE_MERGE_H
#define CGPROF_WRITE_MERGE_H

#include <stdbool.h>
#include <stddef.h>

/* Write the profiles of FILES, COUNT of them, each a cgprof.out, one behind
   the other to OUTPUT, which may be one of them.  False, with a message, if
   that fails; OUTPUT is then as it was.  What is no file, such as a pipe, is
   written to as it comes.  */
bool merge_profiles (const char *const *files, size_t count,
		     const char *output);

#endif /* CGPROF_WRITE_MERGE_H */
