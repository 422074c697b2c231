/* Loops and functions so short that a counter is needed again before the
   processor has stored it.

   Counting in them is faster by an address in a register (origin_hold).

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_SHORT_CODE_H
#define CGPROF_SHORT_CODE_H

/* Note how long the current function is, for loops that call it.  To be
   called once for each function, before the unit's later ones are looked at;
   GCC compiles callees first.  */
void short_code_begin (void);

/* Whether STATEMENT, of the current function, is in so short a loop.  */
bool short_code_loop_p (gimple *statement);

/* Whether the current function is that short.  */
bool short_code_function_p (void);

#endif /* CGPROF_SHORT_CODE_H */
