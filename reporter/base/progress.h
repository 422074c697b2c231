/* A line on a terminal that tells how far a long step has come.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_BASE_PROGRESS_H
#define CGPROF_BASE_PROGRESS_H

#include <stdint.h>

/* Tell that a step begins, WHAT is done in it and with which FILE (or NULL).
   Nothing is shown unless standard error is a terminal, and not before the
   step has taken a second.  */
void progress_begin (const char *what, const char *file);

/* Tell that DONE of TOTAL units of the step are done; TOTAL is 0 if it is not
   known.  To be called every now and then.  */
void progress_tell (uint64_t done, uint64_t total);

/* Tell that the step has ended, and clear the line.  */
void progress_end (void);

#endif /* CGPROF_BASE_PROGRESS_H */
