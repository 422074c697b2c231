/* Area:    reporter, code/loops
   Purpose: natural loops of a flow graph, how often they were entered and went
   round; what is not determined is told to be unknown.
   Sources: code/loops.c

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "code/loops.h"
#include "check.h"

#include <stdlib.h>

static struct flow_vertex vertices[8];
static struct flow_edge edges[16];
static struct flow_graph graph = { .vertices = vertices, .edges = edges };
static struct loops loops;

/* An edge between vertices; a COUNT below 0 is not known.  */
#define WAY(FROM, TO, COUNT)						\
  (edges[graph.edge_count++] = (struct flow_edge) {			\
    .from = (FROM), .to = (TO), .known = (COUNT) >= 0,			\
    .count = (COUNT) < 0 ? 0 : (COUNT) })

/* Begin a graph of COUNT vertices, each run RUN times; those with a bit in BRANCHES
   end in a branch.  */

static void
begin (size_t count, uint64_t run, unsigned branches)
{
  graph.count = count;
  graph.edge_count = 0;
  for (size_t i = 0; i < count; i++)
    vertices[i] = (struct flow_vertex) {
      .count = run, .branches = branches >> i & 1
    };
}

static bool
is_loop (size_t index, uint32_t header, uint64_t entered, uint64_t rounds)
{
  const struct loop *loop = &loops.all[index];
  return index < loops.count && loop->header == header && loop->known
    && loop->entered == entered && loop->rounds == rounds;
}

int
main (void)
{
  /* 0, the test 1, which 3 is behind, and two ways through the body that lead
     back by themselves.  */
  begin (6, 0, 1 << 1 | 1 << 2);
  vertices[1].count = 22;
  WAY (0, 1, 2);
  WAY (1, 3, 2);
  WAY (1, 2, 20);
  WAY (2, 4, 5);
  WAY (2, 5, 15);
  WAY (4, 1, 5);
  WAY (5, 1, 15);
  loops_find (&graph, &loops);
  CHECK (loops.count == 1 && is_loop (0, 1, 2, 20));

  /* Tested at its end, and left at its begin by a break.  A jump of its own leads
     back.  */
  begin (5, 0, 1 << 1 | 1 << 2);
  vertices[1].count = 50;
  vertices[3].bare = true;
  WAY (0, 1, 10);
  WAY (1, 4, 4);
  WAY (1, 2, 46);
  WAY (2, 4, 6);
  WAY (2, 3, 40);
  WAY (3, 1, 40);
  loops_find (&graph, &loops);
  CHECK (loops.count == 1 && is_loop (0, 1, 10, 50));

  /* A loop of one piece in another one, which is tested where it begins.  */
  begin (5, 0, 1 << 1 | 1 << 2);
  vertices[1].count = 11;
  vertices[2].count = 70;
  WAY (0, 1, 1);
  WAY (1, 4, 1);
  WAY (1, 2, 10);
  WAY (2, 2, 60);
  WAY (2, 3, 10);
  WAY (3, 1, 10);
  loops_find (&graph, &loops);
  CHECK (loops.count == 2 && is_loop (0, 1, 1, 10)
	 && is_loop (1, 2, 10, 70));

  /* What can be entered in two places is none; nor is what is not reached.  */
  begin (6, 10, 1);
  WAY (0, 1, 5);
  WAY (0, 2, 5);
  WAY (1, 2, 5);
  WAY (2, 1, 5);
  WAY (2, 3, 5);
  WAY (4, 5, 0);
  WAY (5, 4, 0);
  loops_find (&graph, &loops);
  CHECK (loops.count == 0);

  /* One way into it is not known, and follows.  */
  begin (4, 0, 1 << 2);
  vertices[0].count = 3;
  vertices[1].count = 9;
  vertices[2].count = 9;
  WAY (0, 1, -1);
  WAY (1, 2, 9);
  WAY (2, 1, 6);
  WAY (2, 3, 3);
  loops_find (&graph, &loops);
  CHECK (loops.count == 1 && is_loop (0, 1, 3, 9));

  /* Neither that nor one of the ways back.  */
  edges[2].count = 4;
  WAY (3, 1, -1);
  loops_find (&graph, &loops);
  CHECK (loops.count == 1 && !loops.all[0].known && loops.all[0].entered == 0
	 && loops.all[0].rounds == 9);

  /* Nothing is known but that it may go round.  */
  edges[2].known = false;
  loops_find (&graph, &loops);
  CHECK (loops.count == 0);

  /* No code at all.  */
  begin (0, 0, 0);
  loops_find (&graph, &loops);
  CHECK (loops.count == 0);
  loops_free (&loops);
  return check_end ();
}
