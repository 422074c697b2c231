/* Stable sorts of indices.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_BASE_SORT_H
#define CGPROF_BASE_SORT_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Negative if A belongs before B, positive if behind it, 0 if they may
   stay as they are.  */
typedef int sort_compare (const void *closure, uint32_t a, uint32_t b);

/* Sort COUNT INDICES.  Merging from the top down, the first half the
   smaller one, is part of the contract: comparisons that are no order
   (compat-counts.c) must come out as in GNU gprof with the GNU C
   library.  */
void sort_indices (uint32_t *indices, size_t count, sort_compare *compare,
		   const void *closure);

/* Many things are sorted by a number faster than by comparisons, each of which
   looks at two of them.  */
struct sort_item
{
  uint64_t key;
  uint32_t index;
};

/* Sort COUNT ITEMS, fewer than 2^32, the smallest key first, stably.  */
void sort_items (struct sort_item *items, size_t count);

/* Set INDICES to those of ITEMS, sorted by their keys, and by COMPARE where
   these are equal.  The items end up in any order.  */
void sort_by_keys (struct sort_item *items, uint32_t *indices, size_t count,
		   sort_compare *compare, const void *closure);

/* A key for NUMBER, which is not negative: the larger it is, the smaller.  */
static inline uint64_t
sort_descending (double number)
{
  uint64_t bits;
  memcpy (&bits, &number, sizeof bits);
  return ~bits;
}

#endif /* CGPROF_BASE_SORT_H */
