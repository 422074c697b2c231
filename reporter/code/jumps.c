/* A function's jumps.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "code/jumps.h"

const struct instruction *
jumps_last (const struct instruction_list *list, uint32_t piece)
{
  const struct instruction_piece *each = &list->pieces[piece];
  return each->count > 0 ? &list->all[each->first + each->count - 1] : NULL;
}

const struct instruction *
jumps_branch (const struct instruction_list *list, uint32_t piece)
{
  const struct instruction *last = jumps_last (list, piece);
  return last && last->kind == INSTRUCTION_BRANCH ? last : NULL;
}

uint64_t
jumps_taken (const struct instruction_list *list, const uint64_t *counts,
	     uint32_t piece)
{
  /* Behind a branch is a piece that only falling through it leads to: the
     plugin makes one of its own if what follows has other ways into it.  */
  uint64_t through = piece + 1 < list->piece_count ? counts[piece + 1] : 0;
  return counts[piece] > through ? counts[piece] - through : 0;
}

uint32_t
jumps_find_piece (const struct instruction_list *list, uint64_t address)
{
  for (int part = 0; part < 2; part++)
    {
      uint32_t low = part ? list->hot : 0;
      uint32_t end = part ? list->piece_count : list->hot;
      uint32_t high = end;
      while (low < high)
	{
	  uint32_t middle = low + (high - low) / 2;
	  if (list->pieces[middle].address < address)
	    low = middle + 1;
	  else
	    high = middle;
	}
      while (low < end && list->pieces[low].address == address
	     && list->pieces[low].count == 0)
	low++;
      if (low < end && list->pieces[low].address == address)
	return low;
    }
  return UINT32_MAX;
}
