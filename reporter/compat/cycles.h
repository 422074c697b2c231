/* Cycles as GNU gprof 2.40 finds them: the same as any other way would, but
   their members, and all functions, in its order.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_COMPAT_CYCLES_H
#define CGPROF_COMPAT_CYCLES_H

#include "analyse/results.h"

/* The cycle of each function.  */
struct compat_cycles
{
  uint32_t *next;		/* By function: the next member of its cycle;
				   MODEL_NONE at the end.  */
  uint32_t *order;		/* By function: its position, or its cycle's,
				   in an order in which callees come before
				   callers.  */
  uint32_t *head;		/* By function: first member of its cycle;
				   itself if it is in none.  */
};

/* Set CYCLES, which the caller must free, to those of RESULTS, whose arcs are
   indexed (results_index_arcs).  */
void compat_cycles_find (struct compat_cycles *cycles,
			 const struct results *results);

void compat_cycles_free (struct compat_cycles *cycles);

#endif /* CGPROF_COMPAT_CYCLES_H */
