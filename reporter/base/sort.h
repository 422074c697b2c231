/* Stable sorts of indices, and a search in what is sorted.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_BASE_SORT_H
#define CGPROF_BASE_SORT_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Returns a negative number if index A belongs before B, a positive one if it
   belongs behind B, 0 if they may stay in the order in which they are.  */
typedef int sort_compare (const void *closure, uint32_t a, uint32_t b);

/* Sort the COUNT INDICES by COMPARE, stably.  That it is a merge sort from the
   top down whose first half is the smaller one is part of the contract: GNU
   gprof compares in ways that are no order (compat/order.c), and what the GNU
   C library's qsort makes of them must come out here, too.  */
void sort_indices (uint32_t *indices, size_t count, sort_compare *compare,
		   const void *closure);

/* An index with a number to sort it by, which is faster than comparisons that
   look at two things each.  */
struct sort_item
{
  uint64_t key;
  uint32_t index;
};

/* Sort the COUNT ITEMS, fewer than 2^32, by their keys, the smallest first,
   stably.  */
void sort_items (struct sort_item *items, size_t count);

/* Set the COUNT INDICES to those of ITEMS, sorted by their keys and, where
   these are equal, by COMPARE.  The order of ITEMS afterwards is
   unspecified.  */
void sort_by_keys (struct sort_item *items, uint32_t *indices, size_t count,
		   sort_compare *compare, const void *closure);

/* Return a key that sorts NUMBER, which is not negative, in descending
   order.  */
static inline uint64_t
sort_descending (double number)
{
  uint64_t bits;
  memcpy (&bits, &number, sizeof bits);
  return ~bits;
}

/* Return how many of the COUNT ELEMENTS, of SIZE bytes each, have a number
   that is not above KEY: a uint64_t, OFFSET bytes behind an element's
   beginning.  The elements are in ascending order of these numbers.  So the
   last such element, if there is any, is the one before the index that is
   returned.  */
static inline size_t
sort_count_up_to (const void *elements, size_t count, size_t size,
		  size_t offset, uint64_t key)
{
  const unsigned char *numbers = elements;
  size_t low = 0;
  while (low < count)
    {
      size_t middle = low + (count - low) / 2;
      uint64_t number;
      memcpy (&number, numbers + middle * size + offset, sizeof number);
      if (number <= key)
	low = middle + 1;
      else
	count = middle;
    }
  return low;
}

#endif /* CGPROF_BASE_SORT_H */
