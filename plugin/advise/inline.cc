/* Why GCC did not inline calls.

   The call graph has the reasons, but loses them before the pass that adds
   records: they are copied before the function's first pass.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "base/gcc-headers.h"
#include "sites/sites.h"
#include "advise/calls.h"
#include "cgprof/abi.h"

/* A call that was left when calls were inlined.  DECL is compared only.  */
struct left_call
{
  location_t location;
  tree decl;
  const char *reason;
};

static auto_vec<left_call> *left_calls;

/* Where the next one is looked for first: they mostly keep their order.  */
static unsigned next_call;

void
advise_inline_begin (void)
{
  if (!left_calls)
    left_calls = new auto_vec<left_call>;
  left_calls->truncate (0);
  next_call = 0;
  for (cgraph_edge *edge
	 = cgraph_node::get (current_function_decl)->callees;
       edge; edge = edge->next_callee)
    if (edge->call_stmt && edge->inline_failed != CIF_OK)
      left_calls->safe_push (
	{ LOCATION_LOCUS (gimple_location (edge->call_stmt)),
	  edge->callee->decl,
	  cgraph_inline_failed_string (edge->inline_failed) });
}

void
advise_inline (gcall *call, tree decl)
{
  if (!left_calls || fndecl_built_in_p (decl)
      || decl == current_function_decl)
    return;
  location_t location = LOCATION_LOCUS (gimple_location (call));
  unsigned count = left_calls->length ();
  for (unsigned i = 0; i < count; i++)
    {
      unsigned index = (next_call + i) % count;
      const left_call &each = (*left_calls)[index];
      if (each.decl != decl || each.location != location)
	continue;
      next_call = index + 1;
      struct advice_site *site
	= sites_add_advice (CGPROF_ADVICE_INLINE, gimple_location (call));
      site->callee = sites_name (decl);
      site->detail = each.reason;
      return;
    }
}
