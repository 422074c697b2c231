/* Words that records for advice keep among the counters.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "base/gcc-headers.h"
#include "base/options.h"
#include "sites/sites.h"
#include "count/counter-trees.h"
#include "count/origin.h"
#include "count/record-words.h"
#include "count/statements.h"

/* The address of WORD of the words DECL in this thread's copy, in the address
   space that counters are accessed in; computed before *GSI.  It is a number
   on its way: an address of DECL, which is in no address space of its own,
   may not be a pointer to another.  */

static tree
words_address (gimple_stmt_iterator *gsi, tree decl, unsigned word,
	       location_t location)
{
  struct origin origin = origin_find (gsi, location);
  tree section
      = build1 (ADDR_EXPR, build_pointer_type (TREE_TYPE (decl)), decl);
  tree number = make_ssa_name (sizetype);
  statement_insert (gsi, gimple_build_assign (number, NOP_EXPR, section),
		    location);
  tree terms[] = { size_int (word * sizeof (uint64_t)), origin.distance };
  for (tree term : terms)
    if (term)
      {
	tree sum = make_ssa_name (sizetype);
	statement_insert (
	    gsi, gimple_build_assign (sum, PLUS_EXPR, number, term), location);
	number = sum;
      }
  tree address
      = make_ssa_name (build_pointer_type (counter_trees.operand_type));
  statement_insert (gsi, gimple_build_assign (address, NOP_EXPR, number),
		    location);
  return address;
}

tree
record_words_address (gimple_stmt_iterator *gsi, unsigned word,
		      location_t location)
{
  return words_address (gsi, current_sites->counters, word, location);
}

tree
record_words_module_address (gimple_stmt_iterator *gsi, const char *symbol,
			     location_t location)
{
  return words_address (gsi, counter_trees_block (symbol), 0, location);
}

tree
record_words_early_address (gimple_stmt_iterator *gsi, tree decl,
			    location_t location)
{
  auto compute = [&] (tree type, tree_code code, tree a, tree b) {
    tree value = create_tmp_reg (type);
    gimple *statement = b ? gimple_build_assign (value, code, a, b)
			  : gimple_build_assign (value, code, a);
    gimple_set_location (statement, location);
    gsi_insert_before (gsi, statement, GSI_SAME_STMT);
    return value;
  };
  tree section
      = build1 (ADDR_EXPR, build_pointer_type (TREE_TYPE (decl)), decl);
  tree number = compute (sizetype, NOP_EXPR, section, NULL_TREE);
  if (plugin_options.counters == COUNTERS_THREAD && !counters_segment ())
    number = compute (
	sizetype, PLUS_EXPR, number,
	compute (sizetype, VAR_DECL, counter_trees.word, NULL_TREE));
  return compute (build_pointer_type (counter_trees.operand_type), NOP_EXPR,
		  number, NULL_TREE);
}

tree
record_words_early_operand (tree address, unsigned word)
{
  return build2 (
      MEM_REF, counter_trees.operand_type, address,
      build_int_cst (TREE_TYPE (address), word * sizeof (uint64_t)));
}

tree
record_words_operand (tree address, unsigned word)
{
  tree operand = record_words_early_operand (address, word);
  TREE_THIS_VOLATILE (operand) = 1;
  TREE_SIDE_EFFECTS (operand) = 1;
  return operand;
}
