/* Time of callees, shared among their callers by numbers of calls.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_ANALYSE_PROPAGATE_H
#define CGPROF_ANALYSE_PROPAGATE_H

#include "analyse/filter.h"

/* Set the times of RESULTS's functions, arcs and cycles, and the times that
   the call graph shows: those of functions that FILTER wants.  Cycles must
   have been found (cycles_find) and calls added up (call_totals_add_up).  */
void propagate_time (struct results *results, const struct filter *filter);

/* Return the indices of RESULTS's functions, callees before callers, which the
   caller frees.  Cycles must have been found.  */
uint32_t *propagate_order (const struct results *results);

#endif /* CGPROF_ANALYSE_PROPAGATE_H */
