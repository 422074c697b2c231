/* Counting all code of a function, by as few counters as tell it.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_BLOCKS_H
#define CGPROF_BLOCKS_H

/* Split the current function into pieces, and begin with its additions
   (additions.h).  Must be called when all is done that changes instructions,
   while there are basic blocks; then blocks_word, additions_count_indirect and
   additions_tell may be, for calls, and blocks_choose.  */
void blocks_split (void);

/* Return the counter word of the piece that CALL is in, which has one from
   then on.  */
unsigned blocks_word (rtx_insn *call);

/* Choose which other pieces are counted.  */
void blocks_choose (void);

#endif /* CGPROF_BLOCKS_H */
