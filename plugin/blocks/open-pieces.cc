/* Finding the pieces of a function's code: what of it is run as a whole.

   A piece is counted at the first of its instructions before which the flags
   have no value.  A call that may not return ends one, and so what follows it
   is counted apart: nothing is assumed of exceptions, longjmp and exit.  The
   way into an aligned label is one, too, since padding is run.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "base/gcc-headers.h"
#include "sites/pieces.h"
#include "sites/sites.h"
#include "blocks/open-pieces.h"
#include "blocks/padding.h"
#include "blocks/returning.h"
#include "cpu/cpu.h"

vec<open_piece> open_pieces;
vec<open_repetition> open_repetitions;

/* The piece of each instruction that calls, and the first and the last one of
   each block, by its index.  */
static hash_map<rtx_insn *, unsigned> *piece_of_call;
static vec<unsigned> first_of_block, last_of_block;

/* The index among current_sites->inlined_calls of the one whose code a block
   is the outermost of.  */
static hash_map<tree, unsigned> *inlined_blocks;

/* Add a piece of BLOCK.  */

static open_piece *
add_piece (basic_block block, profile_count count)
{
  open_piece piece = {};
  piece.block = block;
  piece.end = block ? padding_last_before (block) : NULL;
  piece.cold = block && open_pieces_cold_p (block);
  piece.base = NO_REGISTER;
  piece.weight = count.initialized_p () ? count.to_gcov_type () : 0;
  open_pieces.safe_push (piece);
  return &open_pieces.last ();
}

/* The block of a call that was inlined, if that begins at INSN; else NULL.
   GCC has a mark there for debug information, which is copied with the
   code.  */

static tree
inlined_here (const rtx_insn *insn)
{
  if (NOTE_P (insn) && NOTE_KIND (insn) == NOTE_INSN_INLINE_ENTRY)
    return LOCATION_BLOCK (NOTE_MARKER_LOCATION (insn));
  if (DEBUG_MARKER_INSN_P (insn)
      && INSN_DEBUG_MARKER_KIND (insn) == NOTE_INSN_INLINE_ENTRY)
    return LOCATION_BLOCK (INSN_LOCATION (insn));
  return NULL_TREE;
}

static void
note_inlined_call (tree block, unsigned piece)
{
  if (unsigned *index = inlined_blocks->get (block))
    current_sites->inlined_calls[*index].pieces->safe_push (piece);
}

/* Find the current function's inlined calls.  */

static void
find_inlined_calls (void)
{
  sites_add_inlined_calls ();
  delete inlined_blocks;
  inlined_blocks = new hash_map<tree, unsigned> ();
  unsigned i;
  inlined_call *call;
  FOR_EACH_VEC_ELT (current_sites->inlined_calls, i, call)
    inlined_blocks->put (call->block, i);
}

/* Add the pieces of BLOCK without what depends on registers.  */

static void
split_block_code (basic_block block)
{
  open_piece *piece = add_piece (block, block->count);
  first_of_block[block->index] = open_pieces.length () - 1;
  piece->note = bb_note (block);
  if (LABEL_P (BB_HEAD (block)))
    {
      piece->label = BB_HEAD (block);
      piece->alignment = label_to_alignment (piece->label);
    }
  bool ended = false;
  unsigned aligned = 0;
  rtx_insn *insn;
  FOR_BB_INSNS (block, insn)
    {
      tree inlined = inlined_here (insn);
      if (!inlined && (!NONDEBUG_INSN_P (insn) || padding_of_insn (insn)))
	continue;
      if (ended)
	{
	  piece = add_piece (block, block->count);
	  piece->alignment.levels[0].log = aligned;
	}
      ended = false;
      aligned = 0;
      if (inlined)
	{
	  note_inlined_call (inlined, open_pieces.length () - 1);
	  continue;
	}
      if (!piece->first)
	piece->first = insn;
      if (calling_insn_p (insn))
	{
	  piece_of_call->put (insn, open_pieces.length () - 1);
	  ended = piece->leaves = !returning_call_p (insn);
	}
      else if ((aligned = padding_of_asm (insn)))
	ended = true;
    }
  /* What such a statement aligns may be the next block, by more than its label
     does.  */
  if (aligned)
    {
      piece = add_piece (block, block->count);
      piece->alignment.levels[0].log = aligned;
    }
  if (EDGE_COUNT (block->succs) == 0)
    piece->leaves = true;
  last_of_block[block->index] = open_pieces.length () - 1;
}

/* Find where the pieces from FIRST to LAST, of BLOCK, can be counted.  */

static void
find_places (basic_block block, unsigned first, unsigned last)
{
  auto_bitmap live;
  bitmap_copy (live, DF_LR_OUT (block));
  df_simulate_initialize_backwards (block, live);
  unsigned flags = targetm.flags_regnum;
  unsigned current = last;
  bool free = !bitmap_bit_p (live, flags);
  open_pieces[last].place_behind
    = free && !control_flow_insn_p (padding_last_before (block));
  if (open_pieces[last].place_behind)
    open_pieces[last].free = keep_find_free (live);
  /* Nothing may be in it but the beginning of an inlined call.  */
  if (current > first && !open_pieces[current].first)
    current--;
  if (!open_pieces[current].first)
    return;
  rtx_insn *insn;
  FOR_BB_INSNS_REVERSE (block, insn)
    {
      if (!NONDEBUG_INSN_P (insn) || padding_of_insn (insn))
	continue;
      df_simulate_one_insn_backwards (block, insn, live);
      open_piece *piece = &open_pieces[current];
      bool keeps = bitmap_bit_p (live, flags);
      if (!keeps)
	{
	  piece->place = insn;
	  piece->free = keep_find_free (live);
	}
      if (NONJUMP_INSN_P (insn) && cpu_count_repetitions (insn))
	open_repetitions.safe_push ({ insn, open_pieces_cold_p (block), keeps,
				      keep_find_free (live) });
      if (insn != piece->first)
	continue;
      if (open_piece_keeps_p (*piece))
	piece->free = keep_find_free (live);
      if (current-- == first)
	break;
    }
}

/* The edge on which control falls from BLOCK, which ends in a conditional
   jump, into the next block; NULL if that is not how it ends.  */

static edge
falling_edge (basic_block block)
{
  if (!JUMP_P (padding_last_before (block)) || EDGE_COUNT (block->succs) < 2)
    return NULL;
  edge falls = find_fallthru_edge (block->succs);
  return falls && falls->dest != EXIT_BLOCK_PTR_FOR_FN (cfun) ? falls : NULL;
}

/* Add a piece for what is run on BLOCK's falling edge alone, if there may be
   something, or other ways into what follows.  */

static void
add_edge_piece (basic_block block)
{
  edge falls = falling_edge (block);
  if (!falls)
    return;
  rtx_insn *head = BB_HEAD (falls->dest);
  if (single_pred_p (falls->dest)
      && !(LABEL_P (head) && label_to_alignment (head).levels[0].log > 0))
    return;
  open_piece *piece = add_piece (block, falls->count ());
  piece->on = falls;
  const_bitmap live = df_get_live_in (falls->dest);
  piece->place_behind = !bitmap_bit_p (live, targetm.flags_regnum);
  piece->free = keep_find_free (live);
}

void
open_pieces_find (void)
{
  find_inlined_calls ();
  open_pieces.truncate (0);
  open_repetitions.truncate (0);
  delete piece_of_call;
  piece_of_call = new hash_map<rtx_insn *, unsigned> ();
  first_of_block.truncate (0);
  first_of_block.safe_grow_cleared (last_basic_block_for_fn (cfun));
  last_of_block.truncate (0);
  last_of_block.safe_grow_cleared (last_basic_block_for_fn (cfun));

  edge entry = single_succ_edge (ENTRY_BLOCK_PTR_FOR_FN (cfun));
  open_piece *way_in = add_piece (NULL, entry->count ());
  way_in->on = entry;
  way_in->shares_entry = current_sites->entry;
  basic_block block;
  FOR_EACH_BB_FN (block, cfun)
    {
      unsigned first = open_pieces.length ();
      split_block_code (block);
      find_places (block, first, open_pieces.length () - 1);
      if (block == entry->dest && single_pred_p (block))
	open_pieces[first].shares_entry = current_sites->entry;
      add_edge_piece (block);
    }
}

open_piece *
open_pieces_of_call (rtx_insn *call)
{
  return &open_pieces[*piece_of_call->get (call)];
}

unsigned
open_pieces_first (basic_block block)
{
  return first_of_block[block->index];
}

unsigned
open_pieces_last (basic_block block)
{
  return last_of_block[block->index];
}

void
open_pieces_find_padding (void)
{
  unsigned i;
  open_piece *open;
  FOR_EACH_VEC_ELT (open_pieces, i, open)
    {
      rtx_insn *before = open->label ? prev_nonnote_insn (open->label) : NULL;
      unsigned log = before ? padding_of_insn (before) : 0;
      if (!log)
	continue;
      struct piece *piece = &current_sites->pieces->pieces[i];
      piece->padding = log;
      piece->flags |= CGPROF_PIECE_ALIGNED;
    }
}
