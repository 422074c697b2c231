/* Amounts below the calls of functions at levels of recursion.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_SHARES_SHARED_CALLS_H
#define CGPROF_SHARES_SHARED_CALLS_H

#include "shares/call-shares.h"
#include "analyse/recursion-levels.h"

/* Return for each of LEVELS' calls, those of RESULTS, what its callee has
   there, with callees: of what SHARES have of it the part of all its calls; 0
   within a cycle and of a function by itself.  The caller frees it.

   Amounts know no levels: those of the calls from one function to another are
   at the least level at which it makes such calls, not at its inlined
   functions.  So a function has by itself and in its calls, but for those
   within a cycle, what SHARES have of it.  */
double *shared_calls_make (const struct call_shares *shares,
			   const struct results *results,
			   const struct recursion_levels *levels);

#endif /* CGPROF_SHARES_SHARED_CALLS_H */
