/* Tables of the profile: (address, parent) -> count.

   SPDX-License-Identifier: MIT

   A chain is a word that holds the file offset of its newest table, or 0.
   Only the newest is looked at; an address that an older one holds gets a
   second entry, and readers add up.  Chains of samples are looked through
   to the end, for an entry that is a parent must be the only one of its
   kind, or the contexts below it would multiply.  */

#ifndef CGPROF_RUNTIME_FILE_TABLE_H
#define CGPROF_RUNTIME_FILE_TABLE_H

#include <stdint.h>

/* Spreads neighbouring functions, which lie multiples of 16 apart: 2^60
   divided by the golden ratio.  An entry of ADDRESS without parent is at the
   index that the upper bits of ADDRESS times this give, or in one that
   follows.  */
#define CGRT_TABLE_SPREAD 0x09e3779b97f4a7c1u

/* Add COUNT and WEIGHT to the entry of ADDRESS and PARENT in CHAIN, making
   one if the newest table is less than three quarters full.  SHARED says
   that other threads may do so at the same time; then PARENT must be 0.
   Returns the entry's count, or 0 if there is no room: call cgrt_table_grow,
   then again.  Any context.  */
uint64_t cgrt_table_add (uint64_t *chain, int shared, uint64_t address,
			 uint64_t parent, uint64_t count, uint64_t weight);

/* Return the file offset of the entry of ADDRESS and PARENT in any table of
   CHAIN, which this thread alone uses, making one as cgrt_table_add does; 0
   if there is no room.  *MADE is set if it is new.  Any context.  */
uint64_t cgrt_table_enter (uint64_t *chain, uint64_t address,
			   uint64_t parent, int *made);

/* Likewise, but 0 if there is none yet.  */
uint64_t cgrt_table_find (uint64_t *chain, uint64_t address,
			  uint64_t parent);

/* Likewise, but fill the newest table to its last entry.  */
uint64_t cgrt_table_take (uint64_t *chain, uint64_t address,
			  uint64_t parent);

/* Add COUNT and WEIGHT to the ENTRY that cgrt_table_enter returned.  */
void cgrt_table_count (uint64_t entry, uint64_t count, uint64_t weight);

/* Put a larger table in front of CHAIN unless the newest has room.  TYPE,
   OWNER and SITE are as in struct cgprof_table.  Returns 0 if memory is
   refused.  Any context.  */
int cgrt_table_grow (uint64_t *chain, uint32_t type, uint32_t owner,
		     uint64_t site);

/* Add where memory was refused: fill the newest table, and when it is full
   count for the address CGPROF_ADDRESS_UNKNOWN.  Returns 0 if there is no
   table at all.  */
int cgrt_table_force (uint64_t *chain, int shared, uint64_t address,
		      uint64_t parent, uint64_t count, uint64_t weight);

#endif /* CGPROF_RUNTIME_FILE_TABLE_H */
