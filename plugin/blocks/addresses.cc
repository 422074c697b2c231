/* Keeping the address of a function's counters in a register from one place that
   is counted to the next.

   In a library four instructions find a counter and add to it.  What the first
   three find serves other counters of the function as well, until something
   changes the register.  A call does, whatever it calls: the context may go on in
   another thread.  So does an assembler statement, for the same reason.

   One register is chosen for a function.  Where its value is to be loaded tells lazy
   code motion (Knoop, Rüthing and Steffen, PLDI 1992), as GCC has it: on no path
   more often than each place would load it for itself, and before a loop, not in it.
   Of the edges that it names some have no room; so what is there at a place is found
   afterwards, by what was loaded.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "base/gcc-headers.h"
#include "lcm.h"
#include "sites/sites.h"
#include "blocks/addresses.h"
#include "blocks/blocks.h"
#include "cpu/cpu.h"

/* What a count costs in instructions: with the address at hand, with one that it
   finds, and where it must save registers for that.  */
enum { COST_ADD = 1, COST_LOAD = 3, COST_SAVED = 10 };

/* How many registers are tried, those first that most of the counting may use.  */
#define MAX_TRIED 3

/* Something that happens in a block.  */
struct address_step
{
  register_set changed;		/* What is changed, and then */
  int place;			/* the place that is counted, or -1.  */
};

/* A function's code, as far as it matters here.  */
struct address_code
{
  vec<counted_place> *places;
  auto_vec<address_step> steps;	/* A block's last one has no place.  */
  auto_vec<unsigned> first;	/* Of each block's, by its index.  */
};

/* The registers that INSN may change.  */

static register_set
changed_by (const rtx_insn *insn)
{
  const register_set all = ~0u;
  const_rtx pattern = PATTERN (insn);
  if (CALL_P (insn) || GET_CODE (pattern) == ASM_INPUT
      || asm_noperands (pattern) >= 0
      || (NONJUMP_INSN_P (insn)
	  && cpu_count_repetitions (const_cast<rtx_insn *> (insn))))
    return all;
  HARD_REG_SET set;
  find_all_hard_reg_sets (insn, &set, true);
  register_set changed = 0;
  const char *name;
  for (unsigned i = 0; (name = keep_register (i)); i++)
    {
      int number = decode_reg_name (name);
      if (number >= 0 && TEST_HARD_REG_BIT (set, number))
	changed |= 1u << i;
    }
  return changed;
}

/* Add BLOCK's steps to CODE; *NEXT is the first of its places, and the one behind
   them afterwards.  */

static void
add_steps (address_code *code, basic_block block, unsigned *next)
{
  const vec<counted_place> &places = *code->places;
  register_set changed = 0;
  rtx_insn *insn;
  FOR_BB_INSNS (block, insn)
    {
      if (!NONDEBUG_INSN_P (insn))
	continue;
      for (; *next < places.length () && places[*next].before == insn; ++*next)
	{
	  code->steps.safe_push ({ changed, (int) *next });
	  changed = 0;
	}
      changed |= changed_by (insn);
    }
  for (; *next < places.length () && places[*next].block == block; ++*next)
    {
      code->steps.safe_push ({ changed, (int) *next });
      changed = 0;
    }
  code->steps.safe_push ({ changed, -1 });
}

static void
find_steps (address_code *code)
{
  code->first.safe_grow_cleared (last_basic_block_for_fn (cfun));
  unsigned next = 0;
  basic_block block;
  FOR_EACH_BB_FN (block, cfun)
    {
      code->first[block->index] = code->steps.length ();
      add_steps (code, block, &next);
    }
  gcc_assert (next == code->places->length ());
}

static gcov_type
weight_of (profile_count count)
{
  return (count.initialized_p () ? count.to_gcov_type () : 0) + 1;
}

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

  /* Set the members of places, add LOADS, and have entries counted as planned.  */
  void carry_out (vec<address_load> *loads);

private:
  bool loads_p (register_set free) const;
  held_at follow (basic_block block, bool held, gcov_type *cost, bool set) const;
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

/* Whether the address can be loaded where FREE registers have no value: another one
   is needed for that.  */

bool
address_plan::loads_p (register_set free) const
{
  return (free & m_mask) && (free & ~m_mask);
}

/* Follow BLOCK's steps.  HELD: the register has the address where it begins.  Add to
   COST, unless that is NULL, and with SET set what the places have.  */

held_at
address_plan::follow (basic_block block, bool held, gcov_type *cost, bool set) const
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
      bool loads = !after.falls && loads_p (place->free);
      after.falls |= loads;
      if (!place->falls)
	after.end = after.falls;
      if (cost)
	*cost += place->weight * (loads ? COST_ADD + COST_LOAD
				  : after.falls ? COST_ADD : COST_SAVED);
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

/* Find where blocks begin with the address in the register, and end with it.  */

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
    (each.load.before ? m_loads_end : m_loads_falls)[each.load.block->index] = true;
  basic_block block;
  FOR_EACH_BB_FN (block, cfun)
    {
      m_held[block->index] = EDGE_COUNT (block->preds) > 0;
      m_after[block->index] = follow (block, true, NULL, false);
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
	  if (held == m_held[block->index] && EDGE_COUNT (block->preds) > 0)
	    continue;
	  again |= m_held[block->index];
	  m_held[block->index] = held;
	  m_after[block->index] = follow (block, held, NULL, false);
	}
    }
}

/* Load the address on the edge E, whose destination has other ways in, if there is
   room.  */

void
address_plan::add_load (edge e)
{
  if (e->src == ENTRY_BLOCK_PTR_FOR_FN (cfun) || e->flags & EDGE_COMPLEX
      || e->dest == EXIT_BLOCK_PTR_FOR_FN (cfun))
    return;
  auto_bitmap live;
  address_load load = { e->src, NULL, 0, m_base };
  if (e->flags & EDGE_FALLTHRU)
    {
      /* What is counted there has it anyway.  */
      if (follow (e->src, false, NULL, false).falls)
	return;
      bitmap_copy (live, DF_LR_IN (e->dest));
    }
  else
    {
      load.before = blocks_last_insn (e->src);
      if (!JUMP_P (load.before)
	  || weight_of (e->count ()) * 2 < weight_of (e->src->count))
	return;
      bitmap_copy (live, DF_LR_OUT (e->src));
      df_simulate_initialize_backwards (e->src, live);
      df_simulate_one_insn_backwards (e->src, load.before, live);
    }
  load.free = keep_find_free (live);
  if (loads_p (load.free))
    m_loads.safe_push ({ load, e });
}

/* Drop loads for edges whose destination does not have the address by all ways, or
   that have it anyway.  Returns whether there were any.  */

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
	  needs |= keeps && !place.falls && loads_p (place.free);
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
    m_cost += COST_ADD * weight_of (ENTRY_BLOCK_PTR_FOR_FN (cfun)->count);
  find_edges ();
  do
    find_held ();
  while (drop_useless ());
  for (const planned_load &each : m_loads)
    m_cost += COST_LOAD * weight_of (each.load.before ? each.load.block->count
						      : each.on->count ());
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
  if (current_sites->entry)
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
    if (place.free & 1u << number)
      sum += place.weight;
  return sum;
}

void
addresses_choose (vec<counted_place> *places, vec<address_load> *loads)
{
  loads->truncate (0);
  address_code code = {};
  code.places = places;
  find_steps (&code);
  auto_vec<gcov_type> use;
  for (unsigned i = 0; keep_register (i); i++)
    use.safe_push (use_of (*places, i));
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
  if (best)
    best->carry_out (loads);
  delete best;
}
