/* The flow graph of a function's pieces: which are run behind which, and how
   often.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_CODE_FLOW_GRAPH_H
#define CGPROF_CODE_FLOW_GRAPH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct block_tables_function;
struct image;
struct instruction_list;

/* A piece.  */
struct flow_vertex
{
  uint64_t count;		/* How often it was run.  */
  bool bare;			/* It is nothing but a jump, or not even
				   that.  */
  bool branches;		/* It ends in a conditional jump.  */
};

/* That control can get from a piece to another.  */
struct flow_edge
{
  uint32_t from, to;
  bool falls;			/* Without a jump.  */
  bool known;			/* It did so  */
  uint64_t count;		/* so often.  */
};

/* A function.  Control comes in at vertex 0.  A zeroed struct is empty.  */
struct flow_graph
{
  struct flow_vertex *vertices;
  size_t count, room;
  struct flow_edge *edges;	/* No two with the same ends.  */
  size_t edge_count, edge_room;
};

/* Set GRAPH to that of FUNCTION of IMAGE, whose instructions LIST has and
   whose pieces were run as often as COUNTS says.

   What jumps lead to is decoded; where a computed one leads, the tables of
   addresses in the image tell (jump-tables.h) and the classes of pieces.  What
   else has no way into it, such as what catches exceptions, follows what may
   have led there in this run; if it was not run, nothing.  */
void flow_graph_make (struct flow_graph *graph, const struct image *image,
		      const struct block_tables_function *function,
		      const struct instruction_list *list,
		      const uint64_t *counts);

void flow_graph_free (struct flow_graph *graph);

#endif /* CGPROF_CODE_FLOW_GRAPH_H */
