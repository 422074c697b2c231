/* Which functions a drawing of the call graph shows.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_ANALYSE_DOT_NODES_H
#define CGPROF_ANALYSE_DOT_NODES_H

#include "analyse/call-places.h"

struct graph
{
  bool *functions;		/* Is it shown?  */
  bool *tails;			/* By arc: are all its calls tail calls?  */
  size_t shown, left_out;	/* Of the functions that were called, call
				   others or took time.  */
  double least;			/* Share of those shown, in percent.  */
};

/* Set GRAPH to the functions of RESULTS that took, with their callees, LEAST
   percent of the time; if none was measured, that had so much of the most
   calls that one had.  One that nobody is known to call has those that it
   makes.  */
void graph_make (struct graph *graph, const struct results *results,
		 const struct calls *calls, double least);

void graph_free (struct graph *graph);

#endif /* CGPROF_ANALYSE_DOT_NODES_H */
