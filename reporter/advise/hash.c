/* Advice: hash tables that grow step by step, and hashes that put many
   elements in few buckets.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "advise/container.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

static void
growth_look (struct advice *advice, struct advice_record *record)
{
  const uint64_t *values = record->values;
  struct advice_item *item = &record->item;
  const double *cost = advice->costs->ns;
  uint64_t growths = values[CGPROF_HASH_GROWTHS];
  uint64_t first = values[CGPROF_HASH_FIRST];
  if (growths == 0)
    return;

  /* As for vectors, but that even the first growth is no allocation of the
     smallest kind.  */
  bool once = first * 2 > growths;
  bool far = values[CGPROF_HASH_LARGEST] > 1 << 14;
  item->diagnostic = "hash-growth";
  item->certainty = ADVICE_COUNTED;
  item->gain_ns = (once ? growths : growths - first)
    * cost[COST_ALLOCATE_LARGE]
    + values[CGPROF_HASH_MOVED] * cost[far ? COST_REHASH_FAR : COST_REHASH];
  const char *type = record->first->detail
    ? advice_short_name (&advice->arena, record->first->detail)
    : "hash table";
  item->subject = record->first->object
    ? arena_format (&advice->arena, "%s %s grows", type,
		    record->first->object)
    : arena_format (&advice->arena, "a %s grows", type);
  item->facts
    = arena_format (&advice->arena, "%" PRIu64 " calls, %" PRIu64 " growths, "
		    "%" PRIu64 " of them from nothing; %" PRIu64 " elements "
		    "moved, at most %" PRIu64 " buckets",
		    values[CGPROF_HASH_COUNT], growths, first,
		    values[CGPROF_HASH_MOVED], values[CGPROF_HASH_BUCKETS]);
  item->change
    = once ? "keep one table and clear () it"
	   : "reserve () the number of elements it will have, or keep one "
	     "table and clear () it";
  advice_add (advice, item);
}

void
advice_hash_growth (struct advice *advice)
{
  advice_each_record (advice, CGPROF_ADVICE_HASH, CGPROF_HASH_SUMS,
		      growth_look);
}

/* What going past an element of a chain costs in a table of so many.  */

static double
hop_cost (const struct costs *costs, double elements)
{
  const double *ns = costs->ns;
  if (elements < 1 << 14)
    return ns[COST_HASH_HOP];
  return ns[COST_HASH_HOP] + ns[COST_CHASE + (elements < 1 << 16 ? 1 : 2)];
}

static void
chains_look (struct advice *advice, const struct advice_container *container)
{
  uint64_t values[MODEL_ADVICE_VALUES];
  uint64_t end[MODEL_ADVICE_VALUES];
  const struct model_advice *most
    = advice_container_sum (container, CGPROF_ADVICE_HASH, CGPROF_HASH_SUMS,
			    NULL, values);
  advice_container_sum (container, CGPROF_ADVICE_END, CGPROF_END_SUMS, NULL,
			end);
  if (!most || !container->type || strstr (container->type, "multi"))
    return;
  uint64_t size = values[CGPROF_HASH_LARGEST];
  uint64_t filled = values[CGPROF_HASH_FILLED];
  uint64_t buckets = values[CGPROF_HASH_BUCKETS];
  if (size < end[CGPROF_END_LARGEST])
    size = end[CGPROF_END_LARGEST];
  if (filled < end[CGPROF_END_FILLED])
    filled = end[CGPROF_END_FILLED];
  if (buckets < end[CGPROF_END_BUCKETS])
    buckets = end[CGPROF_END_BUCKETS];
  if (filled == 0 || buckets == 0 || size < CGPROF_CHECK_LEAST)
    return;

  /* Half a chain is gone through; a good hash fills EXPECTED buckets.  */
  double expected = buckets * -expm1 (size * log1p (-1.0 / buckets));
  double hops = values[CGPROF_HASH_SIZES] / 2.0
    * (1.0 / filled - 1 / expected);
  double average = (double) values[CGPROF_HASH_SIZES]
    / values[CGPROF_HASH_COUNT];
  struct advice_item item = { .diagnostic = "inefficient-hash" };
  if (filled >= expected / 2)
    return;
  item.gain_ns = hops * hop_cost (advice->costs, average);
  advice_container_place (advice, &item, container, most);
  item.facts
    = arena_format (&advice->arena, "%" PRIu64 " calls, among %.0f elements "
		    "on average; %" PRIu64 " elements are in %" PRIu64
		    " of %" PRIu64 " buckets, of which a good hash fills %.0f",
		    values[CGPROF_HASH_COUNT], average, size, filled, buckets,
		    expected);
  item.change = "let the hash depend on all of the key, and on its parts in "
    "different ways";
  advice_add (advice, &item);
}

void
advice_inefficient_hash (struct advice *advice)
{
  struct advice_containers containers;
  advice_containers_get (&containers, advice);
  for (size_t i = 0; i < containers.count; i++)
    chains_look (advice, &containers.containers[i]);
  advice_containers_free (&containers);
}
