/* Code that counts: plain statements in GIMPLE, one add in RTL.

   A counter is a 64-bit word of the module's counter section.  By default
   a thread counts in its own copy of the section, which lies at the
   distance that the module's thread word holds: the address of a counter
   is that of the word in the section plus the distance, one memory operand
   on most machines.  The code of a program needs neither the word nor a
   register where the kernel keeps a base for each thread that nothing else
   uses (CGPROF_CPU_SEGMENT): the same distance is there, and the counter is
   an operand in that address space.

   A direct call that is counted by one instruction without a register has
   no statement: the instruction is put before the call when all else is done
   (call-insns.cc).

   On a machine with an add to memory the three statements load, add, store
   become that one instruction, which no signal handler can split, right
   after GCC has expanded them side by side (flag_tree_ter, single-adds.cc);
   where it does not, an assembler template does it.  On other machines the
   access is volatile: RTL passes would otherwise forward the stored value
   over a call they take for pure.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "gcc-headers.h"
#include "options.h"
#include "sites.h"
#include "counters.h"
#include "first-calls.h"
#include "cpu.h"

/* Trees that live through the unit.  */
static GTY (()) tree word_decl;		/* CGPROF_WORD.  */
static GTY (()) tree module_decl;	/* CGPROF_MODULE.  */
static GTY (()) tree ready_decl;	/* CGPROF_READY.  */
static GTY (()) tree operand_type;	/* COUNTER_TYPE in the address space
					   that counters are accessed in.  */
static GTY (()) tree counter_type;	/* Type of a counter word: its own
					   alias set, as nothing else in the
					   program can reach one.  */

static const struct ggc_root_tab roots[] =
{
#define ROOT(tree) \
  { &tree, 1, sizeof (tree), &gt_ggc_mx_tree_node, &gt_pch_nx_tree_node }
  ROOT (word_decl), ROOT (module_decl), ROOT (ready_decl),
  ROOT (counter_type), ROOT (operand_type),
#undef ROOT
  LAST_GGC_ROOT_TAB
};

void
counters_register (const char *plugin)
{
  register_callback (plugin, PLUGIN_REGISTER_GGC_ROOTS, NULL,
		     CONST_CAST (ggc_root_tab *, roots));
}

/* Declare the hidden variable NAME of TYPE, which the assembler text that
   the plugin writes will define.  */

static tree
declare (const char *name, tree type)
{
  tree decl = build_decl (UNKNOWN_LOCATION, VAR_DECL, get_identifier (name),
			  type);
  DECL_EXTERNAL (decl) = 1;
  TREE_PUBLIC (decl) = 1;
  TREE_STATIC (decl) = 0;
  DECL_VISIBILITY (decl) = VISIBILITY_HIDDEN;
  DECL_VISIBILITY_SPECIFIED (decl) = 1;
  DECL_ARTIFICIAL (decl) = 1;
  DECL_IGNORED_P (decl) = 1;
  TREE_ADDRESSABLE (decl) = 1;
  TREE_USED (decl) = 1;
  SET_DECL_ASSEMBLER_NAME (decl, get_identifier (name));
  return decl;
}

bool
counters_segment (void)
{
  return CGPROF_CPU_SEGMENT && plugin_options.segment && !flag_shlib
	 && plugin_options.counters == COUNTERS_THREAD;
}

bool
counters_late (void)
{
  return counters_segment () && flag_ipa_ra
	 && !CGPROF_CPU_SAVES_SCRATCH (current_function_decl);
}

/* Make the trees that live through the unit.  */

static void
declare_types (void)
{
  if (!counter_type)
    {
      counter_type = build_distinct_type_copy (uint64_type_node);
      TYPE_ALIAS_SET (counter_type) = new_alias_set ();
      operand_type = counter_type;
      if (counters_segment ())
	{
	  operand_type = build_qualified_type
	    (counter_type, ENCODE_QUAL_ADDR_SPACE (CGPROF_CPU_SEGMENT));
	  ready_decl = declare (CGPROF_READY, uint32_type_node);
	}
      word_decl = declare (CGPROF_WORD, sizetype);
      module_decl = declare (CGPROF_MODULE,
			     build_array_type_nelts (sizetype,
						     sizeof (cgprof_module)
						     / sizeof (uint64_t)));
    }
}

/* What counting refers to must be known to the symbol table, which also holds
   the thread-local model.  It may have been known before and been forgotten
   again, as nothing referred to it when GCC looked (containers.cc), and its
   model with it.  */

static void
refer_to_module (void)
{
  enum tls_model model = flag_shlib ? TLS_MODEL_INITIAL_EXEC
				    : TLS_MODEL_LOCAL_EXEC;
  if (ready_decl)
    set_decl_tls_model (ready_decl, TLS_MODEL_LOCAL_EXEC);
  set_decl_tls_model (word_decl, model);
  if (!ready_decl)
    varpool_node::get_create (module_decl);
}

void
counters_declare (void)
{
  declare_types ();
  /* Local to the assembler file ("*": the name as it stands): no entry in
     anybody's symbol table.  */
  char name[32];
  snprintf (name, sizeof name, "*.Lcgprof_c%u", current_sites->number);
  tree type = build_array_type (counter_type, NULL_TREE);
  current_sites->counters = declare (name, type);
  varpool_node::get_create (current_sites->counters);
  refer_to_module ();
}

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

/* The address of the current function's counters in the section.  */

static tree
section_address (void)
{
  return build1 (ADDR_EXPR, build_pointer_type (counter_type),
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
  tree type = build_pointer_type (operand_type);
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
  insert_before (gsi, gimple_build_assign (origin.distance, word_decl),
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
  tree offset = build_int_cst (build_pointer_type (operand_type),
			       word * sizeof (uint64_t));
  tree operand = origin.distance && !origin.base
    ? build5 (TARGET_MEM_REF, operand_type, section_address (), offset,
	      NULL_TREE, NULL_TREE, origin.distance)
    : build2 (MEM_REF, operand_type,
	      origin.base ? origin.base
	      : build1 (ADDR_EXPR, build_pointer_type (operand_type),
			current_sites->counters), offset);
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
  tree address = make_ssa_name (build_pointer_type (counter_type));
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
  tree address = make_ssa_name (build_pointer_type (operand_type));
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
  tree decl = declare (symbol, build_array_type (counter_type, NULL_TREE));
  varpool_node::get_create (decl);
  return words_address (gsi, decl, 0, location);
}

tree
counters_early_declare (const char *name)
{
  declare_types ();
  tree decl = declare (name, build_array_type (counter_type, NULL_TREE));
  varpool_node::get_create (decl);
  refer_to_module ();
  return decl;
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
		      compute (sizetype, VAR_DECL, word_decl, NULL_TREE));
  return compute (build_pointer_type (operand_type), NOP_EXPR, number,
		  NULL_TREE);
}

tree
counters_early_word (tree address, unsigned word)
{
  return build2 (MEM_REF, operand_type, address,
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
  tree old_value = make_ssa_name (counter_type);
  tree new_value = make_ssa_name (counter_type);
  insert_before (gsi, gimple_build_assign (old_value,
					   counter_operand (word, origin)),
		 location);
  insert_before (gsi, gimple_build_assign (new_value, PLUS_EXPR, old_value,
					   build_one_cst (counter_type)),
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
      if (CGPROF_CPU_CLOBBERS)
	add_operand (&clobbers, CGPROF_CPU_CLOBBERS, NULL_TREE);
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
  tree target = make_ssa_name (counter_type);
  insert_before (gsi, gimple_build_assign (target, NOP_EXPR,
					   unshare_expr (function)),
		 location);
  tree first = make_ssa_name (counter_type);
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
		  build1 (ADDR_EXPR, ptr_type_node, module_decl),
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
      insert_before (&gsi, gimple_build_assign (ready, ready_decl), location);
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
  if (counters_late ())
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

bool
counters_counter_p (rtx memory)
{
  return counter_type && MEM_P (memory) && !MEM_VOLATILE_P (memory)
	 && MEM_ALIAS_SET (memory) == TYPE_ALIAS_SET (counter_type);
}

void
counters_emit_add (rtx counter)
{
  rtx sum = expand_simple_binop (DImode, PLUS, counter, const1_rtx, counter,
				 1, OPTAB_DIRECT);
  gcc_assert (sum);
  if (sum != counter)
    emit_move_insn (counter, sum);
}

/* Take ADDRESS, a constant, to a register, and keep from GCC what is
   there (register_origin).  */

static rtx
hide_address (rtx address, location_t location)
{
  rtx inputs[] = { force_reg (Pmode, address) };
  rtx constraints[] = { gen_rtx_ASM_INPUT_loc (Pmode, "0", location) };
  rtx hidden = gen_reg_rtx (Pmode);
  emit_insn (gen_rtx_SET (hidden, gen_rtx_ASM_OPERANDS
			  (Pmode, "", "=r", 0, gen_rtvec_v (1, inputs),
			   gen_rtvec_v (1, constraints), rtvec_alloc (0),
			   location)));
  return hidden;
}

/* Emit what adds 1 to the counter at ADDRESS, in the address space that
   counters are accessed in.  */

static void
emit_counter_add (rtx address)
{
  addr_space_t space = TYPE_ADDR_SPACE (operand_type);
  rtx counter = gen_rtx_MEM (DImode, memory_address_addr_space
			     (DImode, address, space));
  set_mem_addr_space (counter, space);
  set_mem_alias_set (counter, get_alias_set (counter_type));
  counters_emit_add (counter);
}

/* The instructions since start_sequence, at LOCATION.  */

static rtx_insn *
finish_sequence (location_t location)
{
  rtx_insn *sequence = get_insns ();
  unshare_all_rtl_in_chain (sequence);
  end_sequence ();
  for (rtx_insn *i = sequence; i; i = NEXT_INSN (i))
    if (INSN_P (i))
      INSN_LOCATION (i) = location;
  return sequence;
}

void
counters_increment_rtl (rtx_insn *insn, unsigned word, bool in_register)
{
  start_sequence ();
  addr_space_t space = TYPE_ADDR_SPACE (operand_type);
  rtx base = XEXP (DECL_RTL (current_sites->counters), 0);
  if (in_register)
    base = hide_address (base, INSN_LOCATION (insn));
  rtx address = plus_constant (Pmode, base, word * sizeof (uint64_t));
  if (!space)
    address = force_reg (Pmode, address);
  if (plugin_options.counters == COUNTERS_THREAD && !space)
    address = gen_rtx_PLUS (Pmode, address,
			    force_reg (Pmode, expand_normal (word_decl)));
  if (plugin_options.counters == COUNTERS_ATOMIC)
    {
      tree type = build_pointer_type (counter_type);
      tree add = builtin_decl_explicit (BUILT_IN_ATOMIC_FETCH_ADD_8);
      expand_expr (build_call_expr (add, 3, make_tree (type, address),
				    build_one_cst (uint64_type_node),
				    build_int_cst (integer_type_node,
						   MEMMODEL_RELAXED)),
		   const0_rtx, VOIDmode, EXPAND_NORMAL);
    }
  else
    emit_counter_add (address);
  emit_insn_before (finish_sequence (INSN_LOCATION (insn)), insn);
}

/* Emit TEXT, assembler code that changes flags and memory.  */

static void
emit_text (const char *text, location_t location)
{
  rtx body = gen_rtx_ASM_OPERANDS (VOIDmode, text, "", 0, rtvec_alloc (0),
				   rtvec_alloc (0), rtvec_alloc (0), location);
  MEM_VOLATILE_P (body) = 1;
  rtx memory = gen_rtx_MEM (BLKmode, gen_rtx_SCRATCH (VOIDmode));
  rtx parts[] = { body, gen_rtx_CLOBBER (VOIDmode, memory) };
  emit_insn (gen_rtx_PARALLEL (VOIDmode, gen_rtvec_v (2, parts)));
}

void
counters_enter_rtl (void)
{
  location_t location = prologue_location;
  rtx_code_label *slow = gen_label_rtx (), *ready = gen_label_rtx ();

  start_sequence ();
  rtx flag = XEXP (DECL_RTL (ready_decl), 0);
  flag = gen_rtx_MEM (SImode, CGPROF_CPU_THREAD_ADDRESS (flag));
  set_mem_addr_space (flag, CGPROF_CPU_THREAD_SPACE);
  do_compare_rtx_and_jump (flag, const1_rtx, NE, 1, SImode, NULL_RTX, NULL,
			   slow, profile_probability::very_unlikely ());
  emit_label (ready);
  rtx address = XEXP (DECL_RTL (current_sites->counters), 0);
  if (current_sites->entry_in_register)
    {
      rtx scratch = gen_rtx_REG (Pmode, decode_reg_name (CGPROF_CPU_SCRATCH));
      emit_move_insn (scratch, address);
      address = scratch;
    }
  emit_counter_add (address);
  rtx_insn *test = finish_sequence (location);

  start_sequence ();
  emit_barrier ();
  emit_label (slow);
  emit_text (CGPROF_CPU_BEGIN_AT_ENTRY, location);
  emit_jump (ready);
  emit_barrier ();
  rtx_insn *arm = finish_sequence (location);

  rtx_insn *first = get_insns ();
  while (NOTE_P (first))
    first = NEXT_INSN (first);
  emit_insn_before (test, first);
  emit_insn_after (arm, get_last_insn ());
  rebuild_jump_labels_chain (test);
  rebuild_jump_labels_chain (arm);
}
