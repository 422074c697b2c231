/* Calls of which the runtime is told.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_NOTICES_H
#define CGPROF_NOTICES_H

/* If CALL is one of which the runtime must be told after it, make sure that
   there is something after it: it is no tail call then.  Before anybody asks
   whether it is one.  */
void notices_prepare (gcall *call);

/* Tell the runtime before or after CALL, if need be.  */
void notices_insert (gcall *call);

#endif /* CGPROF_NOTICES_H */
