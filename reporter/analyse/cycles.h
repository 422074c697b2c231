/* Cycles of recursion: the strongly connected components of the call
   graph.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_ANALYSE_CYCLES_H
#define CGPROF_ANALYSE_CYCLES_H

#include "analyse/results.h"

/* Find the cycles of RESULTS that have two functions or more, and number them
   in the order of their lowest addresses.  Set each function's cycle and
   depth.  The arcs must be indexed (results_index_arcs).  */
void cycles_find (struct results *results);

#endif /* CGPROF_ANALYSE_CYCLES_H */
