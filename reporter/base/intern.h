/* Numbers for strings, for formats that write each string once and refer to it
   by number.  Fast where few strings are asked for again and again.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_BASE_INTERN_H
#define CGPROF_BASE_INTERN_H

#include "base/map.h"

/* Size of the cache of strings asked for lately, found by their addresses.  */
#define INTERN_LATELY 256

/* A zeroed struct is ready.  */
struct intern
{
  struct dict known;
  const char *lately[INTERN_LATELY];
  uint32_t lately_number[INTERN_LATELY];
};

/* Return the number of TEXT: the same for equal strings, counted from 1 in the
   order in which they are first asked for; 0 for NULL.  TEXT is not copied
   and must stay as it is until NUMBERS is freed.  */
uint32_t intern_get (struct intern *numbers, const char *text);

void intern_free (struct intern *numbers);

#endif /* CGPROF_BASE_INTERN_H */
