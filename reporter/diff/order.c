/* What two models have in common: what of it is to be shown, and the stacks.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "analyse/call-tree.h"
#include "base/sort.h"
#include "diff/diff.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- The order.  */

struct diff_sorting
{
  const struct diff *diff;
  enum diff_key key;
};

static uint64_t
diff_change (const struct diff_count *count)
{
  uint64_t old = count->value[DIFF_OLD];
  uint64_t new = count->value[DIFF_NEW];
  return old < new ? new - old : old - new;
}

static double
diff_time_change (const struct diff_time *time)
{
  return fabs (time->value[DIFF_NEW] - time->value[DIFF_OLD]);
}

static bool
diff_time_changed (const struct diff_time *time)
{
  double change = diff_time_change (time);
  return change > 0 && change > time->error;
}

static int
diff_compare_counts (const struct diff_count *a, const struct diff_count *b)
{
  uint64_t x = diff_change (a);
  uint64_t y = diff_change (b);
  return x > y ? -1 : x < y;
}

static int
diff_compare_times (const struct diff_time *a, const struct diff_time *b)
{
  double x = diff_time_change (a);
  double y = diff_time_change (b);
  return x > y ? -1 : x < y;
}

static int
diff_compare_names (const struct diff *diff, uint32_t a, uint32_t b)
{
  int order = strcmp (diff->functions[a].name, diff->functions[b].name);
  return order != 0 ? order : a < b ? -1 : a > b;
}

static int
diff_compare_functions (const void *closure, uint32_t i, uint32_t j)
{
  const struct diff_sorting *sorting = closure;
  const struct diff_function *a = &sorting->diff->functions[i];
  const struct diff_function *b = &sorting->diff->functions[j];
  int order = 0;
  if (sorting->key == DIFF_BY_SELF)
    order = diff_compare_times (&a->self, &b->self);
  else if (sorting->key == DIFF_BY_INCLUSIVE)
    order = diff_compare_times (&a->inclusive, &b->inclusive);
  if (order == 0 && sorting->key != DIFF_BY_NAME)
    order = diff_compare_counts (&a->calls, &b->calls);
  return order != 0 ? order : diff_compare_names (sorting->diff, i, j);
}

static int
diff_compare_instructions (const void *closure, uint32_t i, uint32_t j)
{
  const struct diff_sorting *sorting = closure;
  const struct diff_function *functions = sorting->diff->functions;
  int order = diff_compare_counts (&functions[i].instructions,
				   &functions[j].instructions);
  return order != 0 ? order : diff_compare_names (sorting->diff, i, j);
}

static int
diff_compare_arcs (const void *closure, uint32_t i, uint32_t j)
{
  const struct diff_sorting *sorting = closure;
  const struct diff_arc *a = &sorting->diff->arcs[i];
  const struct diff_arc *b = &sorting->diff->arcs[j];
  int order = 0;
  if (sorting->key == DIFF_BY_SELF || sorting->key == DIFF_BY_INCLUSIVE)
    order = diff_compare_times (&a->inclusive, &b->inclusive);
  if (order == 0 && sorting->key != DIFF_BY_NAME)
    order = diff_compare_counts (&a->count, &b->count);
  if (order == 0)
    order = diff_compare_names (sorting->diff, a->caller, b->caller);
  return order != 0 ? order
		    : diff_compare_names (sorting->diff, a->callee,
					  b->callee);
}

static int
diff_compare_sites (const void *closure, uint32_t i, uint32_t j)
{
  const struct diff_sorting *sorting = closure;
  const struct diff_site *a = &sorting->diff->sites[i];
  const struct diff_site *b = &sorting->diff->sites[j];
  int order = 0;
  if (sorting->key == DIFF_BY_SELF || sorting->key == DIFF_BY_INCLUSIVE)
    order = diff_compare_times (&a->inclusive, &b->inclusive);
  if (order == 0 && sorting->key != DIFF_BY_NAME)
    order = diff_compare_counts (&a->count, &b->count);
  if (order == 0)
    order = diff_compare_names (sorting->diff, a->caller, b->caller);
  if (order == 0)
    order = diff_compare_names (sorting->diff, a->callee, b->callee);
  return order != 0 ? order : a->ordinal < b->ordinal ? -1
					: a->ordinal > b->ordinal;
}

void
diff_order (struct diff *diff, enum diff_key key, bool all)
{
  struct diff_sorting sorting = { diff, key };
  diff->shown_functions = mem_alloc (diff->function_count,
				     sizeof *diff->shown_functions);
  for (size_t i = 0; i < diff->function_count; i++)
    {
      const struct diff_function *function = &diff->functions[i];
      if (all || diff_change (&function->calls) > 0
	  || diff_time_changed (&function->self)
	  || diff_time_changed (&function->inclusive))
	diff->shown_functions[diff->shown_function_count++] = i;
    }
  diff->shown_instructions = mem_alloc (diff->function_count,
					sizeof *diff->shown_instructions);
  for (size_t i = 0; i < diff->function_count; i++)
    if (diff_change (&diff->functions[i].instructions) > 0)
      diff->shown_instructions[diff->shown_instruction_count++] = i;
  sort_indices (diff->shown_instructions, diff->shown_instruction_count,
		diff_compare_instructions, &sorting);
  diff->shown_arcs = mem_alloc (diff->arc_count, sizeof *diff->shown_arcs);
  for (size_t i = 0; i < diff->arc_count; i++)
    if (all || diff_change (&diff->arcs[i].count) > 0
	|| diff_time_changed (&diff->arcs[i].inclusive))
      diff->shown_arcs[diff->shown_arc_count++] = i;
  diff->shown_sites = mem_alloc (diff->site_count,
				 sizeof *diff->shown_sites);
  for (size_t i = 0; i < diff->site_count; i++)
    if (all || diff_change (&diff->sites[i].count) > 0
	|| diff_time_changed (&diff->sites[i].inclusive))
      diff->shown_sites[diff->shown_site_count++] = i;
  sort_indices (diff->shown_functions, diff->shown_function_count,
		diff_compare_functions, &sorting);
  sort_indices (diff->shown_arcs, diff->shown_arc_count, diff_compare_arcs,
		&sorting);
  sort_indices (diff->shown_sites, diff->shown_site_count,
		diff_compare_sites, &sorting);
}

/* ---- Stacks.  */

static uint32_t
diff_get_stack (struct diff *diff, struct map *known, uint32_t parent,
		uint32_t function)
{
  uint32_t *place = map_place (known, parent, function);
  if (*place == MAP_NONE)
    {
      *place = diff->stack_count;
      diff->stacks = mem_grow (diff->stacks, &diff->stack_room,
			       diff->stack_count + 1, sizeof *diff->stacks);
      diff->stacks[diff->stack_count++] = (struct diff_stack) {
	.function = function, .parent = parent
      };
    }
  return *place;
}

void
diff_add_stacks (struct diff *diff)
{
  struct map known = { 0 };
  for (int side = 0; side < DIFF_SIDES; side++)
    {
      const struct results *results = diff->results[side];
      const uint32_t *pairs = diff->pairs[side];
      struct call_tree tree;
      call_tree_make (&tree, results, CALL_TREE_CALLERS);
      uint32_t *stacks = mem_alloc (tree.node_count, sizeof *stacks);
      for (size_t i = 0; i < tree.node_count; i++)
	{
	  const struct call_tree_node *node = &tree.nodes[i];
	  uint32_t function = tree.frames[node->frame].function;
	  stacks[i] = diff_get_stack
	    (diff, &known,
	     node->parent == CALL_TREE_NONE ? MODEL_NONE
					    : stacks[node->parent],
	     pairs[function]);
	  diff->stacks[stacks[i]].samples.value[side] += node->count;
	  diff->stacks[stacks[i]].ns[side] += node->ns;
	}
      call_tree_free (&tree);
      free (stacks);
    }
  map_free (&known);
}
