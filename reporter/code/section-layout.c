/* Laying out a whole section of code again, where how a function is padded
   depends on what is in front of it.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "code/instruction-parts.h"
#include "base/mem.h"
#include "base/sort.h"

#include <stdlib.h>

/* Whether a section has been laid out.  */
enum section_layout
{
  SECTION_LAYOUT_UNKNOWN,
  SECTION_LAYOUT_DONE,
  SECTION_LAYOUT_FAILED	/* Some code is not what the tables say.  */
};

static int
instruction_compare_functions (const void *closure, uint32_t i, uint32_t j)
{
  const struct block_tables_function *a
    = (const struct block_tables_function *) closure + i;
  const struct block_tables_function *b
    = (const struct block_tables_function *) closure + j;
  return a->section != b->section ? (a->section < b->section ? -1 : 1)
    : a->address < b->address ? -1 : a->address > b->address;
}

/* What a section is laid out of.  */
struct instruction_section
{
  const uint32_t *functions;	/* Of the image's blocks.  */
  uint32_t count;
  size_t *firsts;		/* Of each the first item, */
  size_t *starts;		/* and the first behind each of its pieces, one
				   function's behind the other's.  */
  struct instruction_list list;	/* All of them.  */
  uint32_t alignment;		/* The largest power of two.  */
};

/* Add what lies between the end of the function BEFORE and the next one, ROW:
   code that was not compiled with the plugin is as long as it is.  */

static void
instruction_reader_add_gap (struct instruction_reader *reader,
			    const struct block_tables_function *before,
			    const struct block_tables_function *row)
{
  const struct image *image = reader->image;
  const struct block_tables_part *part = &image->blocks.parts[before->parts];
  uint64_t end = part->address + part->size;
  uint64_t other = image_next (image, end - 1);
  if (other < row->address)
    instruction_reader_add_item (reader, &(struct plain_layout_item) {
	.kind = PLAIN_LAYOUT_CODE, .size = row->address - other }, 0);
}

/* Read the function ROW, of SECTION, and add its items.  */

static bool
instruction_reader_read_function (struct instruction_reader *reader,
				  const struct block_tables_function *row,
				  struct instruction_section *section,
				  size_t *starts)
{
  struct instruction_part part = {
    .rows = &reader->image->blocks.parts[row->parts],
    .piece = section->list.piece_count, .begins = true
  };
  part.bytes = decoder_bytes (reader->decoder, part.rows->address,
			      part.rows->size);
  if (!part.bytes
      || !instruction_reader_read_part (reader, &part, &section->list))
    return false;
  for (uint32_t i = 0; i < part.rows->piece_count; i++)
    starts[i] = i + 1 < part.rows->piece_count ? reader->starts[i + 1]
					       : reader->item_count;
  return true;
}

/* Tell the jumps from one function of SECTION to another where they lead; what
   leads elsewhere is as long as it is.  */

static void
instruction_reader_join_functions (struct instruction_reader *reader,
				   const struct instruction_section *section)
{
  const struct block_tables_function *rows = reader->image->blocks.functions;
  for (size_t i = 0; i < reader->item_count; i++)
    {
      struct plain_layout_item *item = &reader->items[i];
      if (item->kind != PLAIN_LAYOUT_JUMP
	  || item->target != PLAIN_LAYOUT_NOWHERE)
	continue;
      const struct instruction *jump
	= &section->list.all[reader->owners[i]];
      uint32_t low = 0, high = section->count;
      while (high - low > 1)
	{
	  uint32_t middle = low + (high - low) / 2;
	  if (rows[section->functions[middle]].address <= jump->target)
	    low = middle;
	  else
	    high = middle;
	}
      if (rows[section->functions[low]].address == jump->target)
	item->target = section->firsts[low];
      else
	*item = (struct plain_layout_item) {
	  .kind = PLAIN_LAYOUT_CODE, .size = jump->size
	};
    }
}

/* Add the items of SECTION's functions; STARTS has room for the first items
   behind all their pieces.  */

static bool
instruction_reader_read_section (struct instruction_reader *reader,
				 struct instruction_section *section,
				 size_t *starts)
{
  const struct block_tables *rows = &reader->image->blocks;
  const struct block_tables_function *before = NULL;
  /* Where the first one is tells how much is in front of it.  */
  uint64_t place = rows->functions[section->functions[0]].address
    & ((UINT64_C (1) << section->alignment) - 1);
  instruction_reader_add_item (reader, &(struct plain_layout_item) {
      .kind = PLAIN_LAYOUT_CODE, .size = place }, 0);
  for (uint32_t i = 0; i < section->count; i++)
    {
      const struct block_tables_function *row
	= &rows->functions[section->functions[i]];
      if (before)
	instruction_reader_add_gap (reader, before, row);
      instruction_reader_add_item (reader, &(struct plain_layout_item) {
	  .kind = PLAIN_LAYOUT_ALIGNMENT, .log = row->alignment }, 0);
      section->firsts[i] = reader->item_count;
      if (!instruction_reader_read_function (reader, row, section, starts))
	return false;
      starts += rows->parts[row->parts].piece_count;
      before = row;
    }
  return true;
}

/* Set SECTION to that of FUNCTION; return how many pieces its functions
   have.  */

static size_t
instruction_reader_find_section (struct instruction_reader *reader,
				 uint32_t function,
				 struct instruction_section *section)
{
  const struct block_tables *rows = &reader->image->blocks;
  uint32_t count = rows->function_count, first = 0;
  if (!reader->by_section)
    {
      reader->by_section = mem_alloc (count, sizeof *reader->by_section);
      reader->laid_out = mem_alloc (count, sizeof *reader->laid_out);
      reader->paddings = mem_alloc (rows->piece_count,
				    sizeof *reader->paddings);
      for (uint32_t i = 0; i < count; i++)
	reader->by_section[i] = i;
      sort_indices (reader->by_section, count, instruction_compare_functions,
		    rows->functions);
    }
  uint64_t address = rows->functions[function].section;
  for (uint32_t end = count; first < end;)
    {
      uint32_t middle = first + (end - first) / 2;
      if (rows->functions[reader->by_section[middle]].section < address)
	first = middle + 1;
      else
	end = middle;
    }
  *section = (struct instruction_section) {
    .functions = reader->by_section + first
  };
  size_t pieces = 0;
  for (; first + section->count < count
	 && rows->functions[section->functions[section->count]].section
	    == address; section->count++)
    {
      const struct block_tables_function *row
	= &rows->functions[section->functions[section->count]];
      const struct block_tables_part *part = &rows->parts[row->parts];
      if (row->alignment > section->alignment)
	section->alignment = row->alignment;
      for (uint32_t i = 0; i < part->piece_count; i++)
	for (unsigned j = 0; j < BLOCK_TABLES_ALIGNMENTS; j++)
	  {
	    uint32_t log = rows->pieces[part->pieces + i].alignments[j].log;
	    if (log > section->alignment)
	      section->alignment = log;
	  }
      pieces += part->piece_count;
    }
  return pieces;
}

bool
instruction_reader_lay_out_section (struct instruction_reader *reader,
				    uint32_t function)
{
  const struct block_tables *rows = &reader->image->blocks;
  struct instruction_section section;
  if (reader->laid_out
      && reader->laid_out[function] != SECTION_LAYOUT_UNKNOWN)
    return reader->laid_out[function] == SECTION_LAYOUT_DONE;
  size_t pieces = instruction_reader_find_section (reader, function, &section);
  section.firsts = mem_alloc (section.count, sizeof *section.firsts);
  section.starts = mem_alloc (pieces, sizeof *section.starts);
  reader->item_count = 0;
  bool done = instruction_reader_read_section (reader, &section,
					       section.starts);
  if (done)
    {
      const size_t *starts = section.starts;
      instruction_reader_join_functions (reader, &section);
      plain_layout_place (reader->items, reader->item_count);
      for (uint32_t i = 0; i < section.count; i++)
	{
	  const struct block_tables_function *row
	    = &rows->functions[section.functions[i]];
	  struct instruction_part part = {
	    .rows = &rows->parts[row->parts]
	  };
	  for (uint32_t j = 0; j + 1 < part.rows->piece_count; j++)
	    reader->paddings[part.rows->pieces + j]
	      = instruction_reader_padding (reader, &part, j,
					    j > 0 ? starts[j - 1]
					    : section.firsts[i], starts[j]);
	  starts += part.rows->piece_count;
	}
    }
  for (uint32_t i = 0; i < section.count; i++)
    reader->laid_out[section.functions[i]]
      = done ? SECTION_LAYOUT_DONE : SECTION_LAYOUT_FAILED;
  instruction_list_free (&section.list);
  free (section.starts);
  free (section.firsts);
  return done;
}
