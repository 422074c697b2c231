/* The choice of what is counted.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_INSTRUMENT_H
#define CGPROF_INSTRUMENT_H

/* Whether calls of the function DECL are to be counted at all; NULL is a
   function of the compiler's.  */
bool instrument_callee_p (tree decl);

/* Register the pass for the plugin NAME.  */
void instrument_register (const char *name);

#endif /* CGPROF_INSTRUMENT_H */
