/* Cycles of recursion: the strongly connected components of the call
   graph.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_ANALYSE_CYCLES_H
#define CGPROF_ANALYSE_CYCLES_H

#include "analyse/results.h"

/* Find RESULTS's cycles, of two functions or more, numbered in the order of
   their lowest addresses, and every function's cycle and depth.  The arcs
   must be indexed (model_index_arcs).  */
void cycles_find (struct results *results);

#endif /* CGPROF_ANALYSE_CYCLES_H */
