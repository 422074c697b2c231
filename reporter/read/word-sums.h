/* Sums of counter words of a module, over copies and profiles.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_READ_WORD_SUMS_H
#define CGPROF_READ_WORD_SUMS_H

#include "base/mem.h"
#include "model/model.h"

#include <stdint.h>
#include <string.h>

/* A zeroed struct is empty.  */
struct word_sums
{
  uint64_t *all;		/* By word, or NULL.  */
  size_t count, room;
};

/* Let SUMS be of at least COUNT words; new ones are 0.  */

static inline void
word_sums_grow (struct word_sums *sums, size_t count)
{
  if (count <= sums->count)
    return;
  sums->all = mem_grow (sums->all, &sums->room, count, sizeof *sums->all);
  memset (sums->all + sums->count, 0,
	  (count - sums->count) * sizeof *sums->all);
  sums->count = count;
}

/* Add COUNT to the sum of WORD.  What gets too large for a count, as addresses
   in words of indirect sites do, is UINT64_MAX from then on.  */

static inline void
word_sums_add (struct word_sums *sums, size_t word, uint64_t count)
{
  if (!model_add_count (&sums->all[word], count))
    sums->all[word] = UINT64_MAX;
}

#endif /* CGPROF_READ_WORD_SUMS_H */
