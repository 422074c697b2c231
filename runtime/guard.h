/* Keeping the program alive when its profile is cut short.

   SPDX-License-Identifier: MIT  */

#ifndef CGPROF_RUNTIME_GUARD_H
#define CGPROF_RUNTIME_GUARD_H

/* Watch over the mapped profile.  Once; normal context.  */
void cgrt_guard_start (void);

#endif /* CGPROF_RUNTIME_GUARD_H */
