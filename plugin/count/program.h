/* Whether code is a program's, or may be a shared library's.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_PROGRAM_H
#define CGPROF_PROGRAM_H

/* Return whether the unit's code can only be linked into a program: there it
   finds thread-local variables at constant distances, and a segment register
   is its own.  */
bool program_p (void);

/* Register, for the plugin NAME, the pass by which the parts of a program that
   is optimised when it is linked know what they are parts of.  */
void program_register (const char *name);

#endif /* CGPROF_PROGRAM_H */
