/* Counting through a segment that the program may want for itself.

   When somebody else uses the register, the code that counts through it has to
   do without, at once and in all of the program (CGPROF_LEAVE in abi.h).  What
   counts nearly everywhere is known by its bytes, for nothing else has an
   address relative to the instruction that is a counter's.  The few
   instructions that have a counter's address in a register are listed, which
   costs four bytes each and no time.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "base/gcc-headers.h"
#include "rtl-iter.h"
#include "base/options.h"
#include "sites/pieces.h"
#include "sites/sites.h"
#include "count/counter-insns.h"
#include "count/counter-trees.h"
#include "count/segment.h"
#include "cpu/cpu.h"

/* What GCC does when a source names an address space.  */
static void (*diagnose_usage) (addr_space_t, location_t);

/* A unit that names SPACE is of a program that uses the segment.  It is parsed
   as a whole before any of it is compiled.  */

static void
see_usage (addr_space_t space, location_t location)
{
  if (space == CGPROF_CPU_SEGMENT)
    plugin_options.segment = false;
  diagnose_usage (space, location);
}

/* The memory operand of INSN that is reached through the segment, or NULL.  */

static rtx
find_counter (rtx_insn *insn)
{
  subrtx_iterator::array_type array;
  FOR_EACH_SUBRTX (iter, array, PATTERN (insn), NONCONST)
    {
      const_rtx x = *iter;
      if (MEM_P (x) && MEM_ADDR_SPACE (x) == CGPROF_CPU_SEGMENT
	  && (MEM_ALIAS_SET (x)
	      == TYPE_ALIAS_SET (counter_trees.counter_type)))
	return const_cast<rtx> (x);
    }
  return NULL_RTX;
}

static bool
general_register_p (rtx x)
{
  return REG_P (x)
	 && TEST_HARD_REG_BIT (reg_class_contents[GENERAL_REGS], REGNO (x));
}

/* Whether what INSN does with COUNTER can be seen from its bytes.  */

static bool
plain_p (rtx_insn *insn, rtx counter)
{
  if (!CONSTANT_P (XEXP (counter, 0)))
    return false;
  if (rtx text = extract_asm_operands (PATTERN (insn)))
    {
      const char *increment = CGPROF_CPU_INCREMENT;
      return increment && !strcmp (ASM_OPERANDS_TEMPLATE (text), increment);
    }
  rtx set = single_set (insn);
  if (!set)
    return false;
  rtx source = SET_SRC (set), destination = SET_DEST (set);
  if (source == counter)
    return general_register_p (destination);
  if (GET_CODE (source) == COMPARE)
    return general_register_p (XEXP (source, XEXP (source, 0) == counter));
  return MEM_P (destination) && GET_CODE (source) == PLUS
	 && rtx_equal_p (XEXP (source, 0), destination)
	 && XEXP (source, 1) == const1_rtx;
}

static const pass_data list_pass_data =
{
  RTL_PASS, "cgprof_segment", OPTGROUP_NONE, TV_NONE, 0, 0, 0, 0, 0
};

class list_pass : public rtl_opt_pass
{
public:
  list_pass () : rtl_opt_pass (list_pass_data, g) {}

  bool gate (function *) final override
  {
    return current_sites && counters_segment ();
  }

  unsigned int execute (function *) final override
  {
    for (rtx_insn *insn = get_insns (); insn; insn = NEXT_INSN (insn))
      if (NONDEBUG_INSN_P (insn))
	if (rtx counter = find_counter (insn))
	  if (!plain_p (insn, counter))
	    {
	      start_sequence ();
	      counter_insns_mark (CGPROF_MARK_SEGMENT,
				  current_sites->listed++);
	      emit_insn_before (counter_insns_finish (INSN_LOCATION (insn)),
				insn);
	    }
    return 0;
  }
};

void
segment_register (const char *name)
{
  diagnose_usage = targetm.addr_space.diagnose_usage;
  targetm.addr_space.diagnose_usage = see_usage;
  struct register_pass_info pass
    = { new list_pass (), "shorten", 1, PASS_POS_INSERT_BEFORE };
  register_callback (name, PLUGIN_PASS_MANAGER_SETUP, NULL, &pass);
}
