/* An add to memory in RTL, as early as there is RTL.

   GCC expands the statements that count to a load, an add and a store, with
   the address in a register, and leaves it to the pass "combine" to make one
   instruction of them.  That pass comes late: twenty others have handled
   five instructions instead of one by then, and it does not always manage.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "base/gcc-headers.h"
#include "count/counter-insns.h"
#include "cpu/cpu.h"
#include "base/options.h"
#include "count/single-adds.h"

/* How far before a counter's load its address is taken, in
   instructions.  */
#define ADDRESS_REACH 4

/* The instruction before INSN in its block, NULL if there is none.  */

static rtx_insn *
insn_before (rtx_insn *insn)
{
  return prev_nonnote_nondebug_insn_bb (insn);
}

/* What INSN sets DESTINATION to, NULL if it does not.  */

static rtx
source_of (rtx_insn *insn, rtx destination)
{
  rtx set = insn && NONJUMP_INSN_P (insn) ? single_set (insn) : NULL_RTX;
  return set && rtx_equal_p (SET_DEST (set), destination) ? SET_SRC (set)
							   : NULL_RTX;
}

/* COUNTER, whose load is at LOAD, with the symbol in its address instead of
   the register that holds it, if that is an address too.  */

static rtx
with_symbol (rtx counter, rtx_insn *load)
{
  poly_int64 offset;
  rtx base = strip_offset (XEXP (counter, 0), &offset);
  rtx_insn *insn = insn_before (load);
  for (int i = 0; i < ADDRESS_REACH && REG_P (base) && insn;
       i++, insn = insn_before (insn))
    if (rtx symbol = source_of (insn, base))
      {
	rtx address = plus_constant (Pmode, symbol, offset);
	if (CONSTANT_P (symbol)
	    && memory_address_addr_space_p (DImode, address,
					    MEM_ADDR_SPACE (counter)))
	  return replace_equiv_address_nv (counter, address);
	break;
      }
  return counter;
}

/* If STORE is the last of the three instructions that count, put one in their
   place.  */

static void
make_single (rtx_insn *store)
{
  rtx set = single_set (store);
  if (!set || !counter_insns_counter_p (SET_DEST (set)))
    return;
  rtx counter = SET_DEST (set);
  rtx_insn *add = insn_before (store);
  rtx sum = add ? source_of (add, SET_SRC (set)) : NULL_RTX;
  if (!sum || GET_CODE (sum) != PLUS || XEXP (sum, 1) != const1_rtx)
    return;
  rtx_insn *load = insn_before (add);
  rtx loaded = load ? source_of (load, XEXP (sum, 0)) : NULL_RTX;
  if (!loaded || !counter_insns_counter_p (loaded))
    return;

  start_sequence ();
  counter_insns_emit_add (with_symbol (counter, load));
  rtx_insn *sequence = get_insns ();
  unshare_all_rtl_in_chain (sequence);
  end_sequence ();
  for (rtx_insn *i = sequence; i; i = NEXT_INSN (i))
    INSN_LOCATION (i) = INSN_LOCATION (store);
  emit_insn_before (sequence, store);
  delete_insn (store);
  delete_insn (add);
  delete_insn (load);
}

static const pass_data single_adds_pass_data =
{
  RTL_PASS, "cgprof_single_adds", OPTGROUP_NONE, TV_NONE, 0, 0, 0, 0, 0
};

class single_adds_pass : public rtl_opt_pass
{
public:
  single_adds_pass () : rtl_opt_pass (single_adds_pass_data, g) {}

  bool gate (function *) final override
  {
    return CGPROF_CPU_INCREMENT && optimize
	   && plugin_options.counters != COUNTERS_ATOMIC;
  }

  unsigned int execute (function *) final override
  {
    rtx_insn *next;
    for (rtx_insn *insn = get_insns (); insn; insn = next)
      {
	next = NEXT_INSN (insn);
	if (NONJUMP_INSN_P (insn))
	  make_single (insn);
      }
    return 0;
  }
};

void
single_adds_register (const char *name)
{
  struct register_pass_info pass
    = { new single_adds_pass (), "expand", 1, PASS_POS_INSERT_AFTER };
  register_callback (name, PLUGIN_PASS_MANAGER_SETUP, NULL, &pass);
}
