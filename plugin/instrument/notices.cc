/* Notifying the runtime of calls that concern it: those that end the process
   without libc's usual steps, put another program in its place, may fork it
   without libc's fork, limit what the runtime may do, wait with a set of
   signals that may contain the runtime's, use the set of blocked signals, set
   an alternate stack, or handle a signal that may be the runtime's.

   They are recognised by the name of the function called, so a system call
   that the program makes itself goes unnoticed; nothing but a tidier
   profile depends on it, except where the manual says so.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "base/gcc-headers.h"
#include "gimplify-me.h"
#include "instrument/notices.h"
#include "count/counter-trees.h"
#include "sites/sites.h"
#include "cpu/cpu.h"

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

/* The name of the function that CALL calls if it is another unit's, or
   NULL.  */

static const char *
find_name (gcall *call)
{
  tree decl = gimple_call_fndecl (call);
  if (!decl || !TREE_PUBLIC (decl) || !DECL_EXTERNAL (decl)
      || !DECL_ASSEMBLER_NAME_SET_P (decl))
    return NULL;
  const char *name = IDENTIFIER_POINTER (DECL_ASSEMBLER_NAME (decl));
  return targetm.strip_name_encoding (name);
}

/* What to tell before CALL if it waits with a set of signals: an enum
   cgprof_notice and the argument that is *SET, -1 if it has none, or -1.  Such
   a call is told of afterwards, too.  */

static int
find_wait (gcall *call, int *set)
{
  static const struct
  {
    const char *name;
    enum cgprof_notice what;
    int set;			/* Its argument, or -1.  */
  } calls[] =
  {
    { "sigwait", CGPROF_NOTICE_TAKE, 0 },
    { "sigwaitinfo", CGPROF_NOTICE_TAKE, 0 },
    { "sigtimedwait", CGPROF_NOTICE_TAKE, 0 },
    { "signalfd", CGPROF_NOTICE_DESCRIPTOR, 1 },
    { "pause", CGPROF_NOTICE_LET_IN, -1 },
    { "sigsuspend", CGPROF_NOTICE_LET_IN, 0 },
    { "ppoll", CGPROF_NOTICE_LET_IN, 3 },
    { "__ppoll_chk", CGPROF_NOTICE_LET_IN, 3 },
    { "pselect", CGPROF_NOTICE_LET_IN, 5 },
    { "epoll_pwait", CGPROF_NOTICE_LET_IN, 4 },
    { "epoll_pwait2", CGPROF_NOTICE_LET_IN, 4 },
    { "io_uring_wait_cqes", CGPROF_NOTICE_RING, 4 },
    { "io_uring_submit_and_wait_timeout", CGPROF_NOTICE_RING, 4 },
    { "io_uring_enter", CGPROF_NOTICE_RING, 4 },
    { "io_uring_enter2", CGPROF_NOTICE_RING, 4 }
  };
  const char *name = find_name (call);
  if (name)
    for (const auto &each : calls)
      if (!strcmp (name, each.name))
	{
	  *set = each.set;
	  if (each.set < 0)
	    return each.what;
	  if ((unsigned) each.set >= gimple_call_num_args (call))
	    return -1;
	  tree argument = gimple_call_arg (call, each.set);
	  /* Without a set all others begin again after a signal.  */
	  return POINTER_TYPE_P (TREE_TYPE (argument))
		 && !integer_zerop (argument) ? each.what : -1;
	}
  return -1;
}

/* What to tell of CALL: an enum cgprof_notice, or -1.  BEFORE says whether
   it is told before the call or after it.  */

static int
find_notice (gcall *call, bool before)
{
  /* The call matters if that argument is WANTED, or is not known.  */
  enum { ANY, FIRST, SECOND };
  /* The same on all systems that there are plugins for.  */
  enum
  {
    LIMIT_ADDRESS_SPACE = 9,
    SET_SECCOMP = 22,
    SIGNAL_URGENT = 23,
    SIGNAL_WINDOW = 28
  };
  static const struct
  {
    const char *name;
    enum cgprof_notice what;
    int argument;
    int wanted;
  } calls[] =
  {
    { "_exit", CGPROF_NOTICE_STATUS, ANY, 0 },
    { "_Exit", CGPROF_NOTICE_STATUS, ANY, 0 },
    { "quick_exit", CGPROF_NOTICE_STATUS, ANY, 0 },
    { "abort", CGPROF_NOTICE_ABORT, ANY, 0 },
    { "__assert_fail", CGPROF_NOTICE_ABORT, ANY, 0 },
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
    { "prlimit64", CGPROF_NOTICE_SPACE, SECOND, LIMIT_ADDRESS_SPACE },
    /* It counts all addresses, and locks all that is mapped.  */
    { "mlockall", CGPROF_NOTICE_SPACE, ANY, 0 },
    { "sigaltstack", CGPROF_NOTICE_STACK, ANY, 0 },
    /* Those that announce samples.  */
    { "sigaction", CGPROF_NOTICE_ACTION, FIRST, SIGNAL_URGENT },
    { "sigaction", CGPROF_NOTICE_ACTION, FIRST, SIGNAL_WINDOW },
    { "signal", CGPROF_NOTICE_ACTION, FIRST, SIGNAL_URGENT },
    { "signal", CGPROF_NOTICE_ACTION, FIRST, SIGNAL_WINDOW },
    { "__sysv_signal", CGPROF_NOTICE_ACTION, FIRST, SIGNAL_URGENT },
    { "__sysv_signal", CGPROF_NOTICE_ACTION, FIRST, SIGNAL_WINDOW },
    { "sigignore", CGPROF_NOTICE_ACTION, FIRST, SIGNAL_URGENT },
    { "sigignore", CGPROF_NOTICE_ACTION, FIRST, SIGNAL_WINDOW },
    /* What has left a wait, or may have.  */
    { "longjmp", CGPROF_NOTICE_WAITED, ANY, 0 },
    { "_longjmp", CGPROF_NOTICE_WAITED, ANY, 0 },
    { "siglongjmp", CGPROF_NOTICE_WAITED, ANY, 0 },
    { "__longjmp_chk", CGPROF_NOTICE_WAITED, ANY, 0 }
  };
  const char *name = find_name (call);
  if (!name)
    return -1;
  for (const auto &each : calls)
    if (!strcmp (name, each.name))
      {
	int number = each.argument == ANY
		     ? -1 : find_constant (call, each.argument == SECOND);
	if (each.what == CGPROF_NOTICE_FORKED && before)
	  {
	    /* Which number seccomp has, the runtime knows; 0 would tell it of
	       any limit, and is read or io_setup.  */
	    number = find_constant (call, 0);
	    return number <= 0 || strcmp (name, "syscall") ? -1
		   : CGPROF_NOTICE_LIMIT + CGPROF_NOTICE_NUMBER * number;
	  }
	bool after = each.what == CGPROF_NOTICE_FORKED
		     || each.what == CGPROF_NOTICE_STACK
		     || each.what == CGPROF_NOTICE_ACTION;
	/* Of space both times.  */
	if ((each.what == CGPROF_NOTICE_SPACE || after != before)
	    && (number < 0 || number == each.wanted))
	  return each.what;
      }
  return -1;
}

/* Whether CALL reads or may change which signals are blocked, or makes a
   thread or a process that will block the same.  Told of before and after.  */

static bool
uses_mask_p (gcall *call)
{
  static const char *const names[] =
  {
    "sigprocmask", "pthread_sigmask", "sigblock", "sighold", "sigrelse",
    "sigset", "sigsetmask", "siggetmask", "pthread_create", "thrd_create",
    "posix_spawn", "posix_spawnp"
  };
  const char *name = find_name (call);
  if (name)
    for (const char *each : names)
      if (!strcmp (name, each))
	return true;
  return false;
}

/* The argument of CALL that goes with NOTICE, told before it, or -1.  */

static int
find_status (gcall *call, int notice)
{
  return notice == CGPROF_NOTICE_STATUS && gimple_call_num_args (call) > 0
	 && INTEGRAL_TYPE_P (TREE_TYPE (gimple_call_arg (call, 0))) ? 0 : -1;
}

/* What to tell after CALL, or -1.  */

static int
find_notice_after (gcall *call)
{
  int set;
  return find_wait (call, &set) >= 0 || uses_mask_p (call)
	 ? CGPROF_NOTICE_WAITED : find_notice (call, false);
}

/* WHAT, an enum cgprof_notice, as code tells it.  */

static tree
build_what (int what)
{
  return build_int_cst (unsigned_type_node, what);
}

/* Likewise of CALL, with the number of the signal that it is about: the
   runtime needs no system call if that is not its own.  What that takes is
   inserted at GSI, before CALL.  */

static tree
build_what_of_signal (gcall *call, int what, gimple_stmt_iterator *gsi)
{
  tree number = gimple_call_num_args (call) > 0 ? gimple_call_arg (call, 0)
						 : NULL_TREE;
  if (!number || !INTEGRAL_TYPE_P (TREE_TYPE (number)))
    return build_what (what);
  number = fold_build2 (MULT_EXPR, unsigned_type_node,
			fold_convert (unsigned_type_node, number),
			build_what (CGPROF_NOTICE_NUMBER));
  return force_gimple_operand_gsi (gsi,
				   fold_build2 (PLUS_EXPR, unsigned_type_node,
						number, build_what (what)),
				   true, NULL_TREE, true, GSI_SAME_STMT);
}

/* A call that tells WHAT, with SET, a pointer.  It neither throws nor comes
   back to a setjmp, so it may stand anywhere in a block.  */

static gcall *
build_notice (tree what, tree set, location_t location)
{
  tree type = build_function_type_list (void_type_node, unsigned_type_node,
					const_ptr_type_node, NULL_TREE);
  tree decl = build_fn_decl (CGPROF_NOTICE, type);
  DECL_VISIBILITY (decl) = VISIBILITY_HIDDEN;
  DECL_VISIBILITY_SPECIFIED (decl) = 1;
  TREE_NOTHROW (decl) = 1;
  DECL_ATTRIBUTES (decl) = tree_cons (get_identifier ("leaf"), NULL_TREE,
				      DECL_ATTRIBUTES (decl));
  gcall *call = gimple_build_call (decl, 2, what, unshare_expr (set));
  gimple_set_location (call, location);
  return call;
}

void
notices_prepare (gcall *call)
{
  if (find_notice_after (call) >= 0 && !gimple_call_must_tail_p (call))
    gimple_call_set_tail (call, false);
}

/* Whether STATEMENT takes the register away that programs count through.  */

static bool
sets_segment_p (gimple *statement)
{
  if (gasm *code = dyn_cast <gasm *> (statement))
    return cpu_text_sets_segment (gimple_asm_string (code));
  gcall *call = as_a <gcall *> (statement);
  tree decl = gimple_call_fndecl (call);
  return decl && DECL_NAME (decl)
	 && cpu_sets_segment (IDENTIFIER_POINTER (DECL_NAME (decl)),
			      find_constant (call, 0),
			      find_constant (call, 1));
}

/* Say that STATEMENT, which does that, does.  */

static void
warn_of_segment (gimple *statement)
{
  /* Not in the header of an intrinsic, where warnings are off.  */
  location_t location = gimple_location (statement);
  if (tree block = gimple_block (statement))
    if (location_t *outer = block_nonartificial_location (block))
      location = *outer;
  warning_at (location, 0, "cgprof: %qs changes the register that the "
	      "program counts through, expected "
	      "%<-fplugin-arg-cgprof-segment=no%>",
	      is_gimple_call (statement)
	      ? lang_hooks.decl_printable_name (gimple_call_fndecl (statement),
						0)
	      : "asm");
}

void
notices_insert_segment (gimple *statement)
{
  if (!sets_segment_p (statement))
    return;
  if (counters_segment ())
    warn_of_segment (statement);
  gimple_stmt_iterator gsi = gsi_for_stmt (statement);
  gsi_insert_before (&gsi, build_notice (build_what (CGPROF_NOTICE_SEGMENT),
					 null_pointer_node,
					 gimple_location (statement)),
		     GSI_SAME_STMT);
}

/* Insert those of NOTICE before and after CALL.  */

static void
insert_notices (gcall *call, const call_notice &notice)
{
  gimple_stmt_iterator gsi = gsi_for_stmt (call);
  tree set = notice.set < 0 ? null_pointer_node
	     : gimple_call_arg (call, notice.set);
  if (INTEGRAL_TYPE_P (TREE_TYPE (set)))
    {
      set = fold_convert (const_ptr_type_node,
			  fold_convert (pointer_sized_int_node, set));
      set = force_gimple_operand_gsi (&gsi, set, true, NULL_TREE, true,
				      GSI_SAME_STMT);
    }
  if (notice.before >= 0)
    gsi_insert_before (&gsi, build_notice (build_what (notice.before), set,
					   notice.location), GSI_SAME_STMT);
  if (notice.after < 0 || gimple_call_tail_p (call))
    return;
  tree what = notice.after == CGPROF_NOTICE_ACTION
	      ? build_what_of_signal (call, notice.after, &gsi)
	      : build_what (notice.after);
  gcall *after = build_notice (what, null_pointer_node, notice.location);
  if (!stmt_ends_bb_p (call))
    gsi_insert_after (&gsi, after, GSI_NEW_STMT);
  /* It may throw (waits do when their thread is cancelled), or come back to
     a setjmp.  */
  else if (edge next = find_fallthru_edge (gimple_bb (call)->succs))
    if (!(next->flags & EDGE_COMPLEX))
      gsi_insert_on_edge_immediate (next, after);
}

void
notices_insert (gcall *call)
{
  notices_insert_segment (call);
  call_notice notice = { gimple_call_fndecl (call), gimple_location (call),
			 -1, find_notice_after (call), -1 };
  notice.before = find_wait (call, &notice.set);
  if (notice.before < 0)
    {
      notice.before = uses_mask_p (call) ? CGPROF_NOTICE_MASK
					 : find_notice (call, true);
      notice.set = find_status (call, notice.before);
      /* Without its status it can only be told of.  */
      if (notice.before == CGPROF_NOTICE_STATUS && notice.set < 0)
	notice.before = CGPROF_NOTICE_EXIT;
    }
  if (notice.before < 0 && notice.after < 0)
    return;
  if (counters_blocks ())
    current_sites->notices.safe_push (notice);
  else
    insert_notices (call, notice);
}

const call_notice *
notices_find (tree callee, location_t location)
{
  unsigned i;
  call_notice *notice;
  FOR_EACH_VEC_ELT (current_sites->notices, i, notice)
    if (notice->callee == callee
	&& LOCATION_LOCUS (notice->location) == LOCATION_LOCUS (location))
      return notice;
  return NULL;
}
