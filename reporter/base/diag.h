/* One-line messages on standard error.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_BASE_DIAG_H
#define CGPROF_BASE_DIAG_H

#include <stdbool.h>

/* Print "cgprof: FILE: MESSAGE", or "cgprof: MESSAGE" if FILE is NULL, and
   return false, so that a function that failed can end with it.  Control
   characters of FILE are shown as '?'.  */
bool diag_error (const char *file, const char *format, ...)
  __attribute__ ((__format__ (__printf__, 2, 3)));

/* Likewise print "cgprof: FILE: warning: MESSAGE".  */
void diag_warning (const char *file, const char *format, ...)
  __attribute__ ((__format__ (__printf__, 2, 3)));

/* Flush standard output, as is done before each message.  Return the errno of
   the first time that this failed, 0 if it never did.  */
int diag_flush (void);

#endif /* CGPROF_BASE_DIAG_H */
