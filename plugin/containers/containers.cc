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
   What is rare, a growth or the end of a large container, is looked at where
   it happens: the common path is a few additions and a comparison.

   What speaks against another type of container is told by rows alone
   (CGPROF_ADVICE_USE): that it is written is enough.

   With -flto the code is made by a compiler that may not know the plugin.
   So there the records and their rows are an assembler statement of the
   unit, which goes along with the code; emit/lto.cc adds the module's text for a
   compiler that does not add it itself.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "base/gcc-headers.h"
#include "sites/filter.h"
#include "sites/sites.h"
#include "count/counter-trees.h"
#include "emit/emit.h"
#include "emit/lto.h"
#include "advise/advise.h"
#include "containers/containers.h"
#include "containers/code.h"
#include "containers/objects.h"
#include "containers/uses.h"
#include "cgprof/abi.h"

/* A record of the unit.  */
struct container_record
{
  char *function;		/* Assembler name.  */
  struct advice_site advice;	/* All strings are its own.  */
};

static vec<container_record> records;

/* Before their numbers in the symbols of the records.  With -flto the code is
   made by another compiler, for any number of units at once: symbols are
   global, and the unit's own.  */
static char *record_label;

/* Members of which rows or records are made, by what they do.  */

static const char *const growing_members[] = {
  "push_back", "emplace_back", "insert", "emplace", "resize", "assign", NULL
};
static const char *const place_members[] = {
  "insert", "emplace", "erase", NULL
};
static const char *const begin_members[] = {
  "begin", "cbegin", "rbegin", "crbegin", NULL
};
static const char *const inserting_members[] = {
  "insert", "emplace", "emplace_hint", "try_emplace", "insert_or_assign",
  "operator[]", NULL
};
static const char *const lookup_members[] = {
  "find", "count", "contains", "at", "erase", "insert", "emplace",
  "emplace_hint", "try_emplace", "insert_or_assign", "operator[]", NULL
};

/* Add a row of KIND for CALL, about OBJECT, whose name is freed; the record
   has WORDS words.  Returns its counters.  */

static tree
add_record (enum cgprof_advice_kind kind, gcall *call,
	    struct container_object *object, unsigned words, unsigned sums,
	    unsigned maxima)
{
  struct container_record record = { };
  struct advice_site *advice = &record.advice;
  advice->kind = kind;
  advice->flags = object->alias ? CGPROF_ADVICE_ALIAS : 0;
  advice->words = words;
  advice->sums = sums;
  advice->maxima = maxima;
  tree decl = gimple_call_fndecl (call);
  if (kind == CGPROF_ADVICE_VECTOR)
    {
      advice->callee = xstrdup (sites_name (decl));
      advice->object = object->name;
    }
  else
    {
      advice->callee = xstrdup (container_use_member (decl));
      advice->object = container_use_object (object);
      advice->detail = container_use_type (object->type);
      free (object->name);
    }
  advice->place = sites_place (gimple_location (call));
  if (advice->place.file)
    advice->place.file = xstrdup (advice->place.file);
  record.function = xstrdup (sites_name (current_function_decl));
  char number[16];
  snprintf (number, sizeof number, "%u", records.length ());
  char *name = concat (flag_generate_lto ? "" : "*", record_label, number,
		       NULL);
  records.safe_push (record);
  tree declared = words ? counter_trees_block (name) : NULL_TREE;
  free (name);
  return declared;
}

void
containers_add_use (gimple *statement, const char *what,
		    const struct container_object *object, tree iterator)
{
  struct container_record record = { };
  struct advice_site *advice = &record.advice;
  advice->kind = CGPROF_ADVICE_USE;
  advice->flags = object->alias || !what ? CGPROF_ADVICE_ALIAS : 0;
  advice->callee = what ? xstrdup (what) : NULL;
  advice->object = container_use_object (object);
  advice->detail = container_use_type (object->type ? object->type
							: iterator);
  advice->place = sites_place (gimple_location (statement));
  if (advice->place.file)
    advice->place.file = xstrdup (advice->place.file);
  record.function = xstrdup (sites_name (current_function_decl));
  records.safe_push (record);
}

static HOST_WIDE_INT
offset_of (tree type, const char *name)
{
  tree member;
  return container_member (type, name, &member);
}

/* A vector's growth in CALL.  */

static void
record_growth (gcall *call, struct container_object *object, tree type)
{
  HOST_WIDE_INT start = offset_of (type, "_M_start");
  HOST_WIDE_INT end = offset_of (type, "_M_end_of_storage");
  tree words = add_record (CGPROF_ADVICE_VECTOR, call, object,
			   CGPROF_VECTOR_WORDS, CGPROF_VECTOR_SUMS, 1);
  container_code code (call, words);
  tree vector = code.argument (0);
  tree old_start = code.load (vector, start);
  tree old_end = code.load (vector, end);
  code.follow ();
  code.add (CGPROF_VECTOR_CALLS, code.constant (1));
  tree new_end = code.load (vector, end);
  code.only_if (NE_EXPR, new_end, old_end);
  tree new_start = code.load (vector, start);
  code.add (CGPROF_VECTOR_GROWTHS, code.constant (1));
  code.add (CGPROF_VECTOR_FIRST, code.test (EQ_EXPR, old_start, old_end));
  code.add (CGPROF_VECTOR_BYTES, code.minus (old_end, old_start));
  code.maximum (CGPROF_VECTOR_LARGEST, code.minus (new_end, new_start));
}

/* The elements that CALL, of a member insert, emplace or erase of the vector
   TYPE, moves.  */

static void
record_shift (gcall *call, struct container_object *object, tree type,
	      bool erase)
{
  tree words = add_record (CGPROF_ADVICE_SHIFT, call, object,
			   CGPROF_SHIFT_WORDS, CGPROF_SHIFT_SUMS, 1);
  container_code code (call, words);
  tree vector = code.argument (0);
  tree start = code.load (vector, offset_of (type, "_M_start"));
  tree finish = code.load (vector, offset_of (type, "_M_finish"));
  bool range = erase && gimple_call_num_args (call) == 3;
  tree first = code.op (NOP_EXPR, code.argument (1), NULL_TREE);
  tree behind = range ? code.op (NOP_EXPR, code.argument (2), NULL_TREE)
		      : first;
  code.add (CGPROF_SHIFT_COUNT, code.constant (1));
  code.add (CGPROF_SHIFT_FRONT,
	    code.op (BIT_AND_EXPR, code.test (EQ_EXPR, first, start),
		     code.test (NE_EXPR, start, finish)));
  code.add (CGPROF_SHIFT_BYTES, code.minus (finish, behind));
  code.maximum (CGPROF_SHIFT_LARGEST, code.minus (finish, start));
}

static void
record_pass (gcall *call, struct container_object *object, tree type,
	     HOST_WIDE_INT element)
{
  tree words = add_record (CGPROF_ADVICE_PASS, call, object,
			   CGPROF_PASS_WORDS, CGPROF_PASS_SUMS, 1);
  container_code code (call, words);
  tree container = code.argument (0);
  tree size;
  if (element)
    {
      tree start = code.load (container, offset_of (type, "_M_start"));
      tree finish = code.load (container, offset_of (type, "_M_finish"));
      size = code.op (EXACT_DIV_EXPR, code.minus (finish, start),
		      code.constant (element));
    }
  else
    size = code.load (container, offset_of (type, "_M_size"));
  code.add (CGPROF_PASS_COUNT, code.constant (1));
  code.add (CGPROF_PASS_SIZES, size);
  code.maximum (CGPROF_PASS_LARGEST, size);
}

static void
record_step (gcall *call, struct container_object *object)
{
  tree words = add_record (CGPROF_ADVICE_STEP, call, object,
			   CGPROF_STEP_WORDS, CGPROF_STEP_WORDS, 0);
  container_code code (call, words);
  tree iterator = code.argument (0);
  tree before = code.load (iterator, 0);
  code.follow ();
  tree after = code.load (iterator, 0);
  tree distance = code.plus (code.minus (after, before),
			     code.constant (CGPROF_STEP_NEAR));
  code.add (CGPROF_STEP_COUNT, code.constant (1));
  code.add (CGPROF_STEP_FAR,
	    code.test (GT_EXPR, distance,
		       code.constant (2 * CGPROF_STEP_NEAR)));
}

static void
record_tree (gcall *call, struct container_object *object, tree type)
{
  enum { CLASSES = CGPROF_TREE_CLASSES, BITS = CGPROF_TREE_CLASS_BITS };
  tree words = add_record (CGPROF_ADVICE_TREE, call, object, CLASSES, CLASSES,
			   0);
  container_code code (call, words);
  tree size = code.load (code.argument (0),
			 offset_of (type, "_M_node_count"));
  /* The number of its last bit, by BITS.  */
  size = code.op (BIT_IOR_EXPR, size, code.constant (1));
  size = code.op (MIN_EXPR, size,
		  code.constant ((HOST_WIDE_INT_1U << (BITS * CLASSES)) - 1));
  tree last = code.op (BIT_XOR_EXPR, code.leading_zeros (size),
		       code.constant (63));
  code.count_at (code.shift_right (last, 2));
}

/* Look at how full the buckets of the hash table TABLE of TYPE are, which has
   SIZE elements; what is found goes to the words from LARGEST on.  */

static void
check_table (container_code &code, tree table, tree type, tree size,
	     unsigned largest)
{
  code.only_if (GE_EXPR, size, code.constant (CGPROF_CHECK_LEAST));
  tree count = code.load (table, offset_of (type, "_M_bucket_count"));
  tree buckets = code.load (table, offset_of (type, "_M_buckets"));
  tree filled = code.ask (CGPROF_FILLED, buckets, count);
  code.maximum (largest, size);
  code.maximum (largest + 1, filled);
  code.maximum (largest + 2, count);
}

static void
record_hash (gcall *call, struct container_object *object, tree type,
	     bool inserts)
{
  HOST_WIDE_INT size_offset = offset_of (type, "_M_element_count");
  HOST_WIDE_INT bucket_offset = offset_of (type, "_M_bucket_count");
  tree words = add_record (CGPROF_ADVICE_HASH, call, object,
			   CGPROF_HASH_WORDS, CGPROF_HASH_SUMS,
			   CGPROF_HASH_WORDS - CGPROF_HASH_SUMS);
  container_code code (call, words);
  tree table = code.argument (0);
  tree old_size = code.load (table, size_offset);
  code.add (CGPROF_HASH_COUNT, code.constant (1));
  code.add (CGPROF_HASH_SIZES, old_size);
  if (!inserts)
    return;
  tree old_count = code.load (table, bucket_offset);
  code.follow ();
  tree new_count = code.load (table, bucket_offset);
  code.only_if (NE_EXPR, new_count, old_count);
  code.add (CGPROF_HASH_GROWTHS, code.constant (1));
  code.add (CGPROF_HASH_FIRST,
	    code.test (EQ_EXPR, old_count, code.constant (1)));
  code.add (CGPROF_HASH_MOVED, old_size);
  tree new_size = code.load (table, size_offset);
  code.maximum (CGPROF_HASH_LARGEST, new_size);
  tree buckets = code.load (table, offset_of (type, "_M_buckets"));
  tree filled = code.ask (CGPROF_FILLED, buckets, new_count);
  code.maximum (CGPROF_HASH_FILLED, filled);
  code.maximum (CGPROF_HASH_BUCKETS, new_count);
}

/* The end of a vector, or hash table, or of what is in it.  */

static void
record_end (gcall *call, struct container_object *object, tree type,
	    bool hash)
{
  tree words = add_record (CGPROF_ADVICE_END, call, object, CGPROF_END_WORDS,
			   CGPROF_END_SUMS, CGPROF_END_LAST - CGPROF_END_SUMS);
  container_code code (call, words);
  tree container = code.argument (0);
  tree storage, room, used, size = NULL_TREE, has;
  if (hash)
    {
      storage = code.load (container, offset_of (type, "_M_buckets"));
      tree count = code.load (container, offset_of (type, "_M_bucket_count"));
      size = code.load (container, offset_of (type, "_M_element_count"));
      room = code.op (MULT_EXPR, count, code.constant (sizeof (void *)));
      used = code.op (MULT_EXPR, size, code.constant (sizeof (void *)));
      has = code.test (GT_EXPR, count, code.constant (1));
    }
  else
    {
      storage = code.load (container, offset_of (type, "_M_start"));
      tree finish = code.load (container, offset_of (type, "_M_finish"));
      tree end = code.load (container, offset_of (type, "_M_end_of_storage"));
      room = code.minus (end, storage);
      used = code.minus (finish, storage);
      has = code.test (NE_EXPR, storage, end);
    }
  code.only_if (NE_EXPR, has, code.constant (0));
  code.add (CGPROF_END_COUNT, code.constant (1));
  code.add (CGPROF_END_ROOM, room);
  code.add (CGPROF_END_USED, used);
  tree last = code.complement (storage);
  code.add (CGPROF_END_FRESH,
	    code.test (NE_EXPR, last, code.get (CGPROF_END_LAST)));
  code.set (CGPROF_END_LAST, last);
  code.otherwise ();
  if (hash)
    check_table (code, container, type, size, CGPROF_END_LARGEST);
}

/* Whether the members that the records look at are where they are
   expected.  */

static bool
known_layout_p (tree type, enum family family)
{
  static const char *const vector[] = {
    "_M_start", "_M_finish", "_M_end_of_storage", NULL
  };
  static const char *const list[] = { "_M_size", NULL };
  static const char *const tree_members[] = { "_M_node_count", NULL };
  static const char *const hash[] = {
    "_M_buckets", "_M_bucket_count", "_M_element_count", NULL
  };
  const char *const *members = family == FAMILY_VECTOR ? vector
			       : family == FAMILY_LIST ? list
			       : family == FAMILY_TREE ? tree_members : hash;
  for (; *members; members++)
    {
      tree member = NULL_TREE;
      if (container_member (type, *members, &member) < 0)
	return false;
      /* Not vector<bool>, whose members are iterators.  */
      if (family == FAMILY_VECTOR && !POINTER_TYPE_P (member))
	return false;
    }
  return true;
}

/* The size of an element of the vector TYPE.  */

static HOST_WIDE_INT
element_size (tree type)
{
  tree member = NULL_TREE;
  container_member (type, "_M_start", &member);
  tree size = TYPE_SIZE_UNIT (TREE_TYPE (member));
  return size && tree_fits_shwi_p (size) ? tree_to_shwi (size) : 0;
}

/* Give CALL of a member of the container TYPE of FAMILY its records; POSITIONS
   are calls that return no more than a place to insert or erase at.  ON are
   the diagnostics.  */

static void
record_member (gcall *call, enum family family, tree type,
	       container_variables &variables,
	       hash_set<gimple *> &positions, unsigned on)
{
  auto is_on = [&] (unsigned what) { return (on >> what & 1) != 0; };
  tree decl = gimple_call_fndecl (call);
  auto called = [&] (const char *const *names)
    { return container_use_listed (container_plain_name (decl), names); };
  bool end = DECL_CXX_DESTRUCTOR_P (decl)
    || !strcmp (container_plain_name (decl), "clear");
  auto about = [&] { return variables.object (gimple_call_arg (call, 0)); };
  struct container_object object;

  if (family == FAMILY_VECTOR)
    {
      HOST_WIDE_INT element = element_size (type);
      if (is_on (ADVISE_VECTOR) && called (place_members)
	  && gimple_call_num_args (call) > 1
	  && iterator_family (TREE_TYPE (gimple_call_arg (call, 1))))
	record_shift (call, &(object = about ()), type,
		      !strcmp (container_plain_name (decl), "erase"));
      if (is_on (ADVISE_VECTOR_GROWTH) && called (growing_members))
	record_growth (call, &(object = about ()), type);
      if (is_on (ADVISE_VECTOR) && called (begin_members) && element > 0
	  && !positions.contains (call))
	record_pass (call, &(object = about ()), type, element);
      if (is_on (ADVISE_TOO_LARGE) && end)
	record_end (call, &(object = about ()), type, false);
    }
  else if (family == FAMILY_LIST && is_on (ADVISE_LIST)
	   && called (begin_members))
    record_pass (call, &(object = about ()), type, 0);
  else if (family == FAMILY_TREE && is_on (ADVISE_ORDERED)
	   && called (lookup_members))
    record_tree (call, &(object = about ()), type);
  else if (family == FAMILY_HASH)
    {
      bool inserts = called (inserting_members);
      bool growth = is_on (ADVISE_HASH_GROWTH);
      bool chains = is_on (ADVISE_INEFFICIENT_HASH);
      if (chains ? called (lookup_members) : growth && inserts)
	record_hash (call, &(object = about ()), type, inserts);
      if ((chains || is_on (ADVISE_TOO_LARGE)) && end)
	record_end (call, &(object = about ()), type, true);
    }
}

/* What record_label is.  */

static char *
make_label (void)
{
  if (!flag_generate_lto)
    return xstrdup (".Lcgprof_v");
  char number[32];
  unsigned hash = crc32_string (0, get_src_pwd ());
  hash = crc32_string (hash, main_input_filename);
  snprintf (number, sizeof number, "__cgprof_v_%08x%08x_", hash,
	    crc32_string (hash, aux_base_name ? aux_base_name : ""));
  return xstrdup (number);
}

static void
instrument_containers (unsigned on)
{
  tree current = current_function_decl;
  if (!filter_admits (current) || container_in_std_p (DECL_CONTEXT (current)))
    return;
  auto_vec<gcall *> calls;
  bool any = false;
  basic_block bb;
  FOR_EACH_BB_FN (bb, cfun)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
	 gsi_next (&gsi))
      if (gcall *call = dyn_cast <gcall *> (gsi_stmt (gsi)))
	{
	  tree decl = gimple_call_fndecl (call);
	  any |= decl && container_in_std_p (DECL_CONTEXT (decl));
	  calls.safe_push (call);
	}
  if (!any)
    return;

  if (!record_label)
    record_label = make_label ();
  container_variables variables;
  hash_set<gimple *> positions;
  container_uses_find (variables, on);
  unsigned i;
  gcall *call;
  FOR_EACH_VEC_ELT (calls, i, call)
    {
      tree decl = gimple_call_fndecl (call);
      if (decl && DECL_CONTEXT (decl)
	  && container_family (DECL_CONTEXT (decl)) == FAMILY_VECTOR
	  && container_use_listed (container_plain_name (decl),
				   place_members))
	for (unsigned j = 1; j < gimple_call_num_args (call) && j < 3; j++)
	  if (iterator_family (TREE_TYPE (gimple_call_arg (call, j))))
	    if (gcall *from = variables.origin (gimple_call_arg (call, j)))
	      positions.add (from);
    }
  FOR_EACH_VEC_ELT (calls, i, call)
    {
      tree decl = gimple_call_fndecl (call);
      if (!decl || gimple_call_num_args (call) == 0 || !DECL_CONTEXT (decl)
	  || !POINTER_TYPE_P (TREE_TYPE (gimple_call_arg (call, 0)))
	  || (stmt_ends_bb_p (call)
	      && !find_fallthru_edge (gimple_bb (call)->succs)))
	continue;
      tree type = DECL_CONTEXT (decl);
      enum family family = container_family (type);
      if (family && known_layout_p (type, family))
	record_member (call, family, type, variables, positions, on);
      if ((on >> ADVISE_LIST & 1) && iterator_family (type) == FAMILY_LIST
	  && (!strcmp (container_plain_name (decl), "operator++")
	      || !strcmp (container_plain_name (decl), "operator--")))
	{
	  struct container_object object
	    = variables.iterated (gimple_call_arg (call, 0));
	  if (object.type)
	    record_step (call, &object);
	}
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
    return advise_containers () && !in_lto_p;
  }

  unsigned int execute (function *) final override
  {
    instrument_containers (advise_containers ());
    return 0;
  }
};

static void
emit_records (void)
{
  unsigned i;
  struct container_record *record;
  FOR_EACH_VEC_ELT (records, i, record)
    emit_container (record_label, i, &record->advice, record->function);
}

/* With -flto, give the unit its records and rows, once however often the unit
   is linked.  */

static void
add_statement (void *, void *)
{
  if (!flag_generate_lto || in_lto_p || records.is_empty () || seen_error ())
    return;
  char *strings = concat (".L", record_label, "s", NULL);
  char *text = emit_to_text (strings, emit_records);
  char *statement = concat ("\t.ifndef\t", strings, "\n\t.set\t", strings,
			    ", 1\n", text, "\t.endif\n", NULL);
  symtab->finalize_toplevel_asm (build_string (strlen (statement) + 1,
					       statement));
  free (statement);
  free (text);
  free (strings);
  lto_add_module ();
}

void
containers_register (const char *name)
{
  struct register_pass_info pass
    = { new container_pass (), "cfg", 1, PASS_POS_INSERT_AFTER };
  register_callback (name, PLUGIN_PASS_MANAGER_SETUP, NULL, &pass);
  register_callback (name, PLUGIN_ALL_IPA_PASSES_START, add_statement, NULL);
}

void
containers_emit_unit (void)
{
  if (!flag_generate_lto)
    emit_records ();
}
