/* Bytes allocated below the calls of functions at levels of recursion.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "bytes/byte-calls.h"

#include <stdlib.h>

/* The calls that share bytes.  */
struct byte_calls_group
{
  double bytes;
  uint64_t calls;		/* At LEVEL, */
  uint32_t level;		/* the least one: the caller's level *
				   RECURSION_LEVELS + the callee's.  */
};

/* The groups: by arc, and behind them by function those from outside.  */
struct byte_calls
{
  const struct results *results;
  struct map arcs;		/* By (caller, callee).  */
  struct byte_calls_group *groups;
};

/* The level of CALL; MODEL_NONE: it has no bytes, as code that was inlined
   makes it and the arc is that of its owner.  *GROUP becomes its group.  */

static uint32_t
byte_calls_level (const struct byte_calls *calls,
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

/* Set the groups' bytes to what SUMS say, without calls.  */

static void
byte_calls_find_groups (struct byte_calls *calls, const struct byte_sums *sums)
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
      calls->groups[i].bytes = byte_sums_share (results, arc)
	* sums->functions[arc->callee].allocated;
      *map_place (&calls->arcs, arc->caller, arc->callee) = i;
    }
  for (size_t i = 0; i < functions; i++)
    calls->groups[results->arc_count + i] = (struct byte_calls_group) {
      .bytes = sums->functions[i].outside, .level = MODEL_NONE
    };
}

double *
byte_calls_make (const struct byte_sums *sums, const struct results *results,
		 const struct recursion_levels *levels)
{
  struct byte_calls calls = { .results = results };
  byte_calls_find_groups (&calls, sums);
  for (size_t i = 0; i < levels->call_count; i++)
    {
      size_t place;
      uint32_t level = byte_calls_level (&calls, &levels->calls[i], &place);
      struct byte_calls_group *group = &calls.groups[place];
      if (level == MODEL_NONE || level > group->level
	  || levels->calls[i].calls == 0)
	continue;
      if (level < group->level)
	group->calls = 0;
      group->level = level;
      group->calls += levels->calls[i].calls;
    }
  double *bytes = mem_alloc (levels->call_count, sizeof *bytes);
  for (size_t i = 0; i < levels->call_count; i++)
    {
      size_t place;
      uint32_t level = byte_calls_level (&calls, &levels->calls[i], &place);
      const struct byte_calls_group *group = &calls.groups[place];
      if (level != MODEL_NONE && level == group->level && group->calls > 0)
	bytes[i] = group->bytes * (double) levels->calls[i].calls
	  / (double) group->calls;
    }
  map_free (&calls.arcs);
  free (calls.groups);
  return bytes;
}
