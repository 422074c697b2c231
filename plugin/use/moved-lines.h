/* Where the lines of a function are that were counted, now that others may
   have been put between them.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_USE_MOVED_LINES_H
#define CGPROF_USE_MOVED_LINES_H

#include "use/counted.h"

/* A line of now and one that was counted, which are one.  */
struct line_pair
{
  int now, counted;
};

struct moved_lines
{
  auto_vec<line_pair> pairs;	/* By line.  */
  bool changed;			/* The function is another one: half of its
				   calls or more are not there.  */
};

/* Sort SITES by line and name; those of one line and name become one, as they
   were counted together.  */
void moved_lines_sort (vec<counted_site> *sites);

/* Set MAP to that of FUNCTION, which has SITES now, sorted like FUNCTION's: by
   the calls that both have in the same order.  */
void moved_lines_make (moved_lines *map, const counted_function *function,
		       const vec<counted_site> &sites);

/* Return the counted line of the line NOW: as far from it as from the nearest
   line that is known.  */
int moved_lines_find (const moved_lines *map, int now);

#endif /* CGPROF_USE_MOVED_LINES_H */
