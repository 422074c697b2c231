/* Of which functions the amount with callees is known.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_SHARES_KNOWN_TOTALS_H
#define CGPROF_SHARES_KNOWN_TOTALS_H

#include "analyse/results.h"

/* Return, for free, for each function of the model whether its amount and that
   of all that it led to is told by the counts alone: nobody else led to any of
   that.  What else functions have with their callees is a share of it, by
   numbers of calls.  Calls must have been added up (call_totals_add_up).  */
bool *known_totals_find (const struct results *results);

#endif /* CGPROF_SHARES_KNOWN_TOTALS_H */
