/* Advice: vectors that get their storage piece by piece.

   Doubling makes the bytes that move few; what a growth costs most is the
   allocation, and the more so the smaller the vectors are.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "advise/advice.h"

#include <cgprof/abi.h>
#include <inttypes.h>

static void
vector_look (struct advice *advice, struct advice_record *record)
{
  const uint64_t *values = record->values;
  struct advice_item *item = &record->item;
  const double *cost = advice->costs->ns;
  uint64_t growths = values[CGPROF_VECTOR_GROWTHS];
  uint64_t first = values[CGPROF_VECTOR_FIRST];
  if (growths == 0)
    return;

  /* What grows twice or more could be given its size at once; what grows
     once has to be kept for the next.  */
  bool once = first * 2 > growths;
  item->diagnostic = "vector-growth";
  item->certainty = ADVICE_COUNTED;
  item->gain_ns = (once ? growths : growths - first) * cost[COST_ALLOCATE]
    + values[CGPROF_VECTOR_BYTES]
      * advice_copy_byte (advice, values[CGPROF_VECTOR_LARGEST]);
  item->subject = record->first->object
    ? arena_format (&advice->arena, "the vector %s grows",
		    record->first->object)
    : "a vector grows";
  item->facts
    = arena_format (&advice->arena, "%" PRIu64 " calls, %" PRIu64
		    " growths, %" PRIu64 " of them from nothing; %" PRIu64
		    " bytes moved, at most %" PRIu64 " bytes",
		    values[CGPROF_VECTOR_CALLS], growths, first,
		    values[CGPROF_VECTOR_BYTES],
		    values[CGPROF_VECTOR_LARGEST]);
  item->change
    = once ? "keep one vector and clear () it, or give its elements room in "
	     "the object itself"
	   : "reserve () the size it will have, or keep one vector and "
	     "clear () it";
  advice_add (advice, item);
}

void
advice_vector_growth (struct advice *advice)
{
  advice_each_record (advice, CGPROF_ADVICE_VECTOR, CGPROF_VECTOR_SUMS,
		      vector_look);
}
