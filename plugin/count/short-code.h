/* Loops and functions so short that a counter is needed again before the
   processor has stored it.

   Counting in them is faster by an address in a register (origin_hold).

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_SHORT_CODE_H
#define CGPROF_SHORT_CODE_H

/* Note how long the current function is, for loops that call it.  Must be
   called once for each function, before any later function of the unit is
   looked at; GCC compiles callees first.  */
void short_code_begin (void);

/* Return whether STATEMENT, of the current function, is in a loop that
   short.  */
bool short_code_loop_p (gimple *statement);

/* Return whether the current function is that short.  */
bool short_code_function_p (void);

#endif /* CGPROF_SHORT_CODE_H */
