/* Time with callees, measured by sampled stacks.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_ANALYSE_INCLUSIVE_H
#define CGPROF_ANALYSE_INCLUSIVE_H

#include "analyse/filter.h"

/* Whether times with callees are measured.  */
enum inclusive_choice
{
  INCLUSIVE_AUTO,		/* If all profiles with time have stacks.  */
  INCLUSIVE_MEASURED,		/* If there is any stack.  */
  INCLUSIVE_COUNTS		/* No: by numbers of calls.  */
};

/* Replace the children times of RESULTS's functions, arcs and cycles, and what
   the call graph shows of them, by those that its stacks say, if CHOICE
   will have it, and set RESULTS->measured then.  propagate_time must have been
   done.  A sample counts once for a function, arc, cycle, call site or
   module, however often it is on the stack.  In the call graph only samples
   count whose time FILTER wants: the innermost function on the stack that it
   has in or out decides.  */
void inclusive_time (struct results *results, const struct filter *filter,
		     enum inclusive_choice choice);

#endif /* CGPROF_ANALYSE_INCLUSIVE_H */
