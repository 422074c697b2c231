/* Counting in the middle of code without changing what has a value there.

   The flags are kept in a register, or on the stack.  In a library a counter
   is found by two registers: such as have no value, or they are kept on the
   stack.  A register that the function does not change by itself is none of
   these: GCC keeps a caller's values in it (-fipa-ra), and the caller would be
   other code.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "base/gcc-headers.h"
#include "sites/sites.h"
#include "count/counter-insns.h"
#include "blocks/keep.h"
#include "cpu/cpu.h"

static bool
calls_itself_p (const rtx_insn *insn)
{
  return get_call_fndecl (insn) == current_function_decl
	 && decl_binds_to_current_def_p (current_function_decl);
}

/* The registers that the current function changes anyway.  GCC keeps values of
   a caller in others (-fipa-ra), so taking these would change the caller.  */
static HARD_REG_SET changed_registers;

/* Whether the code of a caller may depend on what the current function
   changes: of one in the unit that is yet to be compiled.  It may call another
   name of the function's, and the vectorizer its clones without an edge of the
   call graph.  */

static bool
callers_know_p (void)
{
  if (!flag_ipa_ra)
    return false;
  cgraph_node *node = cgraph_node::get (current_function_decl);
  if (!node || node->has_aliases_p () || node->simdclone
      || fndecl_built_in_p (current_function_decl))
    return true;
  if (!decl_binds_to_current_def_p (current_function_decl))
    return false;
  ipa_ref *reference;
  if (node->iterate_referring (0, reference))
    return true;
  for (cgraph_edge *call = node->callers; call; call = call->next_caller)
    if (call->caller != node)
      return true;
  return false;
}

void
keep_begin_function (void)
{
  CLEAR_HARD_REG_SET (changed_registers);
  if (!callers_know_p ())
    {
      SET_HARD_REG_SET (changed_registers);
      return;
    }
  for (rtx_insn *insn = get_insns (); insn; insn = NEXT_INSN (insn))
    {
      HARD_REG_SET set;
      if (!NONDEBUG_INSN_P (insn))
	continue;
      find_all_hard_reg_sets (insn, &set, false);
      changed_registers |= set;
      /* As GCC has it: what it calls again changes no others.  */
      if (CALL_P (insn) && !calls_itself_p (insn))
	changed_registers |= insn_callee_abi (insn).full_reg_clobbers ();
    }
  /* What counts entries takes these.  */
  if (current_sites->entry)
    for (unsigned i = 0; i < counter_insns_registers_needed (); i++)
      SET_HARD_REG_BIT
	(changed_registers,
	 cpu_register_number (current_sites->entry_registers[i]));
}

const char *
keep_register (unsigned number)
{
  static const char *const names[] = { CGPROF_CPU_FLAGS_KEEPERS };
  return number < ARRAY_SIZE (names) ? names[number] : NULL;
}

register_set
keep_find_free (const_bitmap live)
{
  register_set free = 0;
  const char *name;
  for (unsigned i = 0; (name = keep_register (i)); i++)
    {
      int number = cpu_register_number (name);
      if (number >= 0 && !fixed_regs[number] && !bitmap_bit_p (live, number)
	  && TEST_HARD_REG_BIT (changed_registers, number)
	  && crtl->abi->clobbers_full_reg_p (number))
	free |= 1u << i;
    }
  return free;
}

keeping
keep_begin (register_set free, bool keeps, unsigned needed)
{
  keeping how = {};
  if ((unsigned) popcount_hwi (free) < needed)
    {
      how.scratch = true;
      for (unsigned i = 0; i < needed; i++)
	how.registers[i] = counter_insns_scratch[i];
    }
  else
    /* The first ones keep the flags best.  */
    for (unsigned i = 0; i < needed; i++)
      {
	unsigned number = floor_log2 (free);
	how.registers[i] = keep_register (number);
	free &= ~(1u << number);
      }
  if (keeps && !how.scratch && free)
    how.keeper = keep_register (ctz_hwi (free));
  else
    how.flags = keeps;
  if (how.flags || how.scratch)
    counter_insns_emit_text (cpu_push (how.flags, how.scratch));
  if (how.keeper)
    counter_insns_emit_text (cpu_keep_flags (how.keeper));
  return how;
}

void
keep_end (const keeping &how)
{
  if (how.keeper)
    counter_insns_emit_text (cpu_restore_flags (how.keeper));
  if (how.flags || how.scratch)
    counter_insns_emit_text (cpu_pop (how.flags, how.scratch));
}
