/* Measuring what operations cost on this machine, and the cache of that.

   For cgprof calibrate, and cgprof advise where there is no cache; nothing
   else needs more than struct costs.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_ADVISE_CALIBRATE_CALIBRATE_H
#define CGPROF_ADVISE_CALIBRATE_CALIBRATE_H

#include "advise/costs.h"

#include <stdbool.h>

/* The names of costs, as in the cache.  */
extern const char *const calibrate_names[COSTS];

/* Set COSTS to what is measured now, in less than a second.  */
void calibrate_measure (struct costs *costs);

/* Set COSTS to what the user's cache holds for this machine.  False if there
   is none, or not all is in it.  */
bool calibrate_read_cache (struct costs *costs);

/* Write COSTS to the user's cache; a failure is a warning.  Return the name of
   the cache, to be freed, or NULL if it was not written or the user has no
   place for one.  */
char *calibrate_write_cache (const struct costs *costs);

#endif /* CGPROF_ADVISE_CALIBRATE_CALIBRATE_H */
