/* A stable sort of indices.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "sort.h"
#include "mem.h"

#include <stdlib.h>
#include <string.h>

static void
sort_part (uint32_t *indices, size_t count, uint32_t *room,
	   sort_compare *compare, const void *closure)
{
  if (count < 2)
    return;
  size_t left = count / 2;
  size_t right = count - left;
  uint32_t *a = indices;
  uint32_t *b = indices + left;
  sort_part (a, left, room, compare, closure);
  sort_part (b, right, room, compare, closure);

  /* What is left of B in the end is in its place already.  */
  uint32_t *to = room;
  while (left > 0 && right > 0)
    if (compare (closure, *a, *b) <= 0)
      {
	*to++ = *a++;
	left--;
      }
    else
      {
	*to++ = *b++;
	right--;
      }
  memcpy (to, a, left * sizeof *to);
  memcpy (indices, room, (count - right) * sizeof *indices);
}

void
sort_indices (uint32_t *indices, size_t count, sort_compare *compare,
	      const void *closure)
{
  uint32_t small[64];
  uint32_t *room = count <= sizeof small / sizeof *small
    ? small : mem_alloc (count, sizeof *room);
  sort_part (indices, count, room, compare, closure);
  if (room != small)
    free (room);
}
