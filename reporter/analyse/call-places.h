/* All calls with the place in the caller's source where they were made.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_ANALYSE_CALL_PLACES_H
#define CGPROF_ANALYSE_CALL_PLACES_H

#include "analyse/results.h"

/* The calls that a function makes of another one at one place.  */
struct call_place
{
  uint32_t caller;
  uint32_t callee;
  uint64_t count;		/* Number of calls; not 0.  */
  const char *file;		/* NULL if unknown, */
  uint32_t line;		/* like 0.  */
  uint32_t arc;			/* Index of the arc in the model.  */
  bool tail;			/* They are tail calls.  */
};

struct call_places
{
  struct call_place *places;	/* Sorted by caller.  */
  size_t count, room;
  uint32_t *first;		/* By function: the places of caller F are
				   numbers FIRST[F] up to FIRST[F + 1] - 1.  */
};

/* Return the line at which SITE stands in its caller's own code, and set *FILE
   to the file.  Where SITE was inlined, that is where the outermost inlined
   function was called.  What is unknown is 0 and NULL.  */
uint32_t call_places_line (const struct model *model,
			   const struct model_site *site, const char **file);

/* Set CALLS, which the caller must free, to the calls along the arcs of
   RESULTS: those that call sites have counted, and the rest without a place.
   The arcs must be indexed (results_index_arcs).  */
void call_places_make (struct call_places *calls,
		       const struct results *results);

void call_places_free (struct call_places *calls);

#endif /* CGPROF_ANALYSE_CALL_PLACES_H */
