/* Entries of functions that are for counted calls of the unit.

   A function that code outside the unit can enter begins with a test whether
   the thread has its copy of the counters, and with counting the entry.  A
   call in its unit needs neither: its function was entered by that test or,
   by calls of the unit, from one that was, and its own counter tells of the
   entry as well (CGPROF_HEAD_LOCAL_... in abi.h).  So it goes to a label
   behind the two, the function's local entry.  GCC compiles callees first, so
   that nearly all callees are known; in a cycle some calls go where all others
   go, and so do tail calls, as callgrind takes a jump between functions for a
   call only if it leads to a function's beginning.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "base/gcc-headers.h"
#include "base/options.h"
#include "sites/pieces.h"
#include "sites/sites.h"
#include "count/counter-trees.h"
#include "count/local-entries.h"

/* The numbers of the functions that have one, by DECL_UID.  */
static hash_map<int_hash<int, -1, -2>, unsigned> *local_entries;

/* Whether somebody may put something at the beginning of the current function
   that no call is to pass by.  */

static bool
patchable_p (void)
{
  return crtl->patch_area_size || flag_live_patching
	 || lookup_attribute ("ms_hook_prologue",
			      DECL_ATTRIBUTES (current_function_decl));
}

/* Whether all calls of the function DECL by its name in this unit get to this
   code: nothing takes its place when modules are linked or loaded.  */

static bool
code_is_final_p (tree decl)
{
  return decl_binds_to_current_def_p (decl) && !DECL_COMDAT_GROUP (decl);
}

bool
local_entries_offer (void)
{
  tree decl = current_sites->decl;
  if (counters_blocks_unit () || patchable_p ()
      || !code_is_final_p (decl))
    return false;
  /* What has the counter of the entry would miss the calls that pass by
     it.  */
  for (struct site *site : current_sites->sites)
    if (sites_share_entry (site))
      return false;
  if (!local_entries)
    local_entries = new hash_map<int_hash<int, -1, -2>, unsigned> ();
  local_entries->put (DECL_UID (decl), current_sites->number);
  return true;
}

/* Where INSN, a call, has the name of the function that it calls, NULL if
   it has none.  */

static rtx
named_function (rtx_insn *insn)
{
  rtx call = get_call_rtx_from (insn);
  rtx symbol = call ? XEXP (XEXP (call, 0), 0) : NULL_RTX;
  return symbol && GET_CODE (symbol) == SYMBOL_REF ? symbol : NULL_RTX;
}

/* The number of the function with a local entry that INSN, a call, calls by
   name, or NULL.  */

static unsigned *
called_number (rtx_insn *insn)
{
  rtx symbol = local_entries && !SIBLING_CALL_P (insn) ? named_function (insn)
						      : NULL_RTX;
  tree decl = symbol ? SYMBOL_REF_DECL (symbol) : NULL_TREE;
  return decl && TREE_CODE (decl) == FUNCTION_DECL
	 ? local_entries->get (DECL_UID (decl)) : NULL;
}

bool
local_entries_called_p (rtx_insn *insn)
{
  return called_number (insn) != NULL;
}

void
local_entries_call (rtx_insn *insn)
{
  char label[48];
  snprintf (label, sizeof label, "*.Lcgprof_%c%u_0", CGPROF_MARK_LOCAL,
	    *called_number (insn));
  rtx symbol = gen_rtx_SYMBOL_REF (Pmode, ggc_strdup (label));
  SYMBOL_REF_FLAGS (symbol) = SYMBOL_FLAG_FUNCTION | SYMBOL_FLAG_LOCAL;
  rtx call = get_call_rtx_from (insn);
  XEXP (call, 0) = replace_equiv_address_nv (XEXP (call, 0), symbol);
  INSN_CODE (insn) = -1;
}
