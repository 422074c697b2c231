/* Contexts: counting a thread's samples by the stacks they interrupted.

   SPDX-License-Identifier: MIT  */

#include "sample/contexts.h"

#include <cgprof/format.h>
#include "base/arch.h"
#include "base/options.h"
#include "file/family.h"
#include "file/file.h"
#include "file/lock.h"
#include "file/table.h"
#include "sample/prune.h"
#include "sample/threads.h"
#include "sample/times.h"

/* What a frame costs to unwind, in nanoseconds, and how many times longer
   than a handler the program runs until the next.  */
#define FRAME_COST 150
#define PAUSE 10

/* Return the file offset of the entry of ADDRESS and PARENT in PLACE's
   samples, 0 if there is no room for it.  */

static uint64_t
enter (struct cgrt_place *place, uint64_t address, uint64_t parent)
{
  uint64_t entry;
  int made = 0;

  while (!(entry = cgrt_table_enter (&place->record->samples, address, parent,
				     &made)))
    if (!cgrt_table_grow (&place->record->samples, CGPROF_RECORD_SAMPLES,
			  place->record->record.id, 0))
      return 0;
  place->contexts += (uint64_t) made;
  return entry;
}

/* Count COUNT samples of WEIGHT for ENTRY of PLACE, and note when.  HOW as for
   cgrt_times_add.  */

static void
add_weight (struct cgrt_place *place, uint64_t entry, uint64_t count,
	    uint64_t weight, unsigned how)
{
  cgrt_table_count (entry, count, weight);
  cgrt_times_add (place, entry, weight, how);
}

void
cgrt_contexts_end (struct cgrt_place *place)
{
  uint64_t carried = place->sampler.carried
		     + place->sampler.missed * place->sampler.source.period;
  place->sampler.carried = 0;
  place->sampler.missed = 0;
  if (carried && place->sampler.last)
    add_weight (place, place->sampler.last, 0, carried, CGRT_TIMES_HELD);
}

void
cgrt_contexts_wait (struct cgrt_place *place, uint64_t periods)
{
  add_weight (place, place->sampler.last, periods,
	      periods * place->sampler.source.period, CGRT_TIMES_WAITED);
}

/* See that PLACE has room for NEEDED more contexts, if that can be.  */

static void
make_room (struct cgrt_place *place, uint64_t needed)
{
  if (place->contexts + needed <= cgrt_options.contexts)
    return;
  cgrt_contexts_end (place);
  if (!cgrt_lock_briefly (&cgrt_memory_lock))
    return;
  /* Images name the words of entries, which must stay what they are.  */
  if (!cgrt_family_place->adjust)
    place->contexts = cgrt_prune (place->record, cgrt_options.contexts);
  cgrt_unlock (&cgrt_memory_lock);
}

/* Return likewise the entry of ADDRESS, a caller, below PARENT.  If PLACE has
   no room for it, return one that stands for what is called from PARENT on,
   and set *FOLDED.  */

static uint64_t
enter_caller (struct cgrt_place *place, uint64_t address, uint64_t parent,
	      int *folded)
{
  uint64_t known;

  if (place->contexts < cgrt_options.contexts)
    return enter (place, address, parent);
  known = cgrt_table_find (&place->record->samples, address, parent);
  if (known)
    return known;
  place->record->folded++;
  *folded = 1;
  return enter (place, CGPROF_ADDRESS_FOLDED, parent);
}

/* Return likewise the entry of PC, below CALL, if that is not 0, and its
   callers in PLACE's stack, or as many of them as there is room for.  */

static uint64_t
enter_stack (struct cgrt_place *place, uint64_t call, uint64_t pc)
{
  uint64_t parent = 0;
  int folded = 0;

  make_room (place, place->stack.count + 2);
  for (uint32_t i = place->stack.count; i-- > 0 && !folded;)
    {
      parent = enter_caller (place, place->stack.frames[i], parent, &folded);
      if (!parent)
	return 0;
    }
  if (call && !folded)
    {
      parent = enter_caller (place, call, parent, &folded);
      if (!parent)
	return 0;
    }
  return enter (place, pc, parent);
}

/* Whether PERIODS end in a pause, in which stacks are not walked.  The first
   half of a pause counts for the stack before it, the second for the one
   after it, which is the nearer one each time.  */

static int
is_pause (struct cgrt_place *place, uint64_t periods)
{
  struct cgrt_sampler *sampler = &place->sampler;

  if (!sampler->pause)
    return 0;
  if (sampler->pause > sampler->half)
    add_weight (place, sampler->last, 0, periods * sampler->source.period, 0);
  else
    sampler->carried += periods * sampler->source.period;
  sampler->pause -= periods < sampler->pause ? periods : sampler->pause;
  return 1;
}

/* Take what has been called from CALLER on off STACK.  */

static void
cut_stack (struct cgrt_stack *stack, uint64_t caller)
{
  uint32_t cut = 0;

  while (cut < stack->count && stack->frames[cut] != caller)
    cut++;
  if (cut == stack->count)
    return;
  stack->count -= cut + 1;
  for (uint32_t i = 0; i < stack->count; i++)
    stack->frames[i] = stack->frames[i + cut + 1];
}

/* Walk the stack of PLACE's thread that the signal with CONTEXT
   interrupted.  */

static void
walk (struct cgrt_place *place, const ucontext_t *context)
{
  place->stack.count = 0;
  place->stack.depth = 0;
  if (!cgrt_options.stacks)
    return;
  cgrt_stack_walk (&place->stack, context);
  if (!place->stack.ended)
    place->record->truncated++;
}

/* Count COUNT samples of WEIGHT for ENTRY.  If that is 0, as there is no room,
   count them for PC alone.  */

static void
count (struct cgrt_place *place, uint64_t entry, uint64_t pc, uint64_t count,
       uint64_t weight)
{
  if (entry)
    add_weight (place, entry, count, weight, 0);
  else if (!cgrt_table_force (&place->record->samples, 0, pc, 0, 1, weight))
    place->record->lost++;
}

/* Begin a pause if PLACE's stack took long to walk.  */

static void
pause_walking (struct cgrt_place *place)
{
  struct cgrt_sampler *sampler = &place->sampler;
  uint64_t cost = place->stack.depth * FRAME_COST;

  if (cost * PAUSE < sampler->source.period)
    return;
  sampler->own = cost / sampler->source.period;
  sampler->pause = cost * PAUSE / sampler->source.period;
  /* Without a stack before the pause all of it counts for the one after.  */
  sampler->half = sampler->last ? sampler->pause / 2 : sampler->pause;
}

int
cgrt_contexts_count_system (struct cgrt_place *place, uint64_t weight,
			    const ucontext_t *context, uint64_t call)
{
  if (place->sampler.pause)
    return 0;
  place->record->signals++;
  walk (place, context);
  count (place, enter_stack (place, call, CGPROF_ADDRESS_KERNEL),
	 CGPROF_ADDRESS_KERNEL, 1, weight);
  pause_walking (place);
  return 1;
}

void
cgrt_contexts_count (struct cgrt_place *place, uint64_t periods,
		     const ucontext_t *context, const struct cgrt_visit *visit)
{
  struct cgrt_sampler *sampler = &place->sampler;
  uint64_t period = sampler->source.period;
  uint64_t pc, entry, weight;

  place->record->signals += periods != 0;
  if (sampler->own && periods)
    {
      /* What ended in the last handler is its time, not the program's.  */
      uint64_t own = sampler->own;
      sampler->own = 0;
      if (own >= periods)
	return;
      periods -= own;
    }
  if (is_pause (place, periods))
    return;

  pc = arch_pc (context);
  if (!pc)
    pc = CGPROF_ADDRESS_UNKNOWN;
  walk (place, context);
  if (!periods)
    cut_stack (&place->stack, visit->call);
  if (visit->call)
    pc = visit->what;
  entry = enter_stack (place, visit->call, pc);
  weight = periods * period + sampler->carried;
  sampler->carried = 0;
  count (place, entry, pc, periods != 0, weight);
  if (!entry)
    return;
  sampler->last = entry;
  pause_walking (place);
}
