/* Counting indirect calls under their targets, by statements.

   A slot holds pairs of a target and its count.  The first pair is compared
   and counted right here; all else is done by a slow path.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "base/gcc-headers.h"
#include "count/counter-trees.h"
#include "count/indirect-calls.h"
#include "count/origin.h"
#include "count/slow-path.h"
#include "count/statements.h"
#include "cpu/cpu.h"

void
indirect_calls_count (gimple_stmt_iterator *gsi, unsigned word)
{
  gcall *call = as_a<gcall *> (gsi_stmt (*gsi));
  location_t location = gimple_location (call);
  tree function = gimple_call_fn (call);
  if (TREE_CODE (function) == OBJ_TYPE_REF)
    function = OBJ_TYPE_REF_EXPR (function);

  struct origin origin = origin_find (gsi, location);
  tree target = make_ssa_name (counter_trees.counter_type);
  statement_insert (
      gsi, gimple_build_assign (target, NOP_EXPR, unshare_expr (function)),
      location);
  tree first = make_ssa_name (counter_trees.counter_type);
  statement_insert (
      gsi,
      gimple_build_assign (first,
			   origin_operand (word + CGPROF_SLOT_TARGET, origin)),
      location);
  gcond *test
      = gimple_build_cond (EQ_EXPR, first, target, NULL_TREE, NULL_TREE);
  statement_insert (gsi, test, location);

  basic_block here = gimple_bb (test);
  edge to_call = split_block (here, test);
  basic_block there = to_call->dest;
  profile_probability likely = profile_probability::likely ();
  basic_block hit
      = block_make_arm (here, here, EDGE_TRUE_VALUE, likely, there);
  basic_block miss
      = block_make_arm (hit, here, EDGE_FALSE_VALUE, likely.invert (), there);
  remove_edge (to_call);

  gimple_stmt_iterator arm = block_hold_place (hit);
  origin_increment (&arm, word + CGPROF_SLOT_COUNT, origin, location);
  gsi_remove (&arm, true);

  arm = block_hold_place (miss);
  if (counters_segment ())
    origin.base = NULL_TREE;
  auto_vec<tree, 2> arguments;
  arguments.quick_push (origin_address (&arm, word, origin, location));
  arguments.quick_push (target);
  if (counters_segment ())
    slow_path_call (&arm, CGPROF_CPU_SLOT, CGPROF_SLOT, arguments, NULL,
		    location);
  else
    slow_path_call (&arm, CGPROF_CPU_TARGET, CGPROF_TARGET, arguments, NULL,
		    location);
  gsi_remove (&arm, true);
  *gsi = gsi_for_stmt (call);
}
