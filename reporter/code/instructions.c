/* Reading the instructions of functions all code of which is counted, and how
   each function is padded by itself.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "code/instruction-parts.h"
#include "base/bytes.h"
#include "base/mem.h"

#include <cgprof/abi.h>
#include <stdlib.h>
#include <string.h>

struct instruction_reader *
instruction_reader_open (const struct image *image)
{
  struct decoder *decoder = decoder_open (image);
  if (!decoder)
    return NULL;
  struct instruction_reader *reader = mem_alloc (1, sizeof *reader);
  reader->image = image;
  reader->decoder = decoder;
  return reader;
}

void
instruction_reader_close (struct instruction_reader *reader)
{
  if (!reader)
    return;
  decoder_close (reader->decoder);
  free (reader->items);
  free (reader->starts);
  free (reader->offsets);
  free (reader->owners);
  free (reader->by_section);
  free (reader->laid_out);
  free (reader->paddings);
  free (reader);
}

void
instruction_list_free (struct instruction_list *list)
{
  free (list->all);
  free (list->pieces);
  memset (list, 0, sizeof *list);
}

const char *
instruction_reader_text (struct instruction_reader *reader,
			 const struct instruction *instruction)
{
  return decoder_text (reader->decoder, instruction);
}

/* Find where the pieces of PART begin.  A mark for indirect jumps (of CET),
   which GCC puts behind a label at last, is in front of the piece's.  */

static void
instruction_reader_find_pieces (struct instruction_reader *reader,
				const struct instruction_part *part)
{
  static const unsigned char mark[] = { 0xf3, 0x0f, 0x1e, 0xfa };
  const struct block_tables_part *rows = part->rows;
  const struct block_tables_piece *pieces
    = reader->image->blocks.pieces + rows->pieces;
  reader->offsets = mem_grow (reader->offsets, &reader->offset_room,
			      rows->piece_count + 1, sizeof *reader->offsets);
  for (uint32_t i = 0; i < rows->piece_count; i++)
    {
      uint32_t offset = pieces[i].offset;
      /* The function's own is in its first piece, the way into it.  */
      bool is_marked = (i > 1 || (i > 0 && !part->begins))
	&& offset - pieces[i - 1].offset >= sizeof mark
	&& memcmp (part->bytes + offset - sizeof mark, mark,
		   sizeof mark) == 0;
      reader->offsets[i] = offset - (is_marked ? sizeof mark : 0);
    }
  reader->offsets[rows->piece_count] = rows->size;
}

/* Return how long the instruction at BYTES, at ADDRESS, is if it adds 1 to a
   counter of the image by an address relative to it; else 0.  */

static uint32_t
instruction_counts (const struct image *image, const unsigned char *bytes,
		    size_t left, uint64_t address)
{
  static const unsigned char increment[] = { 0x65, 0x48, 0xff, 0x05 };
  const size_t size = sizeof increment + 4;
  if (left < size || memcmp (bytes, increment, sizeof increment) != 0)
    return 0;
  uint64_t counter
    = address + size
      + (int64_t) (int32_t) bytes_32 (bytes + sizeof increment, image->swap);
  return counter - image->counters < image->counters_size ? size : 0;
}

void
instruction_reader_add_item (struct instruction_reader *reader,
			     const struct plain_layout_item *item,
			     uint32_t owner)
{
  reader->items = mem_grow (reader->items, &reader->item_room,
			    reader->item_count + 1, sizeof *reader->items);
  reader->owners = mem_grow (reader->owners, &reader->owner_room,
			     reader->item_count + 1, sizeof *reader->owners);
  reader->owners[reader->item_count] = owner;
  reader->items[reader->item_count++] = *item;
}

static void
instruction_list_add (struct instruction_list *list,
		      const struct instruction *instruction)
{
  list->all = mem_grow (list->all, &list->room, list->count + 1,
			sizeof *list->all);
  list->all[list->count++] = *instruction;
}

/* Read the instructions of PART up to offset END, those of the piece with
   number PIECE of the function.  */

static bool
instruction_reader_read_piece (struct instruction_reader *reader,
			       struct instruction_part *part, uint32_t piece,
			       uint32_t end, struct instruction_list *list)
{
  const struct block_tables_part *rows = part->rows;
  const struct block_tables_addition *additions
    = reader->image->blocks.additions + rows->additions;
  part->end = part->offset;
  while (part->offset < end)
    {
      const unsigned char *bytes = part->bytes + part->offset;
      uint64_t address = rows->address + part->offset;
      uint32_t left = end - part->offset;
      uint32_t added
	= part->addition < rows->addition_count
	  && additions[part->addition].offset == part->offset
	  ? additions[part->addition++].size
	  : instruction_counts (reader->image, bytes, left, address);
      struct instruction instruction;
      if (added > 0)
	{
	  part->offset += added;
	  part->end = part->offset;
	  continue;
	}
      if (!decoder_decode (reader->decoder, bytes, left, address,
			   &instruction))
	return false;
      instruction.piece = piece;
      instruction_list_add (list, &instruction);
      part->offset += instruction.size;
      if (!instruction.nop)
	part->end = part->offset;
    }
  return part->offset == end;
}

/* Return where padding brings what is at ADDRESS, by PIECE's alignment.  */

static uint64_t
instruction_align (const struct block_tables_piece *piece, uint64_t address)
{
  for (unsigned i = 0; i < BLOCK_TABLES_ALIGNMENTS; i++)
    address += plain_layout_skip (address, piece->alignments[i].log,
				  piece->alignments[i].most);
  return address;
}

/* Take the padding in front of NEXT, at ADDRESS, from the instructions of
   LIST, those from number FIRST on, that do nothing and have nothing that was
   added behind them: PART tells.  Return false if that is not how it was
   padded.  */

static bool
instruction_list_unpad (struct instruction_list *list, uint32_t first,
			const struct instruction_part *part,
			const struct block_tables_piece *next,
			uint64_t address)
{
  uint64_t end = part->rows->address + part->end;
  size_t count = list->count;
  while (count > first && list->all[count - 1].address >= end)
    count--;
  /* Of much padding the first instruction jumps over the rest.  */
  if (count > first && count < list->count
      && list->all[count - 1].kind == INSTRUCTION_JUMP
      && list->all[count - 1].target == address
      && plain_layout_padding (address - list->all[count - 1].address) == 1)
    {
      count--;
      end = list->all[count].address;
    }
  for (; count < list->count; end += list->all[count++].size)
    if (instruction_align (next, end) == address)
      break;
  list->count = count;
  return instruction_align (next, end) == address;
}

/* Whether INSTRUCTION leads to the beginning of a function that the assembler
   knew: a local one, and no function's seldom run part, which is
   elsewhere.  */

static bool
instruction_leaves (const struct instruction_reader *reader,
		    const struct instruction *instruction)
{
  const struct image *image = reader->image;
  uint32_t function = image_find (image, instruction->target);
  return function != IMAGE_NONE
    && image->functions[function].address == instruction->target
    && image->functions[function].owner == function
    && (image->functions[function].flags & IMAGE_FUNCTION_LOCAL) != 0;
}

/* Make the instruction INDEX of LIST, which is in PART, an item.  Its target
   is found later.  */

static void
instruction_reader_place (struct instruction_reader *reader,
			  struct instruction_part *part,
			  const struct instruction_list *list, uint32_t index)
{
  const struct instruction *instruction = &list->all[index];
  struct plain_layout_item item = {
    .kind = PLAIN_LAYOUT_CODE, .size = instruction->size,
    .target = PLAIN_LAYOUT_NOWHERE
  };
  bool is_branch = instruction->kind == INSTRUCTION_BRANCH;
  const uint8_t shortest = 2, longest = is_branch ? 6 : 5;
  bool is_jump = (is_branch || instruction->kind == INSTRUCTION_JUMP)
    && (instruction->size == shortest || instruction->size == longest);
  bool leaves = is_jump
    && instruction->target - part->rows->address >= part->rows->size;
  if (is_jump && (!leaves || instruction_leaves (reader, instruction)))
    {
      part->depends |= leaves;
      item.kind = PLAIN_LAYOUT_JUMP;
      item.size = shortest;
      item.growth = longest - shortest;
    }
  instruction_reader_add_item (reader, &item, index);
}

/* Return the index of the item of PART that ADDRESS, in it, leads to.  */

static size_t
instruction_reader_find (const struct instruction_reader *reader,
			 const struct instruction_part *part,
			 const struct instruction_list *list, uint64_t address)
{
  const struct block_tables_part *rows = part->rows;
  uint32_t low = 0, high = rows->piece_count;
  while (high - low > 1)
    {
      uint32_t middle = low + (high - low) / 2;
      if (reader->offsets[middle] <= address - rows->address)
	low = middle;
      else
	high = middle;
    }
  /* Of pieces without code, one behind the other, the first will do.  */
  size_t i = reader->starts[low];
  while (i < reader->item_count
	 && reader->items[i].kind != PLAIN_LAYOUT_ALIGNMENT
	 && list->all[reader->owners[i]].address < address)
    i++;
  return i;
}

/* Tell the jumps within PART, whose items are the last ones, where they
   lead.  */

static void
instruction_reader_find_targets (struct instruction_reader *reader,
				 const struct instruction_part *part,
				 const struct instruction_list *list)
{
  const struct block_tables_part *rows = part->rows;
  for (size_t i = part->item; i < reader->item_count; i++)
    {
      uint64_t target = list->all[reader->owners[i]].target;
      if (reader->items[i].kind == PLAIN_LAYOUT_JUMP
	  && target - rows->address < rows->size)
	reader->items[i].target
	  = instruction_reader_find (reader, part, list, target);
    }
}

uint32_t
instruction_reader_padding (const struct instruction_reader *reader,
			    const struct instruction_part *part, uint32_t i,
			    size_t first, size_t next)
{
  const struct block_tables_piece *piece
    = &reader->image->blocks.pieces[part->rows->pieces + i];
  uint32_t padding = 0;
  for (size_t j = next; j > first
	 && reader->items[j - 1].kind == PLAIN_LAYOUT_ALIGNMENT; j--)
    if (!(piece->flags & CGPROF_PIECE_STOPS))
      padding += plain_layout_padding (reader->items[j - 1].size);
  return padding;
}

/* Place the items of PART, and tell LIST's pieces how they are padded.  */

static void
instruction_reader_lay_out (struct instruction_reader *reader,
			    const struct instruction_part *part,
			    struct instruction_list *list)
{
  for (size_t i = 0; i < reader->item_count; i++)
    if (reader->items[i].target == PLAIN_LAYOUT_NOWHERE
	&& reader->items[i].kind == PLAIN_LAYOUT_JUMP)
      reader->items[i] = (struct plain_layout_item) {
	.kind = PLAIN_LAYOUT_CODE,
	.size = list->all[reader->owners[i]].size
      };
  plain_layout_place (reader->items, reader->item_count);
  for (uint32_t i = 1; i < part->rows->piece_count; i++)
    list->pieces[part->piece + i - 1].padding
      = instruction_reader_padding (reader, part, i - 1, reader->starts[i - 1],
				    reader->starts[i]);
}

bool
instruction_reader_read_part (struct instruction_reader *reader,
			      struct instruction_part *part,
			      struct instruction_list *list)
{
  const struct block_tables_part *rows = part->rows;
  const struct block_tables_piece *pieces
    = reader->image->blocks.pieces + rows->pieces;
  part->item = reader->item_count;
  reader->starts = mem_grow (reader->starts, &reader->start_room,
			     rows->piece_count, sizeof *reader->starts);
  instruction_reader_find_pieces (reader, part);
  for (uint32_t i = 0; i < rows->piece_count; i++)
    {
      const struct block_tables_piece *piece = &pieces[i];
      if (piece->flags & CGPROF_PIECE_ALIGNED)
	for (unsigned j = 0; j < BLOCK_TABLES_ALIGNMENTS; j++)
	  instruction_reader_add_item (reader, &(struct plain_layout_item) {
	      .kind = PLAIN_LAYOUT_ALIGNMENT, .log = piece->alignments[j].log,
	      .most = piece->alignments[j].most }, 0);
      reader->starts[i] = reader->item_count;
      uint32_t first = list->count, end = reader->offsets[i + 1];
      if (!instruction_reader_read_piece (reader, part, part->piece + i, end,
					  list))
	return false;
      const struct block_tables_piece *next
	= i + 1 < rows->piece_count ? piece + 1 : NULL;
      size_t padded = list->count;
      if (next && (next->flags & CGPROF_PIECE_ALIGNED)
	  && !instruction_list_unpad (list, first, part, next,
				      rows->address + end))
	return false;
      uint64_t padding_address
	= list->count < padded ? list->all[list->count].address : 0;
      uint32_t stubs = 0;
      for (uint32_t j = first; j < list->count; j++)
	{
	  instruction_reader_place (reader, part, list, j);
	  if (list->all[j].target != 0
	      && list->all[j].target - rows->address >= rows->size)
	    list->all[j].stub
	      = decoder_stub (reader->decoder, list->all[j].target);
	  stubs += list->all[j].stub;
	}
      list->pieces = mem_grow (list->pieces, &list->piece_room,
			       list->piece_count + 1, sizeof *list->pieces);
      list->pieces[list->piece_count++] = (struct instruction_piece) {
	.address = rows->address + reader->offsets[i], .first = first,
	.count = list->count - first, .stubs = stubs,
	.padding_address = padding_address,
	.stops = (piece->flags & CGPROF_PIECE_STOPS) != 0
      };
    }
  /* What leads to the end.  */
  instruction_reader_add_item (reader, &(struct plain_layout_item) {
      .kind = PLAIN_LAYOUT_ALIGNMENT }, 0);
  instruction_reader_find_targets (reader, part, list);
  return true;
}

/* Whether how the code of PART, the first of the function ROW, is padded
   depends on what is in front of the function in its section: the function
   itself may be anywhere there, at a multiple of its alignment.  */

static bool
instruction_part_depends (const struct instruction_reader *reader,
			  const struct instruction_part *part,
			  const struct block_tables_function *row)
{
  const struct block_tables_piece *pieces
    = reader->image->blocks.pieces + part->rows->pieces;
  if (part->depends)
    return true;
  for (uint32_t i = 0; i < part->rows->piece_count; i++)
    if (pieces[i].flags & CGPROF_PIECE_ALIGNED)
      for (unsigned j = 0; j < BLOCK_TABLES_ALIGNMENTS; j++)
	if (pieces[i].alignments[j].log > row->alignment)
	  return true;
  return false;
}

bool
instruction_reader_read (struct instruction_reader *reader, uint32_t function,
			 struct instruction_list *list)
{
  const struct block_tables *rows = &reader->image->blocks;
  const struct block_tables_function *row = &rows->functions[function];
  list->count = list->piece_count = 0;
  for (uint32_t i = 0; i < row->part_count; i++)
    {
      struct instruction_part part = {
	.rows = &rows->parts[row->parts + i], .piece = list->piece_count,
	.begins = i == 0
      };
      part.bytes = decoder_bytes (reader->decoder, part.rows->address,
				  part.rows->size);
      reader->item_count = 0;
      if (!part.bytes || !instruction_reader_read_part (reader, &part, list))
	return false;
      instruction_reader_lay_out (reader, &part, list);
      if (i > 0)
	continue;
      list->hot = list->piece_count;
      if (instruction_part_depends (reader, &part, row)
	  && instruction_reader_lay_out_section (reader, function))
	for (uint32_t j = 0; j < part.rows->piece_count; j++)
	  list->pieces[j].padding
	    = reader->paddings[part.rows->pieces + j];
    }
  return true;
}
