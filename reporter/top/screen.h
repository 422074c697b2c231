/* Intervals of a running program on a terminal.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_TOP_SCREEN_H
#define CGPROF_TOP_SCREEN_H

#include "top/watch.h"

/* Show WATCH, beginning with CHOICE, until the user ends it or INTERVALS of
   SECONDS each are over.  Return false, with a message, if that fails.  */
bool screen_show (struct watch *watch, const struct rates_choice *choice,
		  double seconds, size_t intervals);

#endif /* CGPROF_TOP_SCREEN_H */
