/* A line on a terminal that tells how far a long step has come.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_BASE_PROGRESS_H
#define CGPROF_BASE_PROGRESS_H

#include <stdint.h>

/* A step WHAT begins, of FILE unless that is NULL.  Nothing is shown before
   it has taken a second, nor if standard error is no terminal.  */
void progress_begin (const char *what, const char *file);

/* It has done DONE of TOTAL; TOTAL 0: that is not known.  To be called now
   and then.  */
void progress_tell (uint64_t done, uint64_t total);

/* It has ended.  */
void progress_end (void);

#endif /* CGPROF_BASE_PROGRESS_H */
