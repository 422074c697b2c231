/* Time with callees, measured by sampled stacks.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_ANALYSE_INCLUSIVE_H
#define CGPROF_ANALYSE_INCLUSIVE_H

#include "analyse/filter.h"

/* Whether times with callees are measured.  */
enum inclusive_choice
{
  INCLUSIVE_AUTO,		/* Yes, if all profiles with time have
				   stacks.  */
  INCLUSIVE_MEASURED,		/* Yes, if there is any stack.  */
  INCLUSIVE_COUNTS		/* No: they are shared by numbers of calls
				   (propagate.h).  */
};

/* If CHOICE says so, replace the children times of RESULTS's functions, arcs
   and cycles, and the times that the call graph shows, by those that the
   sampled stacks tell, and set RESULTS->measured. propagate_time must have
   been called.  A sample counts once for a function, arc, cycle, call site or
   module, however often that is on the stack.  In the call graph only samples
   count whose time FILTER wants: the innermost function on the stack that
   FILTER selects for time, in or out, decides.  */
void inclusive_time (struct results *results, const struct filter *filter,
		     enum inclusive_choice choice);

#endif /* CGPROF_ANALYSE_INCLUSIVE_H */
