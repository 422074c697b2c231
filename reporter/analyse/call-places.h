/* All calls with the place in the caller's source where they were made.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_ANALYSE_CALL_PLACES_H
#define CGPROF_ANALYSE_CALL_PLACES_H

#include "analyse/results.h"

struct call_place
{
  uint32_t caller;
  uint32_t callee;
  uint64_t count;		/* Not 0.  */
  const char *file;		/* NULL if unknown, like LINE 0.  */
  uint32_t line;
  uint32_t arc;			/* In the model.  */
  bool tail;
};

struct call_places
{
  struct call_place *places;	/* By caller.  */
  size_t count, room;
  uint32_t *first;		/* Those of caller F are places [FIRST[F]] up
				   to F + 1's.  */
};

/* The line of SITE in its caller's own code: where the outermost function
   that was inlined there was called.  Sets *FILE.  */
uint32_t call_places_line (const struct model *model,
			   const struct model_site *site, const char **file);

/* Set CALLS to RESULTS's sites that made calls and, for the calls that no site
   tells of, its arcs.  */
void call_places_make (struct call_places *calls,
		       const struct results *results);

void call_places_free (struct call_places *calls);

#endif /* CGPROF_ANALYSE_CALL_PLACES_H */
