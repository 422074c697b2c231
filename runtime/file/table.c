/* Hash tables of the profile, from an address and a parent to a count.

   SPDX-License-Identifier: MIT  */

#include "file/table.h"

#include "base/arch.h"
#include "file/file.h"
#include "file/lock.h"

#define FIRST_CAPACITY 8
#define FIRST_SAMPLES 128
#define GROWTH 4

/* An odd constant, like CGRT_TABLE_SPREAD.  */
#define SPREAD_PARENT 0xd6e8feb86659fd93u

static inline struct cgprof_table *
newest (const uint64_t *chain)
{
  uint64_t offset = __atomic_load_n (chain, __ATOMIC_ACQUIRE);
  return offset ? cgrt_file_at (offset) : 0;
}

static inline int
has_room (const struct cgprof_table *table)
{
  uint64_t live = table->used - table->dead;
  return live * 4 < table->capacity * 3
	 && (uint64_t) table->used * 8 < table->capacity * 7;
}

static inline void
add_to (uint64_t *word, int shared, uint64_t value)
{
  if (shared)
    __atomic_fetch_add (word, value, __ATOMIC_RELAXED);
  else
    arch_add_own (word, value);
}

/* Take ENTRY of TABLE, which is dead.  */

static inline struct cgprof_table_entry *
revive (struct cgprof_table *table, struct cgprof_table_entry *entry,
	uint64_t address, uint64_t parent)
{
  table->dead--;
  entry->parent = parent;
  __atomic_store_n (&entry->address, address, __ATOMIC_RELEASE);
  return entry;
}

/* Return the entry of ADDRESS and PARENT in TABLE.  If there is none, take
   a free one if MAY_TAKE, else return NULL.  A handler of this thread may
   do the same at any instruction.  Dead entries are in tables only that no
   other thread writes to, nor a handler while they are taken.  */

static inline struct cgprof_table_entry *
find (struct cgprof_table *table, int shared, uint64_t address,
      uint64_t parent, int may_take)
{
  uint64_t capacity = __atomic_load_n (&table->capacity, __ATOMIC_RELAXED);
  uint64_t mask = capacity - 1;
  unsigned shift = 64 - (unsigned) __builtin_ctzll (capacity | 1ull << 63);
  uint64_t key = address ^ parent * SPREAD_PARENT;
  uint64_t index = (key * CGRT_TABLE_SPREAD) >> shift;
  struct cgprof_table_entry *dead = 0;

  /* A table of a file that was lost is all zero (file.h).  */
  if (!capacity)
    return 0;

  for (uint64_t probes = 0; probes <= mask; probes++)
    {
      struct cgprof_table_entry *entry = &table->entries[index];
      uint64_t found = __atomic_load_n (&entry->address, __ATOMIC_ACQUIRE);
      if (!found)
	{
	  if (!may_take)
	    return 0;
	  if (dead)
	    return revive (table, dead, address, parent);
	  if (!shared)
	    entry->parent = parent;
	  if (__atomic_compare_exchange_n (&entry->address, &found, address,
					   0, __ATOMIC_ACQ_REL,
					   __ATOMIC_ACQUIRE))
	    {
	      __atomic_fetch_add (&table->used, 1, __ATOMIC_RELAXED);
	      return entry;
	    }
	}
      if (found == address && entry->parent == parent)
	return entry;
      if (found == CGPROF_ADDRESS_DEAD && !dead)
	dead = entry;
      index = (index + 1) & mask;
    }
  return dead && may_take ? revive (table, dead, address, parent) : 0;
}

uint64_t
cgrt_table_add (uint64_t *chain, int shared, uint64_t address,
		uint64_t parent, uint64_t count, uint64_t weight)
{
  struct cgprof_table *table = newest (chain);
  struct cgprof_table_entry *entry;

  if (!table)
    return 0;
  entry = find (table, shared, address, parent, has_room (table));
  if (!entry)
    return 0;
  add_to (&entry->count, shared, count);
  if (weight)
    add_to (&entry->weight, shared, weight);
  return __atomic_load_n (&entry->count, __ATOMIC_RELAXED);
}

/* Return the entry of ADDRESS and PARENT in any table of CHAIN.  */

static struct cgprof_table_entry *
find_any (uint64_t *chain, uint64_t address, uint64_t parent)
{
  struct cgprof_table *each = newest (chain);
  struct cgprof_table_entry *entry = 0;

  while (each && !entry)
    {
      entry = find (each, 0, address, parent, 0);
      each = each->next ? cgrt_file_at (each->next) : 0;
    }
  return entry;
}

uint64_t
cgrt_table_enter (uint64_t *chain, uint64_t address, uint64_t parent,
		  int *made)
{
  struct cgprof_table *table = newest (chain);
  struct cgprof_table_entry *entry = find_any (chain, address, parent);

  /* Older tables have room where entries were given up.  */
  for (; !entry && table;
       table = table->next ? cgrt_file_at (table->next) : 0)
    if (has_room (table))
      {
	entry = find (table, 0, address, parent, 1);
	*made = 1;
      }
  return entry ? cgrt_file_offset (entry) : 0;
}

uint64_t
cgrt_table_find (uint64_t *chain, uint64_t address, uint64_t parent)
{
  struct cgprof_table_entry *entry = find_any (chain, address, parent);
  return entry ? cgrt_file_offset (entry) : 0;
}

uint64_t
cgrt_table_take (uint64_t *chain, uint64_t address, uint64_t parent)
{
  struct cgprof_table_entry *entry = find_any (chain, address, parent);

  if (!entry && newest (chain))
    entry = find (newest (chain), 0, address, parent, 1);
  return entry ? cgrt_file_offset (entry) : 0;
}

void
cgrt_table_count (uint64_t entry, uint64_t count, uint64_t weight)
{
  struct cgprof_table_entry *at = cgrt_file_at (entry);
  arch_add_own (&at->count, count);
  arch_add_own (&at->weight, weight);
}

int
cgrt_table_grow (uint64_t *chain, uint32_t type, uint32_t owner,
		 uint64_t site)
{
  struct cgprof_table *old, *table;
  uint64_t capacity
    = type == CGPROF_RECORD_SAMPLES ? FIRST_SAMPLES : FIRST_CAPACITY;

  /* Samples are taken in a handler, which must not wait for a fork.  */
  if (type == CGPROF_RECORD_SAMPLES)
    {
      if (!cgrt_lock_briefly (&cgrt_memory_lock))
	return 0;
    }
  else if (!cgrt_lock_counting (&cgrt_memory_lock))
    return 0;
  old = newest (chain);
  if (old && has_room (old))
    {
      cgrt_unlock (&cgrt_memory_lock);
      return 1;
    }
  if (old)
    capacity = (old->capacity + !old->capacity) * GROWTH;
  table = cgrt_file_allocate (sizeof *table
			      + capacity * sizeof table->entries[0]);
  if (table)
    {
      table->owner = owner;
      table->capacity = capacity;
      table->site = site;
      table->next = old ? cgrt_file_offset (old) : 0;
      cgrt_file_publish (table, type);
      __atomic_store_n (chain, cgrt_file_offset (table), __ATOMIC_RELEASE);
    }
  cgrt_unlock (&cgrt_memory_lock);
  return table != 0;
}

int
cgrt_table_force (uint64_t *chain, int shared, uint64_t address,
		  uint64_t parent, uint64_t count, uint64_t weight)
{
  struct cgprof_table *table = newest (chain);
  struct cgprof_table_entry *entry;

  if (!table)
    return 0;
  /* The last free entry is kept for the unknown.  */
  entry = find (table, shared, address, parent,
		(uint64_t) table->used + 1 < table->capacity);
  if (!entry)
    entry = find (table, shared, CGPROF_ADDRESS_UNKNOWN, 0, 1);
  if (!entry)
    return 0;
  add_to (&entry->count, shared, count);
  if (weight)
    add_to (&entry->weight, shared, weight);
  return 1;
}
