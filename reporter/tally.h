/* How often functions and cycles were called, and by whom.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_TALLY_H
#define CGPROF_TALLY_H

#include "model.h"

/* Set the counts of MODEL's functions and cycles that follow from arcs and
   entries, and its total time.  Cycles must have been found (cycles_find).
   False if a sum is above MODEL_COUNT_MAX.  */
bool tally_calls (struct model *model);

#endif /* CGPROF_TALLY_H */
