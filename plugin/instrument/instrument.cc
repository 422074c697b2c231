/* The pass that chooses what is counted.

   Calls that the program makes are chosen in GIMPLE, right before the
   pass "optimized": inlining, cloning, loop optimisation and the marking
   of tail calls are over, and no later GIMPLE pass moves, copies or merges
   statements.  So no decision of the optimisers is changed, and a count
   means that this call was executed.  An earlier place miscounts:
   recursive functions that GCC finds pure keep a stale counter in a
   register.  No counter is ever inserted after a call, which keeps sibling
   calls, longjmp and exceptions as they are.

   Direct calls are counted here or later, at their instructions
   (call-insns.cc); all others here.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "base/gcc-headers.h"
#include "sites/filter.h"
#include "sites/sites.h"
#include "count/counter-trees.h"
#include "count/direct-calls.h"
#include "count/entries.h"
#include "count/indirect-calls.h"
#include "count/short-code.h"
#include "instrument/notices.h"
#include "base/options.h"
#include "advise/advise.h"
#include "bytes/bytes.h"
#include "instrument/instrument.h"

bool
instrument_callee_p (tree decl)
{
  if (plugin_options.external)
    return true;
  return decl && !fndecl_built_in_p (decl)
	 && current_sites->called.contains (decl)
	 && !DECL_IN_SYSTEM_HEADER (decl);
}

/* An ifunc resolver runs before the module is relocated and before there
   is thread-local memory.  */

static bool
resolver_p (tree decl)
{
  cgraph_node *node = cgraph_node::get (decl);
  ipa_ref *ref;
  if (node)
    FOR_EACH_ALIAS (node, ref)
      if (lookup_attribute ("ifunc", DECL_ATTRIBUTES (ref->referring->decl)))
	return true;
  return false;
}

/* Return a new site for CALL, or NULL if it is not to be counted here.  */

static struct site *
call_site (gcall *call)
{
  if (gimple_call_internal_p (call))
    return NULL;

  location_t location = gimple_location (call);
  tree decl = gimple_call_fndecl (call);
  struct site *site;
  if (decl)
    {
      if (fndecl_built_in_p (decl))
	return NULL;
      current_sites->called.add (decl);
      if (counters_blocks ())
	return NULL;
      if (!instrument_callee_p (decl) || sites_excluded (location))
	return NULL;
      site = sites_add (CGPROF_SITE_DIRECT, location, 1);
      site->decl = decl;
      sites_set_callee (site, decl, NULL);
    }
  else
    {
      if (sites_excluded (location))
	return NULL;
      tree fn = gimple_call_fn (call);
      bool is_virtual = TREE_CODE (fn) == OBJ_TYPE_REF
			&& virtual_method_call_p (fn);
      if (counters_blocks ())
	{
	  if (is_virtual)
	    current_sites->virtual_calls.add (location);
	  return NULL;
	}
      site = sites_add (is_virtual ? CGPROF_SITE_VIRTUAL
			: CGPROF_SITE_INDIRECT, location,
			CGPROF_SLOT_WORDS);
    }
  if (gimple_call_tail_p (call))
    site->flags |= CGPROF_SITE_TAIL;
  return site;
}

/* Whether the current function calls CALL once each time that it is entered,
   and does nothing before that could keep it from the call: then the entry's
   counter is the call's too.  */

static bool
follows_entry_p (gcall *call)
{
  basic_block block = single_succ (ENTRY_BLOCK_PTR_FOR_FN (cfun));
  if (!current_sites->entry || gimple_bb (call) != block
      || !single_pred_p (block))
    return false;
  /* The expander leaves out a call that does nothing.  */
  if (!gimple_call_lhs (call)
      && gimple_call_flags (call) & (ECF_CONST | ECF_PURE))
    return false;
  gimple_stmt_iterator gsi = gsi_start_bb (block);
  for (; gsi_stmt (gsi) != call; gsi_next (&gsi))
    {
      gimple *statement = gsi_stmt (gsi);
      if (!is_gimple_debug (statement)
	  && (!is_gimple_assign (statement)
	      || gimple_could_trap_p (statement)))
	return false;
    }
  /* An argument that is copied from memory.  */
  for (unsigned i = 0; i < gimple_call_num_args (call); i++)
    if (!is_gimple_val (gimple_call_arg (call, i)))
      return false;
  return true;
}

static void
instrument_function (void)
{
  tree decl = current_function_decl;
  if (!filter_admits (decl) || resolver_p (decl))
    return;
  sites_begin (decl);
  counter_trees_declare ();
  if (sites_entered_from_outside (decl))
    {
      current_sites->entry = true;
      current_sites->words = 1;
      unit_totals.entries++;
    }

  /* The function's sites, so far, are those of CALLS, in this order.  */
  auto_vec<gcall *> calls, all;
  auto_vec<gasm *> texts;
  basic_block bb;
  FOR_EACH_BB_FN (bb, cfun)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
	 gsi_next (&gsi))
      if (gasm *text = dyn_cast <gasm *> (gsi_stmt (gsi)))
	texts.safe_push (text);
      else if (gcall *call = dyn_cast <gcall *> (gsi_stmt (gsi)))
	{
	  notices_prepare (call);
	  all.safe_push (call);
	  struct site *site = call_site (call);
	  if (!site)
	    continue;
	  if (calls.is_empty () && site->callee && follows_entry_p (call))
	    {
	      site->word = 0;
	      current_sites->words = 1;
	    }
	  calls.safe_push (call);
	}

  if (!counters_blocks ())
    entries_count (calls);
  unsigned i;
  gcall *call;
  FOR_EACH_VEC_ELT (calls, i, call)
    {
      struct site *site = current_sites->sites[i];
      gimple_stmt_iterator gsi = gsi_for_stmt (call);
      if (!site->callee)
	indirect_calls_count (&gsi, site->word);
      else if (sites_share_entry (site))
	continue;
      else if (direct_calls_now_p (call))
	{
	  direct_calls_count (&gsi, site->word, site->location);
	  site->counted = true;
	}
      else
	site->in_register = short_code_loop_p (call);
    }
  advise_function ();
  bytes_function ();
  FOR_EACH_VEC_ELT (all, i, call)
    notices_insert (call);
  gasm *text;
  FOR_EACH_VEC_ELT (texts, i, text)
    notices_insert_segment (text);
  free_dominance_info (CDI_DOMINATORS);
  free_dominance_info (CDI_POST_DOMINATORS);
}

static const pass_data call_pass_data =
{
  GIMPLE_PASS, "cgprof_calls", OPTGROUP_NONE, TV_NONE,
  PROP_ssa | PROP_cfg, 0, 0, 0, TODO_update_ssa
};

class call_pass : public gimple_opt_pass
{
public:
  call_pass () : gimple_opt_pass (call_pass_data, g) {}

  unsigned int execute (function *) final override
  {
    instrument_function ();
    return 0;
  }
};

/* Callers are known until the first function is compiled.  */

static void
note_entered (void *, void *)
{
  sites_note_entered ();
}

void
instrument_register (const char *name)
{
  struct register_pass_info pass
    = { new call_pass (), "optimized", 1, PASS_POS_INSERT_BEFORE };
  register_callback (name, PLUGIN_PASS_MANAGER_SETUP, NULL, &pass);
  register_callback (name, PLUGIN_ALL_IPA_PASSES_END, note_entered, NULL);
}
