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

#endif /* CGPROF_NOTICES_H */
