/* Amounts that functions have, bytes or instructions, with those of callees.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_SHARES_CALL_SHARES_H
#define CGPROF_SHARES_CALL_SHARES_H

#include "analyse/results.h"

/* What is known of all functions, whose indices are the model's.  */
struct call_shares
{
  double *total;		/* Of a function and its callees, whose amounts
				   are shared among their callers by numbers of
				   calls; a cycle's is that of all its
				   members.  */
  bool *known;			/* TOTAL is no share (known-totals.h).  */
  double *outside;		/* Of TOTAL, what no counted caller has; a
				   cycle's is shared by its members.  The sum
				   of all functions is all that there is.  */
};

/* Set SHARES, which the caller must free, from what functions have of their
   OWN.  Cycles must have been found in RESULTS (cycles_find) and calls added
   up (call_totals_add_up).  */
void call_shares_make (struct call_shares *shares,
		       const struct results *results, const double *own);

/* Likewise from the instructions of functions; return false, with SHARES
   empty, if none were counted.  */
bool call_shares_make_instructions (struct call_shares *shares,
				    const struct results *results);

/* Return which part of all calls of its callee, or of the callee's cycle, from
   outside those of ARC are; 0 within a cycle and of a function by itself.  */
double call_shares_part (const struct results *results,
			 const struct result_arc *arc);

void call_shares_free (struct call_shares *shares);

#endif /* CGPROF_SHARES_CALL_SHARES_H */
