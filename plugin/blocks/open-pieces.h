/* The pieces of a function's code while they are made.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_BLOCKS_OPEN_PIECES_H
#define CGPROF_BLOCKS_OPEN_PIECES_H

#include "blocks/keep.h"

/* A piece while it is made.  */
struct open_piece
{
  basic_block block;		/* Or of the edge's source; NULL: the way into
				   the function.  */
  edge on;			/* It is run on this edge; else NULL.  */
  rtx_insn *note;		/* BLOCK's, which its code is behind, if this
				   is its first piece.  */
  rtx_insn *end;		/* BLOCK's last instruction.  */
  bool cold;			/* It is in the part that is seldom run.  */
  rtx_insn *first;		/* The first of its instructions, NULL if it
				   has none.  */
  rtx_insn *place;		/* The first of them before which the flags
				   have no value; NULL if there is none.  */
  bool place_behind;		/* With no PLACE, that is so where it
				   ends.  */
  register_set free;		/* What has no value where it is counted.  */
  gcov_type weight;
  bool shares_entry;		/* It is run once for each entry.  */
  bool leaves;			/* It may be the last of the function.  */
  align_flags alignment;	/* Of where it begins.  */
  rtx_insn *label;		/* BLOCK's, if this is its first piece and that
				   has one.  */

  /* What is chosen for it (blocks.cc).  */
  bool wanted;			/* It has a word: */
  unsigned word;
  int base;			/* Where it is counted, as a
				   counted_place's,  */
  bool loads;			/* likewise.  FREE is that one's, too.  */
};

/* An instruction that repeats itself.  */
struct open_repetition
{
  rtx_insn *insn;
  bool cold;			/* As open_piece's.  */
  bool keeps;			/* The flags have a value before it.  */
  register_set free;		/* What has none.  */
};

/* Those of the current function.  The pieces are in the order of its code; the
   first one is the way into it.  */
extern vec<open_piece> open_pieces;
extern vec<open_repetition> open_repetitions;

/* Find them, nothing of them chosen, and in which pieces inlined calls begin.
   Liveness must be known and keep_begin_function called.  */
void open_pieces_find (void);

/* Return the piece that CALL is in.  */
open_piece *open_pieces_of_call (rtx_insn *call);

/* Return the number of the first or the last piece of BLOCK's own.  That of
   the edge on which control falls from it, if there is one, is the next.  */
unsigned open_pieces_first (basic_block block);
unsigned open_pieces_last (basic_block block);

/* Find which pieces are aligned by instructions of their own, and write it to
   current_sites->pieces.  Must be called before something is inserted.  */
void open_pieces_find_padding (void);

/* Whether BLOCK is in the part of the code that is seldom run.  */
static inline bool
open_pieces_cold_p (basic_block block)
{
  return BB_PARTITION (block) == BB_COLD_PARTITION;
}

/* Whether the flags have a value where PIECE is counted: wherever it could
   be.  */
static inline bool
open_piece_keeps_p (const open_piece &piece)
{
  return !piece.place && !piece.place_behind;
}

/* Whether PIECE, for which all is chosen, has a counter of its own.  */
static inline bool
open_piece_counted_p (const open_piece &piece)
{
  return piece.wanted && !piece.shares_entry;
}

#endif /* CGPROF_BLOCKS_OPEN_PIECES_H */
