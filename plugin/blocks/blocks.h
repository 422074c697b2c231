/* Counting all code of a function, by as few counters as tell it.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_BLOCKS_H
#define CGPROF_BLOCKS_H

/* Split the current function into pieces.  Must be called when all is done that
   changes instructions, while there are basic blocks; then the next three may
   be, for calls, and blocks_choose.  */
void blocks_split (void);

/* Return the counter word of the piece that CALL is in, which has one from then
   on.  */
unsigned blocks_word (rtx_insn *call);

/* Have CALL, an indirect one, counted in the slot at WORD.  */
void blocks_count_indirect (rtx_insn *call, unsigned word);

/* Tell the runtime WHAT (enum cgprof_notice) before CALL, or AFTER it, with
   CALL's argument SET unless that is -1.  */
void blocks_tell (rtx_insn *call, bool after, int what, int set);

/* Return the last instruction of BLOCK but for such as only align what follows.  */
rtx_insn *blocks_last_insn (basic_block block);

/* Choose which other pieces are counted.  */
void blocks_choose (void);

/* Leave notes where blocks_count is to insert something.  Must be called when
   there are no basic blocks any more, since some of that stands between them,
   but before another pass changes instructions.  */
void blocks_note_places (void);

/* Insert what counts, and labels where pieces begin, when no other pass looks at
   the length of code any more.  */
void blocks_count (void);

#endif /* CGPROF_BLOCKS_H */
