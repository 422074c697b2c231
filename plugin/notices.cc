/* Calls of which the runtime is told: those that end the process without
   libc's usual steps, put another program in its place, or may fork it
   behind libc's back.

   They are recognised by the name of the function called, so a system call
   that the program makes itself goes unnoticed; nothing but a tidier
   profile depends on it, except where the manual says so.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "gcc-headers.h"
#include "notices.h"
#include "cgprof/abi.h"

/* What to tell of a call of DECL: an enum cgprof_notice, or -1.  */

static int
find_notice (tree decl)
{
  static const struct
  {
    const char *name;
    enum cgprof_notice what;
  } calls[] =
  {
    { "_exit", CGPROF_NOTICE_EXIT },
    { "_Exit", CGPROF_NOTICE_EXIT },
    { "quick_exit", CGPROF_NOTICE_EXIT },
    { "execl", CGPROF_NOTICE_EXEC },
    { "execle", CGPROF_NOTICE_EXEC },
    { "execlp", CGPROF_NOTICE_EXEC },
    { "execv", CGPROF_NOTICE_EXEC },
    { "execve", CGPROF_NOTICE_EXEC },
    { "execvp", CGPROF_NOTICE_EXEC },
    { "execvpe", CGPROF_NOTICE_EXEC },
    { "execveat", CGPROF_NOTICE_EXEC },
    { "fexecve", CGPROF_NOTICE_EXEC },
    { "_Fork", CGPROF_NOTICE_FORKED },
    { "syscall", CGPROF_NOTICE_FORKED }
  };
  if (!decl || !TREE_PUBLIC (decl) || !DECL_EXTERNAL (decl)
      || !DECL_ASSEMBLER_NAME_SET_P (decl))
    return -1;
  const char *name = IDENTIFIER_POINTER (DECL_ASSEMBLER_NAME (decl));
  name = targetm.strip_name_encoding (name);
  for (const auto &call : calls)
    if (!strcmp (name, call.name))
      return call.what;
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
  if (find_notice (gimple_call_fndecl (call)) == CGPROF_NOTICE_FORKED
      && !gimple_call_must_tail_p (call))
    gimple_call_set_tail (call, false);
}

void
notices_insert (gcall *call)
{
  int what = find_notice (gimple_call_fndecl (call));
  if (what < 0)
    return;
  gimple_stmt_iterator gsi = gsi_for_stmt (call);
  gcall *notice = build_notice (what, gimple_location (call));
  if (what != CGPROF_NOTICE_FORKED)
    gsi_insert_before (&gsi, notice, GSI_SAME_STMT);
  /* Where it ends its block it may throw or return twice, which these
     functions do only if they are declared by hand.  */
  else if (!gimple_call_tail_p (call) && !stmt_ends_bb_p (call))
    gsi_insert_after (&gsi, notice, GSI_NEW_STMT);
}
