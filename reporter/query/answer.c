/* Answers to short questions.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "query/query.h"
#include "analyse/context-walk.h"
#include "analyse/filter.h"
#include "base/diag.h"
#include "base/sort.h"

#include <stdlib.h>
#include <string.h>

/* How many of several functions of a name a message has.  */
#define QUERY_NAMES_MAX 5

/* ---- Which function is meant.  */

/* Say that NAME is each of the COUNT functions FOUND.  */

static bool
query_say_several (const struct model *model, const char *name,
		   const uint32_t *found, size_t count)
{
  struct arena arena = { NULL };
  const char *names = model->functions[found[0]].name;
  for (size_t i = 1; i < count && i < QUERY_NAMES_MAX; i++)
    names = arena_format (&arena, "%s, %s", names,
			  model->functions[found[i]].name);
  diag_error (NULL, "query: '%s' is %zu functions, expected one: %s%s", name,
	      count, names, count > QUERY_NAMES_MAX ? ", ..." : "");
  arena_free (&arena);
  return false;
}

/* Set *FOUND to the function called NAME, as a whole or else without what is
   in parentheses behind it.  */

static bool
query_find_function (const struct model *model, const char *name,
		     uint32_t *found)
{
  uint32_t *all = mem_alloc (model->function_count, sizeof *all);
  size_t count = 0;
  for (uint32_t i = 0; i < model->function_count; i++)
    {
      const struct model_function *function = &model->functions[i];
      if (strcmp (function->name, name) == 0)
	{
	  /* No other one is called so.  */
	  all[0] = i;
	  count = 1;
	  break;
	}
      if (filter_is_named (function, name))
	all[count++] = i;
    }
  bool good = count == 1
    || (count == 0
	? diag_error (NULL, "query: the profile has no function '%s'", name)
	: query_say_several (model, name, all, count));
  if (good)
    *found = all[0];
  free (all);
  return good;
}

/* ---- Order.  Rows with equal figures are in the order of their names, so
   that an answer is the same each time.  */

/* Return less than 0 if FIRST is above SECOND, or equal and A's name comes
   before B's; 1 if it is the other way round.  */

static int
query_compare (const struct model *model, double first, double second,
	       double first_more, double second_more, uint32_t a, uint32_t b)
{
  if (first != second)
    return first > second ? -1 : 1;
  if (first_more != second_more)
    return first_more > second_more ? -1 : 1;
  return a == b ? 0 : strcmp (model->functions[a].name,
			      model->functions[b].name);
}

static int
query_compare_functions (const void *closure, uint32_t a, uint32_t b)
{
  const struct query_answer *answer = closure;
  const struct result_function *functions = answer->results->functions;
  double first = answer->self ? answer->self[a] : functions[a].self;
  double second = answer->self ? answer->self[b] : functions[b].self;
  return query_compare (answer->results->model, first, second,
			functions[a].calls, functions[b].calls, a, b);
}

/* By calls, which are exact; why something takes time, by that.  */

static int
query_compare_arcs (const struct query_answer *answer, uint32_t a, uint32_t b,
		    bool callers)
{
  const struct result_arc *first = &answer->results->arcs[a];
  const struct result_arc *second = &answer->results->arcs[b];
  double times[] = { first->self + first->child,
		     second->self + second->child };
  bool by_time = answer->query->verb == QUERY_WHY;
  return query_compare (answer->results->model,
			by_time ? times[0] : first->count,
			by_time ? times[1] : second->count,
			by_time ? first->count : times[0],
			by_time ? second->count : times[1],
			callers ? first->caller : first->callee,
			callers ? second->caller : second->callee);
}

static int
query_compare_callers (const void *closure, uint32_t a, uint32_t b)
{
  return query_compare_arcs (closure, a, b, true);
}

static int
query_compare_callees (const void *closure, uint32_t a, uint32_t b)
{
  return query_compare_arcs (closure, a, b, false);
}

static int
query_compare_sites (const void *closure, uint32_t a, uint32_t b)
{
  const struct query_answer *answer = closure;
  const struct results *results = answer->results;
  const struct model_site *sites = results->model->sites;
  return query_compare (results->model, results->sites[a], results->sites[b],
			sites[a].count, sites[b].count, sites[a].callee,
			sites[b].callee);
}

/* Set LIST to the first of the COUNT ROWS, at most MOST, by COMPARE.  */

static void
query_set_list (struct query_list *list, const struct query_answer *answer,
		uint32_t *rows, size_t count, sort_compare *compare,
		size_t most)
{
  sort_indices (rows, count, compare, answer);
  list->rows = rows;
  list->count = count < most ? count : most;
  list->left_out = count - list->count;
}

/* ---- Lists.  */

/* The arcs among ACTIVITY's that lead to or from the function.  */

static void
query_find_arcs (struct query_answer *answer, const struct activity *activity,
		 bool callers, size_t most)
{
  const struct results *results = answer->results;
  uint32_t *rows = mem_alloc (activity->arc_count, sizeof *rows);
  size_t count = 0;
  for (size_t i = 0; i < activity->arc_count; i++)
    {
      const struct result_arc *arc = &results->arcs[activity->arcs[i]];
      if ((callers ? arc->callee : arc->caller) == answer->function)
	rows[count++] = activity->arcs[i];
    }
  query_set_list (callers ? &answer->callers : &answer->callees, answer, rows,
		  count, callers ? query_compare_callers
		  : query_compare_callees, most);
}

/* The sites among ACTIVITY's that are in the function.  */

static void
query_find_sites (struct query_answer *answer, const struct activity *activity,
		  size_t most)
{
  const struct model *model = answer->results->model;
  uint32_t *rows = mem_alloc (activity->site_count, sizeof *rows);
  size_t count = 0;
  for (size_t i = 0; i < activity->site_count; i++)
    if (model->sites[activity->sites[i]].caller == answer->function)
      rows[count++] = activity->sites[i];
  query_set_list (&answer->sites, answer, rows, count, query_compare_sites,
		  most);
}

/* Stacks with the function on them, while they are walked.  */
struct query_walk
{
  struct query_answer *answer;
  struct context_walk walk;
  double *below;		/* By context: time of it and all below it.  */
  uint32_t *open;		/* By function: how often it is on the stack
				   below the function, with that.  */
};

/* The time of the samples that end in a callee of CONTEXT, which is open.  */

static void
query_add_samples (struct query_walk *walk, uint32_t context)
{
  struct query_answer *answer = walk->answer;
  const struct model *model = answer->results->model;
  const uint32_t *first = walk->walk.sample_first;
  bool open = walk->open[answer->function] > 0;
  for (uint32_t i = first[context + 1]; i < first[context + 2]; i++)
    {
      const struct model_sample *sample
	= &model->samples[walk->walk.samples[i]];
      if (!open && sample->function != answer->function)
	continue;
      answer->self[sample->function] += sample->ns;
      if (walk->open[sample->function] == 0)
	answer->inclusive[sample->function] += sample->ns;
    }
}

static bool
query_enter (void *closure, uint32_t context)
{
  struct query_walk *walk = closure;
  struct query_answer *answer = walk->answer;
  uint32_t function = answer->results->model->contexts[context].function;
  if ((function == answer->function || walk->open[answer->function] > 0)
      && walk->open[function]++ == 0)
    answer->inclusive[function] += walk->below[context];
  query_add_samples (walk, context);
  return true;
}

static void
query_leave (void *closure, uint32_t context)
{
  struct query_walk *walk = closure;
  uint32_t function = walk->answer->results->model->contexts[context].function;
  if (walk->open[walk->answer->function] > 0)
    walk->open[function]--;
}

/* Set the times of functions below the one asked about.  */

static void
query_find_times (struct query_answer *answer)
{
  const struct model *model = answer->results->model;
  size_t count = model->function_count;
  answer->self = mem_alloc (count, sizeof *answer->self);
  answer->inclusive = mem_alloc (count, sizeof *answer->inclusive);
  if (!answer->results->measured)
    return;
  struct query_walk walk = {
    .answer = answer,
    .below = mem_alloc (model->context_count, sizeof *walk.below),
    .open = mem_alloc (count, sizeof *walk.open)
  };
  for (size_t i = 0; i < model->sample_count; i++)
    if (model->samples[i].context != MODEL_NONE)
      walk.below[model->samples[i].context] += model->samples[i].ns;
  for (size_t i = model->context_count; i-- > 0;)
    if (model->contexts[i].parent != MODEL_NONE)
      walk.below[model->contexts[i].parent] += walk.below[i];
  context_walk_make (&walk.walk, model);
  query_add_samples (&walk, MODEL_NONE);
  context_walk_all (&walk.walk, &(struct context_walk_visit) {
      .enter = query_enter, .leave = query_leave, .closure = &walk
    });
  context_walk_free (&walk.walk);
  free (walk.below);
  free (walk.open);
}

/* Return, by function, whether calls lead to it from the one asked about.  To
   be freed.  */

static bool *
query_find_reached (const struct query_answer *answer)
{
  const struct results *results = answer->results;
  size_t count = results->model->function_count;
  bool *reached = mem_alloc (count, sizeof *reached);
  uint32_t *waiting = mem_alloc (count, sizeof *waiting);
  size_t left = 0;
  reached[answer->function] = true;
  waiting[left++] = answer->function;
  while (left > 0)
    {
      uint32_t caller = waiting[--left];
      for (uint32_t i = results->out_first[caller];
	   i < results->out_first[caller + 1]; i++)
	{
	  const struct result_arc *arc = &results->arcs[results->out[i]];
	  if (arc->count > 0 && !reached[arc->callee])
	    {
	      reached[arc->callee] = true;
	      waiting[left++] = arc->callee;
	    }
	}
    }
  free (waiting);
  return reached;
}

/* The functions among ACTIVITY's that were called or ran; those below the
   function, if one is asked about.  */

static void
query_find_functions (struct query_answer *answer,
		      const struct activity *activity, size_t most)
{
  bool under = answer->function != MODEL_NONE;
  if (under)
    query_find_times (answer);
  bool *reached = under ? query_find_reached (answer) : NULL;
  uint32_t *rows = mem_alloc (activity->function_count, sizeof *rows);
  size_t count = 0;
  for (size_t i = 0; i < activity->function_count; i++)
    {
      uint32_t function = activity->functions[i];
      if (!under || reached[function] || answer->inclusive[function] > 0)
	rows[count++] = function;
    }
  free (reached);
  query_set_list (&answer->functions, answer, rows, count,
		  query_compare_functions, most);
}

/* ---- Why.  */

static enum query_reason
query_find_reason (const struct result_function *function)
{
  double all = function->self + function->child;
  if (all <= 0)
    return function->calls > 0 ? QUERY_NO_TIME : QUERY_NEVER_RAN;
  if (function->states[MODEL_STATE_WAITING].time >= all / 2)
    return QUERY_WAITING;
  if (function->states[MODEL_STATE_SYSTEM].time >= all / 2)
    return QUERY_SYSTEM;
  return function->self >= all / 2 ? QUERY_OWN_CODE : QUERY_CALLEES_SLOW;
}

bool
query_make (struct query_answer *answer, const struct query *query,
	    const struct results *results, size_t rows)
{
  *answer = (struct query_answer) {
    .query = query, .results = results, .function = MODEL_NONE
  };
  if (query->name
      && !query_find_function (results->model, query->name, &answer->function))
    return false;
  if (query->rows > 0)
    rows = query->rows;
  struct activity activity;
  activity_find (&activity, results, false);
  bool why = query->verb == QUERY_WHY;
  if (query->verb == QUERY_HOTTEST)
    query_find_functions (answer, &activity, rows);
  if (why || query->verb == QUERY_CALLERS)
    query_find_arcs (answer, &activity, true, rows);
  if (why || query->verb == QUERY_CALLEES)
    query_find_arcs (answer, &activity, false, rows);
  if (why)
    {
      query_find_sites (answer, &activity, rows);
      answer->reason
	= query_find_reason (&results->functions[answer->function]);
    }
  activity_free (&activity);
  return true;
}

void
query_answer_free (struct query_answer *answer)
{
  free (answer->functions.rows);
  free (answer->callers.rows);
  free (answer->callees.rows);
  free (answer->sites.rows);
  free (answer->self);
  free (answer->inclusive);
}
