/* Of which functions the amount with callees is known.

   Counts are sums over all contexts.  What a function led to has one context
   if there is no other way there: if the function dominates it in the call
   graph, that is, if no call leads from what the function dominates to
   something else.  Uncounted code may call whatever it called at all, so
   whoever calls it may have led to that.

   Dominators are found as Cooper, Harvey and Kennedy do ("A Simple, Fast
   Dominance Algorithm", 2001), a number in reverse postorder standing for a
   function.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "shares/known-totals.h"
#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

/* What starts a program, and calls a function before all others.  */
#define KNOWN_TOTALS_STARTED "main"
#define KNOWN_TOTALS_CONSTRUCTOR "_GLOBAL__sub_"

/* The nodes are the model's functions that were counted, then all uncounted
   code, and what begins it all.  */
struct known_totals
{
  const struct results *results;
  uint32_t outside, root, node_count;
  uint32_t *begun;		/* What ROOT leads to, */
  uint32_t begun_count;
  uint32_t *entered;		/* and what OUTSIDE may.  */
  uint32_t entered_count;
  uint32_t *numbers;		/* Of nodes; MODEL_NONE: not reached.  */
  uint32_t *order;		/* Nodes by number.  */
  uint32_t count;
  uint32_t *dominators;		/* By number, as what follows; ROOT's is its
				   own.  */
  uint32_t *depths;		/* In their tree.  */
  uint32_t *ways;		/* The depth to which a call leads up from what
				   the node dominates.  */
};

/* Return the node that the call number I of NODE leads to, MODEL_NONE if it
   has no more.  */

static uint32_t
known_totals_successor (const struct known_totals *graph, uint32_t node,
			uint32_t i)
{
  const struct results *results = graph->results;
  if (node == graph->root)
    return i < graph->begun_count ? graph->begun[i] : MODEL_NONE;
  if (node == graph->outside)
    return i < graph->entered_count ? graph->entered[i] : MODEL_NONE;
  uint32_t first = results->out_first[node];
  if (i >= results->out_first[node + 1] - first)
    return MODEL_NONE;
  const struct result_arc *arc = &results->arcs[results->out[first + i]];
  bool counted
    = results->model->functions[arc->callee].flags & MODEL_FUNCTION_ROW;
  /* What leads nowhere is no way.  */
  if (arc->count == 0 || (!counted && graph->entered_count == 0))
    return node;
  return counted ? arc->callee : graph->outside;
}

/* Find what the run and uncounted code begin with.  */

static void
known_totals_find_begun (struct known_totals *graph)
{
  const struct results *results = graph->results;
  for (uint32_t i = 0; i < graph->outside; i++)
    {
      const struct model_function *function = &results->model->functions[i];
      if ((function->flags & MODEL_FUNCTION_ROW) == 0
	  || results->functions[i].spontaneous == 0)
	continue;
      graph->begun[graph->begun_count++] = i;
      if (strcmp (function->symbol, KNOWN_TOTALS_STARTED) != 0
	  && strncmp (function->symbol, KNOWN_TOTALS_CONSTRUCTOR,
		      strlen (KNOWN_TOTALS_CONSTRUCTOR)) != 0)
	graph->entered[graph->entered_count++] = i;
    }
}

/* Number the nodes that are reached.  */

static void
known_totals_number (struct known_totals *graph)
{
  struct known_totals_step
  {
    uint32_t node, next;
  } *stack = mem_alloc (graph->node_count, sizeof *stack);
  uint32_t *postorder = mem_alloc (graph->node_count, sizeof *postorder);
  size_t depth = 0;
  for (uint32_t i = 0; i < graph->node_count; i++)
    graph->numbers[i] = MODEL_NONE;
  graph->numbers[graph->root] = 0;
  stack[depth++] = (struct known_totals_step) { .node = graph->root };
  while (depth > 0)
    {
      struct known_totals_step *step = &stack[depth - 1];
      uint32_t to = known_totals_successor (graph, step->node, step->next++);
      if (to == MODEL_NONE)
	{
	  postorder[graph->count++] = step->node;
	  depth--;
	}
      else if (graph->numbers[to] == MODEL_NONE)
	{
	  graph->numbers[to] = 0;
	  stack[depth++] = (struct known_totals_step) { .node = to };
	}
    }
  for (uint32_t i = 0; i < graph->count; i++)
    {
      graph->order[i] = postorder[graph->count - 1 - i];
      graph->numbers[graph->order[i]] = i;
    }
  free (postorder);
  free (stack);
}

/* Return the last one that dominates both of the numbers A and B.  */

static uint32_t
known_totals_join (const struct known_totals *graph, uint32_t a, uint32_t b)
{
  while (a != b)
    if (a > b)
      a = graph->dominators[a];
    else
      b = graph->dominators[b];
  return a;
}

static void
known_totals_find_dominators (struct known_totals *graph)
{
  for (uint32_t i = 1; i < graph->count; i++)
    graph->dominators[i] = MODEL_NONE;
  bool changed;
  do
    {
      changed = false;
      for (uint32_t i = 0; i < graph->count; i++)
	for (uint32_t j = 0, to; (to = known_totals_successor
				  (graph, graph->order[i], j)) != MODEL_NONE;
	     j++)
	  {
	    uint32_t number = graph->numbers[to];
	    uint32_t *dominator = &graph->dominators[number];
	    uint32_t joined = *dominator == MODEL_NONE
	      ? i : known_totals_join (graph, *dominator, i);
	    if (number == 0 || joined == *dominator)
	      continue;
	    *dominator = joined;
	    changed = true;
	  }
    }
  while (changed);
  for (uint32_t i = 1; i < graph->count; i++)
    graph->depths[i] = graph->depths[graph->dominators[i]] + 1;
}

/* Find how far up calls lead.  A call of what dominates the caller leads to
   that, any other one to what both have in common.  */

static void
known_totals_find_ways (struct known_totals *graph)
{
  for (uint32_t i = 0; i < graph->count; i++)
    graph->ways[i] = MODEL_NONE;
  for (uint32_t i = graph->count; i-- > 1;)
    {
      uint32_t least = graph->ways[i];
      for (uint32_t j = 0, to;
	   (to = known_totals_successor (graph, graph->order[i], j))
	   != MODEL_NONE; j++)
	{
	  uint32_t number = graph->numbers[to];
	  uint32_t up = known_totals_join (graph, i, number) == number
	    ? number : graph->dominators[number];
	  if (graph->depths[up] < least)
	    least = graph->depths[up];
	}
      graph->ways[i] = least;
      uint32_t *above = &graph->ways[graph->dominators[i]];
      if (least < *above)
	*above = least;
    }
}

bool *
known_totals_find (const struct results *results)
{
  uint32_t functions = results->model->function_count;
  uint32_t count = functions + 2;
  bool *known = mem_alloc (functions, sizeof *known);
  uint32_t *all = mem_alloc (7 * (size_t) count, sizeof *all);
  struct known_totals graph = {
    .results = results, .outside = functions, .root = functions + 1,
    .node_count = count, .begun = all, .entered = all + count,
    .numbers = all + 2 * (size_t) count, .order = all + 3 * (size_t) count,
    .dominators = all + 4 * (size_t) count, .depths = all + 5 * (size_t) count,
    .ways = all + 6 * (size_t) count
  };
  known_totals_find_begun (&graph);
  known_totals_number (&graph);
  known_totals_find_dominators (&graph);
  known_totals_find_ways (&graph);
  for (uint32_t i = 1; i < graph.count; i++)
    if (graph.order[i] != graph.outside)
      known[graph.order[i]] = graph.ways[i] >= graph.depths[i];
  free (all);
  return known;
}
