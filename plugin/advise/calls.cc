/* The records of the calls that advice is about.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "base/gcc-headers.h"
#include "sites/sites.h"
#include "advise/calls.h"
#include "advise/code.h"
#include "cgprof/abi.h"

bool advise_needs_recent;

/* Fibonacci hashing: multiples of it are spread evenly.  */
static const unsigned HOST_WIDE_INT golden = HOST_WIDE_INT_UC
  (0x9E3779B97F4A7C15);

static bool
builtin_p (tree decl, enum built_in_function code)
{
  return fndecl_built_in_p (decl, BUILT_IN_NORMAL)
    && DECL_FUNCTION_CODE (decl) == code;
}

bool
advise_named_p (tree decl, const char *name)
{
  return TREE_PUBLIC (decl) && DECL_EXTERNAL (decl)
    && !strcmp (sites_name (decl), name);
}

char *
advise_object_name (tree value)
{
  if (TREE_CODE (value) == SSA_NAME)
    {
      gimple *definition = SSA_NAME_DEF_STMT (value);
      tree variable = SSA_NAME_VAR (value);
      if (!variable || !DECL_NAME (variable))
	{
	  if (!gimple_assign_single_p (definition))
	    return NULL;
	  variable = gimple_assign_rhs1 (definition);
	}
      value = variable;
    }
  if (TREE_CODE (value) == ADDR_EXPR)
    value = TREE_OPERAND (value, 0);
  while (TREE_CODE (value) == ARRAY_REF)
    value = TREE_OPERAND (value, 0);
  tree type = NULL_TREE;
  if (TREE_CODE (value) == COMPONENT_REF)
    {
      value = TREE_OPERAND (value, 1);
      type = TYPE_NAME (DECL_CONTEXT (value));
      if (type && TREE_CODE (type) == TYPE_DECL)
	type = DECL_NAME (type);
    }
  if (!DECL_P (value) || !DECL_NAME (value))
    return NULL;
  /* Not what the library calls it.  */
  const char *name = IDENTIFIER_POINTER (DECL_NAME (value));
  if (name[0] == '_' && (name[1] == '_' || ISUPPER (name[1])))
    return NULL;
  return type ? concat (IDENTIFIER_POINTER (type), "::", name, NULL)
	      : xstrdup (name);
}

struct advice_site *
advise_add_row (enum cgprof_advice_kind kind, gcall *call, tree decl,
		unsigned word, unsigned words, unsigned sums, unsigned maxima)
{
  struct advice_site *site
    = sites_add_advice (kind, gimple_location (call));
  site->callee = sites_name (decl);
  site->word = word;
  site->words = words;
  site->sums = sums;
  site->maxima = maxima;
  return site;
}

/* How advise_repeat looks at a function.  */

enum repeat_class
{
  REPEAT_NO,
  REPEAT_LENGTH,		/* strlen.  */
  REPEAT_TEXT,			/* Of its arguments that are pointers, text is
				   read.  */
  REPEAT_VALUE			/* Nothing is known of what it reads.  */
};

static enum repeat_class
classify_repeat (gcall *call, tree decl)
{
  if (builtin_p (decl, BUILT_IN_STRLEN))
    return REPEAT_LENGTH;
  if (builtin_p (decl, BUILT_IN_STRCMP) || advise_named_p (decl, "atoi")
      || advise_named_p (decl, "atol") || advise_named_p (decl, "atof"))
    return REPEAT_TEXT;
  if (advise_named_p (decl, "getenv"))
    return REPEAT_VALUE;
  /* Not what GCC alone found to be pure: those are mostly small functions,
     in whose calls the records of Lua's took 24 % of its instructions.  */
  return !fndecl_built_in_p (decl) && decl != current_function_decl
    && (gimple_call_flags (call) & (ECF_CONST | ECF_PURE))
    && (lookup_attribute ("pure", DECL_ATTRIBUTES (decl))
	|| lookup_attribute ("const", DECL_ATTRIBUTES (decl)))
    && !gimple_call_tail_p (call) ? REPEAT_VALUE : REPEAT_NO;
}

/* Whether VALUE fits in a record's word.  */

static bool
word_p (tree value)
{
  tree type = TREE_TYPE (value);
  return is_gimple_val (value)
    && (((POINTER_TYPE_P (type) || INTEGRAL_TYPE_P (type))
	 && TYPE_PRECISION (type) <= 64)
	|| (SCALAR_FLOAT_TYPE_P (type)
	    && known_eq (GET_MODE_SIZE (TYPE_MODE (type)), 8)));
}

void
advise_repeat (gcall *call, tree decl)
{
  enum repeat_class what = classify_repeat (call, decl);
  unsigned arguments = gimple_call_num_args (call);
  /* A clone may have none, where they are known.  */
  if (what == REPEAT_NO || arguments > 4
      || !advise_can_follow (call)
      || (!gimple_call_lhs (call) && what == REPEAT_VALUE))
    return;
  for (unsigned i = 0; i < arguments; i++)
    if (!word_p (gimple_call_arg (call, i)))
      return;
  if (gimple_call_lhs (call) && !word_p (gimple_call_lhs (call)))
    return;

  enum { ARGUMENTS = CGPROF_REPEAT_SUMS, RESULT, WORDS };
  bool is_const = (gimple_call_flags (call) & ECF_CONST) != 0;
  char *object
    = arguments > 0 ? advise_object_name (gimple_call_arg (call, 0)) : NULL;
  advise_code code (call, true);
  unsigned word = code.record (WORDS);

  /* What was passed and, of text, some of what it was: a buffer may hold
     another line each time.  */
  tree result = code.result ();
  tree passed = code.constant (0);
  tree digest = result;
  for (unsigned i = 0; i < arguments; i++)
    {
      tree argument = code.number (gimple_call_arg (call, i));
      passed = code.plus (code.op (MULT_EXPR, passed,
				   code.constant (golden)), argument);
      if (what != REPEAT_TEXT
	  || !POINTER_TYPE_P (TREE_TYPE (gimple_call_arg (call, i))))
	continue;
      digest = code.plus (code.op (MULT_EXPR, digest,
				   code.constant (golden)),
			  code.byte_at (argument));
    }
  if (what == REPEAT_LENGTH)
    {
      tree text = code.number (gimple_call_arg (call, 0));
      tree half = code.op (RSHIFT_EXPR, result,
			   build_one_cst (integer_type_node));
      tree last = code.minus (result, code.test (NE_EXPR, result,
						 code.constant (0)));
      tree places[] = { code.constant (0), half, last };
      for (tree place : places)
	digest = code.plus (code.op (MULT_EXPR, digest,
				     code.constant (golden)),
			    code.byte_at (code.plus (text, place)));
    }
  passed = code.complement (passed);
  digest = code.complement (digest);

  tree same = code.equal (code.load (ARGUMENTS), passed);
  tree both = code.both (same, code.equal (code.load (RESULT), digest));
  code.add (CGPROF_REPEAT_COUNT, code.constant (1));
  code.add (CGPROF_REPEAT_ARGUMENTS, same);
  code.add (CGPROF_REPEAT_BOTH, both);
  if (what == REPEAT_LENGTH)
    code.add (CGPROF_REPEAT_LENGTH, code.where (both, result));
  code.store (ARGUMENTS, passed);
  code.store (RESULT, digest);
  struct advice_site *site
    = advise_add_row (CGPROF_ADVICE_REPEAT, call, decl, word, WORDS,
		      CGPROF_REPEAT_SUMS, 0);
  site->object = object;
  if (is_const)
    site->flags |= CGPROF_ADVICE_CONST;
}

/* strcat and the like, CALL of DECL, look for the end of the string: how far
   that is the module's text tells, of a string that got something the last
   time.  */

static void
advise_concatenate (gcall *call, tree decl)
{
  enum { LAST = CGPROF_APPEND_LONGEST + 1, TEXT, WORDS };
  char *object = advise_object_name (gimple_call_arg (call, 0));
  advise_code code (call, false);
  unsigned word = code.record (WORDS);
  tree text = code.number (gimple_call_arg (call, 0));
  tree known = code.complement (text);
  tree same = code.equal (code.load (TEXT), known);
  tree last = code.load (LAST);
  tree size = code.ask_if (same, CGPROF_LENGTH, text, code.constant (0));
  tree grown = code.test (GT_EXPR, size, last);
  code.add (CGPROF_APPEND_COUNT, code.constant (1));
  code.add (CGPROF_APPEND_GROWN, grown);
  code.add (CGPROF_APPEND_AGAIN, code.where (grown, size));
  code.maximum (CGPROF_APPEND_LONGEST, size);
  code.store (LAST, size);
  code.store (TEXT, known);
  advise_add_row (CGPROF_ADVICE_APPEND, call, decl, word, WORDS,
		  CGPROF_APPEND_SUMS, 1)->object = object;
}

void
advise_append (gcall *call, tree decl)
{
  enum { LAST = CGPROF_APPEND_LONGEST + 1, TEXT, COPY_WORDS = TEXT,
	 PLACE = TEXT + 1, CHARACTER, WORDS };
  if (builtin_p (decl, BUILT_IN_STRCAT) || builtin_p (decl, BUILT_IN_STRNCAT)
      || builtin_p (decl, BUILT_IN_STRCAT_CHK)
      || builtin_p (decl, BUILT_IN_STRNCAT_CHK))
    {
      advise_concatenate (call, decl);
      return;
    }
  bool length = builtin_p (decl, BUILT_IN_STRLEN);
  bool copy = builtin_p (decl, BUILT_IN_MEMCPY)
    || builtin_p (decl, BUILT_IN_MEMMOVE);
  if (length ? !advise_can_follow (call)
      : !copy || TREE_CODE (gimple_call_arg (call, 2)) == INTEGER_CST)
    return;

  char *object = advise_object_name (gimple_call_arg (call, copy));
  advise_code code (call, length);
  unsigned words = length ? WORDS : COPY_WORDS;
  unsigned word = code.record (words);
  tree size = length ? code.result ()
		     : code.number (gimple_call_arg (call, 2));
  tree last = code.load (LAST);
  tree grown;
  if (length)
    {
      tree text
	= code.complement (code.number (gimple_call_arg (call, 0)));
      grown = code.both (code.test (GT_EXPR, size, last),
			 code.equal (code.load (TEXT), text));
      code.store (TEXT, text);
    }
  else
    {
      /* Another piece of it: what is copied grows, by at most a quarter.  */
      tree step = code.minus (size, last);
      tree quarter = code.op (RSHIFT_EXPR, last,
			      build_int_cst (integer_type_node, 2));
      grown = code.test (LT_EXPR, code.minus (step, code.constant (1)),
			 quarter);
    }
  code.add (CGPROF_APPEND_COUNT, code.constant (1));
  code.store (LAST, size);
  code.only_if (grown);
  tree kept = code.constant (1);
  if (length)
    {
      /* Not a buffer that got another, longer text: where the last character
	 was that it grew by, that is still.  */
      tree text = code.number (gimple_call_arg (call, 0));
      tree place = code.load (PLACE);
      tree character = code.load (CHARACTER);
      tree inside = code.test (LT_EXPR, place, size);
      tree now = code.byte_at (code.plus (text, code.where (inside, place)));
      tree other = code.both (inside,
			      code.both (code.test (NE_EXPR, character, now),
					 code.test (NE_EXPR, character,
						    code.constant (0))));
      kept = code.op (BIT_XOR_EXPR, other, code.constant (1));
      place = code.minus (size, code.constant (1));
      code.store (PLACE, place);
      code.store (CHARACTER, code.byte_at (code.plus (text, place)));
    }
  code.add (CGPROF_APPEND_GROWN, kept);
  code.add (CGPROF_APPEND_AGAIN, length ? code.where (kept, last) : last);
  code.maximum (CGPROF_APPEND_LONGEST,
		length ? code.where (kept, size) : size);
  advise_add_row (CGPROF_ADVICE_APPEND, call, decl, word, words,
		  CGPROF_APPEND_SUMS, 1)->object = object;
}

void
advise_realloc (gcall *call, tree decl)
{
  enum { BLOCK = CGPROF_REALLOC_LARGEST + 1, SIZE, STEP, WORDS };
  bool array = advise_named_p (decl, "reallocarray")
    && gimple_call_num_args (call) == 3;
  if ((!array && !builtin_p (decl, BUILT_IN_REALLOC))
      || !advise_can_follow (call))
    return;

  char *object = advise_object_name (gimple_call_arg (call, 0));
  advise_code code (call, true);
  unsigned word = code.record (WORDS);
  tree block = code.complement (code.number (gimple_call_arg (call, 0)));
  tree result = code.complement (code.result ());
  tree size = code.number (gimple_call_arg (call, 1));
  if (array)
    size = code.op (MULT_EXPR, size,
		    code.number (gimple_call_arg (call, 2)));
  tree last = code.load (SIZE);
  tree step = code.minus (size, last);
  tree known = code.equal (code.load (BLOCK), block);
  tree moved = code.both (known, code.test (NE_EXPR, block, result));
  code.add (CGPROF_REALLOC_COUNT, code.constant (1));
  code.add (CGPROF_REALLOC_STEPS,
	    code.both (known, code.equal (code.load (STEP), step)));
  code.add (CGPROF_REALLOC_MOVED, moved);
  code.add (CGPROF_REALLOC_BYTES, code.where (moved, last));
  code.maximum (CGPROF_REALLOC_LARGEST, size);
  code.store (BLOCK, result);
  code.store (SIZE, size);
  code.store (STEP, step);
  advise_add_row (CGPROF_ADVICE_REALLOC, call, decl, word, WORDS,
		  CGPROF_REALLOC_SUMS, 1)->object = object;
}

/* The slot of recent allocations that BLOCK, a number, belongs to; CODE is
   about the module's record of them.  */

static tree
recent_slot (advise_code &code, tree recent, tree block)
{
  tree slot = code.op (RSHIFT_EXPR, block,
		       build_int_cst (integer_type_node, 4));
  slot = code.both (slot, code.constant (CGPROF_RECENT_SLOTS - 1));
  slot = code.op (MULT_EXPR, slot,
		  code.constant (CGPROF_RECENT_SLOT_WORDS
				 * sizeof (uint64_t)));
  slot = code.plus (slot, code.constant (CGPROF_RECENT_FIRST
					 * sizeof (uint64_t)));
  return code.behind (recent, slot);
}

static void
advise_free (gcall *call)
{
  advise_needs_recent = true;
  advise_code code (call, false);
  code.module_record (CGPROF_RECENT);
  tree recent = code.address (0);
  tree block = code.number (gimple_call_arg (call, 0));
  tree slot = recent_slot (code, recent, block);
  tree address = code.load_at (slot, CGPROF_RECENT_ADDRESS);
  tree age = code.minus (code.load (0),
			 code.load_at (slot, CGPROF_RECENT_NUMBER));
  tree hit = code.both (code.equal (address, code.complement (block)),
			code.test (LE_EXPR, age,
				   code.constant (CGPROF_RECENT_SLOTS)));
  tree miss = code.op (BIT_XOR_EXPR, hit, code.constant (1));
  tree nobody = code.constant (CGPROF_RECENT_NOBODY * sizeof (uint64_t));
  tree distance
    = code.plus (code.where (hit, code.load_at (slot, CGPROF_RECENT_OWNER)),
		 code.where (miss, nobody));
  tree owner = code.behind (recent, distance);
  code.store_at (owner, CGPROF_ALLOCATE_SHORT,
		 code.plus (code.load_at (owner, CGPROF_ALLOCATE_SHORT),
			    code.constant (1)));
  /* Freed twice it was not.  */
  code.store_at (slot, CGPROF_RECENT_ADDRESS, code.where (miss, address));
}

void
advise_allocate (gcall *call, tree decl)
{
  enum { WORDS = CGPROF_ALLOCATE_LARGEST + 1 };
  if (builtin_p (decl, BUILT_IN_FREE) || DECL_IS_OPERATOR_DELETE_P (decl))
    {
      advise_free (call);
      return;
    }
  bool array = builtin_p (decl, BUILT_IN_CALLOC);
  bool text = builtin_p (decl, BUILT_IN_STRDUP)
    || builtin_p (decl, BUILT_IN_STRNDUP);
  if ((!array && !text && !builtin_p (decl, BUILT_IN_MALLOC)
       && !(DECL_IS_OPERATOR_NEW_P (decl)
	    && DECL_IS_REPLACEABLE_OPERATOR_NEW_P (decl)))
      || !advise_can_follow (call))
    return;

  advise_needs_recent = true;
  advise_code code (call, true);
  unsigned word = code.record (WORDS);
  tree record = code.address (0);
  tree block = code.result ();
  tree size;
  if (text)
    {
      tree made = code.test (NE_EXPR, block, code.constant (0));
      size = code.plus (code.ask_if (made, CGPROF_LENGTH, block,
				     code.constant (0)), made);
    }
  else
    size = code.number (gimple_call_arg (call, 0));
  if (array)
    size = code.op (MULT_EXPR, size,
		    code.number (gimple_call_arg (call, 1)));
  code.add (CGPROF_ALLOCATE_COUNT, code.constant (1));
  code.add (CGPROF_ALLOCATE_BYTES, size);
  code.maximum (CGPROF_ALLOCATE_LARGEST, size);

  code.module_record (CGPROF_RECENT);
  tree recent = code.address (0);
  tree number = code.plus (code.load (0), code.constant (1));
  code.store (0, number);
  tree slot = recent_slot (code, recent, block);
  code.store_at (slot, CGPROF_RECENT_ADDRESS, code.complement (block));
  code.store_at (slot, CGPROF_RECENT_NUMBER, number);
  code.store_at (slot, CGPROF_RECENT_OWNER,
		 code.minus (code.number (record), code.number (recent)));
  advise_add_row (CGPROF_ADVICE_ALLOCATE, call, decl, word, WORDS,
		  CGPROF_ALLOCATE_SUMS, 1);
}

void
advise_io (gcall *call, tree decl)
{
  static const char *const names[] = {
    "read", "write", "pread", "pwrite", "pread64", "pwrite64", "send", "recv"
  };
  enum { FD = CGPROF_IO_SUMS, KIND, WORDS };
  bool found = false;
  for (const char *name : names)
    found = found || advise_named_p (decl, name);
  if (!found)
    {
      advise_stream (call, decl);
      return;
    }
  if (gimple_call_num_args (call) < 3 || !advise_can_follow (call))
    return;

  advise_code code (call, true);
  unsigned word = code.record (WORDS);
  tree result = code.result ();
  tree fd = code.number (gimple_call_arg (call, 0));
  tree moved = code.where (code.test (LT_EXPR, result,
				      code.constant (HOST_WIDE_INT_1U << 63)),
			   result);
  tree small = code.test (LT_EXPR, code.minus (moved, code.constant (1)),
			  code.constant (511));
  tree count = code.load (CGPROF_IO_COUNT);

  /* What the descriptor is gets asked when it is another one, and now and
     then, since it may have been closed and opened.  */
  tree known = code.complement (fd);
  tree other = code.test (NE_EXPR, code.load (FD), known);
  tree often = code.equal (code.both (count, code.constant (4095)),
			   code.constant (0));
  tree kind = code.ask_if (code.op (BIT_IOR_EXPR, other, often),
			   CGPROF_FILE_KIND, fd, code.load (KIND));
  code.store (FD, known);
  code.store (KIND, kind);
  code.add (CGPROF_IO_COUNT, code.constant (1));
  code.add (CGPROF_IO_BYTES, moved);
  code.add (CGPROF_IO_SMALL, small);
  code.add (CGPROF_IO_STREAM, code.both (small, kind));
  advise_add_row (CGPROF_ADVICE_IO, call, decl, word, WORDS, CGPROF_IO_SUMS,
		  0);
}

void
advise_sort (gcall *call, tree decl)
{
  enum { WORDS = CGPROF_SORT_SUMS };
  unsigned arguments = gimple_call_num_args (call);
  if (!advise_named_p (decl, "qsort") || arguments != 4)
    return;
  tree compare = gimple_call_arg (call, 3);
  if (TREE_CODE (compare) != ADDR_EXPR
      || TREE_CODE (TREE_OPERAND (compare, 0)) != FUNCTION_DECL)
    return;
  advise_code code (call, false);
  unsigned word = code.record (WORDS);
  code.add (CGPROF_SORT_COUNT, code.constant (1));
  code.add (CGPROF_SORT_ELEMENTS,
	    code.number (gimple_call_arg (call, arguments - 3)));
  struct advice_site *site
    = advise_add_row (CGPROF_ADVICE_SORT, call, decl, word, WORDS,
		      CGPROF_SORT_SUMS, 0);
  site->detail = sites_name (TREE_OPERAND (compare, 0));
  site->object = advise_object_name (gimple_call_arg (call, arguments - 4));
}

/* Whether a call of the current function other than memset gets BLOCK in its
   whole SIZE, or OBJECT there, if not NULL, is copied as a whole.  */

static bool
handed_on (tree block, tree size, tree object)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, cfun)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
	 gsi_next (&gsi))
      if (gcall *other = dyn_cast <gcall *> (gsi_stmt (gsi)))
	{
	  bool has_block = false;
	  bool has_size = false;
	  for (unsigned i = 0; i < gimple_call_num_args (other); i++)
	    {
	      tree argument = gimple_call_arg (other, i);
	      has_block |= operand_equal_p (argument, block, 0);
	      has_size |= operand_equal_p (argument, size, 0);
	      if (object && operand_equal_p (argument, object, 0))
		return true;
	    }
	  if (has_block && has_size
	      && !(gimple_call_fndecl (other)
		   && builtin_p (gimple_call_fndecl (other),
				 BUILT_IN_MEMSET)))
	    return true;
	}
      else if (object && gimple_assign_single_p (gsi_stmt (gsi))
	       && operand_equal_p (gimple_assign_rhs1 (gsi_stmt (gsi)), object,
				   0))
	return true;
  return false;
}

/* A block of fewer bytes is no big one.  */
#define BIG_CLEAR 1024

/* STATEMENT clears BYTES at ADDRESS, where the object CLEARED is, if it is an
   assignment.  */

static void
record_clear (gimple *statement, tree address, tree bytes, tree cleared,
	      const char *callee)
{
  enum { BLOCK = CGPROF_CLEAR_LARGEST + 1, SIZE, WORDS };
  if (TREE_CODE (bytes) == INTEGER_CST
      && compare_tree_int (bytes, BIG_CLEAR) < 0)
    return;

  bool whole = handed_on (address, bytes, cleared);
  char *object = advise_object_name (address);
  if (!is_gimple_val (address))
    {
      gimple_stmt_iterator gsi = gsi_for_stmt (statement);
      tree pointer = make_ssa_name (TREE_TYPE (address));
      gimple *computed = gimple_build_assign (pointer, address);
      gimple_set_location (computed, gimple_location (statement));
      gsi_insert_before (&gsi, computed, GSI_SAME_STMT);
      address = pointer;
    }
  advise_code code (statement, false);
  unsigned word = code.record (WORDS);
  tree block = code.number (address);
  tree size = code.number (bytes);
  tree known = code.complement (block);
  tree same = code.both (code.equal (code.load (BLOCK), known),
			 code.equal (code.load (SIZE), size));
  same = code.both (same, code.test (GE_EXPR, size,
				     code.constant (BIG_CLEAR)));

  /* Look at some words of the block, at other places each time.  If it is
     not the one before, look at the record instead.  */
  tree other = code.where (code.op (BIT_XOR_EXPR, same, code.constant (1)),
			   code.number (code.address (0)));
  tree start = code.plus (code.where (same, block), other);
  tree range = code.where (same, code.minus (size, code.constant (8)));
  tree count = code.load (CGPROF_CLEAR_COUNT);
  tree seed = code.op (MULT_EXPR, count, code.constant (4 * golden));
  tree used = code.constant (0);
  const unsigned looks = 4;
  for (unsigned i = 0; i < looks; i++)
    {
      seed = code.plus (seed, code.constant (golden));
      tree random = code.op (RSHIFT_EXPR, seed,
			     build_int_cst (integer_type_node, 44));
      tree offset = code.op (RSHIFT_EXPR,
			     code.op (MULT_EXPR, random, range),
			     build_int_cst (integer_type_node, 20));
      tree content = code.word_at (code.plus (start, offset));
      used = code.plus (used, code.test (NE_EXPR, content,
					 code.constant (0)));
    }
  code.add (CGPROF_CLEAR_COUNT, code.constant (1));
  code.add (CGPROF_CLEAR_BYTES, size);
  code.add (CGPROF_CLEAR_LOOKS, code.where (same, code.constant (looks)));
  code.add (CGPROF_CLEAR_USED, code.where (same, used));
  code.maximum (CGPROF_CLEAR_LARGEST, size);
  code.store (BLOCK, known);
  code.store (SIZE, size);
  struct advice_site *site
    = sites_add_advice (CGPROF_ADVICE_CLEAR, gimple_location (statement));
  site->callee = callee;
  site->word = word;
  site->words = WORDS;
  site->sums = CGPROF_CLEAR_SUMS;
  site->maxima = 1;
  site->object = object;
  if (whole)
    site->flags |= CGPROF_ADVICE_WHOLE;
}

void
advise_clear (gcall *call, tree decl)
{
  if (builtin_p (decl, BUILT_IN_MEMSET)
      && integer_zerop (gimple_call_arg (call, 1)))
    record_clear (call, gimple_call_arg (call, 0), gimple_call_arg (call, 2),
		  NULL_TREE, sites_name (decl));
}

void
advise_clear_object (gimple *statement)
{
  if (!gimple_assign_single_p (statement) || gimple_clobber_p (statement))
    return;
  tree object = gimple_assign_lhs (statement);
  tree value = gimple_assign_rhs1 (statement);
  tree size = TYPE_SIZE_UNIT (TREE_TYPE (object));
  if (TREE_CODE (value) != CONSTRUCTOR || CONSTRUCTOR_NELTS (value) > 0
      || !AGGREGATE_TYPE_P (TREE_TYPE (object)) || !size
      || TREE_CODE (size) != INTEGER_CST
      || compare_tree_int (size, BIG_CLEAR) < 0
      || TREE_THIS_VOLATILE (object)
      || contains_bitfld_component_ref_p (object)
      || TYPE_ADDR_SPACE (TREE_TYPE (object)))
    return;
  /* One whose address nobody takes stays as it is.  */
  tree base = get_base_address (object);
  if (!base || (DECL_P (base) && !TREE_ADDRESSABLE (base)
		&& !is_global_var (base)))
    return;
  if (DECL_P (base))
    TREE_ADDRESSABLE (base) = 1;
  tree address = build_fold_addr_expr (unshare_expr (object));
  record_clear (statement, address, size, object, NULL);
}
