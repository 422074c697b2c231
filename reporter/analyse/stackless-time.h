/* Time that no stack tells of.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_ANALYSE_STACKLESS_TIME_H
#define CGPROF_ANALYSE_STACKLESS_TIME_H

#include "analyse/results.h"

/* Return the self time of each function of RESULTS, in ns, that the stacks of
   its model do not have: that of the kernel, of what could not be sampled, and
   of profiles without stacks.  Of a function with less than LEAST ns it is 0:
   rounding leaves some.  To be freed.  */
double *stackless_time_find (const struct results *results, double least);

#endif /* CGPROF_ANALYSE_STACKLESS_TIME_H */
