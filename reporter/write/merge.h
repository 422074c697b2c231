/* Several profiles in one file.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_WRITE_MERGE_H
#define CGPROF_WRITE_MERGE_H

#include <stdbool.h>
#include <stddef.h>

/* Which builds of a program the profiles in one file may be of.  */
enum merge_builds
{
  MERGE_ONE_BUILD,
  MERGE_ANY_BUILD		/* A program that was built anew while it was
				   profiled is several.  */
};

/* Write the profiles in the COUNT FILES, each a cgprof.out, one behind the
   other, in the order in which their processes started, to OUTPUT, which may be one of FILES.  Return false, with a message,
   if that fails, or if they are of other BUILDS; OUTPUT is then as it was, unless it is no regular file (a
   pipe, for instance), which is written to at once.  */
bool merge_profiles (const char *const *files, size_t count,
		     enum merge_builds builds, const char *output);

#endif /* CGPROF_WRITE_MERGE_H */
