/* Which functions a drawing of the call graph shows.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_ANALYSE_DOT_NODES_H
#define CGPROF_ANALYSE_DOT_NODES_H

#include "analyse/call-places.h"

/* The functions that a drawing shows.  */
struct dot_nodes
{
  bool *functions;		/* By function: is it shown?  */
  bool *tails;			/* By arc: are all its calls tail calls?  */
  size_t shown, left_out;	/* Numbers of functions; of those that were
				   called, call others or took time.  */
  double least;			/* The smallest share of the time that is
				   shown, in percent.  */
};

/* Set GRAPH, which the caller must free, to the functions of RESULTS that
   took, with their callees, at least LEAST percent of the time.  If no time
   was measured, a function needs LEAST percent of the calls of the most called
   one; one that nobody is known to call counts with the calls that it makes.
   CALLS are those of RESULTS.  */
void dot_nodes_make (struct dot_nodes *graph, const struct results *results,
		     const struct call_places *calls, double least);

void dot_nodes_free (struct dot_nodes *graph);

#endif /* CGPROF_ANALYSE_DOT_NODES_H */
