/* Amounts below the calls of functions at levels of recursion.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "shares/shared-calls.h"

#include <stdlib.h>

/* The calls that share an amount.  */
struct shared_calls_group
{
  double amount;
  uint64_t calls;		/* At LEVEL, */
  uint32_t level;		/* the least one: the caller's level *
				   RECURSION_LEVELS + the callee's.  */
};

/* The groups: by arc, and behind them by function those from outside.  */
struct shared_calls
{
  const struct results *results;
  struct map arcs;		/* By (caller, callee).  */
  struct shared_calls_group *groups;
};

/* The level of CALL; MODEL_NONE: it has no amount, as code that was inlined
   makes it and the arc is that of its owner.  *GROUP becomes its group.  */

static uint32_t
shared_calls_level (const struct shared_calls *calls,
		  const struct recursion_levels_call *call, size_t *group)
{
  uint32_t from = call->from / RECURSION_LEVELS;
  uint32_t to = call->to / RECURSION_LEVELS;
  uint32_t arc = map_find (&calls->arcs, call->owner, to);
  *group = arc == MAP_NONE ? calls->results->arc_count + to : arc;
  /* Callers that do not count have no levels.  */
  if (arc == MAP_NONE)
    return 0;
  return from != call->owner ? MODEL_NONE
    : call->from % RECURSION_LEVELS * RECURSION_LEVELS
      + call->to % RECURSION_LEVELS;
}

/* Set the groups' amounts to what SHARES say, without calls.  */

static void
shared_calls_find_groups (struct shared_calls *calls,
			  const struct call_shares *shares)
{
  const struct results *results = calls->results;
  size_t functions = results->model->function_count;
  calls->groups = mem_alloc (results->arc_count + functions,
			     sizeof *calls->groups);
  map_reserve (&calls->arcs, results->arc_count);
  for (size_t i = 0; i < results->arc_count; i++)
    {
      const struct result_arc *arc = &results->arcs[i];
      calls->groups[i].level = MODEL_NONE;
      if (arc->count == 0)
	continue;
      calls->groups[i].amount = call_shares_part (results, arc)
	* shares->total[arc->callee];
      *map_place (&calls->arcs, arc->caller, arc->callee) = i;
    }
  for (size_t i = 0; i < functions; i++)
    calls->groups[results->arc_count + i] = (struct shared_calls_group) {
      .amount = shares->outside[i], .level = MODEL_NONE
    };
}

double *
shared_calls_make (const struct call_shares *shares,
		   const struct results *results,
		   const struct recursion_levels *levels)
{
  struct shared_calls calls = { .results = results };
  shared_calls_find_groups (&calls, shares);
  for (size_t i = 0; i < levels->call_count; i++)
    {
      size_t place;
      uint32_t level = shared_calls_level (&calls, &levels->calls[i], &place);
      struct shared_calls_group *group = &calls.groups[place];
      if (level == MODEL_NONE || level > group->level
	  || levels->calls[i].calls == 0)
	continue;
      if (level < group->level)
	group->calls = 0;
      group->level = level;
      group->calls += levels->calls[i].calls;
    }
  double *amounts = mem_alloc (levels->call_count, sizeof *amounts);
  for (size_t i = 0; i < levels->call_count; i++)
    {
      size_t place;
      uint32_t level = shared_calls_level (&calls, &levels->calls[i], &place);
      const struct shared_calls_group *group = &calls.groups[place];
      if (level != MODEL_NONE && level == group->level && group->calls > 0)
	amounts[i] = group->amount * (double) levels->calls[i].calls
	  / (double) group->calls;
    }
  map_free (&calls.arcs);
  free (calls.groups);
  return amounts;
}
