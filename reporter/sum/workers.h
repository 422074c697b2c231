/* Many profiles, added up by several threads at once.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_SUM_WORKERS_H
#define CGPROF_SUM_WORKERS_H

#include "sum/sum.h"

/* A profile that is to be added.  */
struct sum_part
{
  const char *file;
  uint64_t start;		/* Its offset in FILE.  */
  enum sum_result result;	/* What became of it.  */
};

/* Return how many threads can run at once here.  */
unsigned sum_count_workers (void);

/* Add the COUNT PARTS to SET by WORKERS threads, and set the result of each.
   Return false, with a message, if one is damaged or counts add up to too
   much.  */
bool sum_add_parts (struct sum_set *set, struct sum_images *images,
		    struct sum_part *parts, size_t count, unsigned workers);

#endif /* CGPROF_SUM_WORKERS_H */
