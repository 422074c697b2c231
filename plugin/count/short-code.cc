/* Loops and functions so short that a counter is needed again before the
   processor has stored it.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "base/gcc-headers.h"
#include "count/short-code.h"
#include "cpu/cpu.h"

/* Blocks of a loop or of a function that may be so short that its counter
   is needed again before the processor has stored it.  */
#define SHORT_BLOCKS 8

/* Functions of the unit that are not that short, by DECL_UID: so is no loop
   that calls one, and the register is better left to the loop.  GCC compiles
   callees first.  */
static hash_set<int_hash<int, -1, -2> > *long_functions;

/* Whether STATEMENT calls one of them.  */

static bool
calls_long_function_p (gimple *statement)
{
  tree callee = is_gimple_call (statement) ? gimple_call_fndecl (statement)
					   : NULL_TREE;
  return callee && long_functions
	 && long_functions->contains (DECL_UID (callee));
}

bool
short_code_loop_p (gimple *statement)
{
  class loop *loop = current_loops ? gimple_bb (statement)->loop_father : NULL;
  return CGPROF_CPU_INCREMENT && optimize
	 && loop && loop_outer (loop) && !loop->inner
	 && loop->num_nodes <= SHORT_BLOCKS
	 && !calls_long_function_p (statement);
}

bool
short_code_function_p (void)
{
  return CGPROF_CPU_INCREMENT && optimize
	 && n_basic_blocks_for_fn (cfun) <= SHORT_BLOCKS;
}

void
short_code_begin (void)
{
  if (n_basic_blocks_for_fn (cfun) <= SHORT_BLOCKS)
    return;
  if (!long_functions)
    long_functions = new hash_set<int_hash<int, -1, -2> > ();
  long_functions->add (DECL_UID (current_function_decl));
}
