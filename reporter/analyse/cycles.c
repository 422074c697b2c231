/* Cycles of recursion: the strongly connected components of the call
   graph.

   Tarjan's algorithm with a stack of its own, because call graphs may be
   deeper than ours.  It ends components callees first, which is the order
   that propagation needs.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "analyse/cycles.h"

#include <stdlib.h>

struct cycles_walk
{
  const struct results *results;
  uint32_t *number;		/* When the function was met; 0: not yet.  */
  uint32_t *low;		/* Lowest number it leads back to.  */
  uint32_t *next;		/* Its next arc in results->out.  */
  uint32_t *path;		/* Functions being visited.  */
  size_t path_count;
  uint32_t *open;		/* Functions whose component is open.  */
  size_t open_count;
  uint32_t *component;		/* Of a function; MODEL_NONE while open.  */
  uint32_t components;
  uint32_t met;
};

static void
cycles_enter (struct cycles_walk *walk, uint32_t function)
{
  walk->number[function] = walk->low[function] = ++walk->met;
  walk->next[function] = walk->results->out_first[function];
  walk->path[walk->path_count++] = function;
  walk->open[walk->open_count++] = function;
}

/* Everything below FUNCTION, the end of the path, has been visited.  */

static void
cycles_leave (struct cycles_walk *walk, uint32_t function)
{
  walk->path_count--;
  if (walk->path_count > 0)
    {
      uint32_t caller = walk->path[walk->path_count - 1];
      if (walk->low[function] < walk->low[caller])
	walk->low[caller] = walk->low[function];
    }
  if (walk->low[function] != walk->number[function])
    return;
  uint32_t member;
  do
    {
      member = walk->open[--walk->open_count];
      walk->component[member] = walk->components;
    }
  while (member != function);
  walk->components++;
}

static void
cycles_visit (struct cycles_walk *walk, uint32_t root)
{
  const struct results *results = walk->results;
  cycles_enter (walk, root);
  while (walk->path_count > 0)
    {
      uint32_t function = walk->path[walk->path_count - 1];
      if (walk->next[function] == results->out_first[function + 1])
	{
	  cycles_leave (walk, function);
	  continue;
	}
      uint32_t callee
	= results->arcs[results->out[walk->next[function]++]].callee;
      if (walk->number[callee] == 0)
	cycles_enter (walk, callee);
      else if (walk->component[callee] == MODEL_NONE
	       && walk->number[callee] < walk->low[function])
	walk->low[function] = walk->number[callee];
    }
}

/* The model whose functions cycles_compare compares.  */
static const struct model *cycles_sorting;

/* By module and address.  */

static int
cycles_compare (const void *a, const void *b)
{
  uint32_t i = *(const uint32_t *) a;
  uint32_t j = *(const uint32_t *) b;
  const struct model_function *x = &cycles_sorting->functions[i];
  const struct model_function *y = &cycles_sorting->functions[j];
  if (x->module != y->module)
    return x->module < y->module ? -1 : 1;
  if (x->address != y->address)
    return x->address < y->address ? -1 : 1;
  return i < j ? -1 : i > j;
}

/* Make the cycles out of the components, given the SIZE of each.  */

static void
cycles_make (struct results *results, const uint32_t *component,
	     const uint32_t *size, uint32_t components)
{
  const struct model *model = results->model;
  size_t count = model->function_count;
  uint32_t *cycle = mem_alloc (components, sizeof *cycle);
  uint32_t *sorted = mem_alloc (count, sizeof *sorted);
  size_t members = 0;
  for (size_t i = 0; i < count; i++)
    if (size[component[i]] > 1)
      sorted[members++] = i;
  cycles_sorting = model;
  qsort (sorted, members, sizeof *sorted, cycles_compare);

  results->cycle_count = 0;
  for (size_t i = 0; i < members; i++)
    if (cycle[component[sorted[i]]] == 0)
      cycle[component[sorted[i]]] = ++results->cycle_count;
  results->cycles = mem_alloc (results->cycle_count, sizeof *results->cycles);
  for (size_t i = 0; i < members; i++)
    {
      uint32_t index = cycle[component[sorted[i]]] - 1;
      results->functions[sorted[i]].cycle = index;
      results->cycles[index].size++;
    }
  for (size_t i = 1; i < results->cycle_count; i++)
    results->cycles[i].first
      = results->cycles[i - 1].first + results->cycles[i - 1].size;
  for (size_t i = 0; i < results->cycle_count; i++)
    results->cycles[i].size = 0;
  results->members = mem_alloc (members, sizeof *results->members);
  for (size_t i = 0; i < members; i++)
    {
      struct result_cycle *each
	= &results->cycles[results->functions[sorted[i]].cycle];
      results->members[each->first + each->size++] = sorted[i];
    }
  free (cycle);
  free (sorted);
}

void
cycles_find (struct results *results)
{
  const struct model *model = results->model;
  size_t count = model->function_count;
  struct cycles_walk walk = { .results = results };
  walk.number = mem_alloc (count, sizeof *walk.number);
  walk.low = mem_alloc (count, sizeof *walk.low);
  walk.next = mem_alloc (count, sizeof *walk.next);
  walk.path = mem_alloc (count, sizeof *walk.path);
  walk.open = mem_alloc (count, sizeof *walk.open);
  walk.component = mem_alloc (count, sizeof *walk.component);
  for (size_t i = 0; i < count; i++)
    walk.component[i] = MODEL_NONE;
  for (size_t i = 0; i < count; i++)
    if (walk.number[i] == 0)
      cycles_visit (&walk, i);

  uint32_t *size = mem_alloc (walk.components, sizeof *size);
  for (size_t i = 0; i < count; i++)
    {
      size[walk.component[i]]++;
      results->functions[i].cycle = MODEL_NONE;
      results->functions[i].depth = walk.components - 1 - walk.component[i];
    }
  cycles_make (results, walk.component, size, walk.components);
  free (size);
  free (walk.number);
  free (walk.low);
  free (walk.next);
  free (walk.path);
  free (walk.open);
  free (walk.component);
}
