/* Building the statements that keep a record up to date.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "base/gcc-headers.h"
#include "sites/sites.h"
#include "count/origin.h"
#include "count/record-words.h"
#include "advise/code.h"

bool
advise_can_follow (gcall *call)
{
  tree lhs = gimple_call_lhs (call);
  return !gimple_call_noreturn_p (call)
    && !(gimple_call_flags (call) & ECF_RETURNS_TWICE)
    && !gimple_call_must_tail_p (call)
    && (!stmt_ends_bb_p (call)
	|| find_fallthru_edge (gimple_bb (call)->succs))
    && (!lhs || TREE_CODE (lhs) == SSA_NAME);
}

advise_code::advise_code (gimple *call, bool behind)
  : location (gimple_location (call)), about (call), arm_mark (NULL),
    base (NULL_TREE)
{
  /* What the statements are put before.  */
  mark = gimple_build_nop ();
  gsi = gsi_for_stmt (call);
  if (!behind)
    {
      gsi_insert_before (&gsi, mark, GSI_NEW_STMT);
      return;
    }
  gimple_call_set_tail (as_a <gcall *> (call), false);
  if (!stmt_ends_bb_p (call))
    {
      gsi_insert_after (&gsi, mark, GSI_NEW_STMT);
      return;
    }
  /* It may throw: where it returns.  */
  edge returned = find_fallthru_edge (gimple_bb (call)->succs);
  basic_block block = single_pred_p (returned->dest) ? returned->dest
						      : split_edge (returned);
  gsi = gsi_after_labels (block);
  gsi_insert_before (&gsi, mark, GSI_NEW_STMT);
}

advise_code::~advise_code ()
{
  always ();
  gsi_remove (&gsi, true);
}

void
advise_code::insert (gimple *statement)
{
  gimple_set_location (statement, location);
  gsi_insert_before (&gsi, statement, GSI_SAME_STMT);
}

unsigned
advise_code::record (unsigned words)
{
  unsigned word = current_sites->words;
  current_sites->words += words;
  base = record_words_address (&gsi, word, location);
  return word;
}

void
advise_code::module_record (const char *symbol)
{
  base = record_words_module_address (&gsi, symbol, location);
}

unsigned
advise_code::sum_up (tree value)
{
  unsigned word = current_sites->words++;
  origin_add (&gsi, word, value, origin_find (&gsi, location), location);
  return word;
}

tree
advise_code::at (tree address, unsigned word)
{
  return record_words_operand (address, word);
}

tree
advise_code::load_at (tree address, unsigned word)
{
  tree value = make_ssa_name (uint64_type_node);
  insert (gimple_build_assign (value, at (address, word)));
  return value;
}

void
advise_code::store_at (tree address, unsigned word, tree value)
{
  insert (gimple_build_assign (at (address, word), value));
}

tree
advise_code::behind (tree address, tree distance)
{
  tree sum = make_ssa_name (TREE_TYPE (address));
  insert (gimple_build_assign (sum, POINTER_PLUS_EXPR, address, distance));
  return sum;
}

tree
advise_code::address (unsigned word)
{
  return behind (base, size_int (word * sizeof (uint64_t)));
}

tree
advise_code::load (unsigned word)
{
  return load_at (base, word);
}

void
advise_code::store (unsigned word, tree value)
{
  store_at (base, word, value);
}

void
advise_code::add (unsigned word, tree value)
{
  store (word, plus (load (word), value));
}

void
advise_code::maximum (unsigned word, tree value)
{
  store (word, op (MAX_EXPR, load (word), value));
}

tree
advise_code::constant (unsigned HOST_WIDE_INT value)
{
  return build_int_cstu (uint64_type_node, value);
}

tree
advise_code::op (enum tree_code code, tree a, tree b)
{
  tree value = make_ssa_name (uint64_type_node);
  insert (gimple_build_assign (value, code, a, b));
  return value;
}

tree
advise_code::op (enum tree_code code, tree a)
{
  tree value = make_ssa_name (uint64_type_node);
  insert (gimple_build_assign (value, code, a));
  return value;
}

tree
advise_code::test (enum tree_code comparison, tree a, tree b)
{
  tree truth = make_ssa_name (boolean_type_node);
  insert (gimple_build_assign (truth, comparison, a, b));
  return op (NOP_EXPR, truth);
}

tree
advise_code::where (tree flag, tree a)
{
  return both (op (NEGATE_EXPR, flag), a);
}

tree
advise_code::number (tree value)
{
  tree type = TREE_TYPE (value);
  if (POINTER_TYPE_P (type) || INTEGRAL_TYPE_P (type))
    {
      if (TYPE_PRECISION (type) > 64)
	return NULL_TREE;
      if (TREE_CODE (value) == INTEGER_CST)
	return fold_convert (uint64_type_node, value);
      return op (NOP_EXPR, value);
    }
  if (SCALAR_FLOAT_TYPE_P (type)
      && known_eq (GET_MODE_SIZE (TYPE_MODE (type)), 8))
    return op (VIEW_CONVERT_EXPR,
	       build1 (VIEW_CONVERT_EXPR, uint64_type_node, value));
  return NULL_TREE;
}

tree
advise_code::byte_at (tree address)
{
  tree pointer = make_ssa_name (ptr_type_node);
  insert (gimple_build_assign (pointer, NOP_EXPR, address));
  tree byte = make_ssa_name (unsigned_char_type_node);
  insert (gimple_build_assign
	  (byte, build2 (MEM_REF, unsigned_char_type_node, pointer,
			 build_int_cst (ptr_type_node, 0))));
  return op (NOP_EXPR, byte);
}

tree
advise_code::word_at (tree address)
{
  /* Reaches whatever the program stores, at any address.  */
  tree type = build_aligned_type (uint64_type_node, BITS_PER_UNIT);
  tree pointer = make_ssa_name (ptr_type_node);
  insert (gimple_build_assign (pointer, NOP_EXPR, address));
  tree word = make_ssa_name (uint64_type_node);
  insert (gimple_build_assign
	  (word, build2 (MEM_REF, type, pointer,
			 build_int_cst (ptr_type_node, 0))));
  return word;
}

tree
advise_code::result ()
{
  gcall *call = as_a <gcall *> (about);
  if (!gimple_call_lhs (call))
    {
      gimple_call_set_lhs (call,
			   make_ssa_name (gimple_call_return_type (call)));
      update_stmt (call);
    }
  return number (gimple_call_lhs (call));
}

/* Make a block that is gone through if FLAG is not 0, where *PAST goes by it;
   *OUT leaves it.  */

basic_block
advise_code::arm_if (tree flag, edge *past, edge *out)
{
  gcond *test = gimple_build_cond (NE_EXPR, flag, constant (0), NULL_TREE,
				   NULL_TREE);
  insert (test);
  basic_block here = gimple_bb (test);
  *past = split_block (here, test);
  profile_probability unlikely = profile_probability::unlikely ();
  (*past)->flags = EDGE_FALSE_VALUE;
  (*past)->probability = unlikely.invert ();
  basic_block arm = create_empty_bb (here);
  edge in = make_edge (here, arm, EDGE_TRUE_VALUE);
  in->probability = unlikely;
  arm->count = in->count ();
  *out = make_single_succ_edge (arm, (*past)->dest, EDGE_FALLTHRU);
  if (current_loops)
    add_bb_to_loop (arm, here->loop_father);
  return arm;
}

void
advise_code::only_if (tree flag)
{
  edge past, out;
  basic_block arm = arm_if (flag, &past, &out);
  arm_mark = gimple_build_nop ();
  gsi = gsi_start_bb (arm);
  gsi_insert_before (&gsi, arm_mark, GSI_NEW_STMT);
}

void
advise_code::always ()
{
  if (!arm_mark)
    return;
  gsi = gsi_for_stmt (arm_mark);
  gsi_remove (&gsi, true);
  arm_mark = NULL;
  gsi = gsi_for_stmt (mark);
}

tree
advise_code::ask_if (tree flag, const char *name, tree argument,
		     tree otherwise)
{
  edge past, out;
  basic_block arm = arm_if (flag, &past, &out);
  tree type = build_function_type_list (uint64_type_node, uint64_type_node,
					NULL_TREE);
  tree decl = build_fn_decl (name, type);
  DECL_VISIBILITY (decl) = VISIBILITY_HIDDEN;
  DECL_VISIBILITY_SPECIFIED (decl) = 1;
  gcall *statement = gimple_build_call (decl, 1, argument);
  tree value = make_ssa_name (uint64_type_node);
  gimple_call_set_lhs (statement, value);
  gimple_call_set_nothrow (statement, true);
  gimple_set_location (statement, location);
  gimple_stmt_iterator end = gsi_start_bb (arm);
  gsi_insert_after (&end, statement, GSI_NEW_STMT);

  gphi *phi = create_phi_node (make_ssa_name (uint64_type_node), past->dest);
  add_phi_arg (phi, otherwise, past, location);
  add_phi_arg (phi, value, out, location);
  gsi = gsi_for_stmt (mark);
  return gimple_phi_result (phi);
}
