/* A program that is watched while it runs, by its profile alone: nothing is
   done to the program.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_TOP_WATCH_H
#define CGPROF_TOP_WATCH_H

#include "load/analysis.h"
#include "top/rates.h"

#include <stdio.h>

struct watch
{
  const char *profile;
  struct analysis_request request;
  struct analysis analysis;
  struct rates rates;
  double time;			/* When it was read, or the program had ended:
				   seconds since 1970, */
  double clock;			/* and of CLOCK_MONOTONIC.  */
  bool running;			/* A process of it was alive then.  */
};

/* Begin to watch PROFILE, a string that must stay.  If BEGUN, what it has now
   is before the first interval, unless its processes have ended; else that
   begins with the profile.  Return false, with a message, if it cannot be
   read; WATCH must be freed in any case.  */
bool watch_start (struct watch *watch, const char *profile, bool begun);

/* End an interval: read the profile again, and set WATCH->rates.  */
bool watch_next (struct watch *watch);

void watch_free (struct watch *watch);

/* ---- Views of the last interval.  */

/* Print CHOICE's rows, at most MOST, as a table.  */
void watch_print_text (FILE *out, const struct watch *watch,
		       const struct rates_choice *choice, size_t most);

/* Print all kinds of rows that CHOICE's filter leaves, in CHOICE's order, at
   most MOST of each, as a JSON object on one line (schema "cgprof-top").  */
void watch_print_json (FILE *out, const struct watch *watch,
		       const struct rates_choice *choice, size_t most);

#endif /* CGPROF_TOP_WATCH_H */
