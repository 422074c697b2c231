/* Keeping the address of counters in a register in a loop.

   Each loop that calls nothing may have a register of its own, and the largest ones
   that can are taken: loops within them have the same.  In a program, where one
   instruction counts without, it pays as well: what was stored at an address that is
   relative to the instruction takes longer to be found again, which is all that a
   short loop waits for.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "base/gcc-headers.h"
#include "count/counter-insns.h"
#include "blocks/address-loops.h"

/* What counting costs, in instructions or what takes as long.  */
struct loop_costs
{
  int add, load;		/* With the address at hand, and what loading it
				   does.  */
  int other;			/* Where no register has it.  */
  int spare;			/* How many registers besides loading takes at
				   most: one, and another is not to be changed
				   then (addresses.cc).  */
};

static const loop_costs library_costs = { 1, 3, 10, 2 };
static const loop_costs program_costs = { 2, 2, 3, 0 };

/* A loop, while it is tried.  */
struct tried_loop
{
  class loop *loop;
  auto_vec<counted_place *> places;
  auto_vec<address_load> loads;
  register_set free;		/* In all of it.  */
  gcov_type before, after;	/* What counting costs, and would.  */
};

/* Add the places of BLOCK to TRIED, and what it changes.  */

static void
add_block (const address_code &code, basic_block block, const loop_costs &costs,
	   tried_loop *tried)
{
  for (unsigned i = code.first[block->index]; ; i++)
    {
      const address_step &step = code.steps[i];
      tried->free &= ~step.changed;
      if (step.place < 0)
	return;
      counted_place *place = &(*code.places)[step.place];
      if (place->falls && !flow_bb_inside_loop_p (tried->loop, place->falls->dest))
	continue;
      tried->free &= place->free;
      /* The last one is to keep the flags.  */
      if (place->keeps && pow2p_hwi (place->free))
	tried->free = 0;
      tried->places.safe_push (place);
      tried->before += place->weight
		       * (place->base == NO_REGISTER ? costs.other
			  : place->loads ? costs.add + costs.load : costs.add);
      tried->after += place->weight * costs.add;
    }
}

/* Find where the address can be loaded in front of TRIED; return false if there is a
   way in without room.  */

static bool
find_loads (tried_loop *tried, const loop_costs &costs)
{
  edge e;
  edge_iterator ei;
  FOR_EACH_EDGE (e, ei, tried->loop->header->preds)
    {
      address_load load;
      if (flow_bb_inside_loop_p (tried->loop, e->src))
	continue;
      if (!address_load_on (e, &load) || popcount_hwi (load.free) <= costs.spare)
	return false;
      tried->free &= load.free;
      tried->loads.safe_push (load);
      tried->after += address_load_weight (load, e) * costs.load;
    }
  return true;
}

/* Take a register for LOOP, if there is one and it pays.  Returns false if not,
   and loops within it may have some.  */

static bool
take_register (address_code *code, class loop *loop, vec<address_load> *loads)
{
  const loop_costs &costs
    = counter_insns_registers_needed () ? library_costs : program_costs;
  tried_loop tried = {};
  tried.loop = loop;
  tried.free = ~0u;
  basic_block *body = get_loop_body (loop);
  for (unsigned i = 0; i < loop->num_nodes; i++)
    add_block (*code, body[i], costs, &tried);
  free (body);
  if (tried.places.is_empty ())
    return true;
  if (!tried.free || !find_loads (&tried, costs) || !tried.free
      || tried.after >= tried.before)
    return false;
  int base = floor_log2 (tried.free);
  for (counted_place *place : tried.places)
    {
      place->base = base;
      place->loads = false;
      place->in_loop = true;
    }
  for (address_load &load : tried.loads)
    {
      load.base = base;
      loads->safe_push (load);
    }
  code->loop_bases |= 1u << base;
  return true;
}

/* Take registers for LOOP and those beside it, or for loops within them.  */

static void
take_registers (address_code *code, class loop *loop, vec<address_load> *loads)
{
  for (; loop; loop = loop->next)
    if (!take_register (code, loop, loads))
      take_registers (code, loop->inner, loads);
}

void
address_loops_choose (address_code *code, vec<address_load> *loads)
{
  loop_optimizer_init (AVOID_CFG_MODIFICATIONS);
  if (current_loops)
    take_registers (code, current_loops->tree_root->inner, loads);
  loop_optimizer_finalize ();
  free_dominance_info (CDI_DOMINATORS);
}
