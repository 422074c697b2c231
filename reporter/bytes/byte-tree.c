/* Bytes allocated, as a tree of calls.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "bytes/byte-tree.h"
#include "base/sort.h"

#include <stdlib.h>
#include <string.h>

/* How many members all entries may have: a large cycle with many entries takes
   memory for each.  */
#define BYTE_TREE_MEMBERS (1 << 18)

/* A cycle as it is entered by one of its members.  */
struct byte_tree_entry
{
  uint32_t cycle;
  uint32_t *rank;		/* By member: when it is reached from the first
				   one, breadth first; MODEL_NONE: not at
				   all.  */
  uint64_t *calls;		/* By member: calls by members of lower
				   rank.  */
  double *all;			/* By member: its bytes with callees, those of
				   the cycle of higher rank among them.  */
};

/* What a function calls there.  */
struct byte_tree_callee
{
  uint32_t function;
  uint32_t entry;		/* MODEL_NONE: none yet.  */
  double scale;			/* Which part of all it does is done there, */
  double bytes;			/* and what it allocates there.  */
};

struct byte_tree_builder
{
  struct byte_tree *tree;
  const struct byte_sums *sums;
  const struct results *results;
  double least;			/* Bytes of a node.  */
  struct byte_tree_place	/* Parallel to the nodes.  */
  {
    double scale;		/* As a callee's.  */
    uint32_t entry;		/* In ENTRIES; MODEL_NONE: it is in no
				   cycle.  */
  } *places;
  size_t place_room;
  uint32_t *position;		/* By function: among its cycle's members.  */
  uint32_t *entry_of;		/* By function: the entry by it, in ENTRIES;
				   MODEL_NONE: not made yet.  */
  struct byte_tree_entry *entries;
  size_t entry_count, entry_room;
  size_t members;		/* Of all entries.  */
  struct byte_tree_callee *callees;	/* Of the node at work, */
  size_t callee_count, callee_room;
  struct sort_item *order;	/* and their order.  */
  size_t order_room;
};

/* Whether ARC leads from one member of ENTRY's cycle to another of higher
   rank.  */

static bool
byte_tree_goes_on (const struct byte_tree_builder *builder,
		   const struct byte_tree_entry *entry,
		   const struct result_arc *arc)
{
  const struct result_function *functions = builder->results->functions;
  return arc->count > 0 && functions[arc->caller].cycle == entry->cycle
    && functions[arc->callee].cycle == entry->cycle
    && entry->rank[builder->position[arc->caller]]
       < entry->rank[builder->position[arc->callee]];
}

/* The bytes of FUNCTION and of what it calls outside its cycle.  */

static double
byte_tree_alone (const struct byte_tree_builder *builder, uint32_t function)
{
  const struct results *results = builder->results;
  double bytes
    = builder->sums->functions[function].own[MODEL_BYTES_ALLOCATED];
  for (uint32_t i = results->out_first[function];
       i < results->out_first[function + 1]; i++)
    {
      const struct result_arc *arc = &results->arcs[results->out[i]];
      bytes += builder->sums->allocated.total[arc->callee]
	* call_shares_part (results, arc);
    }
  return bytes;
}

/* Set ENTRY's ranks as FIRST enters its cycle, and ORDER to its members by
   them; return how many are reached.  */

static uint32_t
byte_tree_rank (const struct byte_tree_builder *builder,
		struct byte_tree_entry *entry, uint32_t first, uint32_t *order)
{
  const struct results *results = builder->results;
  uint32_t count = 0;
  entry->rank[builder->position[first]] = count;
  order[count++] = first;
  for (uint32_t i = 0; i < count; i++)
    for (uint32_t j = results->out_first[order[i]];
	 j < results->out_first[order[i] + 1]; j++)
      {
	const struct result_arc *arc = &results->arcs[results->out[j]];
	if (!byte_tree_goes_on (builder, entry, arc)
	    || entry->rank[builder->position[arc->callee]] != MODEL_NONE)
	  continue;
	entry->rank[builder->position[arc->callee]] = count;
	order[count++] = arc->callee;
      }
  return count;
}

/* Return the entry of FIRST's cycle by it; MODEL_NONE if it is in none, or if
   there is no room for more: then the others have no nodes below it.  */

static uint32_t
byte_tree_enter (struct byte_tree_builder *builder, uint32_t first)
{
  const struct results *results = builder->results;
  uint32_t number = results->functions[first].cycle;
  if (number == MODEL_NONE || builder->entry_of[first] != MODEL_NONE)
    return builder->entry_of[first];
  const struct result_cycle *cycle = &results->cycles[number];
  if (builder->members + cycle->size > BYTE_TREE_MEMBERS)
    return MODEL_NONE;
  builder->members += cycle->size;
  struct byte_tree_entry entry = {
    .cycle = number,
    .rank = mem_alloc (cycle->size, sizeof *entry.rank),
    .calls = mem_alloc (cycle->size, sizeof *entry.calls),
    .all = mem_alloc (cycle->size, sizeof *entry.all)
  };
  uint32_t *order = mem_alloc (cycle->size, sizeof *order);
  for (uint32_t i = 0; i < cycle->size; i++)
    entry.rank[i] = MODEL_NONE;
  uint32_t count = byte_tree_rank (builder, &entry, first, order);
  for (int pass = 0; pass < 2; pass++)
    for (uint32_t i = count; i-- > 0;)
      {
	double *all = &entry.all[builder->position[order[i]]];
	if (pass == 1)
	  *all += byte_tree_alone (builder, order[i]);
	for (uint32_t j = results->out_first[order[i]];
	     j < results->out_first[order[i] + 1]; j++)
	  {
	    const struct result_arc *arc = &results->arcs[results->out[j]];
	    if (!byte_tree_goes_on (builder, &entry, arc))
	      continue;
	    uint32_t callee = builder->position[arc->callee];
	    if (pass == 0)
	      entry.calls[callee] += arc->count;
	    else
	      *all += entry.all[callee] * (double) arc->count
		/ (double) entry.calls[callee];
	  }
      }
  free (order);
  builder->entries = mem_grow (builder->entries, &builder->entry_room,
			       builder->entry_count + 1,
			       sizeof *builder->entries);
  builder->entries[builder->entry_count] = entry;
  return builder->entry_of[first] = builder->entry_count++;
}

static void
byte_tree_add_callee (struct byte_tree_builder *builder,
		      struct byte_tree_callee callee)
{
  if (!(callee.bytes >= builder->least))
    return;
  builder->callees = mem_grow (builder->callees, &builder->callee_room,
			       builder->callee_count + 1,
			       sizeof *builder->callees);
  builder->callees[builder->callee_count++] = callee;
}

/* Find what node number NODE calls.  */

static void
byte_tree_find_callees (struct byte_tree_builder *builder, uint32_t node)
{
  const struct results *results = builder->results;
  struct byte_tree_place place = builder->places[node];
  uint32_t function = builder->tree->nodes[node].function;
  const struct byte_tree_entry *entry
    = place.entry != MODEL_NONE ? &builder->entries[place.entry] : NULL;
  for (uint32_t i = results->out_first[function];
       i < results->out_first[function + 1]; i++)
    {
      const struct result_arc *arc = &results->arcs[results->out[i]];
      struct byte_tree_callee callee = {
	.function = arc->callee, .entry = MODEL_NONE,
	.scale = place.scale * call_shares_part (results, arc)
      };
      callee.bytes
	= callee.scale * builder->sums->allocated.total[arc->callee];
      if (entry && byte_tree_goes_on (builder, entry, arc))
	{
	  uint32_t position = builder->position[arc->callee];
	  callee.entry = place.entry;
	  callee.scale = place.scale * (double) arc->count
	    / (double) entry->calls[position];
	  callee.bytes = callee.scale * entry->all[position];
	}
      byte_tree_add_callee (builder, callee);
    }
}

/* Find what was not called by counted code.  */

static void
byte_tree_find_roots (struct byte_tree_builder *builder)
{
  const struct call_shares *allocated = &builder->sums->allocated;
  for (size_t i = 0; i < builder->results->model->function_count; i++)
    if (allocated->outside[i] > 0)
      byte_tree_add_callee (builder, (struct byte_tree_callee) {
	  .function = i, .entry = MODEL_NONE, .bytes = allocated->outside[i],
	  .scale = allocated->outside[i] / allocated->total[i] });
}

static void
byte_tree_add_node (struct byte_tree_builder *builder,
		    struct byte_tree_node node, double scale, uint32_t entry)
{
  struct byte_tree *tree = builder->tree;
  tree->nodes = mem_grow (tree->nodes, &tree->room, tree->count + 1,
			  sizeof *tree->nodes);
  builder->places = mem_grow (builder->places, &builder->place_room,
			      tree->count + 1, sizeof *builder->places);
  builder->places[tree->count] = (struct byte_tree_place) { scale, entry };
  tree->nodes[tree->count++] = node;
}

/* BYTES as a whole number, LIMIT at most.  */

static uint64_t
byte_tree_whole (double bytes, uint64_t limit)
{
  return bytes + 0.5 < (double) limit ? (uint64_t) (bytes + 0.5) : limit;
}

/* Make nodes below NODE of the callees that were found, the most bytes first.
   What is rounded are sums, the differences of which add up.  */

static void
byte_tree_add_nodes (struct byte_tree_builder *builder, uint32_t node)
{
  size_t count = builder->callee_count;
  builder->order = mem_grow (builder->order, &builder->order_room, count,
			     sizeof *builder->order);
  for (size_t i = 0; i < count; i++)
    builder->order[i] = (struct sort_item) {
      .key = sort_descending (builder->callees[i].bytes), .index = i
    };
  sort_items (builder->order, count);
  const struct byte_tree_node parent = builder->tree->nodes[node];
  double sum = 0;
  if (parent.function != MODEL_NONE)
    sum = builder->places[node].scale
      * (double) builder->sums->functions[parent.function]
	.own[MODEL_BYTES_ALLOCATED];
  uint64_t before = byte_tree_whole (sum, parent.total);
  builder->tree->nodes[node].own = before;
  for (size_t i = 0; i < count && builder->tree->count < BYTE_TREE_NODES; i++)
    {
      const struct byte_tree_callee *callee
	= &builder->callees[builder->order[i].index];
      sum += callee->bytes;
      uint64_t after = byte_tree_whole (sum, parent.total);
      if (after == before)
	continue;
      struct byte_tree_node added = {
	.function = callee->function, .parent = node, .total = after - before
      };
      byte_tree_add_node (builder, added, callee->scale,
			  callee->entry != MODEL_NONE ? callee->entry
			  : byte_tree_enter (builder, callee->function));
      before = after;
    }
  builder->callee_count = 0;
}

void
byte_tree_make (struct byte_tree *tree, const struct byte_sums *sums,
		const struct results *results)
{
  size_t functions = results->model->function_count;
  uint64_t total = sums->total[MODEL_BYTES_ALLOCATED];
  *tree = (struct byte_tree) { 0 };
  struct byte_tree_builder builder = {
    .tree = tree, .sums = sums, .results = results,
    .position = mem_alloc (functions, sizeof *builder.position),
    .entry_of = mem_alloc (functions, sizeof *builder.entry_of)
  };
  for (size_t i = 0; i < functions; i++)
    builder.entry_of[i] = MODEL_NONE;
  for (size_t i = 0; i < results->cycle_count; i++)
    for (uint32_t j = 0; j < results->cycles[i].size; j++)
      builder.position[results->members[results->cycles[i].first + j]] = j;

  byte_tree_add_node (&builder, (struct byte_tree_node) {
      .function = MODEL_NONE, .parent = MODEL_NONE, .total = total }, 1,
		      MODEL_NONE);
  byte_tree_find_roots (&builder);
  byte_tree_add_nodes (&builder, 0);
  builder.least = (double) total / BYTE_TREE_PARTS;
  for (uint32_t i = 1; i < tree->count; i++)
    {
      if (tree->nodes[i].total >= builder.least)
	byte_tree_find_callees (&builder, i);
      byte_tree_add_nodes (&builder, i);
    }

  for (size_t i = 0; i < builder.entry_count; i++)
    {
      free (builder.entries[i].rank);
      free (builder.entries[i].calls);
      free (builder.entries[i].all);
    }
  free (builder.entries);
  free (builder.places);
  free (builder.position);
  free (builder.entry_of);
  free (builder.callees);
  free (builder.order);
}

void
byte_tree_free (struct byte_tree *tree)
{
  free (tree->nodes);
  memset (tree, 0, sizeof *tree);
}
