/* Hash tables of the profile, from an address and a parent to a count.

   SPDX-License-Identifier: MIT

   In a table of targets an entry counts the calls of ADDRESS; PARENT is 0.
   In a table of samples an entry is a context: ADDRESS, called from the
   context that is the entry at file offset PARENT, or from nowhere if that is
   0.  It has a weight, too, which is time in nanoseconds.

   Tables do not grow: a full one is followed by a larger one, which links to
   it.  A chain is a word that holds the file offset of its newest table, or 0.
   For targets only the newest table is looked at; an address that is also in
   an older one gets a second entry, and readers add them up.  For samples all
   tables are looked at, since an entry that is a parent must be the only one
   of its context: otherwise the contexts below it would multiply.

   All functions may be called in a signal handler.  Those without a parameter
   SHARED are for chains that only one thread and its handlers use.  */

#ifndef CGPROF_RUNTIME_FILE_TABLE_H
#define CGPROF_RUNTIME_FILE_TABLE_H

#include <stdint.h>

/* The factor of the hash function: 2^60 divided by the golden ratio, which
   spreads neighbouring functions, as they lie multiples of 16 apart.  The
   entry of ADDRESS without parent is at the index that is the upper bits of
   ADDRESS times this factor, or at one that follows.  */
#define CGRT_TABLE_SPREAD 0x09e3779b97f4a7c1u

/* Add COUNT and WEIGHT to the entry of ADDRESS and PARENT in the newest table
   of CHAIN, which is made if there is none and the table is less than three
   quarters full.  SHARED says that other threads may do so at the same time;
   PARENT must be 0 then.  Return the entry's new count; 0 if there is no room:
   the caller calls cgrt_table_grow and tries again.  */
uint64_t cgrt_table_add (uint64_t *chain, int shared, uint64_t address,
			 uint64_t parent, uint64_t count, uint64_t weight);

/* Return the file offset of the entry of ADDRESS and PARENT in any table of
   CHAIN.  If there is none, make it in a table that is less than three
   quarters full and set *MADE to 1; return 0 if there is no such table.  */
uint64_t cgrt_table_enter (uint64_t *chain, uint64_t address,
			   uint64_t parent, int *made);

/* Likewise, but make none: return 0 if there is no such entry.  */
uint64_t cgrt_table_find (uint64_t *chain, uint64_t address,
			  uint64_t parent);

/* Like cgrt_table_enter, but make the entry in the newest table, which may be
   filled to the last one.  */
uint64_t cgrt_table_take (uint64_t *chain, uint64_t address,
			  uint64_t parent);

/* Add COUNT and WEIGHT to the entry at file offset ENTRY.  */
void cgrt_table_count (uint64_t entry, uint64_t count, uint64_t weight);

/* Put a larger table in front of CHAIN, unless the newest one has room.  TYPE
   is that of the record; OWNER and SITE are as in struct cgprof_table.  Return
   1, or 0 if memory or cgrt_memory_lock, which this takes, is refused.  */
int cgrt_table_grow (uint64_t *chain, uint32_t type, uint32_t owner,
		     uint64_t site);

/* Add COUNT and WEIGHT like cgrt_table_add, after cgrt_table_grow has failed:
   in the newest table, however full; when it is full, to its entry of the
   address CGPROF_ADDRESS_UNKNOWN.  Return 1, or 0 if that is not possible: the
   chain has no table.  */
int cgrt_table_force (uint64_t *chain, int shared, uint64_t address,
		      uint64_t parent, uint64_t count, uint64_t weight);

#endif /* CGPROF_RUNTIME_FILE_TABLE_H */
