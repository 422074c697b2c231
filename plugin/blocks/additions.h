/* Adding to a function's code what counts it, and labels where pieces begin.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_BLOCKS_ADDITIONS_H
#define CGPROF_BLOCKS_ADDITIONS_H

#include "blocks/addresses.h"

/* Begin with the current function.  The next three, which say what is to be
   added, may be called while there are basic blocks.  */
void additions_begin (void);

/* Have CALL, an indirect one, counted in the slot at WORD.  */
void additions_count_indirect (rtx_insn *call, unsigned word);

/* Tell the runtime WHAT (enum cgprof_notice) before CALL, or AFTER it, with
   CALL's argument SET unless that is -1.  */
void additions_tell (rtx_insn *call, bool after, int what, int set);

/* Have the address of counters loaded as LOAD says.  */
void additions_load_address (const address_load &load);

/* Leave notes where additions_insert is to insert something: for that, for the
   open_pieces, of which all is chosen, and for the open_repetitions.  Must be
   called when there are no basic blocks any more, since some of it stands
   between them, but before another pass changes instructions.  */
void additions_note_places (void);

/* Insert what counts, and labels where pieces begin, when no other pass looks
   at the length of code any more.  */
void additions_insert (void);

#endif /* CGPROF_BLOCKS_ADDITIONS_H */
