/* A stable sort of indices.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_SORT_H
#define CGPROF_SORT_H

#include <stddef.h>
#include <stdint.h>

/* Negative if A belongs before B, positive if behind it, 0 if they may
   stay as they are.  */
typedef int sort_compare (const void *closure, uint32_t a, uint32_t b);

/* Sort COUNT INDICES.  Merging from the top down, the first half the
   smaller one, is part of the contract: comparisons that are no order
   (compat-counts.c) must come out as in GNU gprof with the GNU C
   library.  */
void sort_indices (uint32_t *indices, size_t count, sort_compare *compare,
		   const void *closure);

#endif /* CGPROF_SORT_H */
