/* Statements and blocks, in GIMPLE.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "base/gcc-headers.h"
#include "count/statements.h"

void
statement_insert (gimple_stmt_iterator *gsi, gimple *statement,
		  location_t location)
{
  gimple_set_location (statement, location);
  gsi_safe_insert_before (gsi, statement);
}

void
statement_add_operand (vec<tree, va_gc> **list, const char *constraint,
		       tree value)
{
  tree text = build_string (strlen (constraint) + 1, constraint);
  vec_safe_push (
      *list, value ? build_tree_list (build_tree_list (NULL_TREE, text), value)
		   : build_tree_list (NULL_TREE, text));
}

gimple_stmt_iterator
block_hold_place (basic_block block)
{
  gimple_stmt_iterator gsi = gsi_start_bb (block);
  gsi_insert_before (&gsi, gimple_build_nop (), GSI_NEW_STMT);
  return gsi;
}

basic_block
block_make_arm (basic_block after, basic_block from, int flags,
		profile_probability probability, basic_block to)
{
  basic_block arm = create_empty_bb (after);
  edge in = make_edge (from, arm, flags);
  in->probability = probability;
  arm->count = in->count ();
  make_single_succ_edge (arm, to, EDGE_FALLTHRU);
  if (current_loops)
    add_bb_to_loop (arm, from->loop_father);
  return arm;
}
