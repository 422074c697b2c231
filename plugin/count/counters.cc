/* Statements that count, in GIMPLE.

   A counter is a 64-bit word of the module's counter section.  By default
   a thread counts in its own copy of the section, which lies at the
   distance that the module's thread word holds: the address of a counter
   is that of the word in the section plus the distance, one memory operand
   on most machines.  The code of a program needs neither the word nor a
   register where the kernel keeps a base for each thread that nothing else
   uses (CGPROF_CPU_SEGMENT): the same distance is there, and the counter is
   an operand in that address space.

   Most direct calls have no statement: what counts them is put before their
   instructions when all else is done (instrument/call-insns.cc).

   On a machine with an add to memory the three statements load, add, store
   become that one instruction, which no signal handler can split, right
   after GCC has expanded them side by side (flag_tree_ter, single-adds.cc);
   where it does not, an assembler template does it.  On other machines the
   access is volatile: RTL passes would otherwise forward the stored value
   over a call they take for pure.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "base/gcc-headers.h"
#include "base/options.h"
#include "sites/sites.h"
#include "count/counter-trees.h"
#include "count/counters.h"
#include "count/first-calls.h"
#include "cpu/cpu.h"

/* Where the running thread's copies of the current function's counters
   are.  */

struct origin
{
  tree distance;		/* From the section to the copy; NULL: 0.  */
  tree base;			/* Address of word 0 of the copy, if that is
				   at hand; DISTANCE is then not needed.  */
};

/* The origin that the first calls of the current function, SHARERS, share
   with its entry, if it pays (see counters_begin).  Its names live no longer
   than the pass.  */
static struct origin shared;
static hash_set<gimple *> *sharers;

/* Insert STATEMENT at LOCATION before *GSI.  */

static void
insert_before (gimple_stmt_iterator *gsi, gimple *statement,
	       location_t location)
{
  gimple_set_location (statement, location);
  cgprof_insert_before (gsi, statement);
}

/* An operand or clobber list of one element for an assembler statement.  */

static void
add_operand (vec<tree, va_gc> **list, const char *constraint, tree value)
{
  tree text = build_string (strlen (constraint) + 1, constraint);
  vec_safe_push (*list, value
		 ? build_tree_list (build_tree_list (NULL_TREE, text), value)
		 : build_tree_list (NULL_TREE, text));
}

/* Blocks of a loop or of a function that may be so short that its counter
   is needed again before the processor has stored it.  */
#define SHORT_BLOCKS 8

/* Functions of the unit that are not that short, by DECL_UID: so is no loop
   that calls one, and the register is better left to the loop.  GCC compiles
   callees first.  */
static hash_set<int_hash<int, -1, -2> > *long_functions;

/* Whether STATEMENT calls one of them.  */

static bool
calls_long_function_p (gimple *statement)
{
  tree callee = is_gimple_call (statement) ? gimple_call_fndecl (statement)
					   : NULL_TREE;
  return callee && long_functions
	 && long_functions->contains (DECL_UID (callee));
}

/* Whether STATEMENT is in a loop that may be that short.  */

static bool
in_short_loop_p (gimple *statement)
{
  class loop *loop = current_loops ? gimple_bb (statement)->loop_father : NULL;
  return CGPROF_CPU_INCREMENT && optimize
	 && loop && loop_outer (loop) && !loop->inner
	 && loop->num_nodes <= SHORT_BLOCKS
	 && !calls_long_function_p (statement);
}

bool
counters_short_p (gcall *call)
{
  return in_short_loop_p (call);
}

bool
counters_now_p (gcall *call)
{
  if (!counters_late ())
    return true;
  return !counters_segment ()
	 && (in_short_loop_p (call)
	     || (shared.base && sharers->contains (call)));
}

/* The address of the current function's counters in the section.  */

static tree
section_address (void)
{
  return build1 (ADDR_EXPR, build_pointer_type (counter_trees.counter_type),
		 current_sites->counters);
}

/* Make the address of the running thread's counters of the current function,
   at DISTANCE (NULL: in the segment), be in a register before *GSI, as an
   origin.  Processors that forward a store at once to the next load of the
   same counter know it by the text of a simple address, not by one that is
   relative to the instruction or has an index: 0.2 ns instead of 1.7 on a
   Xeon of 2023.  GCC must not see what is in the register, or it would put
   such an address back.  */

static struct origin
register_origin (gimple_stmt_iterator *gsi, tree distance,
		 location_t location)
{
  tree type = build_pointer_type (counter_trees.operand_type);
  struct origin origin = { distance, make_ssa_name (type) };
  tree address = make_ssa_name (type);
  if (distance)
    insert_before (gsi, gimple_build_assign
		   (address, POINTER_PLUS_EXPR,
		    build1 (ADDR_EXPR, type, current_sites->counters),
		    distance), location);
  else
    {
      /* The variable is in no address space of its own, so its address
	 becomes a pointer to another by way of a number.  */
      tree number = make_ssa_name (sizetype);
      insert_before (gsi, gimple_build_assign (number, NOP_EXPR,
					       section_address ()), location);
      insert_before (gsi, gimple_build_assign (address, NOP_EXPR, number),
		     location);
    }
  vec<tree, va_gc> *outputs = NULL, *inputs = NULL;
  add_operand (&outputs, "=r", origin.base);
  add_operand (&inputs, "0", address);
  gasm *hide = gimple_build_asm_vec ("", inputs, outputs, NULL, NULL);
  SSA_NAME_DEF_STMT (origin.base) = hide;
  insert_before (gsi, hide, location);
  return origin;
}

/* The thread's origin, loaded before *GSI unless the call there shares that
   of the entry.  */

static struct origin
load_origin (gimple_stmt_iterator *gsi, location_t location)
{
  struct origin origin = { NULL_TREE, NULL_TREE };
  if (plugin_options.counters != COUNTERS_THREAD)
    return origin;
  bool is_short = in_short_loop_p (gsi_stmt (*gsi));
  if (counters_segment ())
    return is_short ? register_origin (gsi, NULL_TREE, location) : origin;
  if (shared.base && sharers->contains (gsi_stmt (*gsi)))
    return shared;
  origin.distance = make_ssa_name (sizetype);
  insert_before (gsi, gimple_build_assign (origin.distance, counter_trees.word),
		 location);
  if (is_short)
    return register_origin (gsi, origin.distance, location);
  return origin;
}

/* WORD of the current function's counters from ORIGIN, as a memory
   operand.  */

static tree
counter_operand (unsigned word, const struct origin &origin)
{
  tree type = counter_trees.operand_type;
  tree pointer = build_pointer_type (type);
  tree offset = build_int_cst (pointer, word * sizeof (uint64_t));
  tree operand = origin.distance && !origin.base
    ? build5 (TARGET_MEM_REF, type, section_address (), offset,
	      NULL_TREE, NULL_TREE, origin.distance)
    : build2 (MEM_REF, type,
	      origin.base ? origin.base
	      : build1 (ADDR_EXPR, pointer, current_sites->counters), offset);
  if (!CGPROF_CPU_INCREMENT)
    {
      TREE_THIS_VOLATILE (operand) = 1;
      TREE_SIDE_EFFECTS (operand) = 1;
    }
  return operand;
}

/* The address of WORD of the current function's counters from ORIGIN,
   computed before *GSI.  */

static tree
counter_address (gimple_stmt_iterator *gsi, unsigned word,
		 const struct origin &origin, location_t location)
{
  tree offset = size_int (word * sizeof (uint64_t));
  if (origin.distance && !origin.base)
    {
      tree sum = make_ssa_name (sizetype);
      insert_before (gsi, gimple_build_assign (sum, PLUS_EXPR,
					       origin.distance, offset),
		     location);
      offset = sum;
    }
  tree address
    = make_ssa_name (build_pointer_type (counter_trees.counter_type));
  insert_before (gsi, gimple_build_assign (address, POINTER_PLUS_EXPR,
					   origin.base ? origin.base
					   : section_address (), offset),
		 location);
  return address;
}

/* The address of WORD of the words DECL in this thread's copy, in the address
   space that counters are accessed in; computed before *GSI.  It is a number
   on its way: an address of DECL, which is in no address space of its own,
   may not be a pointer to another.  */

static tree
words_address (gimple_stmt_iterator *gsi, tree decl, unsigned word,
	       location_t location)
{
  struct origin origin = load_origin (gsi, location);
  tree section = build1 (ADDR_EXPR, build_pointer_type (TREE_TYPE (decl)),
			 decl);
  tree number = make_ssa_name (sizetype);
  insert_before (gsi, gimple_build_assign (number, NOP_EXPR, section),
		 location);
  tree terms[] = { size_int (word * sizeof (uint64_t)), origin.distance };
  for (tree term : terms)
    if (term)
      {
	tree sum = make_ssa_name (sizetype);
	insert_before (gsi, gimple_build_assign (sum, PLUS_EXPR, number,
						 term), location);
	number = sum;
      }
  tree address
    = make_ssa_name (build_pointer_type (counter_trees.operand_type));
  insert_before (gsi, gimple_build_assign (address, NOP_EXPR, number),
		 location);
  return address;
}

tree
counters_address (gimple_stmt_iterator *gsi, unsigned word,
		  location_t location)
{
  return words_address (gsi, current_sites->counters, word, location);
}

tree
counters_module_address (gimple_stmt_iterator *gsi, const char *symbol,
			 location_t location)
{
  return words_address (gsi, counter_trees_block (symbol), 0, location);
}

tree
counters_early_address (gimple_stmt_iterator *gsi, tree decl,
			location_t location)
{
  auto compute = [&] (tree type, tree_code code, tree a, tree b)
    {
      tree value = create_tmp_reg (type);
      gimple *statement = b ? gimple_build_assign (value, code, a, b)
			    : gimple_build_assign (value, code, a);
      gimple_set_location (statement, location);
      gsi_insert_before (gsi, statement, GSI_SAME_STMT);
      return value;
    };
  tree section = build1 (ADDR_EXPR, build_pointer_type (TREE_TYPE (decl)),
			 decl);
  tree number = compute (sizetype, NOP_EXPR, section, NULL_TREE);
  if (plugin_options.counters == COUNTERS_THREAD && !counters_segment ())
    number = compute (sizetype, PLUS_EXPR, number,
		      compute (sizetype, VAR_DECL, counter_trees.word,
			       NULL_TREE));
  return compute (build_pointer_type (counter_trees.operand_type), NOP_EXPR,
		  number, NULL_TREE);
}

tree
counters_early_word (tree address, unsigned word)
{
  return build2 (MEM_REF, counter_trees.operand_type, address,
		 build_int_cst (TREE_TYPE (address),
				word * sizeof (uint64_t)));
}

tree
counters_word_at (tree address, unsigned word)
{
  tree operand = counters_early_word (address, word);
  TREE_THIS_VOLATILE (operand) = 1;
  TREE_SIDE_EFFECTS (operand) = 1;
  return operand;
}

/* Add 1 to WORD from ORIGIN before *GSI.  */

static void
increment_at (gimple_stmt_iterator *gsi, unsigned word,
	      const struct origin &origin, location_t location)
{
  if (plugin_options.counters == COUNTERS_ATOMIC)
    {
      tree address = counter_address (gsi, word, origin, location);
      tree add = builtin_decl_explicit (BUILT_IN_ATOMIC_FETCH_ADD_8);
      insert_before (gsi, gimple_build_call (add, 3, address,
					     build_one_cst (uint64_type_node),
					     build_int_cst (integer_type_node,
							    MEMMODEL_RELAXED)),
		     location);
      return;
    }
  if (CGPROF_CPU_INCREMENT && (!optimize || !flag_tree_ter))
    {
      vec<tree, va_gc> *outputs = NULL, *inputs = NULL;
      add_operand (&outputs, "=m", counter_operand (word, origin));
      add_operand (&inputs, "m", counter_operand (word, origin));
      insert_before (gsi, gimple_build_asm_vec (CGPROF_CPU_INCREMENT, inputs,
						outputs, NULL, NULL),
		     location);
      return;
    }
  tree old_value = make_ssa_name (counter_trees.counter_type);
  tree new_value = make_ssa_name (counter_trees.counter_type);
  insert_before (gsi, gimple_build_assign (old_value,
					   counter_operand (word, origin)),
		 location);
  insert_before (gsi, gimple_build_assign (new_value, PLUS_EXPR, old_value,
					   build_one_cst (counter_trees.counter_type)),
		 location);
  insert_before (gsi, gimple_build_assign (counter_operand (word, origin),
					   new_value), location);
}

void
counters_increment (gimple_stmt_iterator *gsi, unsigned word,
		    location_t location)
{
  increment_at (gsi, word, load_origin (gsi, location), location);
}

/* An iterator in BLOCK, which is empty or whose statements are to follow.
   It stands on a placeholder (an empty block has no statement to insert
   before), which the caller removes.  */

static gimple_stmt_iterator
placeholder (basic_block block)
{
  gimple_stmt_iterator gsi = gsi_start_bb (block);
  gsi_insert_before (&gsi, gimple_build_nop (), GSI_NEW_STMT);
  return gsi;
}

/* Make an empty block after AFTER, on a new edge with FLAGS and
   PROBABILITY from FROM, leading to TO.  */

static basic_block
make_arm (basic_block after, basic_block from, int flags,
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

/* Say once that the user has reserved each register that a slow path's call
   could use.  */

static void
no_register_left (location_t location)
{
  static bool said;
  if (!said)
    error_at (location, "cgprof: " CGPROF_CPU_CLOBBERS_TEXT
	      " are reserved, expected one of them for counting");
  said = true;
}

/* Call the slow path NAME before *GSI: by the processor's assembler TEXT,
   or where that is NULL by an ordinary call.  RESULT is the constraint of
   the distance it returns, NULL if it returns nothing.  */

static tree
call_slow_path (gimple_stmt_iterator *gsi, const char *text, const char *name,
		const vec<tree> &arguments, const char *result,
		location_t location)
{
  tree value = result ? make_ssa_name (sizetype) : NULL_TREE;
  gimple *statement;
  if (text)
    {
      vec<tree, va_gc> *inputs = NULL, *outputs = NULL, *clobbers = NULL;
      unsigned i;
      tree argument;
      FOR_EACH_VEC_ELT (arguments, i, argument)
	add_operand (&inputs, i ? CGPROF_CPU_TARGET_OPERAND
		     : CGPROF_CPU_SLOT_OPERAND, argument);
      if (result)
	add_operand (&outputs, result, value);
      /* Counters and the thread word change.  */
      add_operand (&clobbers, "memory", NULL_TREE);
      if (const char *clobbered = CGPROF_CPU_CLOBBERS)
	add_operand (&clobbers, clobbered, NULL_TREE);
      else
	no_register_left (location);
      gasm *code = gimple_build_asm_vec (text, inputs, outputs, clobbers,
					 NULL);
      gimple_asm_set_volatile (code, true);
      if (value)
	SSA_NAME_DEF_STMT (value) = code;
      statement = code;
    }
  else
    {
      tree type = build_function_type (value ? sizetype : void_type_node,
				       NULL_TREE);
      tree decl = build_fn_decl (name, type);
      DECL_VISIBILITY (decl) = VISIBILITY_HIDDEN;
      DECL_VISIBILITY_SPECIFIED (decl) = 1;
      gcall *call = gimple_build_call_vec (decl, arguments);
      if (value)
	gimple_call_set_lhs (call, value);
      statement = call;
    }
  gimple_set_location (statement, location);
  gsi_insert_before (gsi, statement, GSI_SAME_STMT);
  return value;
}

void
counters_target (gimple_stmt_iterator *gsi, unsigned word)
{
  gcall *call = as_a <gcall *> (gsi_stmt (*gsi));
  location_t location = gimple_location (call);
  tree function = gimple_call_fn (call);
  if (TREE_CODE (function) == OBJ_TYPE_REF)
    function = OBJ_TYPE_REF_EXPR (function);

  struct origin origin = load_origin (gsi, location);
  tree target = make_ssa_name (counter_trees.counter_type);
  insert_before (gsi, gimple_build_assign (target, NOP_EXPR,
					   unshare_expr (function)),
		 location);
  tree first = make_ssa_name (counter_trees.counter_type);
  insert_before (gsi, gimple_build_assign
		 (first, counter_operand (word + CGPROF_SLOT_TARGET, origin)),
		 location);
  gcond *test = gimple_build_cond (EQ_EXPR, first, target, NULL_TREE,
				   NULL_TREE);
  insert_before (gsi, test, location);

  basic_block here = gimple_bb (test);
  edge to_call = split_block (here, test);
  basic_block there = to_call->dest;
  profile_probability likely = profile_probability::likely ();
  basic_block hit = make_arm (here, here, EDGE_TRUE_VALUE, likely, there);
  basic_block miss = make_arm (hit, here, EDGE_FALSE_VALUE,
			       likely.invert (), there);
  remove_edge (to_call);

  gimple_stmt_iterator arm = placeholder (hit);
  increment_at (&arm, word + CGPROF_SLOT_COUNT, origin, location);
  gsi_remove (&arm, true);

  arm = placeholder (miss);
  if (counters_segment ())
    origin.base = NULL_TREE;
  auto_vec<tree, 2> arguments;
  arguments.quick_push (counter_address (&arm, word, origin, location));
  arguments.quick_push (target);
  if (counters_segment ())
    call_slow_path (&arm, CGPROF_CPU_SLOT, CGPROF_SLOT, arguments, NULL,
		    location);
  else
    call_slow_path (&arm, CGPROF_CPU_TARGET, CGPROF_TARGET, arguments, NULL,
		    location);
  gsi_remove (&arm, true);
  *gsi = gsi_for_stmt (call);
}

/* Put TEST before *GSI, in the current function's first block BLOCK, and
   make an arm for what is to be done, seldom, if it is true.  Return the
   block to go on in; *GSI is in the arm, on a placeholder.  */

static basic_block
enter_slowly (gimple_stmt_iterator *gsi, basic_block block, gcond *test,
	      location_t location)
{
  insert_before (gsi, test, location);
  gsi_remove (gsi, true);
  edge go_on = split_block (block, test);
  basic_block rest = go_on->dest;
  profile_probability unlikely = profile_probability::very_unlikely ();
  go_on->flags = EDGE_FALSE_VALUE;
  go_on->probability = unlikely.invert ();
  *gsi = placeholder (make_arm (block, block, EDGE_TRUE_VALUE, unlikely,
				rest));
  return rest;
}

/* Count an entry of the current function in word 0, after giving the thread
   its copy if it has none.  If SHARE, its calls share the address that is
   computed for this.  */

static void
enter (bool share)
{
  location_t location = DECL_SOURCE_LOCATION (current_function_decl);
  edge entry = single_succ_edge (ENTRY_BLOCK_PTR_FOR_FN (cfun));
  basic_block block = split_edge (entry);
  gimple_stmt_iterator gsi = placeholder (block);
  struct origin origin = load_origin (&gsi, location);
  if (origin.distance)
    {
      /* A thread that has no copy yet (its word equals the module's UNSET)
	 gets one.  */
      tree unset = make_ssa_name (sizetype);
      tree unset_operand
	= build2 (MEM_REF, sizetype,
		  build1 (ADDR_EXPR, ptr_type_node, counter_trees.module),
		  build_int_cst (build_pointer_type (sizetype),
				 CGPROF_UNSET_OFFSET));
      insert_before (&gsi, gimple_build_assign (unset, unset_operand),
		     location);
      gcond *test = gimple_build_cond (EQ_EXPR, origin.distance, unset,
				       NULL_TREE, NULL_TREE);
      basic_block rest = enter_slowly (&gsi, block, test, location);
      basic_block slow = gsi_bb (gsi);
      tree given = call_slow_path (&gsi, CGPROF_CPU_ENTER, CGPROF_ENTER,
				   vNULL, CGPROF_CPU_ENTER_RESULT, location);
      gsi_remove (&gsi, true);

      gphi *phi = create_phi_node (make_ssa_name (sizetype), rest);
      add_phi_arg (phi, origin.distance, find_edge (block, rest), location);
      add_phi_arg (phi, given, single_succ_edge (slow), location);
      origin.distance = gimple_phi_result (phi);
      gsi = placeholder (rest);
      if (share)
	{
	  origin.base = counter_address (&gsi, 0, origin, location);
	  shared = origin;
	}
      else if (current_sites->entry_in_register)
	origin = register_origin (&gsi, origin.distance, location);
    }
  else if (counters_segment ())
    {
      tree ready = make_ssa_name (uint32_type_node);
      insert_before (&gsi, gimple_build_assign (ready, counter_trees.ready),
		     location);
      gcond *test = gimple_build_cond (NE_EXPR, ready,
				       build_one_cst (uint32_type_node),
				       NULL_TREE, NULL_TREE);
      basic_block rest = enter_slowly (&gsi, block, test, location);
      call_slow_path (&gsi, CGPROF_CPU_BEGIN, CGPROF_BEGIN, vNULL, NULL,
		      location);
      gsi_remove (&gsi, true);
      gsi = placeholder (rest);
      if (current_sites->entry_in_register)
	origin = register_origin (&gsi, NULL_TREE, location);
    }
  increment_at (&gsi, 0, origin, location);
  gsi_remove (&gsi, true);
}

void
counters_begin (const vec<gcall *> &calls)
{
  shared.distance = shared.base = NULL_TREE;
  if (n_basic_blocks_for_fn (cfun) > SHORT_BLOCKS)
    {
      if (!long_functions)
	long_functions = new hash_set<int_hash<int, -1, -2> > ();
      long_functions->add (DECL_UID (current_function_decl));
    }
  if (sharers)
    sharers->empty ();
  else
    sharers = new hash_set<gimple *> ();
  if (!current_sites->entry)
    return;
  /* Another entry may follow at once.  */
  current_sites->entry_in_register
    = CGPROF_CPU_INCREMENT && optimize && calls.is_empty ()
      && n_basic_blocks_for_fn (cfun) <= SHORT_BLOCKS;
  if (counters_late_entry ())
    return;

  /* A call of its own loads the distance, takes the section's address and
     adds: three instructions on x86-64.  The entry computes most of that
     anyway, and the first calls can go on from there.  Not the later ones:
     after a call the function may run in another thread, as under a
     scheduler that moves contexts between threads.  */
  bool share = false;
  if (plugin_options.counters == COUNTERS_THREAD && optimize
      && !counters_segment ())
    {
      first_calls_collect (calls, sharers);
      share = first_calls_executions (calls, *sharers) >= 0.5;
    }
  enter (share);
}
