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
  MERGE_ANY_BUILD,		/* A program that was built anew while it was
				   profiled is several.  */
  MERGE_NEWEST_BUILD		/* With SUM: those of others are put on the
				   newest one (sum_set_rebuild).  */
};

struct merge_choice
{
  enum merge_builds builds;
  bool sum;			/* Profiles of one program become one, unless a
				   file that tells what they counted cannot be
				   had.  */
  const char *const *images;	/* With SUM: programs, if they are not where
				   they were.  */
  size_t image_count;
  bool resume;			/* Likewise: go on from what an interrupted
				   merge has left beside the output.  */
  size_t workers;		/* Likewise: threads that work at once; 0: as
				   many as can.  */
};

/* Write the profiles in the COUNT FILES, each a cgprof.out, one behind the
   other, in the order in which their processes started, to OUTPUT, which may
   be one of FILES; with CHOICE's sum those of a program as one.  Return false,
   with a message, if that fails, or if they are of other builds than CHOICE's;
   OUTPUT is then as it was, unless it is no regular file (a pipe, for
   instance), which is written to at once.  While many are added up, the sum so
   far is kept as OUTPUT.part, which stays if the process is killed.  */
bool merge_profiles (const char *const *files, size_t count,
		     const struct merge_choice *choice, const char *output);

#endif /* CGPROF_WRITE_MERGE_H */
