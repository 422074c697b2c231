/* Calls that return, unless the program ends or a signal's handler does not
   return.

   That is so by what GCC knows of a function, or if the unit has it, it was
   compiled before and all of its own calls return.  GCC knows too much of
   some: the C library's headers declare them as leaves, which tells that they
   call nothing of the unit, and not that they come back.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "base/gcc-headers.h"
#include "calls.h"
#include "blocks/returning.h"

/* Functions of the unit whose calls return.  */
static hash_set<tree> *returning;

bool
calling_insn_p (const rtx_insn *insn)
{
  return CALL_P (insn) && !FAKE_CALL_P (insn);
}

/* What INSN, a call, calls; NULL if that is not known.  */

static tree
called_function (const rtx_insn *insn)
{
  if (tree decl = get_call_fndecl (insn))
    return decl;
  rtx call = get_call_rtx_from (const_cast<rtx_insn *> (insn));
  rtx symbol = call ? XEXP (XEXP (call, 0), 0) : NULL_RTX;
  return symbol && GET_CODE (symbol) == SYMBOL_REF ? SYMBOL_REF_DECL (symbol)
						    : NULL_TREE;
}

/* Whether the C library's function DECL may put another program in place of
   this one, end the process, come back in two, or raise a signal here, whose
   handler may leave by siglongjmp.  */

static bool
may_not_return_p (tree decl)
{
  static const char *const names[] =
  {
    "execl", "execle", "execlp", "execv", "execve", "execvp", "execvpe",
    "execveat", "fexecve", "_Fork", "clone", "daemon", "forkpty", "syscall",
    "kill", "killpg", "pthread_kill", "pthread_sigqueue", "raise", "sigqueue",
    "tgkill"
  };
  if (!TREE_PUBLIC (decl) || !DECL_EXTERNAL (decl)
      || !DECL_ASSEMBLER_NAME_SET_P (decl))
    return false;
  const char *name = IDENTIFIER_POINTER (DECL_ASSEMBLER_NAME (decl));
  name = targetm.strip_name_encoding (name);
  for (const char *each : names)
    if (!strcmp (name, each))
      return true;
  return false;
}

bool
returning_call_p (const rtx_insn *insn)
{
  tree decl = called_function (insn);
  if (!decl || TREE_CODE (decl) != FUNCTION_DECL || SIBLING_CALL_P (insn))
    return false;
  int flags = flags_from_decl_or_type (decl);
  if (flags & (ECF_NORETURN | ECF_RETURNS_TWICE) || !(flags & ECF_NOTHROW)
      || may_not_return_p (decl))
    return false;
  /* What is not given a function of the program's can only return.  */
  if (flags & ECF_LEAF
      || (flags & (ECF_CONST | ECF_PURE)
	  && !(flags & ECF_LOOPING_CONST_OR_PURE)))
    return true;
  return returning && returning->contains (decl);
}

void
returning_add_function (void)
{
  if (!decl_binds_to_current_def_p (current_function_decl))
    return;
  if (!returning)
    returning = new hash_set<tree> ();
  returning->add (current_function_decl);
}
