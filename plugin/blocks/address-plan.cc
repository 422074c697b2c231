/* Keeping the address of counters in one register in all of a function.

   Where it is loaded tells lazy code motion (Knoop, Rüthing and Steffen, PLDI
   1992), as GCC has it: on no path more often than each place would load it
   for itself.  Of the edges that it names some have no room; so what is there
   at a place is found afterwards, by what was loaded.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "base/gcc-headers.h"
#include "lcm.h"
#include "sites/sites.h"
#include "blocks/address-plan.h"

/* How many registers are tried, those first that most of the counting may
   use.  */
#define MAX_TRIED 3

/* Where a register has the address, or would have it.  */
struct held_at
{
  bool end;			/* Where a block ends, */
  bool falls;			/* and there where it falls into the next.  */
};

/* A load, for the sake of the edge ON.  */
struct planned_load
{
  address_load load;
  edge on;
};

/* What taking the register BASE for the address comes to.  */
class address_plan
{
public:
  /* ENTERS: what counts entries leaves it there.  */
  address_plan (const address_code &code, int base, bool enters);

  /* What counting costs, by the compiler's guess of how often it is done.  */
  gcov_type cost () const { return m_cost; }

  int base () const { return m_base; }

  /* Set the members of places and, unless LOADS is NULL, add these and have
     entries counted as planned.  */
  void carry_out (vec<address_load> *loads);

private:
  bool loads_p (register_set free) const;
  held_at follow (basic_block block, bool held, gcov_type *cost,
		  bool set) const;
  void find_edges ();
  void add_load (edge e);
  bool drop_useless ();
  bool held_on (edge e) const;
  void find_held ();

  const address_code &m_code;
  int m_base;
  register_set m_mask;
  bool m_enters;
  gcov_type m_cost;
  auto_vec<planned_load> m_loads;
  auto_vec<bool> m_loads_end;	/* Of blocks by their index: M_LOADS has one
				   before the jump, */
  auto_vec<bool> m_loads_falls;	/* or where it is not taken.  */
  auto_vec<bool> m_held;	/* Where a block begins, by its index.  */
  auto_vec<held_at> m_after;	/* Likewise.  */
};

/* Whether the address can be loaded where FREE registers have no value:
   another one is needed for that.  */

bool
address_plan::loads_p (register_set free) const
{
  return (free & m_mask) && (free & ~m_mask);
}

/* Follow BLOCK's steps.  HELD: the register has the address where it begins.
   Add to COST, unless that is NULL, and with SET set what the places have.  */

held_at
address_plan::follow (basic_block block, bool held, gcov_type *cost,
		      bool set) const
{
  held_at after = { held, held };
  for (unsigned i = m_code.first[block->index]; ; i++)
    {
      const address_step &step = m_code.steps[i];
      if (step.changed & m_mask)
	after.end = after.falls = false;
      if (step.place < 0)
	return after;
      counted_place *place = &(*m_code.places)[step.place];
      if (place->in_loop)
	continue;
      bool loads = !after.falls && loads_p (place->free);
      after.falls |= loads;
      if (!place->falls)
	after.end = after.falls;
      if (cost)
	*cost += address_cost (*place, after.falls ? m_base : NO_REGISTER,
			       loads);
      if (set)
	{
	  place->base = after.falls ? m_base : NO_REGISTER;
	  place->loads = loads;
	}
    }
}

/* Whether the register has the address where the edge E leads.  */

bool
address_plan::held_on (edge e) const
{
  if (e->src == ENTRY_BLOCK_PTR_FOR_FN (cfun))
    return m_enters;
  if (e->flags & EDGE_COMPLEX)
    return false;
  int from = e->src->index;
  return m_loads_end[from]
	 || (e->flags & EDGE_FALLTHRU
	     ? m_after[from].falls || m_loads_falls[from] : m_after[from].end);
}

/* Find where blocks begin with the address in the register, and end with
   it.  */

void
address_plan::find_held ()
{
  unsigned blocks = last_basic_block_for_fn (cfun);
  for (auto_vec<bool> *each : { &m_held, &m_loads_end, &m_loads_falls })
    {
      each->truncate (0);
      each->safe_grow_cleared (blocks);
    }
  m_after.safe_grow_cleared (blocks);
  for (const planned_load &each : m_loads)
    (each.load.before ? m_loads_end : m_loads_falls)[each.load.block->index]
      = true;
  basic_block block;
  FOR_EACH_BB_FN (block, cfun)
    {
      bool entered = EDGE_COUNT (block->preds) > 0;
      m_held[block->index] = entered;
      m_after[block->index] = follow (block, entered, NULL, false);
    }
  for (bool again = true; again; )
    {
      again = false;
      FOR_EACH_BB_FN (block, cfun)
	{
	  bool held = m_held[block->index];
	  edge e;
	  edge_iterator ei;
	  FOR_EACH_EDGE (e, ei, block->preds)
	    held &= held_on (e);
	  if (held == m_held[block->index])
	    continue;
	  again = true;
	  m_held[block->index] = held;
	  m_after[block->index] = follow (block, held, NULL, false);
	}
    }
}

/* Load the address on the edge E, if there is room.  */

void
address_plan::add_load (edge e)
{
  /* What is counted there has it anyway.  */
  if (e->src != ENTRY_BLOCK_PTR_FOR_FN (cfun) && e->flags & EDGE_FALLTHRU
      && follow (e->src, false, NULL, false).falls)
    return;
  address_load load;
  register_set free = address_load_on (e, &load);
  register_set others = free & ~m_mask & ~m_code.loop_bases;
  if (!(free & m_mask) || !others)
    return;
  load.base = m_base;
  load.other = ctz_hwi (others);
  m_loads.safe_push ({ load, e });
}

/* Drop loads for edges whose destination does not have the address by all
   ways, or that have it anyway.  Returns whether there were any.  */

bool
address_plan::drop_useless ()
{
  unsigned i, kept = 0;
  planned_load *each;
  FOR_EACH_VEC_ELT (m_loads, i, each)
    if (m_held[each->on->dest->index] && !m_after[each->on->src->index].end)
      m_loads[kept++] = *each;
  bool some = kept < m_loads.length ();
  m_loads.truncate (kept);
  return some;
}

/* Load the address where lazy code motion does.  */

void
address_plan::find_edges ()
{
  enum { KEEPS, CHANGES, NEEDS, LEAVES, SETS };
  unsigned blocks = last_basic_block_for_fn (cfun);
  sbitmap *sets[SETS], *insert, *remove;
  for (sbitmap *&set : sets)
    {
      set = sbitmap_vector_alloc (blocks, 1);
      bitmap_vector_clear (set, blocks);
    }
  basic_block block;
  FOR_EACH_BB_FN (block, cfun)
    {
      bool keeps = true, needs = false;
      for (unsigned i = m_code.first[block->index]; ; i++)
	{
	  const address_step &step = m_code.steps[i];
	  keeps &= !(step.changed & m_mask);
	  if (step.place < 0)
	    break;
	  const counted_place &place = (*m_code.places)[step.place];
	  needs |= keeps && !place.falls && !place.in_loop
		   && loads_p (place.free);
	}
      bitmap_set_bit (sets[keeps ? KEEPS : CHANGES][block->index], 0);
      if (needs)
	bitmap_set_bit (sets[NEEDS][block->index], 0);
      if (follow (block, false, NULL, false).end)
	bitmap_set_bit (sets[LEAVES][block->index], 0);
    }
  edge_list *edges = pre_edge_lcm (1, sets[KEEPS], sets[LEAVES], sets[NEEDS],
				   sets[CHANGES], &insert, &remove);
  for (int i = 0; i < NUM_EDGES (edges); i++)
    if (bitmap_bit_p (insert[i], 0))
      add_load (INDEX_EDGE (edges, i));
  free_edge_list (edges);
  sbitmap_vector_free (insert);
  sbitmap_vector_free (remove);
  for (sbitmap *set : sets)
    sbitmap_vector_free (set);
}

address_plan::address_plan (const address_code &code, int base, bool enters)
  : m_code (code), m_base (base), m_mask (1u << base), m_enters (enters),
    m_cost (0)
{
  if (enters && !current_sites->entry_in_register)
    m_cost += address_weight (ENTRY_BLOCK_PTR_FOR_FN (cfun)->count);
  find_edges ();
  do
    find_held ();
  while (drop_useless ());
  for (const planned_load &each : m_loads)
    m_cost += ADDRESS_COST_LOAD * address_load_weight (each.load, each.on);
  basic_block block;
  FOR_EACH_BB_FN (block, cfun)
    follow (block, m_held[block->index], &m_cost, false);
}

void
address_plan::carry_out (vec<address_load> *loads)
{
  basic_block block;
  FOR_EACH_BB_FN (block, cfun)
    follow (block, m_held[block->index], NULL, true);
  if (!loads)
    return;
  for (const planned_load &each : m_loads)
    loads->safe_push (each.load);
  if (m_enters)
    current_sites->entry_in_register = true;
}

/* The register in which what counts entries can leave the address, or
   NO_REGISTER.  */

static int
entry_register (void)
{
  const char *name;
  /* What gprof is told of may follow at once.  */
  if (current_sites->entry && !crtl->profile)
    for (unsigned i = 0; (name = keep_register (i)); i++)
      if (!strcmp (name, current_sites->entry_registers[1]))
	return i;
  return NO_REGISTER;
}

/* Choose the better of the plans *BEST, unless that is NULL, and PLAN.  */

static void
choose (address_plan **best, address_plan *plan)
{
  if (*best && (*best)->cost () <= plan->cost ())
    {
      delete plan;
      return;
    }
  delete *best;
  *best = plan;
}

/* How much of the counting of PLACES may use the register NUMBER.  */

static gcov_type
use_of (const vec<counted_place> &places, unsigned number)
{
  gcov_type sum = 0;
  for (const counted_place &place : places)
    if (!place.in_loop && place.free & 1u << number)
      sum += place.weight;
  return sum;
}

int
address_plan_choose (const address_code &code, vec<address_load> *loads)
{
  auto_vec<gcov_type> use;
  register_set never = code.others | 1u << FLAGS_REGISTER;
  for (unsigned i = 0; keep_register (i); i++)
    use.safe_push (never & 1u << i ? 0 : use_of (*code.places, i));
  address_plan *best = NULL;
  int entry = entry_register ();
  if (entry != NO_REGISTER && use[entry] > 0)
    choose (&best, new address_plan (code, entry, true));
  for (unsigned tried = 0; tried < MAX_TRIED; tried++)
    {
      unsigned most = 0;
      for (unsigned i = 1; i < use.length (); i++)
	if (use[i] >= use[most])
	  most = i;
      if (use[most] <= 0)
	break;
      use[most] = 0;
      choose (&best, new address_plan (code, most, false));
    }
  if (!best)
    return NO_REGISTER;
  best->carry_out (loads);
  int base = best->base ();
  delete best;
  return base;
}
