/* Where the running thread's counters of the current function are, in GIMPLE.

   A counter is a 64-bit word of the module's counter section.  By default
   each thread counts in a copy of the section, which lies at the distance
   that the module's thread word holds: the address of a counter is that of
   the word in the section plus the distance, one memory operand on most
   machines.  A program's code needs neither the thread word nor a register
   where the kernel keeps a base for each thread that nothing else uses
   (CGPROF_CPU_SEGMENT): this base is the same distance, and the counter is an
   operand in that address space.

   On a machine with an add to memory the three statements load, add, store
   become that one instruction, which no signal handler can split, right
   after GCC has expanded them side by side (flag_tree_ter, counter-insns.cc);
   where GCC would not expand them so, an assembler template stands for them.
   On other machines the addition is atomic, which a signal handler cannot
   split either, or if GCC has no instructions for that the access is volatile:
   RTL passes would otherwise forward the stored value over a call that they
   take for pure.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "base/gcc-headers.h"
#include "base/options.h"
#include "sites/sites.h"
#include "count/counter-trees.h"
#include "count/origin.h"
#include "count/short-code.h"
#include "count/statements.h"
#include "cpu/cpu.h"

/* The origin that some calls of the current function have in common with its
   entry, and these; no base: none.  */
static struct origin shared;
static hash_set<gimple *> *sharers;

void
origin_begin (void)
{
  shared.distance = shared.base = NULL_TREE;
  sharers = NULL;
}

void
origin_share (const struct origin &origin, hash_set<gimple *> *calls)
{
  shared = origin;
  sharers = calls;
}

bool
origin_shared_p (gimple *call)
{
  return shared.base && sharers->contains (call);
}

/* The address of the current function's counters in the section.  */

static tree
section_address (void)
{
  return build1 (ADDR_EXPR, build_pointer_type (counter_trees.counter_type),
		 current_sites->counters);
}

struct origin
origin_hold (gimple_stmt_iterator *gsi, tree distance, location_t location)
{
  tree type = build_pointer_type (counter_trees.operand_type);
  struct origin origin = { distance, make_ssa_name (type) };
  tree address = make_ssa_name (type);
  if (distance)
    statement_insert (
	gsi,
	gimple_build_assign (address, POINTER_PLUS_EXPR,
			     build1 (ADDR_EXPR, type, current_sites->counters),
			     distance),
	location);
  else
    {
      /* The variable is in no address space of its own, so its address
	 becomes a pointer to another by way of a number.  */
      tree number = make_ssa_name (sizetype);
      statement_insert (
	  gsi, gimple_build_assign (number, NOP_EXPR, section_address ()),
	  location);
      statement_insert (gsi, gimple_build_assign (address, NOP_EXPR, number),
			location);
    }
  vec<tree, va_gc> *outputs = NULL, *inputs = NULL;
  statement_add_operand (&outputs, "=r", origin.base);
  statement_add_operand (&inputs, "0", address);
  gasm *hide = gimple_build_asm_vec ("", inputs, outputs, NULL, NULL);
  SSA_NAME_DEF_STMT (origin.base) = hide;
  statement_insert (gsi, hide, location);
  return origin;
}

struct origin
origin_find (gimple_stmt_iterator *gsi, location_t location)
{
  struct origin origin = { NULL_TREE, NULL_TREE };
  if (plugin_options.counters != COUNTERS_THREAD)
    return origin;
  bool is_short = short_code_loop_p (gsi_stmt (*gsi));
  if (counters_segment ())
    return is_short ? origin_hold (gsi, NULL_TREE, location) : origin;
  if (origin_shared_p (gsi_stmt (*gsi)))
    return shared;
  origin.distance = make_ssa_name (sizetype);
  statement_insert (gsi,
		    gimple_build_assign (origin.distance, counter_trees.word),
		    location);
  if (is_short)
    return origin_hold (gsi, origin.distance, location);
  return origin;
}

/* The memory of TYPE that lies DISTANCE bytes behind the first of the
   function's counters of ORIGIN.  */

static tree
operand_at (tree type, unsigned distance, const struct origin &origin)
{
  /* A counter's alias set whatever the type is.  */
  tree pointer = build_pointer_type (counter_trees.operand_type);
  tree offset = build_int_cst (pointer, distance);
  tree operand = origin.distance && !origin.base
		     ? build5 (TARGET_MEM_REF, type, section_address (),
			       offset, NULL_TREE, NULL_TREE, origin.distance)
		     : build2 (MEM_REF, type,
			       origin.base ? origin.base
					   : build1 (ADDR_EXPR, pointer,
						     current_sites->counters),
			       offset);
  if (!CGPROF_CPU_INCREMENT)
    {
      TREE_THIS_VOLATILE (operand) = 1;
      TREE_SIDE_EFFECTS (operand) = 1;
    }
  return operand;
}

tree
origin_operand (unsigned word, const struct origin &origin)
{
  return operand_at (counter_trees.operand_type, word * sizeof (uint64_t),
		     origin);
}

tree
origin_address (gimple_stmt_iterator *gsi, unsigned word,
		const struct origin &origin, location_t location)
{
  tree offset = size_int (word * sizeof (uint64_t));
  if (origin.distance && !origin.base)
    {
      tree sum = make_ssa_name (sizetype);
      statement_insert (
	  gsi, gimple_build_assign (sum, PLUS_EXPR, origin.distance, offset),
	  location);
      offset = sum;
    }
  tree address
      = make_ssa_name (build_pointer_type (counter_trees.counter_type));
  statement_insert (
      gsi,
      gimple_build_assign (address, POINTER_PLUS_EXPR,
			   origin.base ? origin.base : section_address (),
			   offset),
      location);
  return address;
}

void
origin_increment (gimple_stmt_iterator *gsi, unsigned word,
		  const struct origin &origin, location_t location)
{
  origin_add (gsi, word, build_one_cst (counter_trees.counter_type), origin,
	      location);
}

void
origin_add (gimple_stmt_iterator *gsi, unsigned word, tree value,
	    const struct origin &origin, location_t location)
{
  if (counters_atomic ())
    {
      tree address = origin_address (gsi, word, origin, location);
      tree add = builtin_decl_explicit (BUILT_IN_ATOMIC_FETCH_ADD_8);
      statement_insert (gsi,
			gimple_build_call (add, 3, address, value,
					   build_int_cst (integer_type_node,
							  MEMMODEL_RELAXED)),
			location);
      return;
    }
  if (CGPROF_CPU_INCREMENT && (!optimize || !flag_tree_ter)
      && integer_onep (value))
    {
      vec<tree, va_gc> *outputs = NULL, *inputs = NULL;
      for (unsigned i = 0; i <= CGPROF_CPU_INCREMENT_HALVES; i++)
	{
	  tree operand
	      = CGPROF_CPU_INCREMENT_HALVES
		    ? operand_at (uint32_type_node,
				  word * sizeof (uint64_t)
				      + i * sizeof (uint32_t),
				  origin)
		    : origin_operand (word, origin);
	  statement_add_operand (&outputs, "=m", operand);
	  statement_add_operand (&inputs, "m", unshare_expr (operand));
	}
      statement_insert (gsi,
			gimple_build_asm_vec (CGPROF_CPU_INCREMENT, inputs,
					      outputs, NULL, NULL),
			location);
      return;
    }
  tree old_value = make_ssa_name (counter_trees.counter_type);
  tree new_value = make_ssa_name (counter_trees.counter_type);
  statement_insert (
      gsi, gimple_build_assign (old_value, origin_operand (word, origin)),
      location);
  statement_insert (
      gsi,
      gimple_build_assign (new_value, PLUS_EXPR, old_value, value),
      location);
  statement_insert (
      gsi, gimple_build_assign (origin_operand (word, origin), new_value),
      location);
}
