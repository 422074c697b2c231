/* Counting indirect calls under their targets, by statements.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_INDIRECT_CALLS_H
#define CGPROF_INDIRECT_CALLS_H

/* Count the indirect call at *GSI under its target, in the slot that begins at
   WORD of the current function's counters.  Splits the block before the
   call, at which *GSI stays.  */
void indirect_calls_count (gimple_stmt_iterator *gsi, unsigned word);

#endif /* CGPROF_INDIRECT_CALLS_H */
