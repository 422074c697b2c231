/* Numbers for strings of which there are few, but which are asked for again
   and again.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_BASE_INTERN_H
#define CGPROF_BASE_INTERN_H

#include "base/map.h"

/* Strings that were asked for lately, by their addresses.  */
#define NUMBERS_LATELY 256

/* A zeroed struct is ready.  */
struct numbers
{
  struct dict known;
  const char *lately[NUMBERS_LATELY];
  uint32_t lately_number[NUMBERS_LATELY];
};

/* The number of TEXT, from 1 on, the same for equal strings; 0 for NULL.  TEXT
   is not copied and may not change while NUMBERS is in use.  */
uint32_t numbers_get (struct numbers *numbers, const char *text);

void numbers_free (struct numbers *numbers);

#endif /* CGPROF_BASE_INTERN_H */
