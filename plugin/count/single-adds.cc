/* One instruction for each statement that counts.

   SPDX-License-Identifier: GPL-3.0-or-later

   GCC expands the statements that count to a load, an add and a store, with
   the address in a register, and leaves it to the pass "combine" to make one
   instruction of them.  That pass comes late: twenty others have handled
   five instructions instead of one by then, and it does not always manage.
   So a pass of ours makes the one instruction as early as there is RTL.  */

#include "base/gcc-headers.h"
#include "base/options.h"
#include "sites/sites.h"
#include "count/counter-insns.h"
#include "count/counter-trees.h"
#include "count/single-adds.h"
#include "cpu/cpu.h"

/* Whether MEMORY, an RTL expression, is a counter that plain statements count
   in.  */

static bool
counter_p (rtx memory)
{
  return counter_trees.counter_type && MEM_P (memory)
	 && !MEM_VOLATILE_P (memory)
	 && (MEM_ALIAS_SET (memory)
	     == TYPE_ALIAS_SET (counter_trees.counter_type));
}

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

/* How often the current function's instructions mention each register; empty
   until somebody asks.  */
static vec<unsigned> mentions;

static void
count_mentions_in (const_rtx x)
{
  if (!x)
    return;
  if (REG_P (x))
    mentions[REGNO (x)]++;
  const char *format = GET_RTX_FORMAT (GET_CODE (x));
  for (int i = 0; i < GET_RTX_LENGTH (GET_CODE (x)); i++)
    if (format[i] == 'e')
      count_mentions_in (XEXP (x, i));
    else if (format[i] == 'E' && XVEC (x, i))
      for (int j = 0; j < XVECLEN (x, i); j++)
	count_mentions_in (XVECEXP (x, i, j));
}

static void
count_mentions (void)
{
  mentions.safe_grow_cleared (max_reg_num ());
  for (rtx_insn *insn = get_insns (); insn; insn = NEXT_INSN (insn))
    if (INSN_P (insn))
      {
	count_mentions_in (PATTERN (insn));
	if (CALL_P (insn))
	  count_mentions_in (CALL_INSN_FUNCTION_USAGE (insn));
      }
}

/* Whether REG is set by one instruction and used by one, and nowhere else.  */

static bool
passed_on_p (rtx reg)
{
  if (!REG_P (reg))
    return false;
  if (mentions.is_empty ())
    count_mentions ();
  return REGNO (reg) < mentions.length () && mentions[REGNO (reg)] == 2;
}

/* If STORE is the last of the three instructions that count, put one in their
   place.  Records for advice add what is not 1, too, may have another use for
   what was there, and may be several at once, in a vector.  */

static void
make_single (rtx_insn *store)
{
  rtx set = single_set (store);
  if (!set || !counter_p (SET_DEST (set)))
    return;
  rtx counter = SET_DEST (set);
  rtx_insn *add = insn_before (store);
  rtx sum = add ? source_of (add, SET_SRC (set)) : NULL_RTX;
  if (!sum || GET_CODE (sum) != PLUS)
    return;
  rtx_insn *load = insn_before (add);
  rtx loaded = load ? source_of (load, XEXP (sum, 0)) : NULL_RTX;
  if (!loaded || !counter_p (loaded)
      || (XEXP (sum, 1) != const1_rtx
	  && !(GET_MODE (counter) == DImode && rtx_equal_p (loaded, counter)
	       && passed_on_p (XEXP (sum, 0)) && passed_on_p (SET_SRC (set)))))
    return;

  start_sequence ();
  counter_insns_emit_sum (with_symbol (counter, load), XEXP (sum, 1));
  emit_insn_before (counter_insns_finish (INSN_LOCATION (store)), store);
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
    mentions.release ();
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
