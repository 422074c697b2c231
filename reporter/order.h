/* In which order reports tell things.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_ORDER_H
#define CGPROF_ORDER_H

#include "model.h"

/* An entry below the number of functions is that function, the others are
   the cycles.  */
struct order
{
  uint32_t *flat;		/* Functions of the flat profile.  */
  size_t flat_count;
  uint32_t *graph;		/* Entries of the call graph.  */
  size_t graph_count;
  uint32_t *index;		/* By entry: its number in the call graph,
				   from 1; 0 if it is not in it.  */
  uint32_t *names;		/* Entries of the index.  */
};

/* Set ORDER for MODEL, whose times were propagated and whose functions
   were named, and sort in it, as the call graph shows them, every
   function's arcs, the arcs and the members of every cycle.  ZERO: with
   functions that were neither called nor seen running.  */
void order_make (struct order *order, struct model *model, bool zero);

void order_free (struct order *order);

#endif /* CGPROF_ORDER_H */
