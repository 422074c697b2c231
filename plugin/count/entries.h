/* Counting entries of functions by statements.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_ENTRIES_H
#define CGPROF_ENTRIES_H

/* Count the current function's entries if it has a counter for them, unless
   instructions will do so late; decide which of CALLS, its calls that will be
   counted, go on from the address that this computes.  To be called for each
   function before any of its calls is counted.  */
void entries_count (const vec<gcall *> &calls);

#endif /* CGPROF_ENTRIES_H */
