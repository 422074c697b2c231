/* Advice: a function called again with the same arguments and result.

   The record compares with the call before only: what alternates between
   two arguments is not seen.  A result that changes though the arguments do
   not shows that more goes in than they; then nothing is advised.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "advise/advice.h"

#include <cgprof/abi.h>
#include <inttypes.h>
#include <string.h>

/* Of all calls, so many must repeat the one before, */
#define REPEATED_SHARE 0.8
/* and of those with its arguments so many may have another result.  */
#define REPEATED_OTHER 0.1

/* What one call of FUNCTION took, as sampled.  */

static double
repeated_sampled (const struct advice *advice, uint32_t function)
{
  if (function == MODEL_NONE || advice->results->second <= 0)
    return 0;
  const struct result_function *callee = &advice->results->functions[function];
  return callee->calls == 0
    ? 0 : (callee->self + callee->child) / advice->results->second * 1e9
	  / callee->calls;
}

/* What the repeated calls of RECORD cost.  */

static double
repeated_cost (const struct advice *advice,
	       const struct advice_record *record)
{
  static const struct
  {
    const char *name;
    enum cost cost;
  } known[] = {
    { "strlen", COST_STRLEN }, { "strcmp", COST_STRCMP },
    { "getenv", COST_GETENV }, { "atoi", COST_NUMBER },
    { "atol", COST_NUMBER }, { "atof", COST_NUMBER }
  };
  const double *cost = advice->costs->ns;
  double calls = record->values[CGPROF_REPEAT_BOTH];
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (strcmp (record->first->symbol, known[i].name) == 0)
      return calls * cost[known[i].cost]
	+ record->values[CGPROF_REPEAT_LENGTH] * cost[COST_STRLEN_BYTE];
  return calls * repeated_sampled (advice, record->first->callee);
}

static void
repeated_look (struct advice *advice, struct advice_record *record)
{
  const uint64_t *values = record->values;
  const char *symbol = record->first->symbol ? record->first->symbol : "";
  struct advice_item *item = &record->item;
  const char *name = record->first->callee != MODEL_NONE
    ? advice->model->functions[record->first->callee].name : symbol;
  bool is_length = strcmp (symbol, "strlen") == 0;
  uint64_t same = values[CGPROF_REPEAT_ARGUMENTS];
  uint64_t both = values[CGPROF_REPEAT_BOTH];

  item->diagnostic = "repeated-call";
  item->certainty = record->first->flags & CGPROF_ADVICE_CONST
    ? ADVICE_COUNTED : ADVICE_LIKELY;
  item->gain_ns = repeated_cost (advice, record);
  item->subject
    = arena_format (&advice->arena, "%s (%s) again and again", name,
		    advice_object (record, "..."));
  item->facts
    = arena_format (&advice->arena, "%" PRIu64 " calls, %.1f %% of them "
		    "with arguments and result of the one before",
		    values[CGPROF_REPEAT_COUNT],
		    100.0 * both / values[CGPROF_REPEAT_COUNT]);
  if (is_length && both > 0)
    item->facts
      = arena_format (&advice->arena, "%s, %.0f bytes on average",
		      item->facts,
		      (double) values[CGPROF_REPEAT_LENGTH] / both);
  item->change
    = is_length
      ? "keep the length in a variable, or take it before the loop"
      : arena_format (&advice->arena, "call it before the loop, or keep its "
		      "last result%s", record->first->flags
		      & CGPROF_ADVICE_CONST ? ""
		      : ", as long as what it reads does not change");
  if (same - both > REPEATED_OTHER * same
      && item->gain_ns >= advice->least_ns)
    {
      item->kind = ADVICE_REFUSED;
      item->stopper = arena_format (&advice->arena, "%.0f %% of the calls "
				    "with the same arguments have another "
				    "result", 100.0 * (same - both) / same);
    }
  advice_add_share (advice, record, both, values[CGPROF_REPEAT_COUNT],
		    REPEATED_SHARE, "of the calls repeat the one before");
}

void
advice_repeated_call (struct advice *advice)
{
  advice_each_record (advice, CGPROF_ADVICE_REPEAT, CGPROF_REPEAT_SUMS,
		      repeated_look);
}
