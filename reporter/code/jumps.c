/* What the numbers of pieces tell of a function's jumps.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "code/jumps.h"
#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

/* The last instruction of PIECE; NULL if it has none.  */

static const struct instruction *
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
  /* Behind a branch is a piece that only falling through it leads to: the plugin
     makes one of its own if what follows has other ways into it.  */
  uint64_t through = piece + 1 < list->piece_count ? counts[piece + 1] : 0;
  return counts[piece] > through ? counts[piece] - through : 0;
}

/* The piece of LIST that begins at ADDRESS, the first with code if there are
   several; UINT32_MAX if there is none.  */

static uint32_t
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

/* How often the jump or branch at the end of PIECE led away, and to which piece,
   *TARGET; UINT32_MAX if it is none or leads out of the function.  */

static uint64_t
jumps_lead (const struct instruction_list *list, const uint64_t *counts,
	    uint32_t piece, uint32_t *target)
{
  const struct instruction *last = jumps_last (list, piece);
  *target = UINT32_MAX;
  if (!last || (last->kind != INSTRUCTION_JUMP
		&& last->kind != INSTRUCTION_BRANCH))
    return 0;
  *target = jumps_find_piece (list, last->target);
  return last->kind == INSTRUCTION_JUMP ? counts[piece]
					: jumps_taken (list, counts, piece);
}

/* How often control went from PIECE to the next one without a jump.  */

static uint64_t
jumps_fall (const struct instruction_list *list, const uint64_t *counts,
	    uint32_t piece)
{
  const struct instruction *last = jumps_last (list, piece);
  if (last && last->kind == INSTRUCTION_BRANCH)
    return counts[piece] - jumps_taken (list, counts, piece);
  return list->pieces[piece].stops ? 0 : counts[piece];
}

/* Whether control can get from LOOP's first piece to its last one without leaving
   what lies between them; TARGETS tells where pieces jump to, and MARKS has room
   for one of each and for a stack.  A computed jump may lead to any of them.  */

static bool
jumps_goes_round (const struct instruction_list *list, const uint32_t *targets,
		  const struct jumps_loop *loop, uint32_t *marks)
{
  uint32_t *stack = marks + list->piece_count;
  size_t count = 0;
  for (uint32_t i = loop->first; i <= loop->last; i++)
    marks[i] = 0;
  stack[count++] = loop->first;
  marks[loop->first] = 1;
  while (count > 0)
    {
      uint32_t here = stack[--count];
      const struct instruction *last = jumps_last (list, here);
      if (here == loop->last
	  || (last && last->kind == INSTRUCTION_INDIRECT))
	return true;
      uint32_t next[] = {
	list->pieces[here].stops ? UINT32_MAX : here + 1, targets[here]
      };
      for (int i = 0; i < 2; i++)
	if (next[i] >= loop->first && next[i] <= loop->last
	    && !marks[next[i]])
	  {
	    marks[next[i]] = 1;
	    stack[count++] = next[i];
	  }
    }
  return false;
}

static int
jumps_compare (const void *a, const void *b)
{
  const struct jumps_loop *x = a;
  const struct jumps_loop *y = b;
  return x->first < y->first ? -1 : x->first > y->first;
}

/* Join loops that begin with the same piece.  */

static void
jumps_join (struct jumps_loops *loops)
{
  size_t count = 0;
  if (loops->count > 1)
    qsort (loops->all, loops->count, sizeof *loops->all, jumps_compare);
  for (size_t i = 0; i < loops->count; i++)
    if (count > 0 && loops->all[count - 1].first == loops->all[i].first)
      {
	if (loops->all[i].last > loops->all[count - 1].last)
	  loops->all[count - 1].last = loops->all[i].last;
	loops->all[count - 1].rounds += loops->all[i].rounds;
      }
    else
      loops->all[count++] = loops->all[i];
  loops->count = count;
}

void
jumps_find_loops (const struct instruction_list *list, const uint64_t *counts,
		  struct jumps_loops *loops)
{
  uint32_t *targets = mem_alloc (list->piece_count, sizeof *targets);
  uint64_t *leads = mem_alloc (list->piece_count, sizeof *leads);
  uint32_t *marks = mem_alloc (2 * list->piece_count, sizeof *marks);
  loops->count = 0;
  for (uint32_t i = 0; i < list->piece_count; i++)
    leads[i] = jumps_lead (list, counts, i, &targets[i]);
  for (uint32_t i = 0; i < list->piece_count; i++)
    {
      struct jumps_loop loop = { .first = targets[i], .last = i };
      if (targets[i] > i || !jumps_goes_round (list, targets, &loop, marks))
	continue;
      loop.rounds = leads[i];
      loops->all = mem_grow (loops->all, &loops->room, loops->count + 1,
			     sizeof *loops->all);
      loops->all[loops->count++] = loop;
    }
  jumps_join (loops);
  for (size_t i = 0; i < loops->count; i++)
    {
      struct jumps_loop *loop = &loops->all[i];
      if (loop->first > 0)
	loop->entered = jumps_fall (list, counts, loop->first - 1);
      for (uint32_t j = 0; j < list->piece_count; j++)
	if ((j < loop->first || j > loop->last)
	    && targets[j] >= loop->first && targets[j] <= loop->last)
	  loop->entered += leads[j];
      loop->rounds += loop->entered;
    }
  free (targets);
  free (leads);
  free (marks);
}

void
jumps_free_loops (struct jumps_loops *loops)
{
  free (loops->all);
  memset (loops, 0, sizeof *loops);
}
