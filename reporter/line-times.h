/* Time at lines of source, measured by samples and their stacks.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_LINE_TIMES_H
#define CGPROF_LINE_TIMES_H

#include "model.h"

/* A line that was executing or calling.  Times are in ticks.  */
struct line_time
{
  const char *file;
  uint32_t line;
  double self;			/* Its own code ran.  */
  double inclusive;		/* It was on the stack, each sample once.  */
  uint64_t stamp;		/* Of the sample that was counted last.  */
};

struct line_times
{
  struct line_time *lines;	/* No two of one file and number.  */
  size_t count, room;
};

/* Set TIMES from the samples of MODEL, whose places are known
   (frames_find).  Nothing if there are no stacks.  */
void line_times_find (struct line_times *times, const struct model *model);

void line_times_free (struct line_times *times);

#endif /* CGPROF_LINE_TIMES_H */
