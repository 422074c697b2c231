/* Time of callees, shared among their callers by numbers of calls.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_PROPAGATE_H
#define CGPROF_PROPAGATE_H

#include "model.h"

/* Set the times of MODEL's arcs and cycles, and the children time of its
   functions: each call to a function is taken to cost as much as any
   other.  Calls must have been tallied (tally_calls).  */
void propagate_time (struct model *model);

#endif /* CGPROF_PROPAGATE_H */
