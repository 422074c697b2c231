/* Advice: vectors and hash tables with far more room than they use.

   What a vector's room costs is the pages of memory that more of them touch,
   and larger blocks; the buckets of a hash table are cleared when it gets
   them and when it is emptied.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "advise/container.h"

#include <inttypes.h>
#include <string.h>

/* Room for so many times as much as is used is too much.  */
#define TOO_LARGE 4

#define PAGE 4096

static double
vector_gain (const struct costs *costs, const uint64_t *values)
{
  double count = values[CGPROF_END_COUNT];
  double room = values[CGPROF_END_ROOM] / count;
  double used = values[CGPROF_END_USED] / count;
  /* One that was cleared keeps its room.  */
  double fresh = values[CGPROF_END_FRESH];
  double gain = 0;
  if (room >= 1024)
    gain += fresh * (costs->ns[COST_ALLOCATE_LARGE]
		     - costs->ns[COST_ALLOCATE]);
  double touched = room < PAGE ? room : PAGE;
  if (touched > used)
    gain += fresh * (touched - used) / PAGE * costs->ns[COST_PAGE];
  return gain;
}

static double
table_gain (const struct costs *costs, const uint64_t *values, bool ended)
{
  double spare = values[CGPROF_END_ROOM] - 2.0 * values[CGPROF_END_USED];
  double share = spare / values[CGPROF_END_ROOM];
  double room = (double) values[CGPROF_END_ROOM] / values[CGPROF_END_COUNT];
  double gain = spare * (1 + ended) * costs->ns[COST_CLEAR_BYTE];
  if (room >= PAGE && ended)
    gain += values[CGPROF_END_FRESH] * share * room / PAGE
      * costs->ns[COST_PAGE];
  return gain;
}

static void
too_large_look (struct advice *advice,
		const struct advice_containers *containers,
		const struct advice_container *container)
{
  static const char *const smaller[] = {
    "pop_back", "resize", "swap", "operator=", NULL
  };
  uint64_t values[MODEL_ADVICE_VALUES];
  uint64_t erased[MODEL_ADVICE_VALUES];
  const struct model_advice *most
    = advice_container_sum (container, CGPROF_ADVICE_END, CGPROF_END_SUMS,
			    NULL, values);
  if (!most || !container->type || values[CGPROF_END_COUNT] == 0
      || values[CGPROF_END_ROOM] < TOO_LARGE * values[CGPROF_END_USED])
    return;
  bool table = strstr (container->type, "unordered_") != NULL;
  struct advice_item item = { .diagnostic = "too-large" };
  if (table)
    {
      static const char *const ends[] = { "clear", "destructor" };
      for (int i = 0; i < 2; i++)
	{
	  uint64_t of[MODEL_ADVICE_VALUES];
	  advice_container_sum (container, CGPROF_ADVICE_END, CGPROF_END_SUMS,
				ends[i], of);
	  if (of[CGPROF_END_COUNT] > 0)
	    item.gain_ns += table_gain (advice->costs, of, i);
	}
    }
  else
    item.gain_ns = vector_gain (advice->costs, values);
  advice_container_place (advice, &item, container, most);
  item.facts
    = arena_format (&advice->arena, "%" PRIu64 " times emptied or gone, with "
		    "%.0f bytes of %s for %.0f in use, on average",
		    values[CGPROF_END_COUNT],
		    (double) values[CGPROF_END_ROOM]
		    / values[CGPROF_END_COUNT], table ? "buckets" : "room",
		    (double) values[CGPROF_END_USED]
		    / values[CGPROF_END_COUNT]);
  item.change = table ? "reserve () less, or do not reuse one that was large"
		      : "reserve () less";
  const struct model_advice *use = NULL;
  if (!table)
    use = advice_container_find_use (containers, container, smaller);
  if (!table && !use
      && advice_container_sum (container, CGPROF_ADVICE_SHIFT,
			       CGPROF_SHIFT_SUMS, "erase", erased))
    use = advice_container_sum (container, CGPROF_ADVICE_SHIFT,
				CGPROF_SHIFT_SUMS, "erase", erased);
  if (use)
    advice_container_refuse (advice, &item, use,
			     "may have made it smaller than it was");
  advice_add (advice, &item);
}

void
advice_too_large (struct advice *advice)
{
  struct advice_containers containers;
  advice_containers_get (&containers, advice);
  for (size_t i = 0; i < containers.count; i++)
    too_large_look (advice, &containers, &containers.containers[i]);
  advice_containers_free (&containers);
}
