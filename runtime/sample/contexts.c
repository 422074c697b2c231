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

void
cgrt_contexts_end (struct cgrt_place *place)
{
  uint64_t carried = place->sampler.carried
		     + place->sampler.missed * place->sampler.source.period;
  place->sampler.carried = 0;
  place->sampler.missed = 0;
  if (carried && place->sampler.last)
    cgrt_table_count (place->sampler.last, 0, carried);
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
    place->contexts = cgrt_prune (place->record->samples, cgrt_options.contexts,
				  &place->record->folded);
  cgrt_unlock (&cgrt_memory_lock);
}

/* Return likewise the entry of PC, below its callers in PLACE's stack, or as
   many of them as there is room for.  */

static uint64_t
enter_stack (struct cgrt_place *place, uint64_t pc)
{
  uint64_t parent = 0;

  make_room (place, place->stack.count + 1);
  for (uint32_t i = place->stack.count; i-- > 0;)
    {
      if (place->contexts >= cgrt_options.contexts)
	{
	  uint64_t known = cgrt_table_find (&place->record->samples,
					    place->stack.frames[i], parent);
	  if (known)
	    {
	      parent = known;
	      continue;
	    }
	  place->record->folded++;
	  parent = enter (place, CGPROF_ADDRESS_FOLDED, parent);
	  break;
	}
      parent = enter (place, place->stack.frames[i], parent);
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
    cgrt_table_count (sampler->last, 0, periods * sampler->source.period);
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

void
cgrt_contexts_count (struct cgrt_place *place, uint64_t periods,
		     const ucontext_t *context)
{
  struct cgrt_sampler *sampler = &place->sampler;
  uint64_t period = sampler->source.period;
  uint64_t pc, entry, weight, cost;

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
  place->stack.count = 0;
  place->stack.depth = 0;
  if (cgrt_options.stacks)
    {
      cgrt_stack_walk (&place->stack, context);
      if (!place->stack.ended)
	place->record->truncated++;
    }
  if (!periods)
    {
      cut_stack (&place->stack, sampler->wait.caller);
      pc = sampler->wait.caller - 1;
    }
  entry = enter_stack (place, pc);
  weight = periods * period + sampler->carried;
  sampler->carried = 0;
  if (!entry)
    {
      if (!cgrt_table_force (&place->record->samples, 0, pc, 0, 1, weight))
	place->record->lost++;
      return;
    }
  cgrt_table_count (entry, periods != 0, weight);
  sampler->last = entry;
  cost = place->stack.depth * FRAME_COST;
  if (cost * PAUSE >= period)
    {
      sampler->own = cost / period;
      sampler->pause = cost * PAUSE / period;
      sampler->half = sampler->pause / 2;
    }
}
