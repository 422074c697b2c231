/* Building the statements that keep the records of containers, before the SSA
   form is made.

   What is always executed has no branches; what is rare is in a block of its
   own.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "base/gcc-headers.h"
#include "count/record-words.h"
#include "containers/code.h"

HOST_WIDE_INT
container_member (tree type, const char *name, tree *type_out)
{
  for (tree field = TYPE_FIELDS (type); field; field = DECL_CHAIN (field))
    {
      if (TREE_CODE (field) != FIELD_DECL || DECL_BIT_FIELD (field)
	  || !tree_fits_shwi_p (DECL_FIELD_OFFSET (field)))
	continue;
      HOST_WIDE_INT offset = int_byte_position (field);
      if (DECL_NAME (field)
	  && !strcmp (IDENTIFIER_POINTER (DECL_NAME (field)), name))
	{
	  *type_out = TREE_TYPE (field);
	  return offset;
	}
      if (RECORD_OR_UNION_TYPE_P (TREE_TYPE (field)))
	{
	  HOST_WIDE_INT inner = container_member (TREE_TYPE (field), name,
						  type_out);
	  if (inner >= 0)
	    return offset + inner;
	}
    }
  return -1;
}

container_code::container_code (gcall *about, tree record)
  : call (about), words (record), location (gimple_location (about)),
    address (NULL_TREE), mark (NULL), arm_mark (NULL),
    gsi (gsi_for_stmt (about))
{
}

container_code::~container_code ()
{
  otherwise ();
  if (mark)
    {
      gsi = gsi_for_stmt (mark);
      gsi_remove (&gsi, true);
    }
}

void
container_code::follow ()
{
  mark = gimple_build_nop ();
  if (!stmt_ends_bb_p (call))
    {
      gsi = gsi_for_stmt (call);
      gsi_insert_after (&gsi, mark, GSI_NEW_STMT);
    }
  else
    {
      edge returned = find_fallthru_edge (gimple_bb (call)->succs);
      gsi = gsi_start_bb (split_edge (returned));
      gsi_insert_before (&gsi, mark, GSI_NEW_STMT);
    }
  address = NULL_TREE;
}

void
container_code::insert (gimple *statement)
{
  gimple_set_location (statement, location);
  gsi_insert_before (&gsi, statement, GSI_SAME_STMT);
}

void
container_code::only_if (enum tree_code comparison, tree a, tree b)
{
  gcond *condition = gimple_build_cond (comparison, a, b, NULL_TREE,
					NULL_TREE);
  insert (condition);
  basic_block here = gimple_bb (condition);
  edge past = split_block (here, condition);
  profile_probability unlikely = profile_probability::unlikely ();
  past->flags = EDGE_FALSE_VALUE;
  past->probability = unlikely.invert ();
  basic_block arm = create_empty_bb (here);
  edge in = make_edge (here, arm, EDGE_TRUE_VALUE);
  in->probability = unlikely;
  arm->count = in->count ();
  make_single_succ_edge (arm, past->dest, EDGE_FALLTHRU);
  if (current_loops)
    add_bb_to_loop (arm, here->loop_father);

  arm_mark = gimple_build_nop ();
  gsi = gsi_start_bb (arm);
  gsi_insert_before (&gsi, arm_mark, GSI_NEW_STMT);
  address = NULL_TREE;
}

void
container_code::otherwise ()
{
  if (!arm_mark)
    return;
  gsi = gsi_for_stmt (arm_mark);
  gsi_remove (&gsi, true);
  arm_mark = NULL;
  gsi = gsi_for_stmt (mark ? mark : call);
  address = NULL_TREE;
}

tree
container_code::compute (tree type, tree value)
{
  tree result = create_tmp_reg (type);
  insert (gimple_build_assign (result, value));
  return result;
}

tree
container_code::compute (tree type, enum tree_code code, tree a, tree b)
{
  return compute (type, b ? build2 (code, type, a, b)
			  : build1 (code, type, a));
}

tree
container_code::argument (unsigned number)
{
  tree value = gimple_call_arg (call, number);
  if (POINTER_TYPE_P (TREE_TYPE (value)))
    return compute (ptr_type_node, value);
  tree field = TYPE_FIELDS (TREE_TYPE (value));
  while (TREE_CODE (field) != FIELD_DECL
	 || !POINTER_TYPE_P (TREE_TYPE (field)))
    field = DECL_CHAIN (field);
  return compute (TREE_TYPE (field),
		  build3 (COMPONENT_REF, TREE_TYPE (field),
			  unshare_expr (value), field, NULL_TREE));
}

tree
container_code::load (tree object, HOST_WIDE_INT offset)
{
  if (!POINTER_TYPE_P (TREE_TYPE (object)))
    object = compute (ptr_type_node, NOP_EXPR, object, NULL_TREE);
  tree value = compute (ptr_type_node,
			build2 (MEM_REF, ptr_type_node, object,
				build_int_cst (ptr_type_node, offset)));
  return compute (uint64_type_node, NOP_EXPR, value, NULL_TREE);
}

tree
container_code::constant (unsigned HOST_WIDE_INT value)
{
  return build_int_cst (uint64_type_node, value);
}

tree
container_code::op (enum tree_code code, tree a, tree b)
{
  if (POINTER_TYPE_P (TREE_TYPE (a)))
    a = compute (uint64_type_node, NOP_EXPR, a, NULL_TREE);
  if (b && POINTER_TYPE_P (TREE_TYPE (b)))
    b = compute (uint64_type_node, NOP_EXPR, b, NULL_TREE);
  return compute (uint64_type_node, code, a, b);
}

tree
container_code::shift_right (tree a, unsigned bits)
{
  return compute (uint64_type_node, RSHIFT_EXPR, a,
		  build_int_cst (integer_type_node, bits));
}

tree
container_code::test (enum tree_code comparison, tree a, tree b)
{
  tree result = compute (boolean_type_node, comparison, a, b);
  return compute (uint64_type_node, NOP_EXPR, result, NULL_TREE);
}

tree
container_code::complement (tree a)
{
  return op (BIT_NOT_EXPR, a, NULL_TREE);
}

tree
container_code::leading_zeros (tree value)
{
  tree result = create_tmp_reg (integer_type_node);
  value = compute (long_long_unsigned_type_node, NOP_EXPR, value, NULL_TREE);
  gcall *zeros = gimple_build_call (builtin_decl_explicit (BUILT_IN_CLZLL), 1,
				    value);
  gimple_call_set_lhs (zeros, result);
  insert (zeros);
  return compute (uint64_type_node, NOP_EXPR, result, NULL_TREE);
}

tree
container_code::ask (const char *name, tree pointer, tree number)
{
  tree type = build_function_type_list (uint64_type_node, ptr_type_node,
					uint64_type_node, NULL_TREE);
  tree decl = build_fn_decl (name, type);
  DECL_VISIBILITY (decl) = VISIBILITY_HIDDEN;
  DECL_VISIBILITY_SPECIFIED (decl) = 1;
  if (!POINTER_TYPE_P (TREE_TYPE (pointer)))
    pointer = compute (ptr_type_node, NOP_EXPR, pointer, NULL_TREE);
  tree result = create_tmp_reg (uint64_type_node);
  gcall *statement = gimple_build_call (decl, 2, pointer, number);
  gimple_call_set_lhs (statement, result);
  gimple_call_set_nothrow (statement, true);
  insert (statement);
  return result;
}

tree
container_code::base ()
{
  if (!address)
    address = record_words_early_address (&gsi, words, location);
  return address;
}

tree
container_code::get (unsigned word)
{
  tree from = base ();
  return compute (uint64_type_node, record_words_early_operand (from, word));
}

void
container_code::set (unsigned word, tree value)
{
  tree to = base ();
  insert (gimple_build_assign (record_words_early_operand (to, word), value));
}

void
container_code::add (unsigned word, tree value)
{
  set (word, plus (get (word), value));
}

void
container_code::maximum (unsigned word, tree value)
{
  set (word, op (MAX_EXPR, get (word), value));
}

void
container_code::count_at (tree index)
{
  tree from = base ();
  tree distance = op (MULT_EXPR, index, constant (sizeof (uint64_t)));
  distance = compute (sizetype, NOP_EXPR, distance, NULL_TREE);
  tree to = compute (TREE_TYPE (from),
		     build2 (POINTER_PLUS_EXPR, TREE_TYPE (from), from,
			     distance));
  tree before = compute (uint64_type_node, record_words_early_operand (to, 0));
  tree after = plus (before, constant (1));
  insert (gimple_build_assign (record_words_early_operand (to, 0), after));
}
