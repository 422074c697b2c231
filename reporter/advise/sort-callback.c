/* Advice: qsort with a comparison that is little more than the call.

   The comparison's calls come from libc, which is not counted: they are its
   spontaneous ones, exactly.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "advise/advice.h"

#include <cgprof/abi.h>
#include <inttypes.h>

/* Elements sorted with the comparison of the record that is looked at.  */

static uint64_t
sort_elements (const struct model *model, uint32_t callee)
{
  uint64_t sum = 0;
  for (size_t i = 0; i < model->advice_count; i++)
    if (model->advice[i].kind == CGPROF_ADVICE_SORT
	&& model->advice[i].callee == callee)
      sum += model->advice[i].values[CGPROF_SORT_ELEMENTS];
  return sum;
}

static void
sort_look (struct advice *advice, struct advice_record *record)
{
  const uint64_t *values = record->values;
  struct advice_item *item = &record->item;
  const struct model *model = advice->model;
  const struct results *results = advice->results;
  uint32_t callee = record->first->callee;
  uint64_t elements = values[CGPROF_SORT_ELEMENTS];
  if (callee == MODEL_NONE || elements == 0)
    return;
  const struct model_function *compare = &model->functions[callee];
  const struct result_function *compare_result = &results->functions[callee];
  double calls = (double) compare_result->spontaneous * elements
    / sort_elements (model, callee);

  item->diagnostic = "sort-callback";
  item->certainty = ADVICE_COUNTED;
  item->gain_ns = calls * advice->costs->ns[COST_SORT];
  item->subject = arena_format (&advice->arena, "qsort calls %s%s",
				compare->name,
				advice_is_small (advice, callee)
				? ", which is small" : "");
  item->facts
    = arena_format (&advice->arena, "%" PRIu64 " sorts of %.0f elements on "
		    "average, %.0f calls of %s (%" PRIu64 " bytes)",
		    values[CGPROF_SORT_COUNT],
		    (double) elements / values[CGPROF_SORT_COUNT], calls,
		    compare->name, compare->size);
  item->change
    = elements / values[CGPROF_SORT_COUNT] < 16
      ? "so few elements: sort them by insertion, comparing in place"
      : "write a sort of this type with the comparison inline (a macro; "
	"std::sort in C++)";
  if (!advice_is_small (advice, callee) && item->gain_ns >= advice->least_ns)
    {
      item->kind = ADVICE_REFUSED;
      item->stopper = arena_format (&advice->arena, "%s is not small",
				    compare->name);
    }
  else if (compare_result->calls > 0
	   && results->out_first[callee + 1] > results->out_first[callee]
	   && item->gain_ns >= advice->least_ns)
    {
      item->kind = ADVICE_REFUSED;
      item->stopper = arena_format (&advice->arena, "%s calls other functions",
				    compare->name);
    }
  advice_add (advice, item);
}

void
advice_sort_callback (struct advice *advice)
{
  advice_each_record (advice, CGPROF_ADVICE_SORT, CGPROF_SORT_SUMS,
		      sort_look);
}
