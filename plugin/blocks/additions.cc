/* Adding to a function's code what counts it, and labels where pieces begin.

   What is added is either one of the instructions that are known by the
   counter they refer to (count/segment.cc), or between two labels, so that
   whoever reads the code can leave it out: an addition in the sense of
   sites/pieces.h.  Notes keep the places until no other pass changes anything
   or looks at the length of code.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "base/gcc-headers.h"
#include "sites/pieces.h"
#include "sites/sites.h"
#include "count/counter-insns.h"
#include "blocks/additions.h"
#include "blocks/keep.h"
#include "blocks/open-pieces.h"
#include "blocks/padding.h"
#include "cpu/cpu.h"

/* Notes where something is to be done for a piece.  */
struct piece_notes
{
  rtx_insn *begin;		/* Where its label goes, */
  rtx_insn *count;		/* and where what counts it goes; NULL: there,
				   too.  */
  rtx_insn *end;		/* Likewise the label of the end of its part,
				   if it is the last one.  */
};

/* What counting an indirect call needs.  */
struct indirect_call
{
  rtx_insn *insn;
  rtx_insn *at;			/* A note where it is to be done.  */
  bool cold;			/* As open_piece's.  */
  unsigned word;
};

/* What loading the address of counters needs.  */
struct open_load
{
  rtx_insn *before;		/* As address_load's.  */
  rtx_insn *end;		/* Its block's last instruction.  */
  rtx_insn *at;			/* A note where it is to be done.  */
  bool cold;
  const char *base, *other;	/* Its registers.  */
};

/* Something that the runtime is told of a call.  */
struct told_call
{
  rtx_insn *insn;
  rtx_insn *at;			/* A note where it is to be done.  */
  bool cold;
  bool after;			/* It is told after it, not before.  */
  int what, set;		/* See additions_tell.  */
};

static vec<indirect_call> indirect_calls;
static vec<told_call> told_calls;
static vec<open_load> open_loads;

/* Of the open_pieces and the open_repetitions.  */
static vec<piece_notes> notes_of_pieces;
static vec<rtx_insn *> notes_of_repetitions;

void
additions_begin (void)
{
  indirect_calls.truncate (0);
  told_calls.truncate (0);
  open_loads.truncate (0);
}

void
additions_count_indirect (rtx_insn *call, unsigned word)
{
  indirect_calls.safe_push ({ call, NULL,
			      open_pieces_cold_p (BLOCK_FOR_INSN (call)),
			      word });
}

void
additions_tell (rtx_insn *call, bool after, int what, int set)
{
  told_calls.safe_push ({ call, NULL,
			  open_pieces_cold_p (BLOCK_FOR_INSN (call)), after,
			  what, set });
}

void
additions_load_address (const address_load &load)
{
  open_loads.safe_push ({ load.before, padding_last_before (load.block), NULL,
			  open_pieces_cold_p (load.block),
			  keep_register (load.base),
			  keep_register (load.other) });
}

/* Begin an addition to the function's code, or if COLD to that which is seldom
   run, in the current sequence; return its number, with which it is to be
   ended.  */

static unsigned
begin_addition (bool cold)
{
  function_pieces *pieces = current_sites->pieces;
  unsigned number = pieces->additions.length ();
  pieces->additions.safe_push (cold);
  counter_insns_mark (CGPROF_MARK_ADDITION, number);
  return number;
}

static void
end_addition (unsigned number)
{
  counter_insns_mark (CGPROF_MARK_ADDED, number);
}

/* Emit what counts PIECE, and keeps what has a value there.  */

static void
emit_count (const open_piece &piece)
{
  bool keeps = open_piece_keeps_p (piece);
  unsigned needed = counter_insns_registers_needed ();
  if (!keeps && !needed && piece.base == NO_REGISTER)
    {
      counter_insns_emit_add (piece.word, NULL);
      return;
    }
  unsigned number = begin_addition (piece.cold);
  keeping how;
  if (piece.base == NO_REGISTER)
    {
      how = keep_begin (piece.free, keeps, needed);
      counter_insns_emit_add (piece.word, how.registers);
    }
  else
    {
      const char *base = keep_register (piece.base);
      how = keep_begin (piece.free & ~(1u << piece.base), keeps, piece.loads);
      if (piece.loads)
	counter_insns_emit_base (how.registers[0], base, false);
      counter_insns_emit_add_by (piece.word, base);
    }
  keep_end (how);
  end_addition (number);
}

/* The sequence since start_sequence, for the place before INSN, or if that is
   NULL for one where no instruction follows at once.  It has INSN's location:
   an instruction that has none belongs to the line of what is before it, which
   must be what it is without the plugin.  */

static rtx_insn *
finish_before (const rtx_insn *insn)
{
  return counter_insns_finish (insn && INSN_HAS_LOCATION (insn)
			       ? INSN_LOCATION (insn) : UNKNOWN_LOCATION);
}

/* Insert the label of piece NUMBER where it begins, and what counts it.  */

static void
insert_piece (unsigned number)
{
  const open_piece &piece = open_pieces[number];
  const piece_notes &notes = notes_of_pieces[number];
  bool counted = open_piece_counted_p (piece);
  unsigned label = number + piece.cold;

  start_sequence ();
  counter_insns_mark (CGPROF_MARK_PIECE, label);
  if (counted && !notes.count)
    emit_count (piece);
  emit_insn_before (finish_before (piece.first), notes.begin);
  if (!counted || !notes.count)
    return;
  start_sequence ();
  emit_count (piece);
  emit_insn_before (finish_before (piece.place), notes.count);
}

/* Insert what counts how often an instruction is repeated, at the note AT.  */

static void
count_repetitions (const open_repetition &open, rtx_insn *at)
{
  function_pieces *pieces = current_sites->pieces;
  unsigned word = current_sites->words++;
  start_sequence ();
  unsigned number = begin_addition (open.cold);
  keeping how = keep_begin (open.free, open.keeps,
			    counter_insns_registers_needed ());
  counter_insns_emit_word_text (cpu_count_repetitions (open.insn), word,
				how.registers);
  keep_end (how);
  end_addition (number);
  counter_insns_mark (CGPROF_MARK_REPETITION, pieces->repetitions.length ());
  emit_insn_before (finish_before (open.insn), at);
  pieces->repetitions.safe_push ({ open.cold, word });
}

/* Insert what loads the address of counters.  */

static void
load_address (const open_load &open)
{
  start_sequence ();
  unsigned number = begin_addition (open.cold);
  counter_insns_emit_base (open.other, open.base, true);
  end_addition (number);
  emit_insn_before (finish_before (open.before), open.at);
}

/* Put the label that ends a part behind the code of its last piece,
   NUMBER.  */

static void
insert_end (unsigned number)
{
  start_sequence ();
  counter_insns_mark (CGPROF_MARK_PIECE,
		      number + 1 + open_pieces[number].cold);
  emit_insn_before (finish_before (NULL), notes_of_pieces[number].end);
}

static void
count_indirect (const indirect_call &call)
{
  start_sequence ();
  unsigned number = begin_addition (call.cold);
  counter_insns_emit_target (call.insn, call.word);
  end_addition (number);
  emit_insn_before (finish_before (call.insn), call.at);
}

static void
tell (const told_call &call)
{
  start_sequence ();
  unsigned number = begin_addition (call.cold);
  counter_insns_emit_text (cpu_tell_at_call (call.what, call.set));
  end_addition (number);
  emit_insn_before (finish_before (call.after ? NULL : call.insn), call.at);
}

static rtx_insn *
note_before (rtx_insn *insn)
{
  return emit_note_before (NOTE_INSN_DELETED, insn);
}

static rtx_insn *
note_after (rtx_insn *insn)
{
  return emit_note_after (NOTE_INSN_DELETED, insn);
}

void
additions_note_places (void)
{
  unsigned i, hot = current_sites->pieces->hot;
  /* These come behind all else that is behind the same instruction.  */
  open_load *open;
  FOR_EACH_VEC_ELT (open_loads, i, open)
    if (!open->before)
      open->at = note_after (open->end);
  notes_of_pieces.truncate (0);
  notes_of_pieces.safe_grow_cleared (open_pieces.length ());
  open_piece *piece;
  FOR_EACH_VEC_ELT (open_pieces, i, piece)
    {
      if (!piece->block)
	continue;
      piece_notes *notes = &notes_of_pieces[i];
      notes->begin = piece->on ? note_after (piece->end)
		     : piece->note ? note_after (piece->note)
		     : piece->first ? note_before (piece->first)
		     : note_after (piece->end);
      /* Entries are counted before all else, and before a label that the
	 function begins with, which a loop leads back to.  */
      if (!current_sites->entry_at)
	current_sites->entry_at = piece->label && !piece->shares_entry
	  ? note_before (piece->label) : note_after (notes->begin);
      /* An empty piece can be counted only where it begins.  */
      if (piece->place)
	notes->count = note_before (piece->place);
      else if (piece->first && piece->place_behind)
	notes->count = note_after (piece->end);
    }
  for (unsigned last : { hot, open_pieces.length () })
    if (last == hot || hot < open_pieces.length ())
      notes_of_pieces[last - 1].end = note_after (open_pieces[last - 1].end);
  FOR_EACH_VEC_ELT (open_loads, i, open)
    if (open->before)
      open->at = note_before (open->before);
  indirect_call *call;
  FOR_EACH_VEC_ELT (indirect_calls, i, call)
    call->at = note_before (call->insn);
  told_call *told;
  FOR_EACH_VEC_ELT (told_calls, i, told)
    told->at = told->after ? note_after (told->insn)
			   : note_before (told->insn);
  notes_of_repetitions.truncate (0);
  for (const open_repetition &repetition : open_repetitions)
    notes_of_repetitions.safe_push (note_before (repetition.insn));
}

void
additions_insert (void)
{
  function_pieces *pieces = current_sites->pieces;
  open_pieces_find_padding ();

  /* What counts entries is the first addition.  */
  if (current_sites->entry)
    pieces->additions.safe_push (0);
  unsigned i;
  open_piece *piece;
  FOR_EACH_VEC_ELT (open_pieces, i, piece)
    {
      if (piece->block)
	insert_piece (i);
    }
  insert_end (pieces->hot - 1);
  if (pieces->hot < open_pieces.length ())
    insert_end (open_pieces.length () - 1);

  indirect_call *call;
  FOR_EACH_VEC_ELT (indirect_calls, i, call)
    count_indirect (*call);
  told_call *told;
  FOR_EACH_VEC_ELT (told_calls, i, told)
    tell (*told);
  open_repetition *repetition;
  FOR_EACH_VEC_ELT (open_repetitions, i, repetition)
    count_repetitions (*repetition, notes_of_repetitions[i]);
  open_load *open;
  FOR_EACH_VEC_ELT (open_loads, i, open)
    load_address (*open);
}
