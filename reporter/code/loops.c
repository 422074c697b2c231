/* The loops of a function.

   Dominators are found as Cooper, Harvey and Kennedy do ("A simple, fast
   dominance algorithm"): flow graphs of functions are shallow, so that walking
   up the tree is fast.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "code/loops.h"
#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

#define LOOPS_NONE UINT32_MAX

/* What is known of GRAPH while its loops are looked for.  */
struct loops_finder
{
  const struct flow_graph *graph;
  /* The edges that begin and that end at each vertex: those from
     OUT[OUT_FIRST[v]] to the one before OUT[OUT_FIRST[v + 1]], and
     likewise.  */
  uint32_t *out_first, *out, *in_first, *in;
  uint32_t *order;		/* The vertices that can be reached: each in
				   front of those that follow it, but for
				   loops.  */
  uint32_t order_count;
  uint32_t *number;		/* Where each is in ORDER; LOOPS_NONE.  */
  uint32_t *dominator;		/* The closest one of each.  */
  uint32_t *inside;		/* The header of the loop looked at last that
				   each is in.  */
  uint32_t *stack;
};

/* Set FIRST and EDGES to the edges by their vertex, where they begin or, if
   ENDS, where they end.  */

static void
loops_index (const struct flow_graph *graph, bool ends, uint32_t **first,
	     uint32_t **edges)
{
  *first = mem_alloc (graph->count + 1, sizeof **first);
  *edges = mem_alloc (graph->edge_count, sizeof **edges);
  for (size_t i = 0; i < graph->edge_count; i++)
    ++(*first)[ends ? graph->edges[i].to : graph->edges[i].from];
  uint32_t sum = 0;
  for (size_t i = 0; i <= graph->count; i++)
    (*first)[i] = sum += (*first)[i];
  for (size_t i = graph->edge_count; i-- > 0;)
    (*edges)[--(*first)[ends ? graph->edges[i].to
			: graph->edges[i].from]] = i;
}

/* Put what can be reached into FINDER's order.  */

static void
loops_order (struct loops_finder *finder)
{
  size_t count = finder->graph->count, depth = 0;
  uint32_t *next = mem_alloc (count, sizeof *next);
  uint32_t end = count;
  memcpy (next, finder->out_first, count * sizeof *next);
  for (size_t i = 0; i < count; i++)
    finder->number[i] = LOOPS_NONE;
  finder->stack[depth++] = 0;
  finder->number[0] = 0;
  while (depth > 0)
    {
      uint32_t here = finder->stack[depth - 1];
      if (next[here] < finder->out_first[here + 1])
	{
	  uint32_t to = finder->graph->edges[finder->out[next[here]++]].to;
	  if (finder->number[to] != LOOPS_NONE)
	    continue;
	  finder->number[to] = 0;
	  finder->stack[depth++] = to;
	}
      else
	{
	  finder->order[--end] = here;
	  depth--;
	}
    }
  finder->order_count = count - end;
  memmove (finder->order, finder->order + end,
	   finder->order_count * sizeof *finder->order);
  for (uint32_t i = 0; i < finder->order_count; i++)
    finder->number[finder->order[i]] = i;
  free (next);
}

static void
loops_dominators (struct loops_finder *finder)
{
  const uint32_t *number = finder->number;
  uint32_t *dominator = finder->dominator;
  for (size_t i = 0; i < finder->graph->count; i++)
    dominator[i] = LOOPS_NONE;
  dominator[0] = 0;
  for (bool changed = true; changed;)
    {
      changed = false;
      for (uint32_t i = 1; i < finder->order_count; i++)
	{
	  uint32_t here = finder->order[i], found = LOOPS_NONE;
	  for (uint32_t j = finder->in_first[here];
	       j < finder->in_first[here + 1]; j++)
	    {
	      uint32_t from = finder->graph->edges[finder->in[j]].from;
	      if (dominator[from] == LOOPS_NONE)
		continue;
	      if (found == LOOPS_NONE)
		found = from;
	      while (found != from)
		if (number[found] > number[from])
		  found = dominator[found];
		else
		  from = dominator[from];
	    }
	  changed |= dominator[here] != found;
	  dominator[here] = found;
	}
    }
}

static bool
loops_dominates (const struct loops_finder *finder, uint32_t vertex,
		 uint32_t other)
{
  while (finder->number[other] > finder->number[vertex])
    other = finder->dominator[other];
  return other == vertex;
}

/* Whether EDGE leads back to the header of a loop.  */

static bool
loops_goes_back (const struct loops_finder *finder,
		 const struct flow_edge *edge)
{
  return finder->number[edge->from] != LOOPS_NONE
    && loops_dominates (finder, edge->to, edge->from);
}

/* Mark what is in the loop of HEADER; return false if it is none.  */

static bool
loops_mark (struct loops_finder *finder, uint32_t header)
{
  const struct flow_graph *graph = finder->graph;
  size_t depth = 0;
  bool found = false;
  finder->inside[header] = header;
  for (uint32_t i = finder->in_first[header]; i < finder->in_first[header + 1];
       i++)
    {
      const struct flow_edge *edge = &graph->edges[finder->in[i]];
      if (!loops_goes_back (finder, edge))
	continue;
      found = true;
      if (finder->inside[edge->from] != header)
	{
	  finder->inside[edge->from] = header;
	  finder->stack[depth++] = edge->from;
	}
    }
  while (depth > 0)
    {
      uint32_t here = finder->stack[--depth];
      for (uint32_t i = finder->in_first[here]; i < finder->in_first[here + 1];
	   i++)
	{
	  uint32_t from = graph->edges[finder->in[i]].from;
	  if (finder->number[from] == LOOPS_NONE
	      || finder->inside[from] == header)
	    continue;
	  finder->inside[from] = header;
	  finder->stack[depth++] = from;
	}
    }
  return found;
}

/* Return the only edge that begins at VERTEX, or that ends there if ENDS; NULL
   if there are more or none.  */

static const struct flow_edge *
loops_only_edge (const struct loops_finder *finder, uint32_t vertex, bool ends)
{
  const uint32_t *first = ends ? finder->in_first : finder->out_first;
  const uint32_t *edges = ends ? finder->in : finder->out;
  return first[vertex + 1] - first[vertex] == 1
    ? &finder->graph->edges[edges[first[vertex]]] : NULL;
}

/* Return the edge out of the loop of HEADER by which VERTEX, which ends in a
   branch that stays in it otherwise, leaves it; else NULL.  */

static const struct flow_edge *
loops_exit (const struct loops_finder *finder, uint32_t header,
	    uint32_t vertex)
{
  uint32_t first = finder->out_first[vertex];
  if (!finder->graph->vertices[vertex].branches
      || finder->out_first[vertex + 1] - first != 2)
    return NULL;
  const struct flow_edge *a = &finder->graph->edges[finder->out[first]];
  const struct flow_edge *b = &finder->graph->edges[finder->out[first + 1]];
  bool a_leaves = finder->inside[a->to] != header;
  bool b_leaves = finder->inside[b->to] != header;
  return a_leaves == b_leaves ? NULL : a_leaves ? a : b;
}

/* Whether the loop of HEADER is tested where EDGE leads back to it: by a
   branch that else leaves it.  */

static bool
loops_is_tested (const struct loops_finder *finder, uint32_t header,
		 const struct flow_edge *edge)
{
  uint32_t from = edge->from;
  while (from != header && finder->graph->vertices[from].bare)
    {
      const struct flow_edge *before = loops_only_edge (finder, from, true);
      if (!before || !loops_only_edge (finder, from, false))
	break;
      from = before->from;
    }
  return loops_exit (finder, header, from) != NULL;
}

/* Return how often the loop of HEADER was ended by the test that it begins
   with; 0 if it is tested at its end, whether or not it can be left at the
   begin, too: code cannot tell a break there from a test.  */

static uint64_t
loops_ended_at_once (const struct loops_finder *finder, uint32_t header)
{
  const struct flow_graph *graph = finder->graph;
  uint32_t last = header;
  const struct flow_edge *next;
  while ((next = loops_only_edge (finder, last, false)) && next->to != header
	 && finder->inside[next->to] == header
	 && loops_only_edge (finder, next->to, true))
    last = next->to;
  const struct flow_edge *leaves = loops_exit (finder, header, last);
  if (!leaves || !leaves->known)
    return 0;
  for (uint32_t i = finder->in_first[header]; i < finder->in_first[header + 1];
       i++)
    {
      const struct flow_edge *edge = &graph->edges[finder->in[i]];
      if (loops_goes_back (finder, edge)
	  && loops_is_tested (finder, header, edge))
	return 0;
    }
  return leaves->count;
}

/* Find the branch that ends a round of LOOP, whose vertices are marked: behind
   it nothing but what is to be done for the next round is left.  There may be
   copies of it on several ways back: the one that ran most stands for all.  */

static void
loops_find_last (const struct loops_finder *finder, struct loop *loop)
{
  const struct flow_graph *graph = finder->graph;
  for (uint32_t i = finder->in_first[loop->header];
       i < finder->in_first[loop->header + 1]; i++)
    {
      const struct flow_edge *edge = &graph->edges[finder->in[i]];
      if (!loops_goes_back (finder, edge))
	continue;
      uint32_t from = edge->from;
      const struct flow_edge *before;
      while (from != loop->header && loops_only_edge (finder, from, false)
	     && (before = loops_only_edge (finder, from, true)))
	from = before->from;
      const struct flow_edge *leaves = loops_exit (finder, loop->header, from);
      if (!leaves || !leaves->known)
	continue;
      if (!loop->left_known
	  || graph->vertices[from].count > graph->vertices[loop->last].count)
	loop->last = from;
      loop->left_known = true;
      loop->left += leaves->count;
    }
}

/* Count LOOP, whose vertices are marked.  Return false if neither how often it
   was entered nor any way back is known: the computed jumps of an interpreter
   may lead from each of its parts to each.  */

static bool
loops_count (const struct loops_finder *finder, struct loop *loop)
{
  const struct flow_graph *graph = finder->graph;
  uint64_t count = graph->vertices[loop->header].count, back = 0;
  bool back_known = true, some_known = false;
  loop->known = true;
  for (uint32_t i = finder->in_first[loop->header];
       i < finder->in_first[loop->header + 1]; i++)
    {
      const struct flow_edge *edge = &graph->edges[finder->in[i]];
      bool goes_back = loops_goes_back (finder, edge);
      *(goes_back ? &back_known : &loop->known) &= edge->known;
      *(goes_back ? &back : &loop->entered) += edge->known ? edge->count : 0;
      some_known |= goes_back && edge->known;
    }
  if (!loop->known && back_known)
    {
      loop->known = true;
      loop->entered = count > back ? count - back : 0;
    }
  if (!loop->known)
    loop->entered = 0;
  uint64_t ended = loops_ended_at_once (finder, loop->header);
  loop->rounds = count > ended ? count - ended : 0;
  loops_find_last (finder, loop);
  return loop->known || some_known;
}

void
loops_find (const struct flow_graph *graph, struct loops *loops)
{
  loops->count = 0;
  if (graph->count == 0)
    return;
  struct loops_finder finder = {
    .graph = graph,
    .order = mem_alloc (graph->count, sizeof *finder.order),
    .number = mem_alloc (graph->count, sizeof *finder.number),
    .dominator = mem_alloc (graph->count, sizeof *finder.dominator),
    .inside = mem_alloc (graph->count, sizeof *finder.inside),
    .stack = mem_alloc (graph->count, sizeof *finder.stack)
  };
  loops_index (graph, false, &finder.out_first, &finder.out);
  loops_index (graph, true, &finder.in_first, &finder.in);
  loops_order (&finder);
  loops_dominators (&finder);
  for (size_t i = 0; i < graph->count; i++)
    finder.inside[i] = LOOPS_NONE;
  for (uint32_t i = 0; i < graph->count; i++)
    {
      struct loop loop = { .header = i };
      if (finder.number[i] == LOOPS_NONE || !loops_mark (&finder, i)
	  || !loops_count (&finder, &loop))
	continue;
      loops->all = mem_grow (loops->all, &loops->room, loops->count + 1,
			     sizeof *loops->all);
      loops->all[loops->count++] = loop;
    }
  free (finder.out_first);
  free (finder.out);
  free (finder.in_first);
  free (finder.in);
  free (finder.order);
  free (finder.number);
  free (finder.dominator);
  free (finder.inside);
  free (finder.stack);
}

void
loops_free (struct loops *loops)
{
  free (loops->all);
  memset (loops, 0, sizeof *loops);
}
