/* Entries of functions that are for counted calls of the unit.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_LOCAL_ENTRIES_H
#define CGPROF_LOCAL_ENTRIES_H

/* Whether the current function, which counts entries by instructions, is to
   have a local entry, at the mark CGPROF_MARK_LOCAL behind these.  To be asked
   once, when its sites are known.  */
bool local_entries_offer (void);

/* Whether INSN, a call, calls a function by name that has one.  */
bool local_entries_called_p (rtx_insn *insn);

/* Have INSN, which does, call the local entry.  */
void local_entries_call (rtx_insn *insn);

#endif /* CGPROF_LOCAL_ENTRIES_H */
