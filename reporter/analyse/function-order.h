/* In which order a linker should put the functions of a program, so that
   those that call each other often share pages and cache lines.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_ANALYSE_FUNCTION_ORDER_H
#define CGPROF_ANALYSE_FUNCTION_ORDER_H

#include "analyse/results.h"

struct function_order
{
  uint32_t *functions;		/* Of the model; no two have the same
				   symbol.  */
  size_t count;
  size_t called;		/* The first ones, which were called.  */
};

/* Set ORDER for the program of RESULTS, whose calls were counted (tally.h) and
   whose arcs are indexed: the functions that were called, and behind them
   those that could have been counted but were not called, by address.  To be
   freed.  */
void function_order_make (struct function_order *order,
			  const struct results *results);
void function_order_free (struct function_order *order);

#endif /* CGPROF_ANALYSE_FUNCTION_ORDER_H */
