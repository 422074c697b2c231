/* Counting all code of a function, by as few counters as tell it.

   Right before the control flow graph is dropped the function's code is what
   it would be without the plugin, and stays so: all that is added comes when no
   other pass changes anything or looks at the length of code, and leaves
   registers and flags as they are where they have a value (keep.cc).  What is
   added is either one of the instructions that are known by the counter they
   refer to (segment.cc), or between two labels, so that whoever reads the code
   can leave it out.

   A piece is counted at the first of its instructions before which the flags
   have no value.  A call that may not return ends one, and so what follows it
   is counted apart: nothing is assumed of exceptions, longjmp and exit.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "base/gcc-headers.h"
#include "calls.h"
#include "base/options.h"
#include "sites/pieces.h"
#include "sites/sites.h"
#include "count/counter-insns.h"
#include "blocks/addresses.h"
#include "blocks/blocks.h"
#include "blocks/flow.h"
#include "blocks/keep.h"
#include "cpu/cpu.h"

/* A piece while it is made.  */
struct open_piece
{
  basic_block block;		/* Or of the edge's source; NULL: the way into
				   the function.  */
  edge on;			/* It is run on this edge; else NULL.  */
  rtx_insn *note;		/* BLOCK's, which its code is behind, if this is
				   its first piece.  */
  rtx_insn *end;		/* BLOCK's last instruction.  */
  bool cold;			/* It is in the part that is seldom run.  */
  rtx_insn *first;		/* The first of its instructions, NULL if it
				   has none.  */
  rtx_insn *place;		/* The first of them before which the flags
				   have no value; NULL if there is none.  */
  bool place_behind;		/* With no PLACE, that is so where it
				   ends.  */
  register_set free;		/* Where it is counted, */
  int base;			/* as a counted_place's, */
  bool loads;			/* likewise.  */
  gcov_type weight;
  bool wanted;			/* It has a word: */
  unsigned word;
  bool shares_entry;		/* It is run once for each entry.  */
  bool returns_twice;		/* It may begin without what is before it.  */
  bool leaves;			/* It may be the last of the function.  */
  align_flags alignment;	/* Of where it begins.  */
  rtx_insn *label;		/* BLOCK's, if this is its first piece and that
				   has one.  */
  rtx_insn *begin_at;		/* Notes where its label goes, */
  rtx_insn *count_at;		/* and where what counts it goes; NULL: there,
				   too.  */
  rtx_insn *end_at;		/* Likewise the label of the end of its
				   part.  */
};

/* What counting an indirect call needs.  */
struct indirect_call
{
  rtx_insn *insn;
  rtx_insn *at;			/* A note where it is to be done.  */
  bool cold;			/* As open_piece's.  */
  unsigned word;
};

/* What counting how often an instruction is repeated needs.  */
struct open_repetition
{
  rtx_insn *insn;
  rtx_insn *at;			/* A note where it is to be done.  */
  bool cold;
  bool keeps;			/* The flags have a value before it.  */
  register_set free;		/* As open_piece's.  */
};

/* What loading the address of counters needs.  */
struct open_load
{
  rtx_insn *before;		/* As address_load's.  */
  rtx_insn *end;		/* Its block's last instruction.  */
  rtx_insn *at;			/* A note where it is to be done.  */
  bool cold;
  const char *base, *other;
};

/* Something that the runtime is told of a call.  */
struct told_call
{
  rtx_insn *insn;
  rtx_insn *at;			/* A note where it is to be done.  */
  bool cold;
  bool after;			/* It is told after it, not before.  */
  int what, set;		/* See blocks_tell.  */
};

static vec<open_piece> open_pieces;
static vec<indirect_call> indirect_calls;
static vec<told_call> told_calls;
static vec<open_repetition> open_repetitions;
static vec<open_load> open_loads;

/* The piece of each instruction that calls, and the first one of each block, by
   its index.  */
static hash_map<rtx_insn *, unsigned> *piece_of_call;
static vec<unsigned> first_of_block, last_of_block;

/* The index among current_sites->inlined_calls of the one whose code a block is
   the outermost of.  */
static hash_map<tree, unsigned> *inlined_blocks;

/* Functions of the unit whose calls return, unless the program ends or a
   signal's handler does not return.  */
static hash_set<tree> *returning;

/* What INSN, a call, calls; NULL if that is not known.  */

static tree
called_function (const rtx_insn *insn)
{
  if (tree decl = get_call_fndecl (insn))
    return decl;
  rtx call = get_call_rtx_from (const_cast<rtx_insn *> (insn));
  rtx symbol = call ? XEXP (XEXP (call, 0), 0) : NULL_RTX;
  return symbol && GET_CODE (symbol) == SYMBOL_REF ? SYMBOL_REF_DECL (symbol)
						    : NULL_TREE;
}

/* Whether INSN, a call, returns where it was made, once.  */

static bool
call_returns_p (const rtx_insn *insn)
{
  tree decl = called_function (insn);
  if (!decl || TREE_CODE (decl) != FUNCTION_DECL || SIBLING_CALL_P (insn))
    return false;
  int flags = flags_from_decl_or_type (decl);
  if (flags & (ECF_NORETURN | ECF_RETURNS_TWICE) || !(flags & ECF_NOTHROW))
    return false;
  /* What is not given a function of the program's can only return.  */
  if (flags & ECF_LEAF
      || (flags & (ECF_CONST | ECF_PURE)
	  && !(flags & ECF_LOOPING_CONST_OR_PURE)))
    return true;
  return returning && returning->contains (decl);
}

/* If INSN only tells the assembler to align what follows, as GCC 14 and newer
   have it in front of short loops, return the power of two that it aligns to;
   else 0.  Its pattern is the target's own, so it goes by the name.  */

static unsigned
pads_to (rtx_insn *insn)
{
  rtx pattern = NONJUMP_INSN_P (insn) ? PATTERN (insn) : NULL_RTX;
  if (!pattern || GET_CODE (pattern) != UNSPEC_VOLATILE)
    return 0;
  int code = recog (pattern, insn, NULL);
  const char *name = code >= 0 ? get_insn_name (code) : NULL;
  rtx log = XVECEXP (pattern, 0, 0);
  return name && !strcmp (name, "max_skip_align") && CONST_INT_P (log)
	 ? UINTVAL (log) : 0;
}

rtx_insn *
blocks_last_insn (basic_block block)
{
  rtx_insn *insn = BB_END (block);
  while (insn != BB_HEAD (block) && pads_to (insn))
    insn = PREV_INSN (insn);
  return insn;
}

/* If INSN is an assembler statement of nothing but a directive that aligns what
   follows, return the power of two that it aligns to; else 0.  */

static unsigned
aligns_to (const rtx_insn *insn)
{
  const_rtx pattern = PATTERN (insn);
  if (GET_CODE (pattern) == PARALLEL)
    pattern = XVECEXP (pattern, 0, 0);
  const char *text
    = GET_CODE (pattern) == ASM_INPUT ? XSTR (pattern, 0)
      : GET_CODE (pattern) == ASM_OPERANDS ? ASM_OPERANDS_TEMPLATE (pattern)
      : NULL;
  unsigned number = 0;
  int length = 0;
  if (!text)
    return 0;
  if (sscanf (text, " .p2align %u %n", &number, &length) == 1
      && !text[length])
    return number < 16 ? number : 0;
  if ((sscanf (text, " .balign %u %n", &number, &length) == 1
       || sscanf (text, " .align %u %n", &number, &length) == 1)
      && !text[length] && number && exact_log2 (number) > 0)
    return exact_log2 (number);
  return 0;
}

static bool
cold_p (basic_block block)
{
  return block && BB_PARTITION (block) == BB_COLD_PARTITION;
}

/* Add a piece of BLOCK.  */

static open_piece *
add_piece (basic_block block, profile_count count)
{
  open_piece piece = {};
  piece.block = block;
  piece.end = block ? blocks_last_insn (block) : NULL;
  piece.cold = cold_p (block);
  piece.base = NO_REGISTER;
  piece.weight = count.initialized_p () ? count.to_gcov_type () : 0;
  open_pieces.safe_push (piece);
  return &open_pieces.last ();
}

/* The block of a call that was inlined, if that begins at INSN; else NULL.  GCC
   has a mark there for debug information, which is copied with the code.  */

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
      if (!inlined && (!NONDEBUG_INSN_P (insn) || pads_to (insn)))
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
      if (CALL_P (insn))
	{
	  piece_of_call->put (insn, open_pieces.length () - 1);
	  ended = piece->leaves = !call_returns_p (insn);
	}
      else if ((aligned = aligns_to (insn)))
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
    = free && !control_flow_insn_p (blocks_last_insn (block));
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
      if (!NONDEBUG_INSN_P (insn) || pads_to (insn))
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
	open_repetitions.safe_push ({ insn, NULL, cold_p (block), keeps,
				      keep_find_free (live) });
      if (insn != piece->first)
	continue;
      if (!piece->place && !piece->place_behind)
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
  if (!JUMP_P (blocks_last_insn (block)) || EDGE_COUNT (block->succs) < 2)
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
blocks_split (void)
{
  df_analyze ();
  keep_begin_function ();
  find_inlined_calls ();
  open_pieces.truncate (0);
  indirect_calls.truncate (0);
  told_calls.truncate (0);
  open_repetitions.truncate (0);
  open_loads.truncate (0);
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

unsigned
blocks_word (rtx_insn *call)
{
  open_piece *piece = &open_pieces[*piece_of_call->get (call)];
  if (piece->shares_entry)
    return 0;
  if (!piece->wanted)
    {
      piece->wanted = true;
      piece->word = current_sites->words++;
    }
  return piece->word;
}

void
blocks_count_indirect (rtx_insn *call, unsigned word)
{
  indirect_calls.safe_push ({ call, NULL, cold_p (BLOCK_FOR_INSN (call)), word });
}

void
blocks_tell (rtx_insn *call, bool after, int what, int set)
{
  told_calls.safe_push ({ call, NULL, cold_p (BLOCK_FOR_INSN (call)), after, what,
			  set });
}

/* Build the graph of the pieces, which have its vertices' numbers, and of all
   that is outside, which has the next one.  */

static void
build_graph (flow_graph *graph)
{
  unsigned outside = open_pieces.length ();
  basic_block exit = EXIT_BLOCK_PTR_FOR_FN (cfun);
  graph->connect (outside, 0);
  for (unsigned i = 0; i < open_pieces.length (); i++)
    {
      const open_piece &piece = open_pieces[i];
      if (piece.leaves)
	graph->connect (i, outside);
      if (piece.on)
	{
	  graph->connect (i, first_of_block[piece.on->dest->index]);
	  continue;
	}
      unsigned last = last_of_block[piece.block->index];
      if (i == first_of_block[piece.block->index]
	  && EDGE_COUNT (piece.block->preds) == 0)
	graph->enter (i, outside);
      if (i < last)
	{
	  graph->connect (i, i + 1);
	  continue;
	}
      /* The edge's piece follows at once.  */
      const open_piece *next = i + 1 < outside ? &open_pieces[i + 1] : NULL;
      edge falls = next && next->block == piece.block ? next->on : NULL;
      edge e;
      edge_iterator ei;
      FOR_EACH_EDGE (e, ei, piece.block->succs)
	if (e == falls)
	  graph->connect (i, i + 1);
	else
	  graph->connect (i, e->dest == exit
			     ? outside : first_of_block[e->dest->index]);
    }
  graph->close ();
}

static int
compare_weights (const void *a, const void *b)
{
  unsigned i = *(const unsigned *) a, j = *(const unsigned *) b;
  const open_piece &x = open_pieces[i], &y = open_pieces[j];
  bool x_hard = !x.place && !x.place_behind;
  bool y_hard = !y.place && !y.place_behind;
  if (x_hard != y_hard)
    return x_hard ? -1 : 1;
  if (x.weight != y.weight)
    return x.weight > y.weight ? -1 : 1;
  return i < j ? -1 : i > j;
}

/* Give each piece a word whose number follows from no others.  */

static void
choose_counted (flow_graph *graph)
{
  if (!current_sites->entry)
    graph->derive (open_pieces.length ());
  auto_vec<unsigned> order;
  for (unsigned i = 0; i < open_pieces.length (); i++)
    if (!open_pieces[i].wanted)
      order.safe_push (i);
  order.qsort (compare_weights);
  for (unsigned i : order)
    if (!graph->derive (i))
      {
	open_pieces[i].wanted = true;
	if (!open_pieces[i].shares_entry)
	  open_pieces[i].word = current_sites->words++;
      }
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

/* Whether PIECE has a counter of its own.  */

static bool
counted_p (const open_piece &piece)
{
  return piece.wanted && !piece.shares_entry;
}

/* Emit what counts PIECE, and keeps what has a value there.  */

static void
emit_count (const open_piece &piece)
{
  bool keeps = !piece.place && !piece.place_behind;
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
  bool counted = counted_p (piece);
  unsigned label = number + piece.cold;

  start_sequence ();
  counter_insns_mark (CGPROF_MARK_PIECE, label);
  if (counted && !piece.count_at)
    emit_count (piece);
  emit_insn_before (finish_before (piece.first), piece.begin_at);
  if (!counted || !piece.count_at)
    return;
  start_sequence ();
  emit_count (piece);
  emit_insn_before (finish_before (piece.place), piece.count_at);
}

/* Write down what the pieces are.  */

static void
note_pieces (flow_graph *graph)
{
  function_pieces *pieces = current_sites->pieces;
  unsigned outside = open_pieces.length ();
  pieces->classes = graph->classes ();
  pieces->enters = graph->out_class (outside);
  pieces->leaves = graph->in_class (outside);
  for (unsigned i = 0; i < outside; i++)
    {
      const open_piece &open = open_pieces[i];
      struct piece piece = {};
      piece.in = graph->in_class (i);
      piece.out = graph->out_class (i);
      if (open.wanted)
	{
	  piece.flags |= CGPROF_PIECE_COUNTED;
	  piece.word = open.word;
	}
      piece.alignment = open.alignment;
      if (piece.alignment.levels[0].log > 0)
	piece.flags |= CGPROF_PIECE_ALIGNED;
      if (open.block && !open.on && i == last_of_block[open.block->index]
	  && !find_fallthru_edge (open.block->succs))
	piece.flags |= CGPROF_PIECE_STOPS;
      pieces->pieces.safe_push (piece);
      if (!open.cold)
	pieces->hot = i + 1;
    }
}

/* Insert what counts how often an instruction is repeated.  */

static void
count_repetitions (const open_repetition &open)
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
  emit_insn_before (finish_before (open.insn), open.at);
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

/* Put the label that ends a part behind the code of its last piece, NUMBER.  */

static void
insert_end (unsigned number)
{
  const open_piece &piece = open_pieces[number];
  start_sequence ();
  counter_insns_mark (CGPROF_MARK_PIECE, number + 1 + piece.cold);
  emit_insn_before (finish_before (NULL), piece.end_at);
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

/* Choose where the counters' address is kept from one piece to another.  */

static void
keep_addresses (void)
{
  auto_vec<counted_place> places;
  for (unsigned i = 0; i < open_pieces.length (); i++)
    {
      const open_piece &piece = open_pieces[i];
      if (!piece.block || !counted_p (piece))
	continue;
      rtx_insn *before = piece.place || piece.place_behind ? piece.place
							    : piece.first;
      places.safe_push ({ i, piece.block, before, piece.on, piece.free,
			  !piece.place && !piece.place_behind, piece.weight + 1,
			  NO_REGISTER, false, false });
    }
  auto_vec<address_load> loads;
  addresses_choose (&places, &loads);
  for (const counted_place &place : places)
    {
      open_pieces[place.piece].base = place.base;
      open_pieces[place.piece].free = place.free;
      open_pieces[place.piece].loads = place.loads;
    }
  for (const address_load &load : loads)
    open_loads.safe_push ({ load.before, blocks_last_insn (load.block), NULL,
			    cold_p (load.block), keep_register (load.base),
			    keep_register (load.other) });
}

void
blocks_choose (void)
{
  current_sites->pieces = new function_pieces ();
  flow_graph graph (open_pieces.length () + 1);
  build_graph (&graph);
  choose_counted (&graph);
  note_pieces (&graph);
  if (counter_insns_registers_needed ())
    keep_addresses ();

  bool returns = true;
  for (const open_piece &piece : open_pieces)
    returns &= !piece.leaves;
  if (returns && decl_binds_to_current_def_p (current_function_decl))
    {
      if (!returning)
	returning = new hash_set<tree> ();
      returning->add (current_function_decl);
    }
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
blocks_note_places (void)
{
  unsigned i, hot = current_sites->pieces->hot;
  /* These come behind all else that is behind the same instruction.  */
  open_load *open;
  FOR_EACH_VEC_ELT (open_loads, i, open)
    if (!open->before)
      open->at = note_after (open->end);
  open_piece *piece;
  FOR_EACH_VEC_ELT (open_pieces, i, piece)
    {
      if (!piece->block)
	continue;
      piece->begin_at = piece->on ? note_after (piece->end)
			: piece->note ? note_after (piece->note)
			: piece->first ? note_before (piece->first)
			: note_after (piece->end);
      /* Entries are counted before all else.  */
      if (!current_sites->entry_at)
	current_sites->entry_at = note_after (piece->begin_at);
      /* An empty piece can be counted only where it begins.  */
      if (piece->place)
	piece->count_at = note_before (piece->place);
      else if (piece->first && piece->place_behind)
	piece->count_at = note_after (piece->end);
    }
  for (unsigned last : { hot, open_pieces.length () })
    if (last == hot || hot < open_pieces.length ())
      open_pieces[last - 1].end_at = note_after (open_pieces[last - 1].end);
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
  open_repetition *repetition;
  FOR_EACH_VEC_ELT (open_repetitions, i, repetition)
    repetition->at = note_before (repetition->insn);
}

/* Find which pieces are aligned by instructions of their own.  */

static void
find_padding (function_pieces *pieces)
{
  unsigned i;
  open_piece *open;
  FOR_EACH_VEC_ELT (open_pieces, i, open)
    {
      rtx_insn *before = open->label ? prev_nonnote_insn (open->label) : NULL;
      unsigned log = before ? pads_to (before) : 0;
      if (!log)
	continue;
      struct piece *piece = &pieces->pieces[i];
      piece->padding = log;
      piece->flags |= CGPROF_PIECE_ALIGNED;
    }
}

void
blocks_count (void)
{
  function_pieces *pieces = current_sites->pieces;
  find_padding (pieces);

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
    count_repetitions (*repetition);
  open_load *open;
  FOR_EACH_VEC_ELT (open_loads, i, open)
    load_address (*open);
}
