/* What the parts of putting sums on a newer build share.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_SUM_REBUILD_PARTS_H
#define CGPROF_SUM_REBUILD_PARTS_H

#include "base/match.h"
#include "sum/sum-parts.h"

enum { REBUILD_OLD, REBUILD_NEW };

/* What has no place.  */
struct rebuild_loss
{
  const char *what;
  uint64_t count;
};

struct rebuild
{
  struct sum *to;
  const struct sum *from;
  struct arena arena;
  struct rebuild_loss *losses;
  size_t loss_count, loss_room;
  uint64_t lost;		/* All of them.  */
  uint64_t unknown;		/* Nanoseconds whose function is gone.  */
};

/* A module that both have, with its two files, if its builds differ.  */
struct rebuild_module
{
  uint32_t number;		/* In TO.  */
  const struct image *images[MATCH_SIDES];	/* NULL: the builds are one, or
						   a file cannot be had.  */
  bool same;
  uint32_t *functions[MATCH_SIDES];	/* The other image's function, by that
					   of one.  */
  uint32_t *sites[MATCH_SIDES];	/* Likewise of site rows.  */
};

/* What stands for the site of IMAGE's ROW, in messages: as long as REBUILD's
   arena.  */
const char *rebuild_name_site (struct rebuild *rebuild,
			       const struct image *image, uint32_t row);

/* Note that COUNT of WHAT have no place.  WHAT must stay valid.  */
void rebuild_lose (struct rebuild *rebuild, const char *what, uint64_t count);

/* Put the counters of OLD, a module of the older build's sum, on those of
   MODULE, whose rows are matched and whose newer file is FILE.  Return false
   if counts add up to too much.  */
bool rebuild_words (struct rebuild *rebuild, const struct sum_module *old,
		    struct rebuild_module *module,
		    const struct sum_image *file);

#endif /* CGPROF_SUM_REBUILD_PARTS_H */
