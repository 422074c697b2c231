/* Counting direct calls by statements.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_DIRECT_CALLS_H
#define CGPROF_DIRECT_CALLS_H

/* Return whether CALL, a direct call of the current function, is counted by a
   statement now and not at its instruction later.  */
bool direct_calls_now_p (gcall *call);

/* Insert statements with LOCATION before the call at *GSI that add 1 to WORD
   of the current function's counters.  */
void direct_calls_count (gimple_stmt_iterator *gsi, unsigned word,
			 location_t location);

#endif /* CGPROF_DIRECT_CALLS_H */
