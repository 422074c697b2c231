/* Calls of the slow paths, which are functions of the module's text.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "base/gcc-headers.h"
#include "count/slow-path.h"
#include "count/statements.h"
#include "cpu/cpu.h"

/* Say once that the user has reserved each register that a slow path's call
   could use.  */

static void
no_register_left (location_t location)
{
  static bool said;
  if (!said)
    error_at (location, "cgprof: " CGPROF_CPU_CLOBBERS_TEXT
			" are reserved, expected one of them for counting");
  said = true;
}

tree
slow_path_call (gimple_stmt_iterator *gsi, const char *text, const char *name,
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
      statement_add_operand (
	  &inputs, i ? CGPROF_CPU_TARGET_OPERAND : CGPROF_CPU_SLOT_OPERAND,
	  argument);
      if (result)
	statement_add_operand (&outputs, result, value);
      /* Counters and the thread word change.  */
      statement_add_operand (&clobbers, "memory", NULL_TREE);
      if (const char *clobbered = CGPROF_CPU_CLOBBERS)
	statement_add_operand (&clobbers, clobbered, NULL_TREE);
      else
	no_register_left (location);
      gasm *code
	  = gimple_build_asm_vec (text, inputs, outputs, clobbers, NULL);
      gimple_asm_set_volatile (code, true);
      if (value)
	SSA_NAME_DEF_STMT (value) = code;
      statement = code;
    }
  else
    {
      tree type
	  = build_function_type (value ? sizetype : void_type_node, NULL_TREE);
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
