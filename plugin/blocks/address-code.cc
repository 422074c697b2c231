/* A function's code, as far as it matters for keeping the address of counters.

   A call changes all registers, whatever it calls: the context may go on in
   another thread.  So does an assembler statement, for the same reason.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "base/gcc-headers.h"
#include "blocks/address-code.h"
#include "blocks/padding.h"
#include "cpu/cpu.h"

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
      int number = cpu_register_number (name);
      if (number >= 0 && TEST_HARD_REG_BIT (set, number))
	changed |= 1u << i;
    }
  return changed;
}

/* Add BLOCK's steps to CODE; *NEXT is the first of its places, and the one
   behind them afterwards.  */

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

void
address_code_find (address_code *code)
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

gcov_type
address_cost (const counted_place &place, int base, bool loads)
{
  int cost = ADDRESS_COST_ADD;
  if (base == NO_REGISTER ? popcount_hwi (place.free) > 1 : loads)
    cost += ADDRESS_COST_LOAD;
  else if (base == NO_REGISTER)
    cost = ADDRESS_COST_SAVED;
  return cost * place.weight;
}

gcov_type
address_weight (profile_count count)
{
  return (count.initialized_p () ? count.to_gcov_type () : 0) + 1;
}

register_set
address_load_on (edge e, address_load *load)
{
  if (e->src == ENTRY_BLOCK_PTR_FOR_FN (cfun) || e->flags & EDGE_COMPLEX
      || e->dest == EXIT_BLOCK_PTR_FOR_FN (cfun))
    return 0;
  auto_bitmap live;
  *load = { e->src, NULL, NO_REGISTER, NO_REGISTER };
  if (e->flags & EDGE_FALLTHRU)
    bitmap_copy (live, DF_LR_IN (e->dest));
  else
    {
      load->before = padding_last_before (e->src);
      if (!JUMP_P (load->before)
	  || address_weight (e->count ()) * 2 < address_weight (e->src->count))
	return 0;
      bitmap_copy (live, DF_LR_OUT (e->src));
      df_simulate_initialize_backwards (e->src, live);
      df_simulate_one_insn_backwards (e->src, load->before, live);
    }
  register_set free = keep_find_free (live);
  return load->before ? free & ~changed_by (load->before) : free;
}

gcov_type
address_load_weight (const address_load &load, edge e)
{
  return address_weight (load.before ? e->src->count : e->count ());
}
