/* Advice: blocks that are freed when hardly another was allocated.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "advise/advice.h"

#include <cgprof/abi.h>
#include <inttypes.h>

#define SHORT_SHARE 0.9

/* What malloc keeps at hand for a thread are blocks up to about this.  */
#define SHORT_LARGE 1032

static void
short_look (struct advice *advice, struct advice_record *record)
{
  const uint64_t *values = record->values;
  struct advice_item *item = &record->item;
  uint64_t count = values[CGPROF_ALLOCATE_COUNT];
  uint64_t freed = values[CGPROF_ALLOCATE_SHORT];
  double size = (double) values[CGPROF_ALLOCATE_BYTES] / count;
  const char *name = record->first->callee != MODEL_NONE
    ? advice->model->functions[record->first->callee].name
    : record->first->symbol;

  item->diagnostic = "short-lived";
  item->certainty = ADVICE_LIKELY;
  item->gain_ns = freed
    * advice->costs->ns[size > SHORT_LARGE ? COST_ALLOCATE_LARGE
			: COST_ALLOCATE];
  item->subject = arena_format (&advice->arena, "%s of blocks that are freed "
				"at once", name);
  item->facts
    = arena_format (&advice->arena, "%" PRIu64 " blocks, %.0f bytes on "
		    "average, at most %" PRIu64 "; %.1f %% were freed before "
		    "%d more were allocated", count, size,
		    values[CGPROF_ALLOCATE_LARGEST], 100.0 * freed / count,
		    CGPROF_RECENT_SLOTS + 1);
  item->change
    = values[CGPROF_ALLOCATE_LARGEST] <= 4096
      ? "use a local array, or one block for all turns of the loop"
      : "use one block for all turns of the loop, and let it grow";
  advice_add_share (advice, record, freed, count, SHORT_SHARE,
		    "of the blocks are freed so soon");
}

void
advice_short_lived (struct advice *advice)
{
  advice_each_record (advice, CGPROF_ADVICE_ALLOCATE, CGPROF_ALLOCATE_SUMS,
		      short_look);
}
