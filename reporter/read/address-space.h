/* From the addresses of a run to what lay there.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_READ_ADDRESS_SPACE_H
#define CGPROF_READ_ADDRESS_SPACE_H

#include <stddef.h>
#include <stdint.h>

#define ADDRESS_SPACE_NONE UINT32_MAX

/* A zeroed struct is empty.  */
struct address_space
{
  struct address_space_range *ranges;	/* Disjoint and sorted once they are
					   (address_space_sort).  */
  size_t count, room;
};

/* Note that what VALUE stands for lay in the SIZE bytes from run-time ADDRESS
   on.  Where ranges overlap, the one of the highest RANK counts.  A range that
   goes beyond the last address is left out.  */
void address_space_add (struct address_space *space, uint64_t address,
			uint64_t size, uint64_t rank, uint32_t value);

/* Must be called after the last address_space_add and before the first
   address_space_find.  */
void address_space_sort (struct address_space *space);

/* Return the value noted for ADDRESS, or ADDRESS_SPACE_NONE.  */
uint32_t address_space_find (const struct address_space *space,
			     uint64_t address);

void address_space_free (struct address_space *space);

#endif /* CGPROF_READ_ADDRESS_SPACE_H */
