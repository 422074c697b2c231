/* Instructions that do nothing but align what follows.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_BLOCKS_PADDING_H
#define CGPROF_BLOCKS_PADDING_H

/* If INSN only tells the assembler to align what follows, as GCC 14 and newer
   have it in front of short loops, return the power of two that it aligns to;
   else 0.  */
unsigned padding_of_insn (rtx_insn *insn);

/* If INSN is an assembler statement of nothing but a directive that aligns
   what follows, return the power of two that it aligns to; else 0.  */
unsigned padding_of_asm (const rtx_insn *insn);

/* Return the last instruction of BLOCK but for those that padding_of_insn
   knows.  */
rtx_insn *padding_last_before (basic_block block);

#endif /* CGPROF_BLOCKS_PADDING_H */
