/* In which order a linker should put the functions of a program, so that
   those that call each other often share pages and cache lines.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_ANALYSE_FUNCTION_ORDER_H
#define CGPROF_ANALYSE_FUNCTION_ORDER_H

#include "analyse/results.h"

/* Functions in the order in which a linker should put them.  */
struct function_order
{
  uint32_t *functions;		/* Of the model; no two have the same
				   symbol.  */
  size_t count;			/* Number of FUNCTIONS, */
  size_t called;		/* and of those called, which come first.  */
};

/* Set ORDER, which the caller must free, for the program of RESULTS: first the
   functions that were called, then, by address, those that could have been
   counted but were not called.  Calls must have been added up
   (call_totals_add_up) and arcs indexed (results_index_arcs).  */
void function_order_make (struct function_order *order,
			  const struct results *results);
void function_order_free (struct function_order *order);

#endif /* CGPROF_ANALYSE_FUNCTION_ORDER_H */
