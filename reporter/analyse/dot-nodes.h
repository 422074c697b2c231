/* Which functions a drawing of the call graph shows.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_ANALYSE_DOT_NODES_H
#define CGPROF_ANALYSE_DOT_NODES_H

#include "analyse/call-places.h"

struct dot_nodes
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
void dot_nodes_make (struct dot_nodes *graph, const struct results *results,
		     const struct call_places *calls, double least);

void dot_nodes_free (struct dot_nodes *graph);

#endif /* CGPROF_ANALYSE_DOT_NODES_H */
