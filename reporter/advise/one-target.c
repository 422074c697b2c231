/* Advice: a call through a pointer that leads to one function.

   The processor predicts such a call, so it costs little more than a direct
   one; what it prevents is inlining.  A test of the pointer before the call
   costs next to nothing and lets the compiler put a small callee in place.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "advise/advice.h"

#include <inttypes.h>
#include <string.h>

/* Of all calls, so many must go to one function.  */
#define ONE_TARGET_SHARE 0.95

/* NAME, of a function of C++, as it stands in a call: without types of
   parameters and what is behind them.  */

static const char *
call_name (struct advice *advice, const char *name)
{
  const char *end = strrchr (name, ')');
  if (!end)
    return name;
  int depth = 1;
  while (depth > 0 && end > name)
    {
      end--;
      depth += *end == ')' ? 1 : *end == '(' ? -1 : 0;
    }
  return end > name ? arena_copy (&advice->arena, name, end - name) : name;
}

/* Add what is to be said of PLACE, of whose CALLS MOST, MOST_CALLS of
   them, go to one function.  */

static void
one_target_add (struct advice *advice, const struct advice_places *places,
		const struct advice_place *place, uint32_t most,
		uint64_t most_calls, unsigned targets)
{
  const struct model *model = advice->model;
  const struct model_site *site = &model->sites[places->order[place->first]];
  const double *cost = advice->costs->ns;
  bool is_virtual = site->kind == MODEL_SITE_VIRTUAL;
  const char *target = advice_short_name (&advice->arena,
					  model->functions[most].name);
  bool is_function = strncmp (target, "std::_Function_handler<", 23) == 0
    && strstr (target, ">::_M_invoke");
  double share = (double) most_calls / place->calls;
  bool small = advice_is_small (advice, most);
  double each = small ? cost[COST_INDIRECT] - cost[COST_GUARD]
		      : cost[COST_INDIRECT] - cost[COST_CALL];

  struct advice_item item = {
    .kind = ADVICE_CHANGE, .certainty = ADVICE_COUNTED,
    .diagnostic = "one-target", .gain_ns = each > 0 ? each * most_calls : 0,
    .function = site->caller, .file = place->file, .line = place->line,
    .column = place->column,
    .subject = is_virtual ? "virtual call"
	       : is_function ? "call of a std::function"
	       : "call through a pointer"
  };
  item.facts = targets == 1
    ? arena_format (&advice->arena, "%" PRIu64 " calls, all to %s",
		    place->calls, target)
    : arena_format (&advice->arena, "%" PRIu64 " calls, %.1f %% to %s, "
		    "%u targets", place->calls, 100 * share, target,
		    targets);
  target = call_name (advice, target);
  item.change = is_function
    ? "take what is called as it is, as a parameter of a template, instead of "
      "a std::function"
    : is_virtual
    ? arena_format (&advice->arena, "if the object is always of one class, "
		    "name that as its type and make it final; else test its "
		    "type and call %s by this full name", target)
    : arena_format (&advice->arena, "test the pointer and call %s directly: "
		    "if (f == %s) %s (...); else f (...);", target, target,
		    target);
  if (share < ONE_TARGET_SHARE)
    {
      double calls = (double) place->calls * cost[COST_INDIRECT];
      if (item.gain_ns >= advice->least_ns)
	{
	  item.kind = ADVICE_REFUSED;
	  item.stopper = arena_format (&advice->arena, "only %.1f %% of the "
				       "calls go to one function, %.0f %% "
				       "are needed", 100 * share,
				       100 * ONE_TARGET_SHARE);
	  advice_add (advice, &item);
	}
      item.kind = ADVICE_OBSERVATION;
      item.gain_ns = calls;
      item.change = NULL;
      item.stopper = NULL;
    }
  advice_add (advice, &item);
}

void
advice_one_target (struct advice *advice)
{
  const struct model *model = advice->model;
  struct advice_places places;
  advice_collect (&places, model, false);
  for (size_t i = 0; i < places.count; i++)
    {
      const struct advice_place *place = &places.places[i];
      uint32_t most = MODEL_NONE;
      uint64_t most_calls = 0;
      unsigned targets = 0;
      uint32_t callee = MODEL_NONE;
      uint64_t calls = 0;

      /* The sites of a place are sorted by callee.  */
      for (uint32_t j = 0; j < place->count; j++)
	{
	  const struct model_site *site
	    = &model->sites[places.order[place->first + j]];
	  if (site->callee != callee)
	    {
	      callee = site->callee;
	      calls = 0;
	      targets++;
	    }
	  calls += site->count;
	  if (calls > most_calls)
	    {
	      most_calls = calls;
	      most = callee;
	    }
	}
      if (most != MODEL_NONE)
	one_target_add (advice, &places, place, most, most_calls, targets);
    }
  advice_places_free (&places);
}
