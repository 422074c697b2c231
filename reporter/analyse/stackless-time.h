/* Time that no stack tells of.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_ANALYSE_STACKLESS_TIME_H
#define CGPROF_ANALYSE_STACKLESS_TIME_H

#include "analyse/results.h"

/* Return the part of the self time of each function of RESULTS, in ns, that is
   on none of its stacks: that of the kernel, of what could not be sampled, and
   of profiles without stacks.  Less than LEAST ns is taken for an error of
   rounding, and is 0.  The array is to be freed.  */
double *stackless_time_find (const struct results *results, double least);

#endif /* CGPROF_ANALYSE_STACKLESS_TIME_H */
