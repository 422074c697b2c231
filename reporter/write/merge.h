/* Several profiles in one file.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_WRITE_MERGE_H
#define CGPROF_WRITE_MERGE_H

#include <stdbool.h>
#include <stddef.h>

/* Write the profiles in the COUNT FILES, each a cgprof.out, one behind the
   other to OUTPUT, which may be one of FILES.  Return false, with a message,
   if that fails; OUTPUT is then as it was, unless it is no regular file (a
   pipe, for instance), which is written to at once.  */
bool merge_profiles (const char *const *files, size_t count,
		     const char *output);

#endif /* CGPROF_WRITE_MERGE_H */
