/* Advice: what has grown is gone over from its beginning again.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "advise/advice.h"

#include <cgprof/abi.h>
#include <inttypes.h>
#include <string.h>

#define APPEND_SHARE 0.8

static void
append_look (struct advice *advice, struct advice_record *record)
{
  const uint64_t *values = record->values;
  const double *cost = advice->costs->ns;
  struct advice_item *item = &record->item;
  const char *symbol = record->first->symbol ? record->first->symbol : "";
  const char *object = advice_object (record, "...");
  bool is_append = strstr (symbol, "cat") != NULL;
  bool is_length = is_append || strcmp (symbol, "strlen") == 0;
  uint64_t grown = values[CGPROF_APPEND_GROWN];
  double again = values[CGPROF_APPEND_AGAIN];

  item->diagnostic = "append";
  item->certainty = ADVICE_LIKELY;
  item->gain_ns = again
    * (is_length ? cost[COST_STRLEN_BYTE]
		 : advice_copy_byte (advice, values[CGPROF_APPEND_LONGEST]));
  item->subject
    = is_length
      ? arena_format (&advice->arena, is_append
		      ? "%s (%s, ...) to a string that grows"
		      : "%s (%s) of a string that grows", symbol, object)
      : arena_format (&advice->arena, "%s from %s, which grows, as a whole",
		      symbol, object);
  item->facts
    = arena_format (&advice->arena, "%" PRIu64 " calls, %.1f %% of them of "
		    "more than the one before; %.0f bytes for the second "
		    "time or more, at most %" PRIu64 " a call",
		    values[CGPROF_APPEND_COUNT],
		    100.0 * grown / values[CGPROF_APPEND_COUNT], again,
		    values[CGPROF_APPEND_LONGEST]);
  item->change = is_length
    ? "keep a pointer to the end, or the length"
    : "append in place: keep room behind what is there, and double it when "
      "it is used up";
  advice_add_share (advice, record, grown, values[CGPROF_APPEND_COUNT],
		    APPEND_SHARE, "of the calls are of more than before");
}

void
advice_append (struct advice *advice)
{
  advice_each_record (advice, CGPROF_ADVICE_APPEND, CGPROF_APPEND_SUMS,
		      append_look);
}
