/* The calls before which a function surely runs in the thread that entered
   it.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "base/gcc-headers.h"
#include "count/first-calls.h"

/* Whether STATEMENT may go on in another thread than it began in: it calls
   something that may switch contexts.  The library functions that GCC knows
   do not.  */

static bool
may_switch_thread (gimple *statement)
{
  if (gcall *call = dyn_cast <gcall *> (statement))
    {
      tree decl = gimple_call_fndecl (call);
      return !gimple_call_internal_p (call)
	     && !(decl && fndecl_built_in_p (decl));
    }
  return gimple_code (statement) == GIMPLE_ASM;
}

void
first_calls_collect (const vec<gcall *> &calls, hash_set<gimple *> *first)
{
  /* Blocks that may be reached after a switch.  */
  auto_vec<basic_block> work;
  auto_sbitmap reached (last_basic_block_for_fn (cfun));
  bitmap_clear (reached);
  auto reach_successors = [&] (basic_block block)
    {
      edge e;
      edge_iterator i;
      FOR_EACH_EDGE (e, i, block->succs)
	if (!bitmap_bit_p (reached, e->dest->index))
	  {
	    bitmap_set_bit (reached, e->dest->index);
	    work.safe_push (e->dest);
	  }
    };

  basic_block block;
  FOR_EACH_BB_FN (block, cfun)
    for (gimple_stmt_iterator gsi = gsi_start_bb (block); !gsi_end_p (gsi);
	 gsi_next (&gsi))
      if (may_switch_thread (gsi_stmt (gsi)))
	{
	  reach_successors (block);
	  break;
	}
  while (!work.is_empty ())
    reach_successors (work.pop ());

  unsigned i;
  gcall *call;
  FOR_EACH_VEC_ELT (calls, i, call)
    {
      if (bitmap_bit_p (reached, gimple_bb (call)->index))
	continue;
      gimple_stmt_iterator gsi = gsi_start_bb (gimple_bb (call));
      while (gsi_stmt (gsi) != call && !may_switch_thread (gsi_stmt (gsi)))
	gsi_next (&gsi);
      if (gsi_stmt (gsi) == call)
	first->add (call);
    }
}

double
first_calls_executions (const vec<gcall *> &calls, hash_set<gimple *> &first)
{
  double sum = 0;
  unsigned i;
  gcall *call;
  FOR_EACH_VEC_ELT (calls, i, call)
    if (first.contains (call))
      {
	bool known;
	sreal ratio = gimple_bb (call)->count.to_sreal_scale
	  (ENTRY_BLOCK_PTR_FOR_FN (cfun)->count, &known);
	sum += known ? ratio.to_double () : 1;
      }
  return sum;
}
