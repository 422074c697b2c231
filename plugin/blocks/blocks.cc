/* Counting all code of a function, by as few counters as tell it: the choice
   of those among its pieces (open-pieces.cc) that are counted.

   Right before the control flow graph is dropped the function's code is what
   it would be without the plugin, and stays so: all that is added comes when
   no other pass changes anything or looks at the length of code
   (additions.cc), and leaves registers and flags as they are where they have a
   value (keep.cc).

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "base/gcc-headers.h"
#include "sites/pieces.h"
#include "sites/sites.h"
#include "count/counter-insns.h"
#include "blocks/additions.h"
#include "blocks/addresses.h"
#include "blocks/blocks.h"
#include "blocks/flow.h"
#include "blocks/keep.h"
#include "blocks/open-pieces.h"
#include "blocks/returning.h"

void
blocks_split (void)
{
  df_analyze ();
  keep_begin_function ();
  open_pieces_find ();
  additions_begin ();
}

unsigned
blocks_word (rtx_insn *call)
{
  open_piece *piece = open_pieces_of_call (call);
  if (piece->shares_entry)
    return 0;
  if (!piece->wanted)
    {
      piece->wanted = true;
      piece->word = current_sites->words++;
    }
  return piece->word;
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
	  graph->connect (i, open_pieces_first (piece.on->dest));
	  continue;
	}
      unsigned last = open_pieces_last (piece.block);
      if (i == open_pieces_first (piece.block)
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
			     ? outside : open_pieces_first (e->dest));
    }
  graph->close ();
}

static int
compare_weights (const void *a, const void *b)
{
  unsigned i = *(const unsigned *) a, j = *(const unsigned *) b;
  const open_piece &x = open_pieces[i], &y = open_pieces[j];
  bool x_hard = open_piece_keeps_p (x);
  bool y_hard = open_piece_keeps_p (y);
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
      if (open.block && !open.on && i == open_pieces_last (open.block)
	  && !find_fallthru_edge (open.block->succs))
	piece.flags |= CGPROF_PIECE_STOPS;
      pieces->pieces.safe_push (piece);
      if (!open.cold)
	pieces->hot = i + 1;
    }
}

/* Choose where the counters' address is kept from one piece to another.  */

static void
keep_addresses (void)
{
  auto_vec<counted_place> places;
  for (unsigned i = 0; i < open_pieces.length (); i++)
    {
      const open_piece &piece = open_pieces[i];
      if (!piece.block || !open_piece_counted_p (piece))
	continue;
      bool keeps = open_piece_keeps_p (piece);
      places.safe_push ({ i, piece.block, keeps ? piece.first : piece.place,
			  piece.on, piece.free, keeps, piece.weight + 1,
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
    additions_load_address (load);
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
  if (returns)
    returning_add_function ();
}
