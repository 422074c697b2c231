/* Facts about the pieces of a function's code that are counted as a whole,
   gathered by blocks/ and written out with the function.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_PIECES_H
#define CGPROF_PIECES_H

/* A basic block up to a call that may not return, what follows such a call, or
   what is run on an edge alone: the padding in front of an aligned label.  See
   abi.h.  */
struct piece
{
  unsigned flags;		/* enum cgprof_piece_flag.  */
  unsigned in, out;		/* Classes of its sides.  */
  unsigned word;		/* If COUNTED.  */
  unsigned padding;		/* If ALIGNED: the power of two to which an
				   instruction in front aligns it; or 0.  */
  align_flags alignment;	/* Then likewise, by its label.  */
};

/* Kinds of assembler labels .Lcgprof_KINDFUNCTION_NUMBER: they have the number
   of their function (current_sites), and one of their own.  */
#define CGPROF_MARK_PIECE 'b'	/* Where a piece begins, or a part ends.  */
#define CGPROF_MARK_ADDITION 'a' /* Where an addition begins, */
#define CGPROF_MARK_ADDED 'z'	/* and where it ends.  */
#define CGPROF_MARK_REPETITION 'r' /* At an instruction that repeats
				      itself.  */
#define CGPROF_MARK_LOCAL 'l'	/* A local entry (count/local-entries.h).  */
#define CGPROF_MARK_SEGMENT 'g'	/* At one of CGPROF_SECTION_SEGMENT.  */

/* An instruction that repeats itself.  */
struct repetition
{
  unsigned part;
  unsigned word;		/* The sum of how often it was to be
				   repeated.  */
};

/* The pieces of a function.  They lie in two parts if it has code that is
   seldom run, whose pieces are the last.  The marks of pieces are numbered in
   the order of the code, with one where each part ends; the first is the
   function itself.  */
struct function_pieces
{
  auto_vec<piece> pieces;	/* In the order of the code.  */
  unsigned hot;			/* How many are in the first part.  */
  unsigned classes;
  unsigned enters, leaves;	/* The classes that ways into the function, and
				   out of it, are in.  */
  auto_vec<unsigned> additions;	/* The part that each is in.  */
  auto_vec<repetition> repetitions;
};

#endif /* CGPROF_PIECES_H */
