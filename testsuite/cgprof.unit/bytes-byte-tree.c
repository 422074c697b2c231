/* Area:    reporter, bytes/byte-tree
   Purpose: sums by function, and the tree of calls that they are shared in:
   exact where the calls are a tree, each frame no more than its caller has, no
   function below itself, few frames of many ways.
   Sources: bytes/byte-tree.c bytes/byte-sums.c shares/call-shares.c shares/known-totals.c analyse/call-totals.c analyse/cycles.c analyse/propagate.c analyse/results.c model/model.c

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "analyse/call-totals.h"
#include "analyse/cycles.h"
#include "bytes/byte-tree.h"
#include "check.h"

#include <math.h>
#include <stdlib.h>

/* A program whose functions are numbers, and what is made of it.  */
static struct model model;
static struct results results;
static struct byte_sums sums;
static struct byte_tree tree;

static uint32_t
get_function (uint32_t number)
{
  char name[32];
  snprintf (name, sizeof name, "f%u", (unsigned) number);
  return model_get_function (&model, MODEL_NONE, 16 * (number + 1), name,
			     NULL);
}

static void
add_calls (uint32_t caller, uint32_t callee, uint64_t count)
{
  uint32_t from = get_function (caller);
  model_add_arc (&model, from, get_function (callee), count);
}

/* COUNT calls of FUNCTION by uncounted code.  */

static void
add_outside (uint32_t function, uint64_t count)
{
  uint32_t index = get_function (function);
  model.functions[index].outside = count;
}

static void
add_bytes (uint32_t function, uint64_t bytes)
{
  struct model_site site = {
    .caller = get_function (function),
    .callee = model_get_external (&model, "malloc"), .count = 1,
    .bytes = bytes, .bytes_kind = MODEL_BYTES_ALLOCATED
  };
  model_add_arc (&model, site.caller, site.callee, 1);
  model_add_site (&model, &site);
}

/* Make the tree, and check what must be so of any.  */

static void
make_tree (void)
{
  CHECK (model_merge_arcs (&model));
  results_start (&results, &model);
  results_index_arcs (&results);
  cycles_find (&results);
  CHECK (call_totals_add_up (&results));
  CHECK (byte_sums_make (&sums, &results) && sums.known);
  byte_tree_make (&tree, &sums, &results);
  CHECK (tree.count > 0 && tree.count <= BYTE_TREE_NODES);
  CHECK (tree.nodes[0].function == MODEL_NONE
	 && tree.nodes[0].parent == MODEL_NONE);
  CHECK (tree.nodes[0].total == sums.total[MODEL_BYTES_ALLOCATED]);
  uint64_t *left = mem_alloc (tree.count, sizeof *left);
  size_t wrong = 0;
  for (size_t i = 0; i < tree.count; i++)
    {
      const struct byte_tree_node *node = &tree.nodes[i];
      wrong += node->own > node->total;
      left[i] = node->total - node->own;
      if (i == 0)
	continue;
      wrong += node->parent >= i || node->total == 0
	|| node->total > left[node->parent];
      left[node->parent] -= node->total;
      for (uint32_t above = node->parent; above != MODEL_NONE;
	   above = tree.nodes[above].parent)
	wrong += tree.nodes[above].function == node->function;
    }
  CHECK (wrong == 0);
  free (left);

  double outside = 0;
  for (size_t i = 0; i < model.function_count; i++)
    outside += sums.allocated.outside[i];
  CHECK (fabs (outside - (double) tree.nodes[0].total)
	 <= 1e-6 * (double) tree.nodes[0].total);
}

static void
free_tree (void)
{
  byte_tree_free (&tree);
  byte_sums_free (&sums);
  results_free (&results);
  model_free (&model);
  model = (struct model) { 0 };
}

/* The node that the COUNT functions of PATH lead to from the root on.  */

static const struct byte_tree_node *
find_node (const uint32_t *path, size_t count)
{
  static const struct byte_tree_node none;
  uint32_t at = 0;
  for (size_t i = 0; i < count; i++)
    {
      uint32_t below = MODEL_NONE;
      for (uint32_t j = at + 1; j < tree.count; j++)
	if (tree.nodes[j].parent == at
	    && tree.nodes[j].function == get_function (path[i]))
	  below = j;
      if (below == MODEL_NONE)
	return &none;
      at = below;
    }
  return &tree.nodes[at];
}

#define NODE(...)							\
  find_node ((const uint32_t[]) { __VA_ARGS__ },			\
	     sizeof (const uint32_t[]) { __VA_ARGS__ } / sizeof (uint32_t))

/* All bytes in the tree that FUNCTION allocates itself.  */

static uint64_t
sum_own (uint32_t function)
{
  uint64_t sum = 0;
  for (size_t i = 0; i < tree.count; i++)
    if (tree.nodes[i].function == get_function (function))
      sum += tree.nodes[i].own;
  return sum;
}

static void
test_tree (void)
{
  add_outside (0, 1);
  add_calls (0, 1, 7);
  add_calls (0, 2, 2);
  add_calls (2, 3, 5);
  add_bytes (0, 10);
  add_bytes (1, 1000);
  add_bytes (2, 1);
  add_bytes (3, 333);
  make_tree ();
  CHECK (tree.count == 5);
  CHECK (NODE (0)->total == 1344 && NODE (0)->own == 10);
  CHECK (NODE (0, 1)->total == 1000 && NODE (0, 1)->own == 1000);
  CHECK (NODE (0, 2)->total == 334 && NODE (0, 2)->own == 1);
  CHECK (NODE (0, 2, 3)->total == 333 && NODE (0, 2, 3)->own == 333);
  free_tree ();
}

/* By numbers of calls, uncounted ones among them.  */

static void
test_shared (void)
{
  add_outside (0, 1);
  add_outside (3, 2);
  add_calls (0, 1, 1);
  add_calls (0, 2, 1);
  add_calls (1, 3, 6);
  add_calls (2, 3, 2);
  add_bytes (3, 1000);
  make_tree ();
  CHECK (NODE (0)->total == 800 && NODE (3)->total == 200);
  CHECK (NODE (0, 1)->total == 600 && NODE (0, 1)->own == 0);
  CHECK (NODE (0, 1, 3)->total == 600 && NODE (0, 1, 3)->own == 600);
  CHECK (NODE (0, 2, 3)->total == 200 && NODE (0, 2, 3)->own == 200);
  CHECK (sum_own (3) == 1000);
  free_tree ();
}

/* What nobody is known to call is at the root, cycles, too.  */

static void
test_uncalled (void)
{
  add_bytes (0, 11);
  add_calls (1, 2, 3);
  add_calls (2, 1, 3);
  add_bytes (2, 22);
  make_tree ();
  CHECK (NODE (0)->own == 11);
  CHECK (sum_own (2) == 22);
  free_tree ();
}

/* 1 and 2 enter the cycle of 3, 4 and 5, which calls 6, and itself.  */

static void
test_cycle (void)
{
  add_outside (0, 1);
  add_calls (0, 1, 1);
  add_calls (0, 2, 1);
  add_calls (1, 3, 3);
  add_calls (2, 5, 1);
  add_calls (3, 3, 50);
  add_calls (3, 4, 9);
  add_calls (3, 5, 1);
  add_calls (4, 5, 3);
  add_calls (5, 3, 8);
  add_calls (4, 6, 2);
  add_bytes (3, 40);
  add_bytes (4, 400);
  add_bytes (5, 4000);
  add_bytes (6, 40000);
  make_tree ();
  CHECK (NODE (0)->total == 44440);
  CHECK (NODE (0, 1)->total == 33330 && NODE (0, 1, 3)->total == 33330);
  CHECK (NODE (0, 1, 3)->own == 30);
  /* 5 is called by 3 once, by 4 three times.  */
  CHECK (NODE (0, 1, 3, 5)->own == 750);
  CHECK (NODE (0, 1, 3, 4)->own == 300);
  CHECK (NODE (0, 1, 3, 4, 5)->own == 2250);
  CHECK (NODE (0, 1, 3, 4, 6)->own == 30000);
  /* From 5, 4 is only behind 3.  */
  CHECK (NODE (0, 2, 5)->own == 1000);
  CHECK (NODE (0, 2, 5, 3)->own == 10);
  CHECK (NODE (0, 2, 5, 3, 4, 6)->own == 10000);
  CHECK (sum_own (3) == 40 && sum_own (4) == 400);
  CHECK (sum_own (5) == 4000 && sum_own (6) == 40000);
  free_tree ();
}

/* 2^60 ways from one end to the other.  */

static void
test_many_ways (void)
{
  add_outside (0, 1);
  for (uint32_t i = 0; i < 60; i++)
    for (uint32_t j = 1; j <= 2; j++)
      {
	add_calls (3 * i, 3 * i + j, 1);
	add_calls (3 * i + j, 3 * i + 3, 1);
      }
  add_bytes (180, 1000000007);
  make_tree ();
  CHECK (NODE (0)->total == 1000000007);
  /* As far as 2^10 ways, each with one node or two a step.  */
  CHECK (tree.count > 1024 && tree.count < 4096);
  CHECK (sum_own (180) == 0);
  free_tree ();
}

/* More nodes than there may be: the first in breadth stay.  */

static void
test_many_nodes (void)
{
  add_outside (0, 1);
  for (uint32_t i = 0; i < 1000; i++)
    {
      for (uint32_t j = 0; j < 100; j++)
	add_calls (j == 0 ? 0 : 1 + 100 * i + j - 1, 1 + 100 * i + j, 1);
      add_bytes (100 + 100 * i, 10);
    }
  make_tree ();
  CHECK (tree.count == BYTE_TREE_NODES);
  CHECK (NODE (0)->total == 10000 && NODE (0, 1)->total == 10);
  free_tree ();
}

/* Graphs with loops at random: no bytes stand at two places, but for what
   rounding does to each node.  */

static void
test_random (void)
{
  srand (1);
  for (int i = 0; i < 200; i++)
    {
      uint32_t count = 2 + rand () % 20;
      for (uint32_t j = 0; j < count; j++)
	get_function (j);
      add_outside (0, 1 + rand () % 3);
      for (uint32_t j = 0; j < count * 2; j++)
	add_calls (rand () % count, rand () % count, 1 + rand () % 9);
      for (uint32_t j = 0; j < count; j++)
	if (rand () % 2)
	  add_bytes (j, rand () % 10000);
      add_bytes (0, 1);
      make_tree ();
      size_t wrong = 0;
      for (uint32_t j = 0; j < count; j++)
	wrong += sum_own (j) > tree.count
	  + sums.functions[get_function (j)].own[MODEL_BYTES_ALLOCATED];
      CHECK (wrong == 0);
      free_tree ();
    }
}

int
main (void)
{
  test_tree ();
  test_shared ();
  test_uncalled ();
  test_cycle ();
  test_many_ways ();
  test_many_nodes ();
  test_random ();
  return check_end ();
}
