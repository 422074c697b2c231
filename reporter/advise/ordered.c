/* Advice: ordered containers whose order nobody uses.

   A lookup goes down a tree, at each level to some other place of memory;
   a hash table knows the place.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "advise/container.h"

#include <inttypes.h>
#include <string.h>

/* What one lookup saves at the size class I: nothing in the smallest, where a
   few comparisons stand against a hash of the key.  */

static double
lookup_gain (const struct costs *costs, int i)
{
  const double *tree = &costs->ns[COST_TREE];
  const double *hash = &costs->ns[COST_HASH];
  if (i == 0)
    return 0;
  if (i < COST_SIZES)
    return tree[i] - hash[i];
  /* Larger than any that was measured: one and a half classes more.  */
  return 1.5 * (tree[i - 1] - hash[i - 1])
    - 0.5 * (tree[i - 2] - hash[i - 2]);
}

/* Whether TYPE, a template, has a comparison of its own.  */

static bool
has_comparison (const char *type)
{
  const char *open = strchr (type, '<');
  int arguments = 1;
  int depth = 0;
  for (const char *c = open; c && *c; c++)
    {
      depth += *c == '<' ? 1 : *c == '>' ? -1 : 0;
      arguments += *c == ',' && depth == 1;
    }
  bool map = open && open - type >= 3 && memcmp (open - 3, "map", 3) == 0;
  return arguments > 1 + map;
}

static void
ordered_look (struct advice *advice,
	      const struct advice_containers *containers,
	      const struct advice_container *container)
{
  static const char *const none[] = { NULL };
  uint64_t values[MODEL_ADVICE_VALUES];
  const struct model_advice *most
    = advice_container_sum (container, CGPROF_ADVICE_TREE,
			    CGPROF_TREE_CLASSES, NULL, values);
  if (!most || !container->type)
    return;
  struct advice_item item = { .diagnostic = "ordered-to-unordered" };
  uint64_t calls = 0;
  uint64_t large = 0;
  for (int i = 0; i < CGPROF_TREE_CLASSES; i++)
    {
      item.gain_ns += values[i] * lookup_gain (advice->costs, i);
      calls += values[i];
      large += i >= 3 ? values[i] : 0;
    }
  advice_container_place (advice, &item, container, most);
  item.facts
    = arena_format (&advice->arena, "%" PRIu64 " lookups, insertions and "
		    "removals, %" PRIu64 " of them among 16 to 255 elements, "
		    "%" PRIu64 " among 256 to 4095, %" PRIu64 " among more",
		    calls, values[1], values[2], large);
  item.change = "its order is not used: take the unordered container of the "
    "same name, if equal keys can be given equal hashes";
  const struct model_advice *use
    = advice_container_use (containers, container, none);
  if (use)
    advice_container_refuse (advice, &item, use, "needs the order");
  else if (has_comparison (container->type)
	   && item.gain_ns >= advice->least_ns)
    {
      item.kind = ADVICE_REFUSED;
      item.stopper = "it has a comparison of its own";
    }
  advice_add (advice, &item);
}

void
advice_ordered (struct advice *advice)
{
  struct advice_containers containers;
  advice_containers_get (&containers, advice);
  for (size_t i = 0; i < containers.count; i++)
    ordered_look (advice, &containers, &containers.containers[i]);
  advice_containers_free (&containers);
}
