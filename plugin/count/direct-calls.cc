/* Counting direct calls by statements.

   Most direct calls have none: what counts them is put before their
   instructions when all else is done (instrument/call-insns.cc).  These
   statements count where that cannot be, as at -O0, where the code model or
   the machine does not allow it, and with counters=plain or =atomic; and where
   something is gained, in a library's short loops and first calls.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "base/gcc-headers.h"
#include "count/counter-trees.h"
#include "count/direct-calls.h"
#include "count/origin.h"
#include "count/short-code.h"

bool
direct_calls_now_p (gcall *call)
{
  if (!counters_late ())
    return true;
  return !counters_segment ()
	 && (short_code_loop_p (call) || origin_shared_p (call));
}

void
direct_calls_count (gimple_stmt_iterator *gsi, unsigned word,
		    location_t location)
{
  origin_increment (gsi, word, origin_find (gsi, location), location);
}
