/* The loops of a function, and how often they were entered and went round.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_CODE_LOOPS_H
#define CGPROF_CODE_LOOPS_H

#include "code/flow-graph.h"

/* A natural loop: a vertex by which all ways into the loop come, the header,
   and all that leads back to it without leaving what the header dominates.
   All loops with one header are one.  */
struct loop
{
  uint32_t header;
  bool known;			/* It was entered, from outside of it,  */
  uint64_t entered;		/* so often.  */
  uint64_t rounds;		/* How often the header was run; without the
				   times that its own test ended the loop, if
				   that is where the loop is tested.  */
  uint32_t last;		/* The vertex with the branch that rounds end
				   with, which goes on or leaves the loop,  */
  bool left_known;		/* which it and its copies did, unless this is
				   false,  */
  uint64_t left;		/* so often.  */
};

/* A zeroed struct is empty.  */
struct loops
{
  struct loop *all;		/* By header.  */
  size_t count, room;
};

/* Set LOOPS to those of GRAPH.  What goes round and can be entered in several
   places is none, nor what only may have gone round, by computed jumps.  */
void loops_find (const struct flow_graph *graph, struct loops *loops);

void loops_free (struct loops *loops);

#endif /* CGPROF_CODE_LOOPS_H */
