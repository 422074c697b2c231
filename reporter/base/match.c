/* Matching of two sides' items.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "base/match.h"
#include "base/map.h"

#include <stdlib.h>

/* Items with equal keys, in order.  */
struct match_queue
{
  uint32_t first[MATCH_SIDES];	/* Or MAP_NONE; the next is in NEXT.  */
  uint32_t last[MATCH_SIDES];
  uint32_t count[MATCH_SIDES];
};

struct match_queues
{
  struct match_queue *queues;
  size_t count, room;
  struct dict known;
  uint32_t *next[MATCH_SIDES];	/* By item.  */
};

static void
match_enqueue (struct match_queues *queues, int side, uint32_t item,
	       const char *key)
{
  uint32_t *place = dict_place (&queues->known, key);
  if (*place == MAP_NONE)
    {
      *place = queues->count;
      queues->queues = mem_grow (queues->queues, &queues->room,
				 queues->count + 1, sizeof *queues->queues);
      queues->queues[queues->count++] = (struct match_queue) {
	.first = { MAP_NONE, MAP_NONE }
      };
    }
  struct match_queue *queue = &queues->queues[*place];
  queues->next[side][item] = MAP_NONE;
  if (queue->count[side]++ == 0)
    queue->first[side] = item;
  else
    queues->next[side][queue->last[side]] = item;
  queue->last[side] = item;
}

void
match_by (const struct match *match, unsigned way, bool alone)
{
  struct match_queues queues = { NULL };
  struct arena arena = { NULL };
  for (int side = 0; side < MATCH_SIDES; side++)
    {
      queues.next[side] = mem_alloc (match->count[side],
				     sizeof *queues.next[side]);
      for (size_t i = 0; i < match->count[side]; i++)
	{
	  uint32_t item = match->order[side][i];
	  if (match->open (match->closure, side, item))
	    match_enqueue (&queues, side, item,
			   match->key (match->closure, side, item, way,
				       &arena));
	}
    }
  for (size_t i = 0; i < queues.count; i++)
    {
      const struct match_queue *queue = &queues.queues[i];
      if (alone && (queue->count[0] != 1 || queue->count[1] != 1))
	continue;
      uint32_t first = queue->first[0];
      uint32_t second = queue->first[1];
      while (first != MAP_NONE && second != MAP_NONE)
	{
	  match->found (match->closure, first, second);
	  first = queues.next[0][first];
	  second = queues.next[1][second];
	}
    }
  free (queues.queues);
  dict_free (&queues.known);
  arena_free (&arena);
  free (queues.next[0]);
  free (queues.next[1]);
}
