/* Records of calls on streams that have no buffer.

   Whether a stream has one is found in the members of the program's FILE, as
   glibc declares it: a stream with a buffer is not looked at any further.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "base/gcc-headers.h"
#include "sites/sites.h"
#include "advise/calls.h"
#include "advise/code.h"
#include "cgprof/abi.h"

/* _IO_UNBUFFERED, 2, as the number of its bit.  */
#define UNBUFFERED_BIT 1

/* Where the bytes are counted.  */
enum stream_bytes
{
  STREAM_ONE,			/* One character.  */
  STREAM_ITEMS,			/* Arguments 1 and 2: size and number.  */
  STREAM_TEXT,			/* The length of argument 0.  */
  STREAM_RESULT
};

static const struct stream_function
{
  const char *name;
  unsigned stream;		/* Which argument.  */
  enum stream_bytes bytes;
} functions[] = {
  { "fputc", 1, STREAM_ONE }, { "putc", 1, STREAM_ONE },
  { "_IO_putc", 1, STREAM_ONE }, { "fgetc", 0, STREAM_ONE },
  { "getc", 0, STREAM_ONE }, { "_IO_getc", 0, STREAM_ONE },
  { "fwrite", 3, STREAM_ITEMS }, { "fread", 3, STREAM_ITEMS },
  { "fputs", 1, STREAM_TEXT }, { "fprintf", 0, STREAM_RESULT },
  { "__fprintf_chk", 0, STREAM_RESULT }
};

/* The record type that POINTER, a type, points to, as far as it is known.  */

static tree
pointed_to (tree pointer)
{
  if (!pointer || !POINTER_TYPE_P (pointer))
    return NULL_TREE;
  tree type = TYPE_MAIN_VARIANT (TREE_TYPE (pointer));
  return TREE_CODE (type) == RECORD_TYPE && COMPLETE_TYPE_P (type)
	 ? type : NULL_TREE;
}

/* Set *OFFSET to the bytes at which the 32-bit member NAME of TYPE lies.  */

static bool
find_member (tree type, const char *name, HOST_WIDE_INT *offset)
{
  for (tree field = TYPE_FIELDS (type); field; field = DECL_CHAIN (field))
    if (TREE_CODE (field) == FIELD_DECL && DECL_NAME (field)
	&& !strcmp (IDENTIFIER_POINTER (DECL_NAME (field)), name)
	&& INTEGRAL_TYPE_P (TREE_TYPE (field))
	&& TYPE_PRECISION (TREE_TYPE (field)) == 32)
      {
	*offset = int_byte_position (field);
	return true;
      }
  return false;
}

/* The 32 bits OFFSET bytes behind STREAM.  */

static tree
member_of (advise_code &code, tree stream, HOST_WIDE_INT offset)
{
  tree word = code.word_at (code.plus (stream, code.constant (offset)));
  return code.both (word, code.constant (0xffffffff));
}

void
advise_stream (gcall *call, tree decl)
{
  enum { WORDS = CGPROF_IO_SUMS };
  const struct stream_function *function = NULL;
  for (const struct stream_function &each : functions)
    if (advise_named_p (decl, each.name))
      function = &each;
  if (!function || gimple_call_num_args (call) <= function->stream)
    return;
  bool behind = function->bytes == STREAM_RESULT;
  if (behind && !advise_can_follow (call))
    return;

  tree argument = gimple_call_arg (call, function->stream);
  tree parameter = TYPE_ARG_TYPES (TREE_TYPE (decl));
  for (unsigned i = 0; parameter && i < function->stream; i++)
    parameter = TREE_CHAIN (parameter);
  tree type = pointed_to (parameter ? TREE_VALUE (parameter) : NULL_TREE);
  if (!type)
    type = pointed_to (TREE_TYPE (argument));
  HOST_WIDE_INT flags, descriptor;
  if (!type || BYTES_BIG_ENDIAN || !find_member (type, "_flags", &flags)
      || !find_member (type, "_fileno", &descriptor))
    return;
  /* What goes there has to be there at once.  */
  char *object = advise_object_name (argument);
  if (object && !strcmp (object, "stderr"))
    {
      free (object);
      return;
    }

  advise_code code (call, behind);
  unsigned word = code.record (WORDS);
  tree stream = code.number (argument);
  tree bit = code.op (RSHIFT_EXPR, member_of (code, stream, flags),
		      build_int_cst (integer_type_node, UNBUFFERED_BIT));
  tree unbuffered = code.both (bit, code.constant (1));
  tree length = NULL_TREE;
  if (function->bytes == STREAM_TEXT)
    length = code.ask_if (unbuffered, CGPROF_LENGTH,
			  code.number (gimple_call_arg (call, 0)),
			  code.constant (0));
  tree kind = code.ask_if (unbuffered, CGPROF_FILE_KIND,
			   member_of (code, stream, descriptor),
			   code.constant (0));
  tree result = behind ? code.result () : NULL_TREE;
  code.only_if (unbuffered);
  tree moved = code.constant (1);
  if (function->bytes == STREAM_ITEMS)
    moved = code.op (MULT_EXPR, code.number (gimple_call_arg (call, 1)),
		     code.number (gimple_call_arg (call, 2)));
  else if (length)
    moved = length;
  else if (behind)
    moved = code.where (code.test (LT_EXPR, result,
				   code.constant (HOST_WIDE_INT_1U << 63)),
			result);
  tree small = code.test (LT_EXPR, code.minus (moved, code.constant (1)),
			  code.constant (511));
  /* Nothing is written for an empty text.  */
  code.add (CGPROF_IO_COUNT, code.test (NE_EXPR, moved, code.constant (0)));
  code.add (CGPROF_IO_BYTES, moved);
  code.add (CGPROF_IO_SMALL, small);
  code.add (CGPROF_IO_STREAM, code.both (small, kind));
  advise_add_row (CGPROF_ADVICE_IO, call, decl, word, WORDS, CGPROF_IO_SUMS,
		  0)->object = object;
}
