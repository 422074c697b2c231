/* What the unit tests share: a test program has a main that calls CHECK and
   returns check_end ().

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CHECK_H
#define CHECK_H

#include <stdio.h>

static int check_count, check_failures;

/* Print where and what, if CONDITION is false, and go on.  */
#define CHECK(condition) \
  (check_count++, (condition) \
     ? (void) 0 \
     : (void) (check_failures++, \
	       printf ("%s:%d: %s\n", __FILE__, __LINE__, #condition)))

/* Print the number of checks; return the exit status: 0 if there were any and
   none failed.  */
static inline int
check_end (void)
{
  printf ("%d checks, %d failed\n", check_count, check_failures);
  return check_count == 0 || check_failures > 0;
}

#endif /* CHECK_H */
