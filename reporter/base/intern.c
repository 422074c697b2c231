/* Numbers for strings.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "base/intern.h"

uint32_t
intern_get (struct intern *numbers, const char *text)
{
  if (!text)
    return 0;
  size_t slot = (uintptr_t) text / sizeof (void *) % INTERN_LATELY;
  if (numbers->lately[slot] != text)
    {
      uint32_t *place = dict_place (&numbers->known, text);
      if (*place == MAP_NONE)
	*place = numbers->known.used;
      numbers->lately[slot] = text;
      numbers->lately_number[slot] = *place;
    }
  return numbers->lately_number[slot];
}

void
intern_free (struct intern *numbers)
{
  dict_free (&numbers->known);
}
