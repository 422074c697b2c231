/* In which order a linker should put functions: call-chain clustering.

   After Ottoni and Maher, "Optimizing Function Placement for Large-Scale
   Data-Center Applications" (CGO 2017), algorithm C3.  Every function begins
   as a cluster of its own.  From the most called one down, each function's
   cluster is put behind that of the caller it is called by most, unless both
   would fill more than a page; then the clusters are sorted by their calls
   per byte.  Where the authors have samples there are exact counts here.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "analyse/function-order.h"
#include "base/sort.h"

#include <stdlib.h>
#include <string.h>

/* Clusters do not grow beyond this: within a page the distance of caller and
   callee costs nothing more.  */
#define CLUSTER_BYTES 4096

/* A cluster goes by the number of its first function.  */
struct cluster
{
  uint64_t size;
  double calls;			/* Of all its functions; their sum may not
				   fit into 64 bits.  */
  uint32_t last;
};

struct clusters
{
  const struct model *model;
  struct cluster *clusters;	/* By first function.  */
  uint32_t *of;			/* By function: its cluster, */
  uint32_t *next;		/* and what follows in it, or MODEL_NONE.  */
};

/* FUNCTION is in the program's own code, under a name of its own.  */

static bool
function_order_can_place (const struct model *model,
			  const struct model_function *function)
{
  const unsigned nowhere
    = MODEL_FUNCTION_EXTERNAL | MODEL_FUNCTION_UNKNOWN | MODEL_FUNCTION_PLT
      | MODEL_FUNCTION_LABEL | MODEL_FUNCTION_INLINED;
  return (function->flags & nowhere) == 0 && function->module != MODEL_NONE
    && model->modules[function->module].main;
}

static int
function_order_compare_addresses (const struct model *model, uint32_t i,
				  uint32_t j)
{
  uint64_t a = model->functions[i].address;
  uint64_t b = model->functions[j].address;
  return a < b ? -1 : a > b;
}

/* Most calls first.  */

static int
function_order_compare_functions (const void *closure, uint32_t i, uint32_t j)
{
  const struct results *results = closure;
  const struct model *model = results->model;
  uint64_t a = results->functions[i].calls;
  uint64_t b = results->functions[j].calls;
  if (a != b)
    return a > b ? -1 : 1;
  return function_order_compare_addresses (model, i, j);
}

/* Most calls per byte first.  */

static int
function_order_compare_clusters (const void *closure, uint32_t i, uint32_t j)
{
  const struct clusters *all = closure;
  double a = all->clusters[i].calls / all->clusters[i].size;
  double b = all->clusters[j].calls / all->clusters[j].size;
  if (a != b)
    return a > b ? -1 : 1;
  return function_order_compare_addresses (all->model, i, j);
}

/* The function that can be placed and calls FUNCTION most, or MODEL_NONE.  */

static uint32_t
function_order_first_caller (const struct results *results, uint32_t function)
{
  const struct model *model = results->model;
  uint32_t best = MODEL_NONE;
  uint64_t most = 0;
  for (uint32_t i = results->in_first[function];
       i < results->in_first[function + 1]; i++)
    {
      const struct result_arc *arc = &results->arcs[results->in[i]];
      if (arc->caller == function || arc->count == 0 || arc->count < most
	  || !function_order_can_place (model, &model->functions[arc->caller]))
	continue;
      if (arc->count > most
	  || function_order_compare_addresses (model, arc->caller, best) < 0)
	best = arc->caller;
      most = arc->count;
    }
  return best;
}

/* Put FUNCTION's cluster behind that of CALLER.  */

static void
function_order_append (struct clusters *all, uint32_t caller,
		       uint32_t function)
{
  uint32_t front = all->of[caller];
  uint32_t back = all->of[function];
  if (front == back
      || (all->clusters[front].size + all->clusters[back].size
	  > CLUSTER_BYTES))
    return;
  all->next[all->clusters[front].last] = back;
  all->clusters[front].last = all->clusters[back].last;
  all->clusters[front].size += all->clusters[back].size;
  all->clusters[front].calls += all->clusters[back].calls;
  for (uint32_t i = back; i != MODEL_NONE; i = all->next[i])
    all->of[i] = front;
}

/* Append FUNCTION to ORDER unless one of the same symbol is there: the linker
   cannot tell local functions of equal name apart.  */

static void
function_order_put (struct function_order *order, const struct model *model,
		    struct dict *seen, uint32_t function)
{
  uint32_t *place = dict_place (seen, model->functions[function].symbol);
  if (*place != MAP_NONE)
    return;
  *place = function;
  order->functions[order->count++] = function;
}

/* A comparison for sort_indices.  */

static int
function_order_compare_cold (const void *closure, uint32_t i, uint32_t j)
{
  return function_order_compare_addresses (closure, i, j);
}

void
function_order_make (struct function_order *order,
		     const struct results *results)
{
  const struct model *model = results->model;
  size_t count = model->function_count;
  struct clusters all = {
    .model = model,
    .clusters = mem_alloc (count + 1, sizeof *all.clusters),
    .of = mem_alloc (count + 1, sizeof *all.of),
    .next = mem_alloc (count + 1, sizeof *all.next)
  };
  uint32_t *called = mem_alloc (count + 1, sizeof *called);
  uint32_t *cold = mem_alloc (count + 1, sizeof *cold);
  size_t called_count = 0, cold_count = 0;
  for (uint32_t i = 0; i < count; i++)
    {
      const struct model_function *function = &model->functions[i];
      const struct result_function *result = &results->functions[i];
      /* Calls of anything that can be placed make it a cluster.  */
      all.of[i] = i;
      all.next[i] = MODEL_NONE;
      all.clusters[i] = (struct cluster) {
	.size = function->size ? function->size : 1,
	.calls = result->calls, .last = i
      };
      if (!function_order_can_place (model, function))
	continue;
      if (result->calls > 0)
	called[called_count++] = i;
      else if (function->flags & MODEL_FUNCTION_ROW)
	cold[cold_count++] = i;
    }

  sort_indices (called, called_count, function_order_compare_functions,
		results);
  for (size_t i = 0; i < called_count; i++)
    {
      uint32_t caller = function_order_first_caller (results, called[i]);
      if (caller != MODEL_NONE)
	function_order_append (&all, caller, called[i]);
    }

  /* A caller that was itself never seen called is placed with what it
     calls; main is one where nothing counts what calls it.  */
  size_t first_count = 0;
  uint32_t *firsts = mem_alloc (count + 1, sizeof *firsts);
  for (uint32_t i = 0; i < count; i++)
    if (all.of[i] == i && all.clusters[i].calls > 0
	&& function_order_can_place (model, &model->functions[i]))
      firsts[first_count++] = i;
  sort_indices (firsts, first_count, function_order_compare_clusters, &all);

  struct dict seen = { 0 };
  *order = (struct function_order) {
    .functions = mem_alloc (count + 1, sizeof *order->functions)
  };
  for (size_t i = 0; i < first_count; i++)
    for (uint32_t j = firsts[i]; j != MODEL_NONE; j = all.next[j])
      function_order_put (order, model, &seen, j);
  order->called = order->count;
  sort_indices (cold, cold_count, function_order_compare_cold, model);
  for (size_t i = 0; i < cold_count; i++)
    function_order_put (order, model, &seen, cold[i]);
  dict_free (&seen);
  free (firsts);
  free (cold);
  free (called);
  free (all.next);
  free (all.of);
  free (all.clusters);
}

void
function_order_free (struct function_order *order)
{
  free (order->functions);
  memset (order, 0, sizeof *order);
}
