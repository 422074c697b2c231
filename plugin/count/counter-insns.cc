/* Instructions that count, in RTL.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "base/gcc-headers.h"
#include "base/options.h"
#include "sites/pieces.h"
#include "sites/sites.h"
#include "count/counter-trees.h"
#include "count/counter-insns.h"
#include "cpu/cpu.h"

void
counter_insns_emit_sum (rtx counter, rtx value)
{
  rtx sum = expand_simple_binop (DImode, PLUS, counter, value, counter, 1,
				 OPTAB_DIRECT);
  gcc_assert (sum);
  if (sum != counter)
    emit_move_insn (counter, sum);
}

/* Take ADDRESS, a constant, to a register, and keep from GCC what is
   there (origin_hold does so in GIMPLE).  */

static rtx
hide_address (rtx address, location_t location)
{
  rtx inputs[] = { force_reg (Pmode, address) };
  rtx constraints[] = { gen_rtx_ASM_INPUT_loc (Pmode, "0", location) };
  rtx hidden = gen_reg_rtx (Pmode);
  emit_insn (gen_rtx_SET (hidden, gen_rtx_ASM_OPERANDS
			  (Pmode, "", "=r", 0, gen_rtvec_v (1, inputs),
			   gen_rtvec_v (1, constraints), rtvec_alloc (0),
			   location)));
  return hidden;
}

/* The counter at ADDRESS, in the address space that counters are accessed
   in.  */

static rtx
counter_at (rtx address)
{
  addr_space_t space = TYPE_ADDR_SPACE (counter_trees.operand_type);
  rtx counter = gen_rtx_MEM (DImode, memory_address_addr_space
			     (DImode, address, space));
  set_mem_addr_space (counter, space);
  /* No part of what -fnon-call-exceptions is about.  */
  MEM_NOTRAP_P (counter) = 1;
  set_mem_alias_set (counter, get_alias_set (counter_trees.counter_type));
  return counter;
}

/* Emit what adds 1 to that counter.  */

static void
emit_counter_add (rtx address)
{
  rtx counter = counter_at (address);
  rtx increment = cpu_short_increment (counter);
  if (increment)
    emit_insn (increment);
  else
    counter_insns_emit_sum (counter, const1_rtx);
}

rtx_insn *
counter_insns_finish (location_t location)
{
  rtx_insn *sequence = get_insns ();
  unshare_all_rtl_in_chain (sequence);
  end_sequence ();
  /* An atomic addition may be a loop.  */
  rebuild_jump_labels_chain (sequence);
  for (rtx_insn *i = sequence; i; i = NEXT_INSN (i))
    if (INSN_P (i))
      INSN_LOCATION (i) = location;
  return sequence;
}

/* Insert SEQUENCE before INSN.  */

static void
insert_before (rtx_insn *sequence, rtx_insn *insn)
{
  emit_insn_before (sequence, insn);
#ifdef CGPROF_CPU_SPLIT
  rtx_insn *next;
  for (rtx_insn *each = sequence; each != insn; each = next)
    {
      next = NEXT_INSN (each);
      if (INSN_P (each))
	try_split (PATTERN (each), each, 1);
    }
#endif
}

void
counter_insns_increment (rtx_insn *insn, unsigned word, bool in_register)
{
  start_sequence ();
  addr_space_t space = TYPE_ADDR_SPACE (counter_trees.operand_type);
  rtx base = XEXP (DECL_RTL (current_sites->counters), 0);
  if (in_register)
    base = hide_address (base, INSN_LOCATION (insn));
  rtx address = plus_constant (Pmode, base, word * sizeof (uint64_t));
  if (!space)
    address = force_reg (Pmode, address);
  if (plugin_options.counters == COUNTERS_THREAD && !space)
    address
      = gen_rtx_PLUS (Pmode, address,
		      force_reg (Pmode, expand_normal (counter_trees.word)));
  if (counters_atomic ())
    {
      tree type = build_pointer_type (counter_trees.counter_type);
      tree add = builtin_decl_explicit (BUILT_IN_ATOMIC_FETCH_ADD_8);
      tree pointer = make_tree (type, force_reg (Pmode, address));
      expand_expr (build_call_expr (add, 3, pointer,
				    build_one_cst (uint64_type_node),
				    build_int_cst (integer_type_node,
						   MEMMODEL_RELAXED)),
		   const0_rtx, VOIDmode, EXPAND_NORMAL);
    }
  else
    emit_counter_add (address);
  insert_before (counter_insns_finish (INSN_LOCATION (insn)), insn);
}

const char *const counter_insns_scratch[] = { CGPROF_CPU_SCRATCH };

static rtx
scratch_register (const char *name)
{
  return gen_rtx_REG (Pmode, cpu_register_number (name));
}

/* Whether GCC may know the code of the function at SYMBOL, and so which
   registers that leaves alone though its type lets it change them
   (-fipa-ra).  */

static bool
code_is_known_p (rtx symbol)
{
  tree decl = SYMBOL_REF_DECL (symbol);
  cgraph_node *node = decl && TREE_CODE (decl) == FUNCTION_DECL
		      ? cgraph_node::get (decl) : NULL;
  return node && node->ultimate_alias_target ()->definition;
}

bool
counter_insns_reserve (rtx_insn *insn)
{
  if (counters_segment ())
    return true;
  rtx call = get_call_rtx_from (insn);
  rtx symbol = call ? XEXP (XEXP (call, 0), 0) : NULL_RTX;
  if (!symbol || GET_CODE (symbol) != SYMBOL_REF)
    return false;
  for (const char *name : counter_insns_scratch)
    if (find_reg_fusage (insn, USE, scratch_register (name)))
      return false;
  /* Most calls change them anyway; passes take longer where they are told.  */
  bool known = code_is_known_p (symbol);
  for (const char *name : counter_insns_scratch)
    if (known || !insn_callee_abi (insn).clobbers_full_reg_p
		   (cpu_register_number (name)))
      clobber_reg (&CALL_INSN_FUNCTION_USAGE (insn), scratch_register (name));
  return true;
}

/* VARIABLE of MODE, thread-local, in memory; where it is is loaded to REG if
   that must be.  */

static rtx
thread_operand (machine_mode mode, tree variable, rtx reg)
{
  rtx address = XEXP (DECL_RTL (variable), 0);
  if (DECL_TLS_MODEL (variable) == TLS_MODEL_LOCAL_EXEC)
    address = cpu_thread_address (address);
  else
    {
      emit_move_insn (reg, cpu_thread_offset (address));
      address = reg;
    }
  rtx operand = gen_rtx_MEM (mode, address);
  set_mem_addr_space (operand, CGPROF_CPU_THREAD_SPACE);
  MEM_NOTRAP_P (operand) = 1;
  return operand;
}

/* Emit TEXT, assembler code that changes memory and, if SCRATCH, the registers
   that hold no value at a call.  */

static void
emit_text (const char *text, location_t location, bool scratch = false)
{
  rtx body = gen_rtx_ASM_OPERANDS (VOIDmode, text, "", 0, rtvec_alloc (0),
				   rtvec_alloc (0), rtvec_alloc (0), location);
  MEM_VOLATILE_P (body) = 1;
  rtx memory = gen_rtx_MEM (BLKmode, gen_rtx_SCRATCH (VOIDmode));
  rtx parts[2 + ARRAY_SIZE (counter_insns_scratch)]
    = { body, gen_rtx_CLOBBER (VOIDmode, memory) };
  unsigned count = 2;
  if (scratch)
    for (const char *name : counter_insns_scratch)
      parts[count++] = gen_rtx_CLOBBER (VOIDmode, scratch_register (name));
  emit_insn (gen_rtx_PARALLEL (VOIDmode, gen_rtvec_v (count, parts)));
}

/* The address of WORD of the current function's counters, in the section.  */

static rtx
section_address (unsigned word)
{
  return plus_constant (Pmode, XEXP (DECL_RTL (current_sites->counters), 0),
			word * sizeof (uint64_t));
}

/* Emit the addition to the counter WORD, for which no template of the
   processor's stands.  */

static void
emit_late_add (unsigned word)
{
  rtx address = section_address (word);
  if (!counters_segment ())
    {
      rtx distance
	= thread_operand (Pmode, counter_trees.word,
			  scratch_register (counter_insns_scratch[0]));
      rtx sum = scratch_register (counter_insns_scratch[1]);
      emit_move_insn (sum, address);
      emit_insn (cpu_add (sum, distance));
      address = sum;
    }
  emit_counter_add (address);
}

/* The assembler's name of the current function's counters.  */

static const char *
counters_symbol (void)
{
  rtx counters = XEXP (DECL_RTL (current_sites->counters), 0);
  return targetm.strip_name_encoding (XSTR (counters, 0));
}

static bool
local_exec_p (void)
{
  return DECL_TLS_MODEL (counter_trees.word) == TLS_MODEL_LOCAL_EXEC;
}

void
counter_insns_increment_late (rtx_insn *insn, unsigned word)
{
  start_sequence ();
  if (const char *text = cpu_count_at_call
	(counters_symbol (), word * sizeof (uint64_t), local_exec_p ()))
    emit_text (text, INSN_LOCATION (insn), true);
  else
    emit_late_add (word);
  emit_insn_before (counter_insns_finish (INSN_LOCATION (insn)), insn);
}

void
counter_insns_emit_text (const char *text)
{
  emit_text (text, prologue_location);
}

unsigned
counter_insns_registers_needed (void)
{
  return counters_segment () ? 0 : 2;
}

/* Emit what finds the counter WORD by REGISTERS, of which there are as many as
   needed; return its address.  GCC does not see that they change: they are
   such as the function changes anyway, or kept.  */

static rtx
emit_address (unsigned word, const char *const *registers)
{
  if (counters_segment ())
    return section_address (word);
  counter_insns_emit_text (cpu_find_counter (counters_symbol (),
					     word * sizeof (uint64_t),
					     local_exec_p (), false,
					     registers[0], registers[1]));
  return scratch_register (registers[1]);
}

void
counter_insns_emit_base (const char *distance, const char *base,
			 bool keeps_flags)
{
  counter_insns_emit_text (cpu_find_counter (counters_symbol (), 0,
					     local_exec_p (), keeps_flags,
					     distance, base));
}

void
counter_insns_emit_add_by (unsigned word, const char *base)
{
  emit_counter_add (plus_constant (Pmode, scratch_register (base),
				   word * sizeof (uint64_t)));
}

void
counter_insns_emit_add (unsigned word, const char *const *registers)
{
  emit_counter_add (emit_address (word, registers));
}

/* Emit TEXT, an assembler template with the COUNT operands INPUTS.  */

static void
emit_text_with (const char *text, rtx *inputs, unsigned count)
{
  rtx constraints[3];
  for (unsigned i = 0; i < count; i++)
    constraints[i] = gen_rtx_ASM_INPUT (GET_MODE (inputs[i]),
					MEM_P (inputs[i]) ? "m" : "r");
  rtx body = gen_rtx_ASM_OPERANDS (VOIDmode, text, "", 0,
				   gen_rtvec_v (count, inputs),
				   gen_rtvec_v (count, constraints),
				   rtvec_alloc (0), UNKNOWN_LOCATION);
  MEM_VOLATILE_P (body) = 1;
  rtx memory = gen_rtx_MEM (BLKmode, gen_rtx_SCRATCH (VOIDmode));
  emit_insn (gen_rtx_PARALLEL
	     (VOIDmode,
	      gen_rtvec (2, body, gen_rtx_CLOBBER (VOIDmode, memory))));
}

void
counter_insns_emit_word_text (const char *text, unsigned word,
			      const char *const *registers)
{
  rtx counter = counter_at (emit_address (word, registers));
  emit_text_with (text, &counter, 1);
}

/* Whether the register NAME has a value that CALL, of TARGET, uses.  */

static bool
call_uses_p (rtx_insn *call, rtx target, const char *name)
{
  rtx reg = scratch_register (name);
  return reg_mentioned_p (reg, target) || find_reg_fusage (call, USE, reg);
}

/* Whether CALL, of TARGET, uses a register that counting it would change: the
   first one for a target in memory, in a library those that find the counter,
   too.  */

static bool
call_uses_scratch_p (rtx_insn *call, rtx target)
{
  if (counters_segment ())
    return MEM_P (target)
	   && call_uses_p (call, target, counter_insns_scratch[0]);
  for (unsigned i = 0; i < counter_insns_registers_needed (); i++)
    if (call_uses_p (call, target, counter_insns_scratch[i]))
      return true;
  return false;
}

/* TARGET as it is to be read where the stack pointer is lower.  */

static rtx
target_apart (rtx target)
{
  if (!MEM_P (target) || !reg_mentioned_p (stack_pointer_rtx, target))
    return target;
  return replace_equiv_address_nv (target,
				   plus_constant (Pmode, XEXP (target, 0),
						  CGPROF_CPU_APART_PUSHED));
}

void
counter_insns_emit_target (rtx_insn *call, unsigned word)
{
  const char *counters = counters_symbol ();
  unsigned offset = word * sizeof (uint64_t);
  rtx target = copy_rtx (XEXP (XEXP (get_call_rtx_from (call), 0), 0));
  if (call_uses_scratch_p (call, target))
    {
      target = target_apart (target);
      emit_text_with (cpu_count_target_apart (target, counters, offset),
		      &target, 1);
      return;
    }
  /* What refers to the slot is known by its bytes, each by itself
     (segment.cc).  */
  rtx address
    = emit_address (word + CGPROF_SLOT_TARGET, counter_insns_scratch);
  rtx slot = counter_at (address);
  rtx count
    = counter_at (plus_constant (Pmode, address,
				 (CGPROF_SLOT_COUNT - CGPROF_SLOT_TARGET)
				 * sizeof (uint64_t)));
  set_mem_alias_set (slot, 0);
  set_mem_alias_set (count, 0);
  rtx inputs[] = { target, slot, count };
  emit_text_with (cpu_count_target (target, counters, offset), inputs, 3);
}

void
counter_insns_mark (char kind, unsigned number)
{
  char label[48];
  snprintf (label, sizeof label, ".Lcgprof_%c%u_%u:", kind,
	    current_sites->number, number);
  emit_text (ggc_strdup (label), prologue_location);
}

/* How many registers counter_insns_enter needs.  */

static unsigned
entry_registers_needed (void)
{
  return counters_segment () ? current_sites->entry_in_register
			     : counter_insns_registers_needed ();
}

/* Whether the register NUMBER has a value where the current function is
   entered.  By use: GCC also knows of what is set before, where it takes other
   registers for unset.  But what returns are to set to zero
   (-fzero-call-used-regs) it takes for used where calls in place of returns
   leave the function.  */

static bool
live_at_entry_p (unsigned number)
{
  return bitmap_bit_p (DF_LR_OUT (ENTRY_BLOCK_PTR_FOR_FN (cfun)), number)
	 && (!TEST_HARD_REG_BIT (crtl->must_be_zero_on_return, number)
	     || bitmap_bit_p (df->entry_block_defs, number));
}

void
counter_insns_choose_registers (void)
{
  unsigned needed = entry_registers_needed (), count = 0;
  if (!needed)
    return;
  df_analyze ();
  static const char *const names[] = { CGPROF_CPU_ENTRY_SCRATCH };
  for (const char *name : names)
    {
      int number = cpu_register_number (name);
      if (number >= 0 && count < needed && !fixed_regs[number]
	  && default_function_abi.clobbers_full_reg_p (number)
	  && !live_at_entry_p (number))
	current_sites->entry_registers[count++] = name;
    }
  if (count == needed)
    return;
  if (counters_segment ())
    current_sites->entry_in_register = false;
  else
    error_at (prologue_location, "cgprof: %u registers are free where %qD is "
	      "entered, expected %u for counting", count,
	      current_function_decl, needed);
}

/* What an entry does for a thread that has no copy yet: between SLOW and a
   jump to READY.  */
struct entry_arm
{
  rtx_code_label *slow, *ready;
  bool here;			/* It follows the test, which is passed by a
				   jump: fewer bytes and a jump more.  */
};

/* Emit what gives the thread its copy.  */

static void
emit_slow_entry (void)
{
  emit_text (counters_segment ()
	     ? CGPROF_CPU_BEGIN_AT_ENTRY
	     : cpu_enter_at_entry (current_sites->entry_registers[0],
				   current_sites->entry_registers[1]),
	     prologue_location);
}

/* Emit a jump to ARM, if A and B, of MODE, are EQUAL or else if they are not,
   and the label behind it.  */

static void
emit_jump_to_arm (const struct entry_arm *arm, rtx a, rtx b, machine_mode mode,
		  bool equal)
{
  profile_probability unlikely = profile_probability::very_unlikely ();
  if (arm->here)
    {
      do_compare_rtx_and_jump (a, b, equal ? NE : EQ, 1, mode, NULL_RTX, NULL,
			       arm->ready, unlikely.invert ());
      emit_slow_entry ();
    }
  else
    do_compare_rtx_and_jump (a, b, equal ? EQ : NE, 1, mode, NULL_RTX, NULL,
			     arm->slow, unlikely);
  emit_label (arm->ready);
}

/* Emit a test whether this thread has its copy, which goes to ARM if not;
   return the address of word 0 of the copy.  By the flag of a thread whose
   segment's base is set.  */

static rtx
emit_test_flag (const struct entry_arm *arm)
{
  rtx flag = thread_operand (SImode, counter_trees.ready, NULL_RTX);
  emit_jump_to_arm (arm, flag, const1_rtx, SImode, false);
  rtx address = XEXP (DECL_RTL (current_sites->counters), 0);
  if (!current_sites->entry_in_register)
    return address;
  rtx base = scratch_register (current_sites->entry_registers[0]);
  emit_move_insn (base, address);
  return base;
}

/* Likewise by the thread word, which equals the module's UNSET in a thread
   that has none.  */

static rtx
emit_test_word (const struct entry_arm *arm)
{
  rtx distance = scratch_register (current_sites->entry_registers[0]);
  rtx base = scratch_register (current_sites->entry_registers[1]);
  rtx module = XEXP (DECL_RTL (counter_trees.module), 0);
  rtx unset = gen_rtx_MEM (Pmode, plus_constant (Pmode, module,
						 CGPROF_UNSET_OFFSET));
  MEM_NOTRAP_P (unset) = 1;
  emit_move_insn (distance, thread_operand (Pmode, counter_trees.word,
					    distance));
  emit_jump_to_arm (arm, distance, unset, Pmode, true);
  emit_move_insn (base, XEXP (DECL_RTL (current_sites->counters), 0));
  if (!current_sites->entry_in_register)
    return gen_rtx_PLUS (Pmode, base, distance);
  emit_insn (cpu_add (base, distance));
  return base;
}

void
counter_insns_enter (bool local)
{
  struct entry_arm arm;
  arm.slow = gen_label_rtx ();
  arm.ready = gen_label_rtx ();
  arm.here = optimize_function_for_size_p (cfun);

  start_sequence ();
  if (counters_blocks ())
    counter_insns_mark (CGPROF_MARK_ADDITION, 0);
  emit_counter_add (counters_segment () ? emit_test_flag (&arm)
					: emit_test_word (&arm));
  if (counters_blocks ())
    counter_insns_mark (CGPROF_MARK_ADDED, 0);
  if (local)
    counter_insns_mark (CGPROF_MARK_LOCAL, 0);
  rtx_insn *test = counter_insns_finish (prologue_location);

  rtx_insn *first = current_sites->entry_at;
  if (!first)
    /* A statement's note is where a debugger stops for its line.  */
    for (first = get_insns (); NOTE_P (first) && !NOTE_MARKER_P (first); )
      first = NEXT_INSN (first);
  emit_insn_before (test, first);
  rebuild_jump_labels_chain (test);
  if (arm.here)
    return;

  start_sequence ();
  emit_barrier ();
  emit_label (arm.slow);
  emit_slow_entry ();
  emit_jump (arm.ready);
  emit_barrier ();
  rtx_insn *far = counter_insns_finish (prologue_location);
  emit_insn_after (far, get_last_insn ());
  rebuild_jump_labels_chain (far);
}
