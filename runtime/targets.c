/* Targets of indirect calls beyond a site's first.

   SPDX-License-Identifier: MIT  */

#include "targets.h"

#include "arch.h"
#include "counters.h"
#include "file.h"
#include "lock.h"
#include "table.h"
#include "threads.h"

/* Find the COUNTERS record that SLOT is a word of: set *OWNER to its id
   and *SITE to the word's index.  Returns 0 if there is none.  */

static int
find_owner (const struct cgprof_module *hooks, const uint64_t *slot,
	    int shared, uint32_t *owner, uint64_t *site)
{
  struct cgrt_module *module
    = (struct cgrt_module *) (uintptr_t) hooks->handle;
  struct cgprof_counters *counters;

  if (shared)
    {
      struct cgrt_held held;
      cgrt_lock (&cgrt_memory_lock, &held);
      counters = cgrt_counters_shared (module);
      cgrt_unlock (&cgrt_memory_lock, &held);
      *site = (uint64_t) (slot - hooks->counters);
    }
  else
    {
      struct cgrt_place *place = cgrt_threads_mine ();
      counters = place ? cgrt_counters_copy (module, place->index + 1)
		       : NULL;
      if (counters)
	*site = (uint64_t) (slot - counters->data);
    }
  if (!counters || *site + CGPROF_SLOT_WORDS > counters->words)
    return 0;
  *owner = counters->record.id;
  return 1;
}

/* Add a call to TARGET to the table of the site at SLOT.  */

static void
count_in_table (struct cgprof_module *hooks, uint64_t *slot, int shared,
		uint64_t target)
{
  uint64_t *chain = &slot[CGPROF_SLOT_CHAIN];
  uint32_t owner = 0;
  uint64_t site = 0;

  while (!cgrt_table_add (chain, shared, target, 0, 1, 0))
    if (!find_owner (hooks, slot, shared, &owner, &site)
	|| !cgrt_table_grow (chain, CGPROF_RECORD_TARGETS, owner, site))
      {
	cgrt_table_force (chain, shared, target, 0, 1, 0);
	return;
      }
}

void
cgrt_targets_count (struct cgprof_module *hooks, uint64_t *slot,
		    uint64_t target)
{
  uint64_t first = __atomic_load_n (&slot[CGPROF_SLOT_TARGET],
				    __ATOMIC_RELAXED);
  int shared = slot >= hooks->counters && slot < hooks->counters_end;

  /* A call to address 0 goes nowhere; 0 marks what is free.  */
  if (!target)
    return;
  if (!first
      && __atomic_compare_exchange_n (&slot[CGPROF_SLOT_TARGET], &first,
				      target, 0, __ATOMIC_RELAXED,
				      __ATOMIC_RELAXED))
    first = target;
  if (first != target)
    count_in_table (hooks, slot, shared, target);
  else if (shared)
    __atomic_fetch_add (&slot[CGPROF_SLOT_COUNT], 1, __ATOMIC_RELAXED);
  else
    arch_add_own (&slot[CGPROF_SLOT_COUNT], 1);
}
