/* Where the assembler would have put a function's code without what the plugin
   added to it.

   This is what the GNU assembler's relaxation does, step by step, since its
   result depends on these: jumps are short at first and only ever grow, in the
   order of the code, and the target of a jump ahead is taken to move as far as
   the jump itself has moved in the same pass, unless an alignment lies between
   them, which may take that up.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "code/plain-layout.h"
#include "base/mem.h"

#include <stdlib.h>

uint32_t
plain_layout_skip (uint64_t place, uint32_t log, uint32_t most)
{
  uint64_t size = UINT64_C (1) << log;
  uint32_t skip = -place & (size - 1);
  return most != 0 && skip > most ? 0 : skip;
}

uint32_t
plain_layout_padding (uint32_t size)
{
  /* The longest that it makes for processors of all kinds, and the most of
     those; else it jumps over them.  */
  const uint32_t longest = 11, most = 7;
  return size / longest > most ? 1 : (size + longest - 1) / longest;
}

/* Whether the jump at ITEMS[I] reaches its target in its shortest form.
   REGIONS are the numbers of alignments in front of the items, STRETCH is how
   far the jump has moved in this pass.  */

static bool
plain_layout_reaches (const struct plain_layout_item *items, size_t i,
		      const uint32_t *regions, int64_t stretch)
{
  const struct plain_layout_item *jump = &items[i];
  uint64_t target = items[jump->target].place;
  if (jump->target > i)
    {
      if (stretch < 0 || regions[jump->target] == regions[i])
	target += stretch;
      else if (target < jump->place)
	return true;
    }
  int64_t distance = target - (jump->place + jump->size);
  return distance >= INT8_MIN && distance <= INT8_MAX;
}

void
plain_layout_place (struct plain_layout_item *items, size_t count)
{
  uint32_t *regions = mem_alloc (count, sizeof *regions);
  bool *grown = mem_alloc (count, sizeof *grown);
  uint64_t place = 0;
  uint32_t region = 0;
  for (size_t i = 0; i < count; i++)
    {
      items[i].place = place;
      regions[i] = region;
      if (items[i].kind == PLAIN_LAYOUT_ALIGNMENT)
	{
	  items[i].size = plain_layout_skip (place, items[i].log,
					     items[i].most);
	  region++;
	}
      place += items[i].size;
    }

  for (bool changed = true; changed; )
    {
      int64_t stretch = 0;
      changed = false;
      for (size_t i = 0; i < count; i++)
	{
	  struct plain_layout_item *item = &items[i];
	  int64_t growth = 0;
	  item->place += stretch;
	  if (item->kind == PLAIN_LAYOUT_ALIGNMENT)
	    {
	      uint32_t skip = plain_layout_skip (item->place, item->log,
						 item->most);
	      growth = (int64_t) skip - item->size;
	      item->size = skip;
	    }
	  else if (item->kind == PLAIN_LAYOUT_JUMP && !grown[i]
		   && !plain_layout_reaches (items, i, regions, stretch))
	    {
	      grown[i] = true;
	      growth = item->growth;
	      item->size += item->growth;
	    }
	  stretch += growth;
	  changed |= growth != 0;
	}
    }
  free (regions);
  free (grown);
}
