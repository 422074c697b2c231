/* Which functions a drawing of the call graph shows.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "analyse/dot-nodes.h"

#include <stdlib.h>
#include <string.h>

void
graph_make (struct graph *graph, const struct model *model,
	    const struct calls *calls, double least)
{
  *graph = (struct graph) {
    .functions = mem_alloc (model->function_count, sizeof (bool)),
    .tails = mem_alloc (model->arc_count, sizeof (bool)), .least = least
  };
  uint64_t most = 0;
  for (size_t i = 0; i < model->function_count; i++)
    if (model->functions[i].calls > most)
      most = model->functions[i].calls;
  for (size_t i = 0; i < model->function_count; i++)
    {
      const struct model_function *function = &model->functions[i];
      double time = function->self + function->child;
      if (function->calls == 0 && !(time > 0))
	continue;
      graph->functions[i] = model->total > 0
	? time >= model->total * least / 100
	: (double) function->calls >= (double) most * least / 100;
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
graph_free (struct graph *graph)
{
  free (graph->functions);
  free (graph->tails);
  memset (graph, 0, sizeof *graph);
}
