/* Calls of which the runtime is told: those that end the process without
   libc's usual steps, put another program in its place, may fork it
   behind libc's back, or limit what the runtime may do.

   They are recognised by the name of the function called, so a system call
   that the program makes itself goes unnoticed; nothing but a tidier
   profile depends on it, except where the manual says so.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "gcc-headers.h"
#include "notices.h"
#include "counters.h"
#include "cpu.h"

/* Argument NUMBER of CALL if it is a small constant, else -1.  */

static int
find_constant (gcall *call, unsigned number)
{
  if (number >= gimple_call_num_args (call))
    return -1;
  tree argument = gimple_call_arg (call, number);
  return TREE_CODE (argument) == INTEGER_CST
	 && tree_fits_uhwi_p (argument) && tree_to_uhwi (argument) < 1 << 20
	 ? (int) tree_to_uhwi (argument) : -1;
}

/* What to tell of CALL: an enum cgprof_notice, or -1.  BEFORE says whether
   it is told before the call or after it.  */

static int
find_notice (gcall *call, bool before)
{
  tree decl = gimple_call_fndecl (call);
  /* The call matters if that argument is WANTED, or is not known.  */
  enum { ANY, FIRST, SECOND };
  /* The same on all systems that there are plugins for.  */
  enum { LIMIT_ADDRESS_SPACE = 9, SET_SECCOMP = 22 };
  static const struct
  {
    const char *name;
    enum cgprof_notice what;
    int argument;
    int wanted;
  } calls[] =
  {
    { "_exit", CGPROF_NOTICE_EXIT, ANY, 0 },
    { "_Exit", CGPROF_NOTICE_EXIT, ANY, 0 },
    { "quick_exit", CGPROF_NOTICE_EXIT, ANY, 0 },
    { "execl", CGPROF_NOTICE_EXEC, ANY, 0 },
    { "execle", CGPROF_NOTICE_EXEC, ANY, 0 },
    { "execlp", CGPROF_NOTICE_EXEC, ANY, 0 },
    { "execv", CGPROF_NOTICE_EXEC, ANY, 0 },
    { "execve", CGPROF_NOTICE_EXEC, ANY, 0 },
    { "execvp", CGPROF_NOTICE_EXEC, ANY, 0 },
    { "execvpe", CGPROF_NOTICE_EXEC, ANY, 0 },
    { "execveat", CGPROF_NOTICE_EXEC, ANY, 0 },
    { "fexecve", CGPROF_NOTICE_EXEC, ANY, 0 },
    { "_Fork", CGPROF_NOTICE_FORKED, ANY, 0 },
    { "syscall", CGPROF_NOTICE_FORKED, ANY, 0 },
    { "prctl", CGPROF_NOTICE_LIMIT, FIRST, SET_SECCOMP },
    { "seccomp_load", CGPROF_NOTICE_LIMIT, ANY, 0 },
    { "setrlimit", CGPROF_NOTICE_SPACE, FIRST, LIMIT_ADDRESS_SPACE },
    { "setrlimit64", CGPROF_NOTICE_SPACE, FIRST, LIMIT_ADDRESS_SPACE },
    { "prlimit", CGPROF_NOTICE_SPACE, SECOND, LIMIT_ADDRESS_SPACE },
    { "prlimit64", CGPROF_NOTICE_SPACE, SECOND, LIMIT_ADDRESS_SPACE }
  };
  if (!decl || !TREE_PUBLIC (decl) || !DECL_EXTERNAL (decl)
      || !DECL_ASSEMBLER_NAME_SET_P (decl))
    return -1;
  const char *name = IDENTIFIER_POINTER (DECL_ASSEMBLER_NAME (decl));
  name = targetm.strip_name_encoding (name);
  for (const auto &each : calls)
    if (!strcmp (name, each.name))
      {
	int number = each.argument == ANY
		     ? -1 : find_constant (call, each.argument == SECOND);
	if (each.what == CGPROF_NOTICE_FORKED && before)
	  {
	    /* Which number seccomp has, the runtime knows.  */
	    number = find_constant (call, 0);
	    return number < 0 || strcmp (name, "syscall") ? -1
		   : CGPROF_NOTICE_LIMIT + CGPROF_NOTICE_NUMBER * number;
	  }
	return (each.what != CGPROF_NOTICE_FORKED) == before
	       && (number < 0 || number == each.wanted) ? each.what : -1;
      }
  return -1;
}

/* A call that tells WHAT.  It neither throws nor comes back to a setjmp, so
   it may stand anywhere in a block.  */

static gcall *
build_notice (int what, location_t location)
{
  tree type = build_function_type_list (void_type_node, unsigned_type_node,
					NULL_TREE);
  tree decl = build_fn_decl (CGPROF_NOTICE, type);
  DECL_VISIBILITY (decl) = VISIBILITY_HIDDEN;
  DECL_VISIBILITY_SPECIFIED (decl) = 1;
  TREE_NOTHROW (decl) = 1;
  DECL_ATTRIBUTES (decl) = tree_cons (get_identifier ("leaf"), NULL_TREE,
				      DECL_ATTRIBUTES (decl));
  gcall *call = gimple_build_call (decl, 1,
				   build_int_cst (unsigned_type_node, what));
  gimple_set_location (call, location);
  return call;
}

void
notices_prepare (gcall *call)
{
  if (find_notice (call, false) >= 0 && !gimple_call_must_tail_p (call))
    gimple_call_set_tail (call, false);
}

/* Say so if CALL takes the register away that counters are found by.  */

static void
check_segment (gcall *call)
{
  tree decl = gimple_call_fndecl (call);
  if (counters_segment () && decl && DECL_NAME (decl)
      && CGPROF_CPU_SETS_SEGMENT (IDENTIFIER_POINTER (DECL_NAME (decl)),
				  find_constant (call, 0),
				  find_constant (call, 1)))
    {
      /* Not in the header of an intrinsic, where warnings are off.  */
      location_t location = gimple_location (call);
      if (tree block = gimple_block (call))
	if (location_t *outer = block_nonartificial_location (block))
	  location = *outer;
      warning_at (location, 0, "cgprof: %qD changes the register that the "
		  "program counts through, expected "
		  "%<-fplugin-arg-cgprof-segment=no%>", decl);
    }
}

void
notices_insert (gcall *call)
{
  check_segment (call);
  gimple_stmt_iterator gsi = gsi_for_stmt (call);
  int before = find_notice (call, true);
  int after = find_notice (call, false);
  if (before >= 0)
    gsi_insert_before (&gsi, build_notice (before, gimple_location (call)),
		       GSI_SAME_STMT);
  /* Where it ends its block it may throw or return twice, which these
     functions do only if they are declared by hand.  */
  if (after >= 0 && !gimple_call_tail_p (call) && !stmt_ends_bb_p (call))
    gsi_insert_after (&gsi, build_notice (after, gimple_location (call)),
		      GSI_NEW_STMT);
}
