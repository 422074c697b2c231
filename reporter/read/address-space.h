/* Which module lay at a run-time address.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_READ_ADDRESS_SPACE_H
#define CGPROF_READ_ADDRESS_SPACE_H

#include <stddef.h>
#include <stdint.h>

#define ADDRESS_NONE UINT32_MAX

/* A zeroed struct is empty.  */
struct address_space
{
  struct address_range *ranges;	/* As added; after address_sort */
  size_t count, room;		/* disjoint and sorted.  */
};

/* Say that VALUE lay at ADDRESS, SIZE bytes.  Where ranges overlap, that of
   the higher RANK is meant.  A range that wraps around is left out.  */
void address_add (struct address_space *space, uint64_t address,
		  uint64_t size, uint64_t rank, uint32_t value);

/* To be called between the last address_add and the first address_find. */
void address_sort (struct address_space *space);

/* The value at ADDRESS, or ADDRESS_NONE.  */
uint32_t address_find (const struct address_space *space, uint64_t address);

void address_free (struct address_space *space);

#endif /* CGPROF_READ_ADDRESS_SPACE_H */
