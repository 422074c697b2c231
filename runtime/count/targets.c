/* Counting indirect calls that do not go to the first target of their site.

   SPDX-License-Identifier: MIT  */

#include "count/targets.h"

#include "base/arch.h"
#include "count/counters.h"
#include "file/file.h"
#include "file/lock.h"
#include "count/modules.h"
#include "file/table.h"
#include "sample/segment.h"
#include "sample/threads.h"

/* What is further above the stack pointer is on no stack.  */
#define LARGEST_STACK (1ull << 30)

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
      if (!cgrt_lock_counting (&cgrt_memory_lock))
	return 0;
      counters = cgrt_counters_shared (module);
      cgrt_unlock (&cgrt_memory_lock);
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

/* Add a call to TARGET to its pair in SLOT, one of this thread's own.
   Returns 0 if it has none, or only the first.  */

static int
count_in_pair (uint64_t *slot, uint64_t target)
{
  for (uint64_t *pair = slot + CGPROF_SLOT_PAIR_WORDS;
       pair < &slot[CGPROF_SLOT_CHAIN]; pair += CGPROF_SLOT_PAIR_WORDS)
    if (pair[CGPROF_SLOT_TARGET] == target)
      {
	arch_add_own (&pair[CGPROF_SLOT_COUNT], 1);
	return 1;
      }
  return 0;
}

/* Give TARGET the first of SLOT's pairs that is free.  */

static void
take_pair (uint64_t *slot, uint64_t target)
{
  for (uint64_t *pair = slot + CGPROF_SLOT_PAIR_WORDS;
       pair < &slot[CGPROF_SLOT_CHAIN]; pair += CGPROF_SLOT_PAIR_WORDS)
    {
      uint64_t none = 0;
      /* A handler may do the same.  */
      if (__atomic_compare_exchange_n (&pair[CGPROF_SLOT_TARGET], &none,
				       target, 0, __ATOMIC_RELAXED,
				       __ATOMIC_RELAXED)
	  || none == target)
	return;
    }
}

/* Add a call to TARGET to the table of the site at SLOT.  */

static void
count_in_table (struct cgprof_module *hooks, uint64_t *slot, int shared,
		uint64_t target)
{
  uint64_t *chain = &slot[CGPROF_SLOT_CHAIN];
  uint32_t owner = 0;
  uint64_t site = 0;
  uint64_t count;

  while (!(count = cgrt_table_add (chain, shared, target, 0, 1, 0)))
    if (!find_owner (hooks, slot, shared, &owner, &site)
	|| !cgrt_table_grow (chain, CGPROF_RECORD_TARGETS, owner, site))
      {
	cgrt_table_force (chain, shared, target, 0, 1, 0);
	return;
      }
  if (!shared && count % CGRT_TARGETS_HOT == 0)
    take_pair (slot, target);
}

/* Return the function that a call to TARGET enters.  A nested function has an
   address on the stack of the functions that can call it, which is another
   function's at another time.  */

static uint64_t
find_entered (uint64_t target)
{
  uint64_t here = (uint64_t) (uintptr_t) __builtin_frame_address (0);
  uint64_t function = 0;

  if (target - here < LARGEST_STACK
      && !cgrt_modules_find ((void *) (uintptr_t) target))
    function = arch_trampoline (target);
  return function ? function : target;
}

void
cgrt_targets_count (struct cgprof_module *hooks, uint64_t *slot,
		    uint64_t target)
{
  uint64_t first = __atomic_load_n (&slot[CGPROF_SLOT_TARGET],
				    __ATOMIC_RELAXED);
  int shared = slot >= hooks->counters && slot < hooks->counters_end;

  cgrt_segment_glance ();
  /* A call to address 0 goes nowhere; 0 marks what is free.  */
  if (!target)
    return;
  target = find_entered (target);
  if (!first
      && __atomic_compare_exchange_n (&slot[CGPROF_SLOT_TARGET], &first,
				      target, 0, __ATOMIC_RELAXED,
				      __ATOMIC_RELAXED))
    first = target;
  if (first != target)
    {
      if (shared || !count_in_pair (slot, target))
	count_in_table (hooks, slot, shared, target);
    }
  else if (shared)
    __atomic_fetch_add (&slot[CGPROF_SLOT_COUNT], 1, __ATOMIC_RELAXED);
  else
    arch_add_own (&slot[CGPROF_SLOT_COUNT], 1);
}
