/* Which functions a drawing of the call graph shows.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "analyse/dot-nodes.h"

#include <stdlib.h>
#include <string.h>

/* Return the number of calls of FUNCTION or, if none is known, as of what
   begins a thread, of those that it makes.  */

static uint64_t
dot_nodes_count_calls (const struct results *results, size_t function)
{
  uint64_t calls = results->functions[function].calls;
  if (calls > 0)
    return calls;
  for (uint32_t i = results->out_first[function];
       i < results->out_first[function + 1]; i++)
    calls += results->arcs[results->out[i]].count;
  return calls;
}

void
dot_nodes_make (struct dot_nodes *graph, const struct results *results,
		const struct call_places *calls, double least)
{
  const struct model *model = results->model;
  *graph = (struct dot_nodes) {
    .functions = mem_alloc (model->function_count, sizeof (bool)),
    .tails = mem_alloc (results->arc_count, sizeof (bool)), .least = least
  };
  uint64_t most = 0;
  for (size_t i = 0; i < model->function_count; i++)
    if (results->functions[i].calls > most)
      most = results->functions[i].calls;
  for (size_t i = 0; i < model->function_count; i++)
    {
      const struct result_function *function = &results->functions[i];
      double time = function->self + function->child;
      uint64_t count = dot_nodes_count_calls (results, i);
      if (count == 0 && !(time > 0))
	continue;
      graph->functions[i] = results->total > 0
	? time >= results->total * least / 100
	: (double) count >= (double) most * least / 100;
      if (graph->functions[i])
	graph->shown++;
      else
	graph->left_out++;
    }
  /* A place that is no tail call is the last word.  */
  for (size_t i = 0; i < calls->count; i++)
    if (calls->places[i].tail)
      graph->tails[calls->places[i].arc] = true;
  for (size_t i = 0; i < calls->count; i++)
    if (!calls->places[i].tail)
      graph->tails[calls->places[i].arc] = false;
}

void
dot_nodes_free (struct dot_nodes *graph)
{
  free (graph->functions);
  free (graph->tails);
  memset (graph, 0, sizeof *graph);
}
