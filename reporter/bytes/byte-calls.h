/* Bytes allocated below the calls of functions at levels of recursion.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_BYTES_BYTE_CALLS_H
#define CGPROF_BYTES_BYTE_CALLS_H

#include "analyse/recursion-levels.h"
#include "bytes/byte-sums.h"

/* Return for each of LEVELS' calls, those of RESULTS, what its callee allocated
   there, with callees: of what SUMS have of it the part of all its calls; 0
   within a cycle and of a function by itself.  The caller frees it.

   Bytes know no levels: those of the calls from one function to another are at
   the least level at which it makes such calls, not at its inlined functions.
   So a function has by itself and in its calls, but for those within a cycle,
   what SUMS have of it.  */
double *byte_calls_make (const struct byte_sums *sums,
			 const struct results *results,
			 const struct recursion_levels *levels);

#endif /* CGPROF_BYTES_BYTE_CALLS_H */
