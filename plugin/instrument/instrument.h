/* The choice of what is counted.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_INSTRUMENT_H
#define CGPROF_INSTRUMENT_H

/* Whether calls of the function DECL are to be counted at all.  DECL is NULL
   for a function that only the compiler calls.  */
bool instrument_callee_p (tree decl);

/* Register, for the plugin NAME, the pass that makes the choice.  */
void instrument_register (const char *name);

#endif /* CGPROF_INSTRUMENT_H */
