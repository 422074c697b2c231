/* Calls that return, unless the program ends or a signal's handler does not
   return.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_BLOCKS_RETURNING_H
#define CGPROF_BLOCKS_RETURNING_H

/* Return whether INSN calls something: GCC has call instructions, too, for
   what only changes registers as a call would (vzeroupper).  */
bool calling_insn_p (const rtx_insn *insn);

/* Return whether INSN, a call, is sure to return where it was made, once.  */
bool returning_call_p (const rtx_insn *insn);

/* Note that the current function returns whenever it is called.  Of no use if
   another definition may be called in its place.  */
void returning_add_function (void);

#endif /* CGPROF_BLOCKS_RETURNING_H */
