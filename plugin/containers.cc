/* Records of C++ containers.

   A container's members are inlined early, and what is left of them differs
   with the optimisation and the library; only as the program wrote it is a
   call of one a call.  So this pass runs right after the control flow graph
   is built.  It looks at the calls in the program's own functions, not in
   the library's, so an object works with others that were not compiled so,
   and nothing about the containers changes.

   A record is a block of counter words of its own, which the function may
   take along wherever it is inlined; its words have the counters' alias
   set, so that GCC keeps them out of the way of the program's own memory.
   What a growth costs is recorded where there was one: the common path is a
   count and a comparison.

   With -flto the code is made by a compiler that may not know the plugin
   nor have the module's text; then there are no such records.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "gcc-headers.h"
#include "filter.h"
#include "sites.h"
#include "counters.h"
#include "emit.h"
#include "advise.h"
#include "containers.h"
#include "cgprof/abi.h"

/* A record of the unit.  */
struct container_record
{
  char *function;		/* Assembler names, */
  char *callee;
  char *object;			/* source name or NULL.  */
  struct place place;
};

static vec<container_record> records;

/* Where a vector keeps its members, in bytes.  */
struct vector_layout
{
  HOST_WIDE_INT start;
  HOST_WIDE_INT end;		/* Of storage.  */
};

/* The offset of the member NAME in TYPE or in a member or base of it that is
   a class; -1 if there is none.  *TYPE_OUT becomes its type.  */

static HOST_WIDE_INT
find_member (tree type, const char *name, tree *type_out)
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
	  HOST_WIDE_INT inner = find_member (TREE_TYPE (field), name,
					     type_out);
	  if (inner >= 0)
	    return offset + inner;
	}
    }
  return -1;
}

/* The name of DECL, or "".  */

static const char *
plain_name (tree decl)
{
  return decl && DECL_NAME (decl) ? IDENTIFIER_POINTER (DECL_NAME (decl))
				  : "";
}

/* Whether CONTEXT is std or lies in it.  */

static bool
in_std_p (tree context)
{
  for (; context && TREE_CODE (context) != TRANSLATION_UNIT_DECL;
       context = TYPE_P (context) ? TYPE_CONTEXT (context)
				  : DECL_CONTEXT (context))
    if (TREE_CODE (context) == NAMESPACE_DECL
	&& (!strcmp (plain_name (context), "std")
	    || !strcmp (plain_name (context), "__gnu_cxx")))
      return true;
  return false;
}

/* Whether CALL is of a member of std::vector that may make it grow; then
   *LAYOUT is its layout.  */

static bool
vector_growth_p (gcall *call, struct vector_layout *layout)
{
  static const char *const members[] = {
    "push_back", "emplace_back", "insert", "emplace", "resize", "assign"
  };
  tree decl = gimple_call_fndecl (call);
  if (!decl || gimple_call_num_args (call) == 0)
    return false;
  tree type = DECL_CONTEXT (decl);
  if (!type || TREE_CODE (type) != RECORD_TYPE || !TYPE_NAME (type)
      || strcmp (plain_name (TYPE_NAME (type)), "vector")
      || !in_std_p (TYPE_CONTEXT (type)))
    return false;
  bool found = false;
  for (const char *member : members)
    found = found || !strcmp (plain_name (decl), member);
  if (!found || !POINTER_TYPE_P (TREE_TYPE (gimple_call_arg (call, 0))))
    return false;
  tree start = NULL_TREE;
  tree end;
  layout->start = find_member (type, "_M_start", &start);
  layout->end = find_member (type, "_M_end_of_storage", &end);
  /* Not vector<bool>, whose members are iterators.  */
  return layout->start >= 0 && layout->end >= 0 && POINTER_TYPE_P (start);
}

/* Insert VALUE's computation before *GSI; return where it is.  */

static tree
compute (gimple_stmt_iterator *gsi, tree type, tree value,
	 location_t location)
{
  tree result = create_tmp_reg (type);
  gimple *statement = gimple_build_assign (result, value);
  gimple_set_location (statement, location);
  gsi_insert_before (gsi, statement, GSI_SAME_STMT);
  return result;
}

/* The pointer at OFFSET of the object at ADDRESS, as a number.  */

static tree
load_pointer (gimple_stmt_iterator *gsi, tree address, HOST_WIDE_INT offset,
	      location_t location)
{
  tree value = compute (gsi, ptr_type_node,
			build2 (MEM_REF, ptr_type_node, address,
				build_int_cst (ptr_type_node, offset)),
			location);
  return compute (gsi, uint64_type_node,
		  build1 (NOP_EXPR, uint64_type_node, value), location);
}

/* Make WORD of the record at BASE what CODE makes of it and VALUE.  */

static void
update (gimple_stmt_iterator *gsi, tree base, unsigned word,
	enum tree_code code, tree value, location_t location)
{
  tree before = compute (gsi, uint64_type_node,
			 counters_early_word (base, word), location);
  tree after = compute (gsi, uint64_type_node,
			build2 (code, uint64_type_node, before, value),
			location);
  gimple *store = gimple_build_assign (counters_early_word (base, word),
				       after);
  gimple_set_location (store, location);
  gsi_insert_before (gsi, store, GSI_SAME_STMT);
}

/* An iterator where CALL returns to, before a placeholder, *MARK.  */

static gimple_stmt_iterator
behind_call (gcall *call, gimple **mark)
{
  gimple_stmt_iterator gsi = gsi_for_stmt (call);
  *mark = gimple_build_nop ();
  if (!stmt_ends_bb_p (call))
    gsi_insert_after (&gsi, *mark, GSI_NEW_STMT);
  else
    {
      edge returned = find_fallthru_edge (gimple_bb (call)->succs);
      basic_block block = split_edge (returned);
      gsi = gsi_start_bb (block);
      gsi_insert_before (&gsi, *mark, GSI_NEW_STMT);
    }
  return gsi;
}

/* The source name of the object whose address VALUE is, to be freed, or
   NULL.  */

static char *
vector_name (tree value)
{
  if (TREE_CODE (value) == ADDR_EXPR)
    value = TREE_OPERAND (value, 0);
  if (TREE_CODE (value) == COMPONENT_REF)
    {
      tree field = TREE_OPERAND (value, 1);
      tree type = TYPE_NAME (DECL_CONTEXT (field));
      if (*plain_name (field) && type && TREE_CODE (type) == TYPE_DECL)
	return concat (plain_name (type), "::", plain_name (field), NULL);
    }
  return DECL_P (value) && *plain_name (value) && !DECL_ARTIFICIAL (value)
    ? xstrdup (plain_name (value)) : NULL;
}

/* What the temporary VALUE was given; else VALUE.  */

static tree
given (tree value)
{
  if (TREE_CODE (value) != SSA_NAME)
    return value;
  gimple *definition = SSA_NAME_DEF_STMT (value);
  return definition && gimple_assign_single_p (definition)
	 ? gimple_assign_rhs1 (definition) : value;
}

static void
record_growth (gcall *call, const struct vector_layout &layout)
{
  location_t location = gimple_location (call);
  gimple_stmt_iterator gsi = gsi_for_stmt (call);

  struct container_record record;
  record.function = xstrdup (sites_name (current_function_decl));
  record.callee = xstrdup (sites_name (gimple_call_fndecl (call)));
  record.object = vector_name (given (gimple_call_arg (call, 0)));
  record.place = sites_place (location);
  if (record.place.file)
    record.place.file = xstrdup (record.place.file);
  char name[32];
  snprintf (name, sizeof name, "*.Lcgprof_v%u", records.length ());
  records.safe_push (record);
  tree words = counters_early_declare (name);

  tree object = compute (&gsi, ptr_type_node, gimple_call_arg (call, 0),
			 location);
  tree old_start = load_pointer (&gsi, object, layout.start, location);
  tree old_end = load_pointer (&gsi, object, layout.end, location);

  gimple *mark;
  gsi = behind_call (call, &mark);
  tree base = counters_early_address (&gsi, words, location);
  tree one = build_one_cst (uint64_type_node);
  update (&gsi, base, CGPROF_VECTOR_CALLS, PLUS_EXPR, one, location);
  tree new_end = load_pointer (&gsi, object, layout.end, location);
  gcond *test = gimple_build_cond (NE_EXPR, new_end, old_end, NULL_TREE,
				   NULL_TREE);
  gimple_set_location (test, location);
  gsi_insert_before (&gsi, test, GSI_SAME_STMT);

  basic_block here = gimple_bb (test);
  edge past = split_block (here, test);
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

  gsi = gsi_start_bb (arm);
  gimple *arm_mark = gimple_build_nop ();
  gsi_insert_before (&gsi, arm_mark, GSI_NEW_STMT);
  tree new_start = load_pointer (&gsi, object, layout.start, location);
  tree old_size = compute (&gsi, uint64_type_node,
			   build2 (MINUS_EXPR, uint64_type_node, old_end,
				   old_start), location);
  tree new_size = compute (&gsi, uint64_type_node,
			   build2 (MINUS_EXPR, uint64_type_node, new_end,
				   new_start), location);
  tree empty = compute (&gsi, boolean_type_node,
			build2 (EQ_EXPR, boolean_type_node, old_start,
				old_end), location);
  tree first = compute (&gsi, uint64_type_node,
			build1 (NOP_EXPR, uint64_type_node, empty),
			location);
  base = counters_early_address (&gsi, words, location);
  update (&gsi, base, CGPROF_VECTOR_GROWTHS, PLUS_EXPR, one, location);
  update (&gsi, base, CGPROF_VECTOR_FIRST, PLUS_EXPR, first, location);
  update (&gsi, base, CGPROF_VECTOR_BYTES, PLUS_EXPR, old_size, location);
  update (&gsi, base, CGPROF_VECTOR_LARGEST, MAX_EXPR, new_size, location);
  gsi_remove (&gsi, true);
  gsi = gsi_for_stmt (mark);
  gsi_remove (&gsi, true);
}

static void
instrument_containers (void)
{
  tree decl = current_function_decl;
  if (!filter_admits (decl) || in_std_p (DECL_CONTEXT (decl)))
    return;
  auto_vec<gcall *> calls;
  basic_block bb;
  FOR_EACH_BB_FN (bb, cfun)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
	 gsi_next (&gsi))
      if (gcall *call = dyn_cast <gcall *> (gsi_stmt (gsi)))
	calls.safe_push (call);
  unsigned i;
  gcall *call;
  FOR_EACH_VEC_ELT (calls, i, call)
    {
      struct vector_layout layout;
      if (vector_growth_p (call, &layout)
	  && (!stmt_ends_bb_p (call)
	      || find_fallthru_edge (gimple_bb (call)->succs)))
	record_growth (call, layout);
    }
  free_dominance_info (CDI_DOMINATORS);
  free_dominance_info (CDI_POST_DOMINATORS);
}

static const pass_data container_pass_data =
{
  GIMPLE_PASS, "cgprof_containers", OPTGROUP_NONE, TV_NONE,
  PROP_cfg, 0, 0, 0, 0
};

class container_pass : public gimple_opt_pass
{
public:
  container_pass () : gimple_opt_pass (container_pass_data, g) {}

  bool gate (function *) final override
  {
    return advise_vectors () && !flag_generate_lto;
  }

  unsigned int execute (function *) final override
  {
    instrument_containers ();
    return 0;
  }
};

void
containers_register (const char *name)
{
  struct register_pass_info pass
    = { new container_pass (), "cfg", 1, PASS_POS_INSERT_AFTER };
  register_callback (name, PLUGIN_PASS_MANAGER_SETUP, NULL, &pass);
}

void
containers_emit_unit (void)
{
  unsigned i;
  struct container_record *record;
  FOR_EACH_VEC_ELT (records, i, record)
    emit_container (i, CGPROF_VECTOR_WORDS, record->function, record->callee,
		    record->object, record->place);
}
