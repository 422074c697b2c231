/* The rows of a function's pieces.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_EMIT_PIECES_H
#define CGPROF_EMIT_PIECES_H

/* Write the rows of the current function's pieces, which it has, to their
   section.  */
void pieces_emit (void);

#endif /* CGPROF_EMIT_PIECES_H */
