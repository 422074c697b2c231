/* Keeping the address of counters in a register in a loop.

   Each loop that calls nothing may have a register of its own, and the largest
   ones that can are taken: loops within them have the same.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "base/gcc-headers.h"
#include "blocks/address-loops.h"

/* A loop, while it is tried.  */
struct tried_loop
{
  class loop *loop;
  auto_vec<counted_place *> places;
  auto_vec<address_load> loads;
  register_set others;		/* What these change besides.  */
  register_set free;		/* In all of it.  */
  gcov_type before, after;	/* What counting costs, and would.  */
};

/* Add the places of BLOCK to TRIED, and what it changes.  */

static void
add_block (const address_code &code, basic_block block, tried_loop *tried)
{
  edge e;
  edge_iterator ei;
  FOR_EACH_EDGE (e, ei, block->preds)
    if (e->flags & (EDGE_EH | EDGE_ABNORMAL_CALL))
      tried->free = 0;
  for (unsigned i = code.first[block->index]; ; i++)
    {
      const address_step &step = code.steps[i];
      tried->free &= ~step.changed;
      if (step.place < 0)
	return;
      counted_place *place = &(*code.places)[step.place];
      if (place->falls
	  && !flow_bb_inside_loop_p (tried->loop, place->falls->dest))
	continue;
      tried->free &= place->free;
      /* The last one is to keep the flags.  */
      if (place->keeps && pow2p_hwi (place->free))
	tried->free = 0;
      tried->places.safe_push (place);
      tried->before += address_cost (*place, place->base, place->loads);
      tried->after += place->weight * ADDRESS_COST_ADD;
    }
}

/* Find where the address can be loaded in front of TRIED; return false if
   there is a way in without room.  That may be in another loop.  */

static bool
find_loads (const address_code &code, tried_loop *tried)
{
  edge e;
  edge_iterator ei;
  FOR_EACH_EDGE (e, ei, tried->loop->header->preds)
    {
      address_load load;
      if (flow_bb_inside_loop_p (tried->loop, e->src))
	continue;
      register_set free = address_load_on (e, &load);
      register_set others = free & ~code.loop_bases;
      if (!others)
	return false;
      load.other = ctz_hwi (others);
      tried->others |= 1u << load.other;
      tried->free &= free;
      tried->loads.safe_push (load);
      tried->after += address_load_weight (load, e) * ADDRESS_COST_LOAD;
    }
  tried->free &= ~tried->others;
  return true;
}

/* Take a register for LOOP, if there is one and it pays.  Returns false if
   not, and loops within it may have some.  */

static bool
take_register (address_code *code, class loop *loop, vec<address_load> *loads)
{
  tried_loop tried = {};
  tried.loop = loop;
  tried.free = ~(1u << FLAGS_REGISTER);
  basic_block *body = get_loop_body (loop);
  for (unsigned i = 0; i < loop->num_nodes; i++)
    add_block (*code, body[i], &tried);
  free (body);
  if (tried.places.is_empty ())
    return true;
  tried.free &= ~code->others;
  if (!tried.free || !find_loads (*code, &tried) || !tried.free
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
  code->others |= tried.others;
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
