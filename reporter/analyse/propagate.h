/* Time of callees, shared among their callers by numbers of calls.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_ANALYSE_PROPAGATE_H
#define CGPROF_ANALYSE_PROPAGATE_H

#include "analyse/filter.h"

/* Set the times of RESULTS's functions, arcs and cycles, and of what the call
   graph shows of them, which FILTER says.  Cycles must have been found and
   calls tallied.  */
void propagate_time (struct results *results, const struct filter *filter);

#endif /* CGPROF_ANALYSE_PROPAGATE_H */
