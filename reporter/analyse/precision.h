/* How exact sampled times are.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_ANALYSE_PRECISION_H
#define CGPROF_ANALYSE_PRECISION_H

#include "analyse/results.h"

/* Samples of a model that are worth as much as SAMPLES of equal weight; they
   stand for TOTAL seconds.  */
struct precision
{
  double samples;
  double total;
};

void precision_find (struct precision *precision,
		     const struct results *results);

/* Half of the interval around PART, in seconds, that holds the true value in
   95 cases of 100 (Wilson's, for the share of samples).  0 if no time was
   measured.  */
double precision_error (const struct precision *precision, double part);

/* That of a difference or sum of two independent times, whose are A and B. */
double precision_combine (double a, double b);

#endif /* CGPROF_ANALYSE_PRECISION_H */
