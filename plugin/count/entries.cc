/* Counting entries of functions by statements.

   An entry that code outside the unit may have caused is counted in word 0;
   there the thread is given its copy of the counters, too, if it has none.
   Where counting is late (counters_late_entry) instructions do the same:
   counter_insns_enter.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "base/gcc-headers.h"
#include "base/options.h"
#include "sites/sites.h"
#include "count/counter-trees.h"
#include "count/entries.h"
#include "count/first-calls.h"
#include "count/origin.h"
#include "count/short-code.h"
#include "count/slow-path.h"
#include "count/statements.h"
#include "cpu/cpu.h"

/* Those of the current function's calls that may share the entry's origin.  */
static hash_set<gimple *> *first_calls;

/* Put TEST before *GSI, in the current function's first block BLOCK, and
   make an arm for what is to be done, seldom, if it is true.  Return the
   block to go on in; *GSI is in the arm, on a placeholder.  */

static basic_block
enter_slowly (gimple_stmt_iterator *gsi, basic_block block, gcond *test,
	      location_t location)
{
  statement_insert (gsi, test, location);
  gsi_remove (gsi, true);
  edge go_on = split_block (block, test);
  basic_block rest = go_on->dest;
  profile_probability unlikely = profile_probability::very_unlikely ();
  go_on->flags = EDGE_FALSE_VALUE;
  go_on->probability = unlikely.invert ();
  *gsi = block_hold_place (
      block_make_arm (block, block, EDGE_TRUE_VALUE, unlikely, rest));
  return rest;
}

/* Count an entry of the current function in word 0, after giving the thread
   its copy if it has none.  If SHARE, the first calls share the address that
   is computed for this.  */

static void
enter (bool share)
{
  location_t location = DECL_SOURCE_LOCATION (current_function_decl);
  edge entry = single_succ_edge (ENTRY_BLOCK_PTR_FOR_FN (cfun));
  basic_block block = split_edge (entry);
  gimple_stmt_iterator gsi = block_hold_place (block);
  struct origin origin = origin_find (&gsi, location);
  if (origin.distance)
    {
      /* A thread that has no copy yet (its word equals the module's UNSET)
	 gets one.  */
      tree unset = make_ssa_name (sizetype);
      tree unset_operand = build2 (
	  MEM_REF, sizetype,
	  build1 (ADDR_EXPR, ptr_type_node, counter_trees.module),
	  build_int_cst (build_pointer_type (sizetype), CGPROF_UNSET_OFFSET));
      statement_insert (&gsi, gimple_build_assign (unset, unset_operand),
			location);
      gcond *test = gimple_build_cond (EQ_EXPR, origin.distance, unset,
				       NULL_TREE, NULL_TREE);
      basic_block rest = enter_slowly (&gsi, block, test, location);
      basic_block slow = gsi_bb (gsi);
      tree given = slow_path_call (&gsi, CGPROF_CPU_ENTER, CGPROF_ENTER, vNULL,
				   CGPROF_CPU_ENTER_RESULT, location);
      gsi_remove (&gsi, true);

      gphi *phi = create_phi_node (make_ssa_name (sizetype), rest);
      add_phi_arg (phi, origin.distance, find_edge (block, rest), location);
      add_phi_arg (phi, given, single_succ_edge (slow), location);
      origin.distance = gimple_phi_result (phi);
      gsi = block_hold_place (rest);
      if (share)
	{
	  origin.base = origin_address (&gsi, 0, origin, location);
	  origin_share (origin, first_calls);
	}
      else if (current_sites->entry_in_register)
	origin = origin_hold (&gsi, origin.distance, location);
    }
  else if (counters_segment ())
    {
      tree ready = make_ssa_name (uint32_type_node);
      statement_insert (&gsi, gimple_build_assign (ready, counter_trees.ready),
			location);
      gcond *test = gimple_build_cond (NE_EXPR, ready,
				       build_one_cst (uint32_type_node),
				       NULL_TREE, NULL_TREE);
      basic_block rest = enter_slowly (&gsi, block, test, location);
      slow_path_call (&gsi, CGPROF_CPU_BEGIN, CGPROF_BEGIN, vNULL, NULL,
		      location);
      gsi_remove (&gsi, true);
      gsi = block_hold_place (rest);
      if (current_sites->entry_in_register)
	origin = origin_hold (&gsi, NULL_TREE, location);
    }
  origin_increment (&gsi, 0, origin, location);
  gsi_remove (&gsi, true);
}

void
entries_count (const vec<gcall *> &calls)
{
  origin_begin ();
  short_code_begin ();
  if (!current_sites->entry)
    return;
  /* Another entry may follow at once.  */
  current_sites->entry_in_register
      = calls.is_empty () && short_code_function_p ();
  if (counters_late_entry ())
    return;

  /* A call of its own loads the distance, takes the section's address and
     adds.  The entry computes most of that anyway, and the first calls can go
     on from there.  Not the later ones: after a call the function may run in
     another thread, as under a scheduler that moves contexts between
     threads.  */
  bool share = false;
  if (first_calls)
    first_calls->empty ();
  else
    first_calls = new hash_set<gimple *> ();
  if (plugin_options.counters == COUNTERS_THREAD && optimize
      && !counters_segment ())
    {
      first_calls_collect (calls, first_calls);
      share = first_calls_executions (calls, *first_calls) >= 0.5;
    }
  enter (share);
}
