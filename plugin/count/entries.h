/* Counting entries of functions by statements.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_ENTRIES_H
#define CGPROF_ENTRIES_H

/* Insert statements that count the current function's entries, if it has a
   counter for them and instructions will not do so late.  Decide which of
   CALLS, the calls of the function that will be counted, use the address that
   this computes.  Must be called for each function before any of its calls is
   counted.  */
void entries_count (const vec<gcall *> &calls);

#endif /* CGPROF_ENTRIES_H */
