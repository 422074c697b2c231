/* When the samples of an HTML report were taken, for the page to choose from.

   Time is parted into buckets, and a sample's time is known by bucket: what
   lies between two borders can be summed up exactly, however many samples
   there were.  Borders are at every STEP and at the marks.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_HTML_TIMELINE_H
#define CGPROF_HTML_TIMELINE_H

#include "model/model.h"

/* Time of a sample in LENGTH successive buckets, spread evenly if they are
   several: those of a wait.  */
struct html_timeline_row
{
  uint32_t bucket;
  uint32_t length;
  uint32_t sample;		/* In model.samples.  */
  double ns;
};

/* Times count from the start of each sample's profile, in ns.  */
struct html_timeline
{
  uint64_t step;
  uint64_t end;			/* When the last sample was taken, or the last
				   mark made.  */
  uint64_t *borders;		/* Of the model's marks, sorted; */
  size_t border_count;		/* none, if they were too many.  */
  struct html_timeline_row *rows;	/* Sorted by bucket.  */
  size_t row_count, row_room;
};

/* Set TIMELINE, which the caller must free, to the times of MODEL's samples.
   It has no rows if none are known.  */
void html_timeline_make (struct html_timeline *timeline,
			 const struct model *model);

void html_timeline_free (struct html_timeline *timeline);

#endif /* CGPROF_HTML_TIMELINE_H */
