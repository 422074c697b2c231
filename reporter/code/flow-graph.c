/* The flow graph of a function's pieces.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "code/flow-graph.h"
#include "base/mem.h"
#include "code/instructions.h"
#include "code/jump-tables.h"
#include "code/jumps.h"

#include <stdlib.h>
#include <string.h>

/* What a graph is made of.  */
struct flow_source
{
  const struct image *image;
  const struct block_tables_function *function;
  const struct instruction_list *list;
  const uint64_t *counts;
  uint32_t *in, *out;		/* The classes of pieces' sides.  */
  uint64_t *fell;		/* How often control went from each piece to
				   the next one, at most.  */
  bool *labels;			/* NULL: not yet looked for.  */
};

static void
flow_graph_add (struct flow_graph *graph, const struct flow_edge *edge)
{
  graph->edges = mem_grow (graph->edges, &graph->edge_room,
			   graph->edge_count + 1, sizeof *graph->edges);
  graph->edges[graph->edge_count++] = *edge;
}

void
flow_graph_free (struct flow_graph *graph)
{
  free (graph->vertices);
  free (graph->edges);
  memset (graph, 0, sizeof *graph);
}

/* Set the classes of SOURCE's pieces.  */

static void
flow_source_find_classes (struct flow_source *source)
{
  const struct block_tables *tables = &source->image->blocks;
  size_t count = source->list->piece_count, n = 0;
  source->in = mem_alloc (count, sizeof *source->in);
  source->out = mem_alloc (count, sizeof *source->out);
  for (uint32_t i = 0; i < source->function->part_count; i++)
    {
      const struct block_tables_part *part
	= &tables->parts[source->function->parts + i];
      for (uint32_t j = 0; j < part->piece_count && n < count; j++, n++)
	{
	  source->in[n] = tables->pieces[part->pieces + j].in;
	  source->out[n] = tables->pieces[part->pieces + j].out;
	}
    }
}

/* Return the piece that a jump at the end of PIECE to ADDRESS leads to:
   several may begin there, of which only one has its class.  UINT32_MAX if it
   leads out of the function, as does a call of itself that became a jump.  */

static uint32_t
flow_source_target (const struct flow_source *source, uint32_t piece,
		    uint64_t address)
{
  const struct instruction_list *list = source->list;
  uint32_t last = jumps_find_piece (list, address);
  if (last == UINT32_MAX)
    return UINT32_MAX;
  uint32_t first = last;
  while (first > 0 && list->pieces[first - 1].address == address)
    first--;
  for (; first < list->piece_count && list->pieces[first].address == address;
       first++)
    if (source->in[first] == source->out[piece])
      return first;
  return UINT32_MAX;
}

/* Add the edges of a computed jump at the end of PIECE.  Those of a class are
   more than its targets where the class is that of ways out of the function:
   there only tables tell.  */

static void
flow_graph_add_computed (struct flow_graph *graph, struct flow_source *source,
			 uint32_t piece)
{
  const struct instruction_list *list = source->list;
  uint32_t class = source->out[piece];
  bool found = false;
  if (!source->labels)
    {
      source->labels = mem_alloc (list->piece_count, sizeof *source->labels);
      jump_tables_find (source->image, list, source->labels);
    }
  for (uint32_t i = 1; i < list->piece_count; i++)
    found |= source->in[i] == class && source->labels[i];
  for (uint32_t i = 1; i < list->piece_count; i++)
    if (source->in[i] == class
	&& (found ? source->labels[i] : class != source->function->leaves))
      flow_graph_add (graph, &(struct flow_edge) { .from = piece, .to = i });
}

/* Add the edges that begin at PIECE.  */

static void
flow_graph_add_ways (struct flow_graph *graph, struct flow_source *source,
		     uint32_t piece)
{
  const struct instruction_list *list = source->list;
  const struct instruction *last = jumps_last (list, piece);
  uint64_t count = source->counts[piece];
  unsigned kind = last ? last->kind : INSTRUCTION_OTHER;
  uint64_t taken = kind == INSTRUCTION_JUMP ? count
    : kind == INSTRUCTION_BRANCH ? jumps_taken (list, source->counts, piece)
    : 0;
  uint32_t target = kind == INSTRUCTION_JUMP || kind == INSTRUCTION_BRANCH
    ? flow_source_target (source, piece, last->target) : UINT32_MAX;
  bool falls = !list->pieces[piece].stops && piece + 1 < list->piece_count
    && piece + 1 != list->hot && kind != INSTRUCTION_JUMP
    && kind != INSTRUCTION_INDIRECT
    && source->in[piece + 1] == source->out[piece];
  if (kind == INSTRUCTION_INDIRECT)
    flow_graph_add_computed (graph, source, piece);
  /* A jump to what is behind it is no way of its own.  */
  if (target != UINT32_MAX && !(falls && target == piece + 1))
    flow_graph_add (graph, &(struct flow_edge) {
	.from = piece, .to = target, .known = true, .count = taken });
  if (!falls)
    return;
  /* What may not return, as a call, has the class of ways out; others may.  */
  source->fell[piece] = count - taken;
  flow_graph_add (graph, &(struct flow_edge) {
      .from = piece, .to = piece + 1, .falls = true, .count = count - taken,
      .known = kind == INSTRUCTION_BRANCH || !last
	|| source->out[piece] != source->function->leaves });
}

/* Whether a call at the end of PIECE may have ended elsewhere than behind
   it.  */

static bool
flow_source_may_throw (const struct flow_source *source, uint32_t piece)
{
  const struct instruction_list *list = source->list;
  const struct instruction *last = jumps_last (list, piece);
  if (!last || source->counts[piece] == 0)
    return false;
  bool all_fell = !list->pieces[piece].stops
    && source->fell[piece] >= source->counts[piece];
  return last->kind == INSTRUCTION_INDIRECT
    || (!all_fell && (last->kind == INSTRUCTION_CALL
		      || last->kind == INSTRUCTION_INDIRECT_CALL));
}

/* Lead to the piece ORPHAN, which has no way into it but was run: from what
   may have done so, or from outside.  */

static void
flow_graph_adopt (struct flow_graph *graph, const struct flow_source *source,
		  uint32_t orphan)
{
  bool found = false;
  for (uint32_t i = 0; i < source->list->piece_count; i++)
    if (i != orphan && source->out[i] == source->in[orphan]
	&& flow_source_may_throw (source, i))
      {
	flow_graph_add (graph,
			&(struct flow_edge) { .from = i, .to = orphan });
	found = true;
      }
  if (!found)
    flow_graph_add (graph, &(struct flow_edge) { .from = 0, .to = orphan });
}

/* Set the counts of edges that follow from those of others: of the ways into a
   piece, of which one is not known.  */

static void
flow_graph_derive (struct flow_graph *graph)
{
  struct
  {
    uint64_t known;		/* Sum of the ways into a vertex.  */
    uint32_t unknown;		/* How many others there are, */
    uint32_t edge;		/* and the last one of these.  */
  } *ways = mem_alloc (graph->count, sizeof *ways);
  for (size_t i = 0; i < graph->edge_count; i++)
    {
      struct flow_edge *edge = &graph->edges[i];
      edge->known |= graph->vertices[edge->from].count == 0
	|| graph->vertices[edge->to].count == 0;
      if (edge->known)
	ways[edge->to].known += edge->count;
      else
	{
	  ways[edge->to].unknown++;
	  ways[edge->to].edge = i;
	}
    }
  for (size_t i = 1; i < graph->count; i++)
    if (ways[i].unknown == 1)
      {
	struct flow_edge *edge = &graph->edges[ways[i].edge];
	uint64_t count = graph->vertices[i].count;
	edge->known = true;
	edge->count = count > ways[i].known ? count - ways[i].known : 0;
      }
  free (ways);
}

/* Correct how often control fell from each piece of SOURCE by what GRAPH
   knows; what is not known is taken for less than all.  */

static void
flow_source_note_falls (struct flow_source *source,
			const struct flow_graph *graph)
{
  for (size_t i = 0; i < graph->edge_count; i++)
    if (graph->edges[i].falls)
      source->fell[graph->edges[i].from]
	= graph->edges[i].known ? graph->edges[i].count : 0;
}

void
flow_graph_make (struct flow_graph *graph, const struct image *image,
		 const struct block_tables_function *function,
		 const struct instruction_list *list, const uint64_t *counts)
{
  struct flow_source source = {
    .image = image, .function = function, .list = list, .counts = counts
  };
  size_t count = list->piece_count;
  source.fell = mem_alloc (count, sizeof *source.fell);
  flow_source_find_classes (&source);
  graph->vertices = mem_grow (graph->vertices, &graph->room, count,
			      sizeof *graph->vertices);
  graph->count = count;
  graph->edge_count = 0;
  for (uint32_t i = 0; i < count; i++)
    {
      const struct instruction *last = jumps_last (list, i);
      graph->vertices[i] = (struct flow_vertex) {
	.count = counts[i],
	.bare = !last || (list->pieces[i].count == 1
			  && last->kind == INSTRUCTION_JUMP),
	.branches = last && last->kind == INSTRUCTION_BRANCH
      };
      flow_graph_add_ways (graph, &source, i);
    }
  bool *led = mem_alloc (count, sizeof *led);
  for (size_t i = 0; i < graph->edge_count; i++)
    led[graph->edges[i].to] = true;
  flow_graph_derive (graph);
  flow_source_note_falls (&source, graph);
  for (uint32_t i = 1; i < count; i++)
    if (!led[i] && counts[i] > 0)
      flow_graph_adopt (graph, &source, i);
  flow_graph_derive (graph);
  free (led);
  free (source.in);
  free (source.out);
  free (source.fell);
  free (source.labels);
}
