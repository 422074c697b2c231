/* Advice: a block that is made larger by the same step again and again.

   A block that grows where it is costs little, so what counts is the bytes
   that were in blocks that moved.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "advise/advice.h"

#include <cgprof/abi.h>
#include <inttypes.h>

#define REALLOC_SHARE 0.8

static void
realloc_look (struct advice *advice, struct advice_record *record)
{
  const uint64_t *values = record->values;
  struct advice_item *item = &record->item;
  uint64_t count = values[CGPROF_REALLOC_COUNT];

  item->diagnostic = "realloc-step";
  item->certainty = ADVICE_COUNTED;
  item->gain_ns = count * advice->costs->ns[COST_REALLOC]
    + values[CGPROF_REALLOC_BYTES]
      * advice_copy_byte (advice, values[CGPROF_REALLOC_LARGEST]);
  item->subject = arena_format (&advice->arena, "%s (%s) by a constant step",
				record->first->symbol,
				advice_object (record, "..."));
  item->facts
    = arena_format (&advice->arena, "%" PRIu64 " calls, %.1f %% of them by "
		    "the step before; %" PRIu64 " moved the block, with %"
		    PRIu64 " bytes in all; at most %" PRIu64 " bytes", count,
		    100.0 * values[CGPROF_REALLOC_STEPS] / count,
		    values[CGPROF_REALLOC_MOVED],
		    values[CGPROF_REALLOC_BYTES],
		    values[CGPROF_REALLOC_LARGEST]);
  item->change = "double the size when there is no room";
  advice_add_share (advice, record, values[CGPROF_REALLOC_STEPS], count,
		    REALLOC_SHARE, "of the calls grow by the step before");
}

void
advice_realloc_step (struct advice *advice)
{
  advice_each_record (advice, CGPROF_ADVICE_REALLOC, CGPROF_REALLOC_SUMS,
		      realloc_look);
}
