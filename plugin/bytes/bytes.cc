/* Bytes at call sites.

   A size that is an argument is added before the call, which stays a tail call
   if it is one; what a call says it has transferred is added behind it.  The
   sum is a counter word of the function, like a count.  A constant size needs
   no statement: the row of the site has it, and the reader multiplies it by
   the calls.

   Which calls of builtins the code will have is the expander's decision
   (instrument/call-insns.cc).  So what is found here is noted with the
   callee's name and the place of the call, and the site that has both gets it
   when all are known (sites_attach_bytes).

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "base/gcc-headers.h"
#include "sites/sites.h"
#include "advise/advise.h"
#include "advise/calls.h"
#include "advise/code.h"
#include "bytes/bytes.h"

#define NONE UINT_MAX

/* What a function's bytes are: the product of the arguments FIRST and SECOND,
   counted from 0, or of FIRST and the result, where that is positive.  */
struct measure
{
  enum cgprof_bytes_kind kind;
  unsigned first;		/* Or NONE.  */
  unsigned second;		/* Or NONE.  */
  bool result;
};

/* External functions.  Those that allocate need no row if they are declared
   with the attribute alloc_size, as GCC declares its own.  */
static const struct known_function
{
  const char *name;
  struct measure measure;
} known_functions[] = {
  { "valloc", { CGPROF_BYTES_ALLOCATED, 0, NONE, false } },
  { "pvalloc", { CGPROF_BYTES_ALLOCATED, 0, NONE, false } },
  { "memalign", { CGPROF_BYTES_ALLOCATED, 1, NONE, false } },
  { "posix_memalign", { CGPROF_BYTES_ALLOCATED, 2, NONE, false } },
  { "reallocarray", { CGPROF_BYTES_ALLOCATED, 1, 2, false } },
  { "mmap", { CGPROF_BYTES_ALLOCATED, 1, NONE, false } },
  { "mmap64", { CGPROF_BYTES_ALLOCATED, 1, NONE, false } },
  { "memcpy", { CGPROF_BYTES_COPIED, 2, NONE, false } },
  { "__memcpy_chk", { CGPROF_BYTES_COPIED, 2, NONE, false } },
  { "mempcpy", { CGPROF_BYTES_COPIED, 2, NONE, false } },
  { "__mempcpy_chk", { CGPROF_BYTES_COPIED, 2, NONE, false } },
  { "memmove", { CGPROF_BYTES_COPIED, 2, NONE, false } },
  { "__memmove_chk", { CGPROF_BYTES_COPIED, 2, NONE, false } },
  { "bcopy", { CGPROF_BYTES_COPIED, 2, NONE, false } },
  { "strncpy", { CGPROF_BYTES_COPIED, 2, NONE, false } },
  { "__strncpy_chk", { CGPROF_BYTES_COPIED, 2, NONE, false } },
  { "stpncpy", { CGPROF_BYTES_COPIED, 2, NONE, false } },
  { "__stpncpy_chk", { CGPROF_BYTES_COPIED, 2, NONE, false } },
  { "memset", { CGPROF_BYTES_SET, 2, NONE, false } },
  { "__memset_chk", { CGPROF_BYTES_SET, 2, NONE, false } },
  { "bzero", { CGPROF_BYTES_SET, 1, NONE, false } },
  { "explicit_bzero", { CGPROF_BYTES_SET, 1, NONE, false } },
  { "__explicit_bzero_chk", { CGPROF_BYTES_SET, 1, NONE, false } },
  { "read", { CGPROF_BYTES_READ, NONE, NONE, true } },
  { "__read_chk", { CGPROF_BYTES_READ, NONE, NONE, true } },
  { "pread", { CGPROF_BYTES_READ, NONE, NONE, true } },
  { "__pread_chk", { CGPROF_BYTES_READ, NONE, NONE, true } },
  { "pread64", { CGPROF_BYTES_READ, NONE, NONE, true } },
  { "__pread64_chk", { CGPROF_BYTES_READ, NONE, NONE, true } },
  { "readv", { CGPROF_BYTES_READ, NONE, NONE, true } },
  { "recv", { CGPROF_BYTES_READ, NONE, NONE, true } },
  { "__recv_chk", { CGPROF_BYTES_READ, NONE, NONE, true } },
  { "recvfrom", { CGPROF_BYTES_READ, NONE, NONE, true } },
  { "__recvfrom_chk", { CGPROF_BYTES_READ, NONE, NONE, true } },
  { "recvmsg", { CGPROF_BYTES_READ, NONE, NONE, true } },
  { "fread", { CGPROF_BYTES_READ, 1, NONE, true } },
  { "__fread_chk", { CGPROF_BYTES_READ, 2, NONE, true } },
  { "fread_unlocked", { CGPROF_BYTES_READ, 1, NONE, true } },
  { "__fread_unlocked_chk", { CGPROF_BYTES_READ, 2, NONE, true } },
  { "write", { CGPROF_BYTES_WRITTEN, NONE, NONE, true } },
  { "pwrite", { CGPROF_BYTES_WRITTEN, NONE, NONE, true } },
  { "pwrite64", { CGPROF_BYTES_WRITTEN, NONE, NONE, true } },
  { "writev", { CGPROF_BYTES_WRITTEN, NONE, NONE, true } },
  { "send", { CGPROF_BYTES_WRITTEN, NONE, NONE, true } },
  { "sendto", { CGPROF_BYTES_WRITTEN, NONE, NONE, true } },
  { "sendmsg", { CGPROF_BYTES_WRITTEN, NONE, NONE, true } },
  { "fwrite", { CGPROF_BYTES_WRITTEN, 1, NONE, true } },
  { "fwrite_unlocked", { CGPROF_BYTES_WRITTEN, 1, NONE, true } }
};

/* The allocators that the option names.  */
struct named_function
{
  char *name;
  struct measure measure;
};
static vec<named_function> named_functions;
static bool on;

/* Read the number of an argument at *TEXT, behind which *TEXT is put.  */

static bool
read_argument (const char **text, unsigned *argument)
{
  char *end;
  if (!ISDIGIT (**text))
    return false;
  unsigned long number = strtoul (*text, &end, 10);
  *text = end;
  *argument = number - 1;
  return number > 0 && number < 100;
}

static bool
add_named (const char *item, size_t length)
{
  const char *colon = (const char *) memchr (item, ':', length);
  const char *at = colon ? colon + 1 : item;
  struct measure measure = { CGPROF_BYTES_ALLOCATED, NONE, NONE, false };
  if (!colon || colon == item || !read_argument (&at, &measure.first)
      || (*at == '*' && !read_argument (&++at, &measure.second))
      || at != item + length)
    {
      error ("cgprof: bad value %<%.*s%> of option %<bytes%>, expected "
	     "NAME:N or NAME:N*M, the numbers of arguments",
	     (int) length, item);
      return false;
    }
  named_functions.safe_push ({ xstrndup (item, colon - item), measure });
  return true;
}

bool
bytes_set (const char *list)
{
  on = true;
  while (list && *list)
    {
      size_t length = strcspn (list, ",");
      if (!add_named (list, length))
	return false;
      list += length;
      list += *list == ',';
    }
  return true;
}

/* Set *MEASURE to what the attribute alloc_size of TYPE, a function's,
   says.  */

static bool
measure_by_alloc_size (tree type, struct measure *measure)
{
  tree attribute = lookup_attribute ("alloc_size", TYPE_ATTRIBUTES (type));
  if (!attribute)
    return false;
  tree position = TREE_VALUE (attribute);
  *measure = { CGPROF_BYTES_ALLOCATED,
	       (unsigned) TREE_INT_CST_LOW (TREE_VALUE (position)) - 1, NONE,
	       false };
  if (TREE_CHAIN (position))
    measure->second
      = TREE_INT_CST_LOW (TREE_VALUE (TREE_CHAIN (position))) - 1;
  return true;
}

/* Likewise the attribute access, which has the size of what the function may
   read or write, in elements of which there are bytes only.  */

static bool
measure_by_access (tree type, struct measure *measure)
{
  rdwr_map accesses;
  init_attr_rdwr_indices (&accesses, TYPE_ATTRIBUTES (type));
  unsigned number = 0;
  for (tree argument = TYPE_ARG_TYPES (type);
       argument && argument != void_list_node;
       argument = TREE_CHAIN (argument), number++)
    {
      const attr_access *access = accesses.get (number);
      tree pointer = TREE_VALUE (argument);
      if (!access || access->ptrarg != number || access->sizarg == UINT_MAX
	  || access->mode == access_none || access->mode == access_deferred
	  || !POINTER_TYPE_P (pointer))
	continue;
      tree size = TYPE_SIZE_UNIT (TREE_TYPE (pointer));
      if (!VOID_TYPE_P (TREE_TYPE (pointer))
	  && (!size || !integer_onep (size)))
	continue;
      *measure = { access->mode == access_read_only ? CGPROF_BYTES_WRITTEN
						     : CGPROF_BYTES_READ,
		   access->sizarg, NONE, false };
      return true;
    }
  return false;
}

/* Set *MEASURE to what is known of the bytes of DECL's calls.  */

static bool
find_measure (tree decl, struct measure *measure)
{
  for (const named_function &each : named_functions)
    if (!strcmp (sites_name (decl), each.name))
      {
	*measure = each.measure;
	return true;
      }
  for (const known_function &each : known_functions)
    if (advise_named_p (decl, each.name))
      {
	*measure = each.measure;
	return true;
      }
  if (DECL_IS_OPERATOR_NEW_P (decl))
    {
      *measure = { CGPROF_BYTES_ALLOCATED, 0, NONE, false };
      return true;
    }
  tree type = TREE_TYPE (decl);
  return measure_by_alloc_size (type, measure)
	 || (!DECL_IN_SYSTEM_HEADER (decl) && !fndecl_built_in_p (decl)
	     && measure_by_access (type, measure));
}

/* Whether CALL has the arguments that MEASURE needs.  */

static bool
fits_p (gcall *call, const struct measure &measure)
{
  for (unsigned argument : { measure.first, measure.second })
    if (argument != NONE
	&& (argument >= gimple_call_num_args (call)
	    || !INTEGRAL_TYPE_P (TREE_TYPE (gimple_call_arg (call,
							     argument)))))
      return false;
  return !measure.result || advise_can_follow (call);
}

/* Whether MEASURE is of what a call is asked for, which it may refuse.  What
   copies or sets has no choice.  */

static bool
request_p (const struct measure &measure)
{
  return !measure.result && measure.kind != CGPROF_BYTES_COPIED
	 && measure.kind != CGPROF_BYTES_SET;
}

/* No address space holds so many bytes: requests for as many fail, and add
   nothing.  Among them are negative numbers, and what a program makes of
   these.  One of them would make the sums of a whole profile too large.  */
#define TOO_MANY (HOST_WIDE_INT_1U << TOO_MANY_BITS)
#define TOO_MANY_BITS 56

/* The largest 64-bit number that VALUE, an argument, can be, as far as that is
   known; of a constant, that.  */

static unsigned HOST_WIDE_INT
largest (tree value)
{
  tree type = TREE_TYPE (value);
  if (TREE_CODE (value) == INTEGER_CST)
    return TREE_INT_CST_LOW (fold_convert (uint64_type_node, value));
  if (TREE_CODE (value) != SSA_NAME || TYPE_PRECISION (type) > 64)
    return HOST_WIDE_INT_M1U;
  wide_int bits = get_nonzero_bits (value);
  unsigned HOST_WIDE_INT most = !TYPE_UNSIGNED (type) && wi::neg_p (bits)
				? HOST_WIDE_INT_M1U : bits.to_uhwi ();
  /* Without optimization the types alone tell.  */
  gassign *from = dyn_cast <gassign *> (SSA_NAME_DEF_STMT (value));
  if (from && CONVERT_EXPR_CODE_P (gimple_assign_rhs_code (from)))
    {
      tree narrow = gimple_assign_rhs1 (from);
      if (INTEGRAL_TYPE_P (TREE_TYPE (narrow))
	  && TYPE_PRECISION (TREE_TYPE (narrow)) < TYPE_PRECISION (type))
	most = MIN (most, largest (narrow));
    }
  return most;
}

/* The size of CALL by MEASURE, if it is a constant that fits in a row.  */

static bool
constant_size (gcall *call, const struct measure &measure, unsigned *size)
{
  unsigned HOST_WIDE_INT product = 1;
  bool constant = !measure.result;
  for (unsigned argument : { measure.first, measure.second })
    if (argument != NONE)
      {
	tree value = gimple_call_arg (call, argument);
	unsigned HOST_WIDE_INT factor = largest (value);
	if (TREE_CODE (value) != INTEGER_CST)
	  constant = false;
	else if (factor >= TOO_MANY && request_p (measure))
	  {
	    *size = 0;
	    return true;
	  }
	product = product && factor > HOST_WIDE_INT_M1U / product
		  ? HOST_WIDE_INT_M1U : product * factor;
      }
  if (constant && product >= TOO_MANY && request_p (measure))
    product = 0;
  if (!constant || product > UINT_MAX)
    return false;
  *size = product;
  return true;
}

/* What CALL asks for by MEASURE; 0 if that is too many bytes.  */

static tree
requested (advise_code &code, gcall *call, const struct measure &measure)
{
  tree value = gimple_call_arg (call, measure.first);
  tree size = code.number (value);
  unsigned HOST_WIDE_INT most = largest (value);
  tree beyond = NULL_TREE;	/* 64 bits.  */
  if (measure.second != NONE)
    {
      value = gimple_call_arg (call, measure.second);
      tree factor = code.number (value);
      unsigned HOST_WIDE_INT other = largest (value);
      bool fits = most == 0 || other <= HOST_WIDE_INT_M1U / most;
      /* Machines that cannot have factors of 32 bits.  */
      if (!fits && can_mult_highpart_p (TYPE_MODE (uint64_type_node), true))
	beyond = code.op (MULT_HIGHPART_EXPR, size, factor);
      size = code.op (MULT_EXPR, size, factor);
      most = fits ? most * other : HOST_WIDE_INT_M1U;
    }
  if (most < TOO_MANY)
    return size;
  tree high = code.op (RSHIFT_EXPR, size, code.constant (TOO_MANY_BITS));
  if (beyond)
    high = code.op (BIT_IOR_EXPR, high, beyond);
  return code.where (code.equal (high, code.constant (0)), size);
}

/* Add the bytes of CALL by MEASURE to a word of the current function, and
   return that.  */

static unsigned
sum_up (gcall *call, const struct measure &measure)
{
  advise_code code (call, measure.result);
  if (request_p (measure))
    return code.sum_up (requested (code, call, measure));
  tree size = NULL_TREE;
  if (measure.first != NONE)
    size = code.number (gimple_call_arg (call, measure.first));
  if (measure.result)
    {
      tree result = code.result ();
      tree good = code.test (LT_EXPR, result,
			     code.constant (HOST_WIDE_INT_1U << 63));
      result = code.where (good, result);
      size = size ? code.op (MULT_EXPR, size, result) : result;
    }
  return code.sum_up (size);
}

static void
record_call (gcall *call)
{
  struct measure measure;
  tree decl = gimple_call_fndecl (call);
  if (!find_measure (decl, &measure) || !fits_p (call, measure))
    return;
  struct site_bytes bytes;
  bytes.kind = measure.kind;
  bytes.callee = sites_name (decl);
  bytes.location = gimple_location (call);
  bytes.constant = constant_size (call, measure, &bytes.value);
  if (!bytes.constant)
    bytes.value = sum_up (call, measure);
  current_sites->bytes.safe_push (bytes);
}

void
bytes_function (void)
{
  if (!on && !advise_bytes ())
    return;
  /* Sums may change the function's blocks.  */
  auto_vec<gcall *> calls;
  basic_block bb;
  FOR_EACH_BB_FN (bb, cfun)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
	 gsi_next (&gsi))
      if (gcall *call = dyn_cast <gcall *> (gsi_stmt (gsi)))
	if (gimple_call_fndecl (call) && !gimple_call_internal_p (call)
	    && !sites_excluded (gimple_location (call)))
	  calls.safe_push (call);
  unsigned i;
  gcall *call;
  FOR_EACH_VEC_ELT (calls, i, call)
    record_call (call);
}
