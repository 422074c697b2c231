/* Which modules of a process were loaded with its program.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "read/initial.h"
#include "base/map.h"
#include "base/mem.h"

#include <stdint.h>
#include <stdlib.h>

size_t
initial_count (const struct initial_module *modules, size_t count)
{
  struct dict names = { 0 };
  for (size_t i = count; i-- > 0;)
    {
      const struct image *image = modules[i].image;
      *dict_place (&names, modules[i].name) = i;
      if (image && image->soname)
	*dict_place (&names, image->soname) = i;
    }

  uint32_t *work = mem_alloc (count, sizeof *work);
  bool *seen = mem_alloc (count, sizeof *seen);
  size_t left = 0;
  size_t initial = 0;
  for (size_t i = 0; i < count; i++)
    if (modules[i].main)
      {
	seen[i] = true;
	work[left++] = i;
      }
  while (left > 0)
    {
      uint32_t index = work[--left];
      if (index >= initial)
	initial = index + 1;
      const struct image *image = modules[index].image;
      for (size_t i = 0; image && i < image->needed_count; i++)
	{
	  uint32_t needed = dict_find (&names, image->needed[i]);
	  if (needed != MAP_NONE && !seen[needed])
	    {
	      seen[needed] = true;
	      work[left++] = needed;
	    }
	}
    }
  free (work);
  free (seen);
  dict_free (&names);
  return initial;
}
