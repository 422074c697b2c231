/* Advice: large blocks that are cleared and then hardly used.

   Before a block is cleared again as before, some of its words are looked
   at: those that are not 0 were in use.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "advise/advice.h"

#include <cgprof/abi.h>
#include <inttypes.h>

/* Of the words looked at, at most so many were in use.  */
#define CLEAR_USED 0.1
#define CLEAR_BIG 1024

static void
clear_look (struct advice *advice, struct advice_record *record)
{
  const uint64_t *values = record->values;
  struct advice_item *item = &record->item;
  uint64_t count = values[CGPROF_CLEAR_COUNT];
  double size = (double) values[CGPROF_CLEAR_BYTES] / count;
  uint64_t looks = values[CGPROF_CLEAR_LOOKS];
  double used = looks ? (double) values[CGPROF_CLEAR_USED] / looks : 1;
  if (size < CLEAR_BIG)
    return;

  item->diagnostic = "big-clear";
  item->certainty = ADVICE_LIKELY;
  item->gain_ns = values[CGPROF_CLEAR_BYTES] * (1 - used)
    * advice->costs->ns[COST_CLEAR_BYTE];
  item->subject = arena_format (&advice->arena, "%s is cleared, hardly used, "
				"and cleared again",
				advice_object (record, "a block"));
  item->facts
    = arena_format (&advice->arena, "%" PRIu64 " times %.0f bytes; of the "
		    "words looked at before that, %.1f %% were not 0", count,
		    size, 100 * used);
  item->change = "clear only what was used";
  if (looks < 2 * count)
    {
      item->kind = ADVICE_OBSERVATION;
      item->subject = arena_format (&advice->arena, "%s is cleared",
				    advice_object (record, "a block"));
      item->facts = arena_format (&advice->arena, "%" PRIu64 " times %.0f "
				  "bytes, of different blocks", count, size);
      item->change = NULL;
      item->gain_ns = values[CGPROF_CLEAR_BYTES]
	* advice->costs->ns[COST_CLEAR_BYTE];
    }
  else if (item->gain_ns >= advice->least_ns)
    {
      if (record->first->flags & CGPROF_ADVICE_WHOLE)
	item->stopper = "the whole block is handed on";
      else if (used > CLEAR_USED)
	item->stopper = arena_format (&advice->arena, "%.0f %% of it was in "
				      "use", 100 * used);
      if (item->stopper)
	item->kind = ADVICE_REFUSED;
    }
  advice_add (advice, item);
}

void
advice_big_clear (struct advice *advice)
{
  advice_each_record (advice, CGPROF_ADVICE_CLEAR, CGPROF_CLEAR_SUMS,
		      clear_look);
}
