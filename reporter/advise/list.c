/* Advice: lists that are only gone over, and vectors in whose front or midst
   things come and go.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "advise/container.h"

#include <inttypes.h>

/* What going on to an element costs that is anywhere, in a list of SIZE.  */

static double
far_step (const struct costs *costs, uint64_t size)
{
  return costs->ns[COST_CHASE + (size < 1 << 12 ? 0 : size < 1 << 16 ? 1 : 2)];
}

static void
list_look (struct advice *advice, const struct advice_containers *containers,
	   const struct advice_container *container)
{
  static const char *const none[] = { NULL };
  const double *cost = advice->costs->ns;
  uint64_t steps[MODEL_ADVICE_VALUES];
  uint64_t passes[MODEL_ADVICE_VALUES];
  const struct model_advice *most
    = advice_container_sum (container, CGPROF_ADVICE_STEP, CGPROF_STEP_WORDS,
			    NULL, steps);
  advice_container_sum (container, CGPROF_ADVICE_PASS, CGPROF_PASS_SUMS,
			NULL, passes);
  if (!most || !container->type)
    return;
  uint64_t far = steps[CGPROF_STEP_FAR];
  uint64_t near = steps[CGPROF_STEP_COUNT] - far;
  uint64_t largest = passes[CGPROF_PASS_LARGEST];
  struct advice_item item = { .diagnostic = "list-to-vector" };
  item.gain_ns = near * (cost[COST_LIST_STEP] - cost[COST_VECTOR_STEP])
    + far * (far_step (advice->costs, largest) - cost[COST_VECTOR_STEP]);
  advice_container_place (advice, &item, container, most);
  item.facts
    = arena_format (&advice->arena, "%" PRIu64 " steps from element to "
		    "element, %" PRIu64 " of them far, in %" PRIu64 " passes "
		    "over at most %" PRIu64 " elements",
		    steps[CGPROF_STEP_COUNT], far, passes[CGPROF_PASS_COUNT],
		    largest);
  item.change = "nothing is inserted or removed but at its end: use "
    "std::vector, if no element's address must stay";
  const struct model_advice *use
    = advice_container_use (containers, container, none);
  if (use)
    advice_container_refuse (advice, &item, use, "needs a list");
  advice_add (advice, &item);
}

void
advice_list_to_vector (struct advice *advice)
{
  struct advice_containers containers;
  advice_containers_get (&containers, advice);
  for (size_t i = 0; i < containers.count; i++)
    list_look (advice, &containers, &containers.containers[i]);
  advice_containers_free (&containers);
}

/* At either end a std::deque is as good as a list, and it can be indexed.  */

static void
vector_look (struct advice *advice,
	     const struct advice_containers *containers,
	     const struct advice_container *container)
{
  static const char *const of_vectors[] = {
    "reserve", "pop_back", "resize", NULL
  };
  static const char *const only_vectors[] = {
    "data", "an element's address as a pointer", NULL
  };
  const double *cost = advice->costs->ns;
  uint64_t values[MODEL_ADVICE_VALUES];
  uint64_t passes[MODEL_ADVICE_VALUES];
  const struct model_advice *most
    = advice_container_sum (container, CGPROF_ADVICE_SHIFT, CGPROF_SHIFT_SUMS,
			    NULL, values);
  advice_container_sum (container, CGPROF_ADVICE_PASS, CGPROF_PASS_SUMS,
			NULL, passes);
  if (!most || !container->type)
    return;
  uint64_t count = values[CGPROF_SHIFT_COUNT];
  uint64_t front = values[CGPROF_SHIFT_FRONT];
  bool ends = front * 20 >= count * 19;
  struct advice_item item = { .diagnostic = "vector-to-list" };
  item.gain_ns = values[CGPROF_SHIFT_BYTES]
    * cost[values[CGPROF_SHIFT_LARGEST] < 1 << 18 ? COST_COPY_BYTE
	   : COST_SHIFT_BYTE];
  if (!ends)
    item.gain_ns -= count * cost[COST_ALLOCATE] + passes[CGPROF_PASS_SIZES]
      * (cost[COST_LIST_STEP] - cost[COST_VECTOR_STEP]);
  advice_container_place (advice, &item, container, most);
  item.facts
    = arena_format (&advice->arena, "%" PRIu64 " insertions and removals, "
		    "%" PRIu64 " of them at the front; %" PRIu64 " bytes "
		    "moved for them, at most %" PRIu64 " at once; %" PRIu64
		    " elements gone over", count, front,
		    values[CGPROF_SHIFT_BYTES], values[CGPROF_SHIFT_LARGEST],
		    passes[CGPROF_PASS_SIZES]);
  item.change = ends ? "use std::deque, which has no elements to move at "
		       "either end"
		     : "use std::list";
  const struct model_advice *use
    = ends ? advice_container_find_use (containers, container, only_vectors)
	   : advice_container_use (containers, container, of_vectors);
  if (use)
    advice_container_refuse (advice, &item, use, "needs a vector");
  advice_add (advice, &item);
}

void
advice_vector_to_list (struct advice *advice)
{
  struct advice_containers containers;
  advice_containers_get (&containers, advice);
  for (size_t i = 0; i < containers.count; i++)
    vector_look (advice, &containers, &containers.containers[i]);
  advice_containers_free (&containers);
}
