/* How exact sampled times are.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_ANALYSE_ERRORS_H
#define CGPROF_ANALYSE_ERRORS_H

#include "analyse/report-order.h"

/* Set the errors of RESULTS's functions, by the samples that
   inclusive_time counted, or by their times if it counted none: with 95 per
   cent probability the true time is so near.  Then mark in ORDER's flat profile every function whose time may as
   well be above that of the function before it.  */
void errors_find (struct results *results, const struct report_order *order);

#endif /* CGPROF_ANALYSE_ERRORS_H */
