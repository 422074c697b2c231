/* From the addresses of a run to what lay there.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "read/address-space.h"
#include "base/mem.h"
#include "base/sort.h"

#include <stdlib.h>
#include <string.h>

struct address_space_range
{
  uint64_t start;
  uint64_t end;
  uint64_t rank;
  uint32_t value;
};

void
address_space_add (struct address_space *space, uint64_t address,
		   uint64_t size, uint64_t rank, uint32_t value)
{
  if (size == 0 || address + size < address)
    return;
  space->ranges = mem_grow (space->ranges, &space->room, space->count + 1,
			    sizeof *space->ranges);
  space->ranges[space->count++]
    = (struct address_space_range) { address, address + size, rank, value };
}

static int
address_space_compare (const void *a, const void *b)
{
  const struct address_space_range *x = a;
  const struct address_space_range *y = b;
  if (x->start != y->start)
    return x->start < y->start ? -1 : 1;
  if (x->rank != y->rank)
    return x->rank > y->rank ? -1 : 1;
  return x->value > y->value ? -1 : x->value < y->value;
}

/* Whether X is preferred to Y where both are.  */

static int
address_space_before (const struct address_space_range *x,
		      const struct address_space_range *y)
{
  return x->rank != y->rank ? x->rank > y->rank : x->value > y->value;
}

/* Put RANGE into HEAP, which has COUNT ranges, the preferred one first.  */

static void
address_space_push (struct address_space_range *heap, size_t count,
		    struct address_space_range range)
{
  while (count > 0 && address_space_before (&range, &heap[(count - 1) / 2]))
    {
      heap[count] = heap[(count - 1) / 2];
      count = (count - 1) / 2;
    }
  heap[count] = range;
}

/* Remove the first range of HEAP, which has COUNT before.  */

static void
address_space_pop (struct address_space_range *heap, size_t count)
{
  struct address_space_range last = heap[--count];
  size_t i = 0;
  for (size_t child; (child = 2 * i + 1) < count; i = child)
    {
      if (child + 1 < count && address_space_before (&heap[child + 1],
						     &heap[child]))
	child++;
      if (!address_space_before (&heap[child], &last))
	break;
      heap[i] = heap[child];
    }
  heap[i] = last;
}

/* Sweep over the starts and the ends: HEAP holds the ranges begun, and its
   first one is the one meant from AT on until it ends or a preferred one
   begins.  */

void
address_space_sort (struct address_space *space)
{
  size_t count = space->count;
  struct address_space_range *ranges = space->ranges;
  struct address_space_range *heap = mem_alloc (count, sizeof *heap);
  struct address_space_range *made = NULL;
  size_t made_count = 0;
  size_t made_room = 0;
  size_t heaped = 0;
  size_t next = 0;
  uint64_t at = 0;
  if (count > 0)
    qsort (ranges, count, sizeof *ranges, address_space_compare);
  while (next < count || heaped > 0)
    {
      if (heaped == 0)
	at = ranges[next].start;
      while (next < count && ranges[next].start <= at)
	address_space_push (heap, heaped++, ranges[next++]);
      while (heaped > 0 && heap[0].end <= at)
	address_space_pop (heap, heaped--);
      if (heaped == 0)
	continue;
      uint64_t until = heap[0].end;
      if (next < count && ranges[next].start < until)
	until = ranges[next].start;
      made = mem_grow (made, &made_room, made_count + 1, sizeof *made);
      made[made_count] = heap[0];
      made[made_count].start = at;
      made[made_count++].end = until;
      at = until;
    }
  free (heap);
  free (space->ranges);
  space->ranges = made;
  space->count = made_count;
  space->room = made_room;
}

uint32_t
address_space_find (const struct address_space *space, uint64_t address)
{
  size_t before
    = sort_count_up_to (space->ranges, space->count, sizeof *space->ranges,
			offsetof (struct address_space_range, start), address);
  if (before == 0 || address >= space->ranges[before - 1].end)
    return ADDRESS_SPACE_NONE;
  return space->ranges[before - 1].value;
}

void
address_space_free (struct address_space *space)
{
  free (space->ranges);
  memset (space, 0, sizeof *space);
}
