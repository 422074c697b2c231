/* Notifying the runtime of calls that concern it.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_NOTICES_H
#define CGPROF_NOTICES_H

/* If the runtime must be notified after CALL, make CALL no tail call, so that
   something can follow it.  To be called before anything depends on whether it
   is a tail call.  */
void notices_prepare (gcall *call);

/* Insert calls that notify the runtime before and after CALL, where it must
   be notified.  */
void notices_insert (gcall *call);

/* Insert a call that notifies before STATEMENT, an assembler statement or a
   call, if it changes the base of the segment that programs count through.  */
void notices_insert_segment (gimple *statement);

#endif /* CGPROF_NOTICES_H */
