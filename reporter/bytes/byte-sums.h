/* Bytes at call sites, summed up by function.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_BYTES_BYTE_SUMS_H
#define CGPROF_BYTES_BYTE_SUMS_H

#include "shares/call-shares.h"

struct byte_sums
{
  bool known;			/* Some call site's bytes are summed up.  */
  uint64_t total[MODEL_BYTES_KINDS];

  /* Parallel to the model's functions, NULL unless KNOWN.  */
  struct byte_sums_function
  {
    uint64_t own[MODEL_BYTES_KINDS];	/* By its own calls.  */
  } *functions;
  struct call_shares allocated;	/* With callees.  */
  uint32_t *sites;		/* Those with bytes, the most first, */
  size_t site_count;		/* and how many they are.  */

  /* Calls, not bytes: which block a call gives back is not known.  */
  uint64_t allocations;		/* That allocate, at sites with bytes.  */
  uint64_t frees;		/* That give back, null pointers among
				   them.  */
  uint32_t *free_sites;		/* The sites of these, the most calls first, */
  size_t free_site_count;	/* and how many they are.  */
};

/* Set SUMS, which the caller must free, to what RESULTS have.  Cycles must
   have been found (cycles_find) and calls added up (call_totals_add_up).
   Return false, with a message, if a sum is larger than MODEL_COUNT_MAX.  */
bool byte_sums_make (struct byte_sums *sums, const struct results *results);

void byte_sums_free (struct byte_sums *sums);

#endif /* CGPROF_BYTES_BYTE_SUMS_H */
