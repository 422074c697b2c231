/* Notifying the runtime of calls that concern it.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_NOTICES_H
#define CGPROF_NOTICES_H

/* If the runtime must be notified after CALL, make CALL no tail call, so that
   something can follow it.  To be called before anything depends on whether it
   is a tail call.  */
void notices_prepare (gcall *call);

/* Insert calls that notify the runtime before and after CALL, where it must
   be notified; where all code is counted (counters_blocks), which allows no
   other statements, let notices_find tell what they would be.  */
void notices_insert (gcall *call);

/* Return what the runtime is to be told of the current function's call of
   CALLEE at LOCATION; NULL if nothing is.  */
const struct call_notice *notices_find (tree callee, location_t location);

/* Insert a call that notifies before STATEMENT, an assembler statement or a
   call, if it changes the base of the segment that programs count through.  */
void notices_insert_segment (gimple *statement);

#endif /* CGPROF_NOTICES_H */
