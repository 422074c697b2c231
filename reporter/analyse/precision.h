/* How exact sampled times are.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_ANALYSE_PRECISION_H
#define CGPROF_ANALYSE_PRECISION_H

#include "analyse/report-order.h"

/* A profile's samples are worth as much as SAMPLES of equal weight; they stand
   for TOTAL seconds.  */
struct precision
{
  double samples;
  double total;
};

/* Set PRECISION to that of RESULTS, whose times must be known.  */
void precision_find (struct precision *precision,
		     const struct results *results);

/* Return the error of PART, a time in seconds: half of the interval around it
   that holds the true time in 95 cases of 100.  0 if no time was measured.  */
double precision_error (const struct precision *precision, double part);

/* Return the error of the sum or the difference of two independent times that
   have the errors A and B.  */
double precision_combine (double a, double b);

/* Set the errors of RESULTS' functions, in ticks: by the samples that
   inclusive_time counted, or by their times if it counted none.  Mark in
   ORDER's flat profile every function whose time may as well be above that of
   the function before it.  */
void precision_find_errors (struct results *results,
			    const struct report_order *order);

#endif /* CGPROF_ANALYSE_PRECISION_H */
