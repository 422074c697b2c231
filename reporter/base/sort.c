/* Stable sorts of indices.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "base/sort.h"
#include "base/mem.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static void
sort_part (uint32_t *indices, size_t count, uint32_t *room,
	   sort_compare *compare, const void *closure)
{
  if (count < 2)
    return;
  if (count == 2)
    {
      uint32_t first = indices[0];
      if (compare (closure, first, indices[1]) > 0)
	{
	  indices[0] = indices[1];
	  indices[1] = first;
	}
      return;
    }
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

/* Bits of a key that one pass sorts by.  */
#define SORT_BITS 11
#define SORT_DIGITS (1u << SORT_BITS)

/* One pass: ITEMS to TO, by the bits from SHIFT on.  False if they are the
   same in all of them.  */

static bool
sort_pass (const struct sort_item *items, struct sort_item *to, size_t count,
	   unsigned shift)
{
  uint32_t first[SORT_DIGITS + 1] = { 0 };
  for (size_t i = 0; i < count; i++)
    first[(items[i].key >> shift & (SORT_DIGITS - 1)) + 1]++;
  for (size_t i = 0; i < SORT_DIGITS; i++)
    if (first[i + 1] == count)
      return false;
  for (size_t i = 1; i < SORT_DIGITS; i++)
    first[i] += first[i - 1];
  for (size_t i = 0; i < count; i++)
    to[first[items[i].key >> shift & (SORT_DIGITS - 1)]++] = items[i];
  return true;
}

void
sort_items (struct sort_item *items, size_t count)
{
  struct sort_item *room = mem_alloc (count, sizeof *room);
  struct sort_item *from = items;
  struct sort_item *to = room;
  for (unsigned shift = 0; count > 1 && shift < 64; shift += SORT_BITS)
    if (sort_pass (from, to, count, shift))
      {
	struct sort_item *swapped = from;
	from = to;
	to = swapped;
      }
  if (from != items)
    memcpy (items, from, count * sizeof *items);
  free (room);
}

void
sort_by_keys (struct sort_item *items, uint32_t *indices, size_t count,
	      sort_compare *compare, const void *closure)
{
  sort_items (items, count);
  for (size_t i = 0; i < count; i++)
    indices[i] = items[i].index;
  for (size_t i = 0, end; i < count; i = end)
    {
      for (end = i + 1; end < count && items[end].key == items[i].key; end++)
	continue;
      sort_indices (indices + i, end - i, compare, closure);
    }
}
