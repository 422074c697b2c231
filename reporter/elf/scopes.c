/* The inlined calls in the code of one function, from debug information.

   A function may have thousands.  So its code is divided into pieces of one
   innermost call each, once, and an address is looked up among those.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "elf/scopes.h"
#include "base/mem.h"
#include "base/sort.h"

#include <dwarf.h>
#include <stdlib.h>

/* Calls in calls, and blocks in blocks, are followed so far.  */
#define SCOPES_DEPTH 200

/* The code from LOW on, up to the next piece, is that of CALL.  */
struct scopes_piece
{
  Dwarf_Addr low;
  uint32_t call;
};

/* Code of a call.  */
struct scopes_range
{
  Dwarf_Addr low;
  Dwarf_Addr high;
  uint32_t call;
};

struct scopes_ranges
{
  struct scopes_range *ranges;
  size_t count, room;
};

static void
scopes_add_ranges (struct scopes_ranges *to, Dwarf_Die *die, uint32_t call)
{
  Dwarf_Addr base, low, high;
  ptrdiff_t at = 0;
  while ((at = dwarf_ranges (die, at, &base, &low, &high)) > 0)
    {
      if (low >= high)
	continue;
      to->ranges = mem_grow (to->ranges, &to->room, to->count + 1,
			     sizeof *to->ranges);
      to->ranges[to->count++] = (struct scopes_range) { low, high, call };
    }
}

/* Add the calls in PARENT, which is of the call with the number CALL.  */

static void
scopes_collect (struct scopes *scopes, struct scopes_ranges *ranges,
		Dwarf_Die *parent, uint32_t call, unsigned depth)
{
  Dwarf_Die die;
  if (depth > SCOPES_DEPTH || dwarf_child (parent, &die) != 0)
    return;
  do
    {
      uint32_t inner = call;
      switch (dwarf_tag (&die))
	{
	case DW_TAG_inlined_subroutine:
	  inner = scopes->count;
	  scopes->calls = mem_grow (scopes->calls, &scopes->room,
				    scopes->count + 1, sizeof *scopes->calls);
	  scopes->calls[scopes->count++] = (struct scopes_call) { die, call };
	  scopes_add_ranges (ranges, &die, inner);
	  break;
	case DW_TAG_lexical_block:
	  break;
	default:
	  continue;
	}
      scopes_collect (scopes, ranges, &die, inner, depth + 1);
    }
  while (dwarf_siblingof (&die, &die) == 0);
}

/* What begins first comes first, then what ends last, then the outer call.  */

static int
scopes_compare (const void *a, const void *b)
{
  const struct scopes_range *x = a;
  const struct scopes_range *y = b;
  if (x->low != y->low)
    return x->low < y->low ? -1 : 1;
  if (x->high != y->high)
    return x->high > y->high ? -1 : 1;
  return x->call < y->call ? -1 : x->call > y->call;
}

/* From LOW on, code is that of CALL.  */

static void
scopes_begin_piece (struct scopes *scopes, Dwarf_Addr low, uint32_t call)
{
  if (scopes->piece_count > 0
      && scopes->pieces[scopes->piece_count - 1].low == low)
    scopes->piece_count--;
  scopes->pieces = mem_grow (scopes->pieces, &scopes->piece_room,
			     scopes->piece_count + 1, sizeof *scopes->pieces);
  scopes->pieces[scopes->piece_count++] = (struct scopes_piece) { low, call };
}

/* Divide code by RANGES, which are sorted.  One that reaches beyond what it
   began in ends there.  */

static void
scopes_divide (struct scopes *scopes, const struct scopes_ranges *ranges)
{
  struct scopes_range *open = mem_alloc (ranges->count + 1, sizeof *open);
  size_t depth = 1;
  open[0] = (struct scopes_range) { 0, UINT64_MAX, SCOPES_NONE };
  for (size_t i = 0; i < ranges->count; i++)
    {
      struct scopes_range range = ranges->ranges[i];
      for (; open[depth - 1].high <= range.low; depth--)
	scopes_begin_piece (scopes, open[depth - 1].high,
			    open[depth - 2].call);
      if (range.high > open[depth - 1].high)
	range.high = open[depth - 1].high;
      open[depth++] = range;
      scopes_begin_piece (scopes, range.low, range.call);
    }
  for (; depth > 1; depth--)
    scopes_begin_piece (scopes, open[depth - 1].high, open[depth - 2].call);
  free (open);
}

void
scopes_read (struct scopes *scopes, Dwarf_Die *function)
{
  struct scopes_ranges ranges = { .count = 0 };
  *scopes = (struct scopes) { .count = 0 };
  scopes_collect (scopes, &ranges, function, SCOPES_NONE, 0);
  if (ranges.count > 0)
    qsort (ranges.ranges, ranges.count, sizeof *ranges.ranges,
	   scopes_compare);
  scopes_divide (scopes, &ranges);
  free (ranges.ranges);
}

uint32_t
scopes_find (const struct scopes *scopes, Dwarf_Addr address)
{
  size_t before
    = sort_count_up_to (scopes->pieces, scopes->piece_count,
			sizeof *scopes->pieces,
			offsetof (struct scopes_piece, low), address);
  return before > 0 ? scopes->pieces[before - 1].call : SCOPES_NONE;
}

void
scopes_free (struct scopes *scopes)
{
  free (scopes->calls);
  free (scopes->pieces);
}
