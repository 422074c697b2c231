/* How often functions and cycles were called, and by whom.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_ANALYSE_CALL_TOTALS_H
#define CGPROF_ANALYSE_CALL_TOTALS_H

#include "analyse/results.h"

/* Set those counts of RESULTS's functions and cycles that are sums over arcs
   and entries, and the total time.  Cycles must have been found
   (cycles_find).  Return false if a sum is above MODEL_COUNT_MAX.  */
bool call_totals_add_up (struct results *results);

#endif /* CGPROF_ANALYSE_CALL_TOTALS_H */
