/* How often each piece of a function's code was run.

   As many executions leave a class as enter it (include/cgprof/abi.h), so a
   class all pieces of which but one are known tells that one; the unknown ones
   are a forest, in which there is such a class as long as any is left.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "code/piece-counts.h"
#include "base/mem.h"

#include <cgprof/abi.h>
#include <stdlib.h>

/* What executions go from a class to another by: a piece, or what is outside
   of the function.  */
struct piece_counts_way
{
  uint32_t from, to;		/* Classes.  */
  bool known;
  int64_t count;
};

/* A class while others are looked for.  */
struct piece_counts_class
{
  int64_t surplus;		/* Executions by known ways that enter it less
				   those that leave it.  */
  uint32_t unknown;		/* How many ways that begin or end here are
				   not known, */
  uint32_t ways;		/* and the exclusive or of their indices.  */
};

size_t
piece_counts_number (const struct block_tables *tables,
		     const struct block_tables_function *function)
{
  size_t count = 0;
  for (uint32_t i = 0; i < function->part_count; i++)
    count += tables->parts[function->parts + i].piece_count;
  return count;
}

/* WAY has COUNT.  */

static void
piece_counts_know (struct piece_counts_way *way, int64_t count,
		   struct piece_counts_class *classes)
{
  way->known = true;
  way->count = count;
  classes[way->from].surplus -= count;
  classes[way->to].surplus += count;
}

/* Find all of the COUNT WAYS that follow from others.  */

static void
piece_counts_derive (struct piece_counts_way *ways, size_t count,
		     struct piece_counts_class *classes, uint32_t class_count)
{
  uint32_t *ready = mem_alloc (class_count, sizeof *ready);
  uint32_t ready_count = 0;
  for (size_t i = 0; i < count; i++)
    if (!ways[i].known && ways[i].from != ways[i].to)
      {
	classes[ways[i].from].unknown++;
	classes[ways[i].to].unknown++;
	classes[ways[i].from].ways ^= i;
	classes[ways[i].to].ways ^= i;
      }
  for (uint32_t i = 0; i < class_count; i++)
    if (classes[i].unknown == 1)
      ready[ready_count++] = i;
  while (ready_count > 0)
    {
      uint32_t here = ready[--ready_count];
      if (classes[here].unknown != 1)
	continue;
      uint32_t index = classes[here].ways;
      struct piece_counts_way *way = &ways[index];
      uint32_t there = way->from == here ? way->to : way->from;
      piece_counts_know (way, way->from == here ? classes[here].surplus
						: -classes[here].surplus,
			 classes);
      classes[here].unknown = 0;
      classes[there].ways ^= index;
      if (--classes[there].unknown == 1)
	ready[ready_count++] = there;
    }
  free (ready);
}

void
piece_counts_solve (const struct block_tables *tables,
		    const struct block_tables_function *function,
		    const uint64_t *words, uint64_t word_count,
		    bool has_entry, uint64_t *counts)
{
  size_t count = piece_counts_number (tables, function);
  struct piece_counts_way *ways = mem_alloc (count + 1, sizeof *ways);
  struct piece_counts_class *classes
    = mem_alloc (function->classes, sizeof *classes);
  size_t n = 0;
  for (uint32_t i = 0; i < function->part_count; i++)
    {
      const struct block_tables_part *part
	= &tables->parts[function->parts + i];
      for (uint32_t j = 0; j < part->piece_count; j++)
	{
	  const struct block_tables_piece *piece
	    = &tables->pieces[part->pieces + j];
	  ways[n]
	    = (struct piece_counts_way) { piece->in, piece->out, false, 0 };
	  if (piece->flags & CGPROF_PIECE_COUNTED)
	    piece_counts_know (&ways[n], piece->word < word_count
					 ? words[piece->word] : 0, classes);
	  n++;
	}
    }
  ways[n] = (struct piece_counts_way) {
    function->leaves, function->enters, false, 0
  };
  if (has_entry)
    piece_counts_know (&ways[n], word_count > 0 ? words[0] : 0, classes);
  piece_counts_derive (ways, count + 1, classes, function->classes);
  for (size_t i = 0; i < count; i++)
    counts[i] = ways[i].count > 0 ? ways[i].count : 0;
  free (ways);
  free (classes);
}
