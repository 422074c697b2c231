/* The tables of pieces of code that the plugin left in an image, decoded.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "elf/block-tables.h"
#include "elf/row-cursor.h"
#include "base/bytes.h"
#include "base/mem.h"

#include <cgprof/abi.h>
#include <stdlib.h>
#include <string.h>

static bool
block_tables_address (struct row_cursor *at, bool swap, uint64_t *address)
{
  const unsigned char *p = row_cursor_take (at, 1, 8);
  *address = p ? bytes_64 (p, swap) : 0;
  return p != NULL;
}

/* Read a piece of FUNCTION that begins at *OFFSET, and set that to where it
   ends.  */

static bool
block_tables_read_piece (struct block_tables *rows, struct row_cursor *at,
			 const struct block_tables_function *function,
			 uint32_t *offset)
{
  struct block_tables_piece piece = { .offset = *offset };
  if (!row_cursor_number (at, &piece.flags)
      || !row_cursor_number (at, &piece.size)
      || !row_cursor_number (at, &piece.in)
      || !row_cursor_number (at, &piece.out)
      || ((piece.flags & CGPROF_PIECE_COUNTED)
	  && !row_cursor_number (at, &piece.word)))
    return false;
  if (piece.flags & CGPROF_PIECE_ALIGNED)
    for (unsigned i = 0; i < BLOCK_TABLES_ALIGNMENTS; i++)
      {
	struct block_tables_alignment *alignment = &piece.alignments[i];
	if (!row_cursor_number (at, &alignment->log)
	    || !row_cursor_number (at, &alignment->most))
	  return false;
	if (alignment->log > 31)
	  return row_cursor_bad (at, "a piece is aligned to nothing");
      }
  if (piece.in >= function->classes || piece.out >= function->classes)
    return row_cursor_bad (at, "a piece is of no known class");
  if (piece.size > UINT32_MAX - *offset)
    return row_cursor_bad (at, "a piece is too long");
  *offset += piece.size;
  rows->pieces = mem_grow (rows->pieces, &rows->piece_room,
			   rows->piece_count + 1, sizeof *rows->pieces);
  rows->pieces[rows->piece_count++] = piece;
  return true;
}

static int
block_tables_compare_additions (const void *a, const void *b)
{
  const struct block_tables_addition *x = a;
  const struct block_tables_addition *y = b;
  return x->offset < y->offset ? -1 : x->offset > y->offset;
}

/* Read COUNT additions.  They stand in any order.  */

static bool
block_tables_read_additions (struct block_tables *rows, struct row_cursor *at,
			     uint32_t count)
{
  size_t first = rows->addition_count;
  for (uint32_t i = 0; i < count; i++)
    {
      struct block_tables_addition addition;
      if (!row_cursor_number (at, &addition.offset)
	  || !row_cursor_number (at, &addition.size))
	return false;
      if (addition.size > UINT32_MAX - addition.offset)
	return row_cursor_bad (at, "an addition is too long");
      rows->additions = mem_grow (rows->additions, &rows->addition_room,
				  rows->addition_count + 1,
				  sizeof *rows->additions);
      rows->additions[rows->addition_count++] = addition;
    }
  if (count == 0)
    return true;
  qsort (rows->additions + first, count, sizeof *rows->additions,
	 block_tables_compare_additions);
  for (size_t i = first + 1; i < rows->addition_count; i++)
    if (rows->additions[i].offset
	< rows->additions[i - 1].offset + rows->additions[i - 1].size)
      return row_cursor_bad (at, "additions overlap");
  return true;
}

static bool
block_tables_read_repetitions (struct block_tables *rows,
			       struct row_cursor *at, uint32_t count)
{
  for (; count > 0; count--)
    {
      struct block_tables_repetition repetition;
      if (!row_cursor_number (at, &repetition.offset)
	  || !row_cursor_number (at, &repetition.word))
	return false;
      rows->repetitions = mem_grow (rows->repetitions, &rows->repetition_room,
				    rows->repetition_count + 1,
				    sizeof *rows->repetitions);
      rows->repetitions[rows->repetition_count++] = repetition;
    }
  return true;
}

/* Read the next part of FUNCTION.  */

static bool
block_tables_read_part (struct block_tables *rows, struct row_cursor *at,
			bool swap,
			const struct block_tables_function *function)
{
  struct block_tables_part part = {
    .pieces = rows->piece_count, .additions = rows->addition_count,
    .repetitions = rows->repetition_count
  };
  if (!block_tables_address (at, swap, &part.address)
      || !row_cursor_number (at, &part.piece_count))
    return false;
  for (uint32_t i = 0; i < part.piece_count; i++)
    if (!block_tables_read_piece (rows, at, function, &part.size))
      return false;
  if (!row_cursor_number (at, &part.addition_count)
      || !block_tables_read_additions (rows, at, part.addition_count)
      || !row_cursor_number (at, &part.repetition_count)
      || !block_tables_read_repetitions (rows, at, part.repetition_count))
    return false;
  rows->parts = mem_grow (rows->parts, &rows->part_room,
			  rows->part_count + 1, sizeof *rows->parts);
  rows->parts[rows->part_count++] = part;
  return true;
}

/* Read the rows of one function; AT->end is that of the section.  */

static bool
block_tables_read_function (struct block_tables *rows, struct row_cursor *at,
			    bool swap)
{
  struct block_tables_function function = { .parts = rows->part_count };
  size_t before = rows->piece_count;
  if (!row_cursor_begin (at)
      || !block_tables_address (at, swap, &function.address))
    return false;
  /* The linker dropped the function and resolved its address to 0.  */
  if (function.address == 0)
    return true;
  uint32_t distance;
  if (!row_cursor_number (at, &function.alignment)
      || !row_cursor_number (at, &distance)
      || !row_cursor_number (at, &function.classes)
      || !row_cursor_number (at, &function.enters)
      || !row_cursor_number (at, &function.leaves)
      || !row_cursor_number (at, &function.part_count))
    return false;
  if (function.enters >= function.classes
      || function.leaves >= function.classes)
    return row_cursor_bad (at, "its ways in or out are of no known class");
  if (distance > function.address)
    return row_cursor_bad (at, "it is in front of its section");
  function.section = function.address - distance;
  if (function.part_count == 0)
    return row_cursor_bad (at, "it has no code");
  if (function.alignment > 31)
    return row_cursor_bad (at, "it is aligned to nothing");
  for (uint32_t i = 0; i < function.part_count; i++)
    if (!block_tables_read_part (rows, at, swap, &function))
      return false;
  /* Each has the side of a piece or of the function.  */
  if (function.classes > 2 * (rows->piece_count - before + 1))
    return row_cursor_bad (at, "it has classes without pieces");
  rows->functions = mem_grow (rows->functions, &rows->function_room,
			      rows->function_count + 1,
			      sizeof *rows->functions);
  rows->functions[rows->function_count++] = function;
  return true;
}

bool
block_tables_read (struct block_tables *rows, const char *file,
		   const unsigned char *bytes, size_t size, bool swap)
{
  struct row_cursor at = {
    .file = file, .section = CGPROF_SECTION_BLOCKS,
    .version = CGPROF_BLOCKS_VERSION, .bytes = bytes
  };
  while (at.offset < size)
    {
      at.end = size;
      /* Between object files the linker may have aligned with zeros.  */
      if (bytes[at.offset] == 0)
	{
	  at.offset++;
	  continue;
	}
      if (!block_tables_read_function (rows, &at, swap))
	return false;
      at.offset = at.end;
    }
  return true;
}

void
block_tables_free (struct block_tables *rows)
{
  free (rows->functions);
  free (rows->parts);
  free (rows->pieces);
  free (rows->additions);
  free (rows->repetitions);
  memset (rows, 0, sizeof *rows);
}
