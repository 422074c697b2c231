/* The instructions of functions all code of which is counted.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "code/instructions.h"
#include "base/bytes.h"
#include "base/diag.h"
#include "base/mem.h"
#include "base/sort.h"
#include "code/plain-layout.h"

#include <capstone/capstone.h>
#include <cgprof/abi.h>
#include <gelf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Whether a section has been laid out.  */
enum instruction_layout
{
  INSTRUCTION_LAYOUT_UNKNOWN,
  INSTRUCTION_LAYOUT_DONE,
  INSTRUCTION_LAYOUT_FAILED	/* Some code is not what the tables say.  */
};

/* What reads an image.  */
struct instruction_reader
{
  const struct image *image;
  csh decoder;
  cs_insn *decoded;
  char *text;			/* Of the one told last.  */
  size_t text_room;
  /* The section of code that was read last.  */
  const unsigned char *bytes;
  uint64_t address, size;
  /* Of the part that is read.  */
  struct plain_layout_item *items;
  size_t item_count, item_room;
  size_t *starts;		/* Index of each piece's first item.  */
  size_t start_room;
  uint32_t *offsets;		/* Where each piece begins, and the last one
				   ends.  */
  size_t offset_room;
  uint32_t *owners;		/* Index of each item's instruction.  */
  size_t owner_room;
  /* Of sections of code, each laid out as a whole when a function needs it.  */
  uint32_t *by_section;		/* The image's functions by section and
				   address; NULL: not yet sorted.  */
  uint8_t *laid_out;		/* Of each function's section, an enum
				   instruction_layout, */
  uint32_t *paddings;		/* and then how its pieces are padded, by the
				   image's pieces.  */
};

/* A part while it is read.  */
struct instruction_part
{
  const struct block_tables_part *rows;
  const unsigned char *bytes;
  uint32_t piece;		/* Of the list, its first one.  */
  size_t item;			/* Likewise.  */
  bool begins;			/* It is the function's first.  */
  bool depends;			/* How it is padded depends on what is in front
				   of it in its section.  */
  uint32_t addition;		/* Index of the next addition.  */
  uint32_t offset;		/* Of what is read next.  */
  uint32_t end;			/* Of the padding-free code read, with what was
				   added.  */
};

struct instruction_reader *
instruction_reader_open (const struct image *image)
{
  GElf_Ehdr header;
  csh decoder;
  if (!gelf_getehdr (image_elf (image), &header)
      || header.e_machine != EM_X86_64)
    {
      diag_error (image->path, "instructions are counted that cannot be "
		  "decoded, expected those of x86-64");
      return NULL;
    }
  if (cs_open (CS_ARCH_X86, CS_MODE_64, &decoder) != CS_ERR_OK)
    {
      diag_error (image->path, "the disassembler does not know x86-64");
      return NULL;
    }
  cs_option (decoder, CS_OPT_SYNTAX, CS_OPT_SYNTAX_ATT);
  struct instruction_reader *reader = mem_alloc (1, sizeof *reader);
  reader->image = image;
  reader->decoder = decoder;
  reader->decoded = cs_malloc (decoder);
  return reader;
}

void
instruction_reader_close (struct instruction_reader *reader)
{
  if (!reader)
    return;
  cs_free (reader->decoded, 1);
  cs_close (&reader->decoder);
  free (reader->text);
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

/* Return the bytes of code at ADDRESS, of which there must be SIZE; NULL if
   there are not.  */

static const unsigned char *
instruction_reader_bytes (struct instruction_reader *reader, uint64_t address,
			  uint64_t size)
{
  Elf_Scn *section = NULL;
  GElf_Shdr header;
  while (address - reader->address >= reader->size)
    {
      section = elf_nextscn (image_elf (reader->image), section);
      if (!section)
	return NULL;
      Elf_Data *data = NULL;
      if (gelf_getshdr (section, &header)
	  && (header.sh_flags & SHF_EXECINSTR) != 0)
	data = elf_rawdata (section, NULL);
      if (data && data->d_buf)
	{
	  reader->bytes = data->d_buf;
	  reader->address = header.sh_addr;
	  reader->size = data->d_size;
	}
    }
  uint64_t offset = address - reader->address;
  return size <= reader->size - offset ? reader->bytes + offset : NULL;
}

/* Set INSTRUCTION to the one at ADDRESS that begins at BYTES, of which there are
   LEFT.  Return false if it is not known.  */

static bool
instruction_decode (struct instruction_reader *reader,
		    const unsigned char *bytes, size_t left, uint64_t address,
		    struct instruction *instruction)
{
  const unsigned char *p = bytes;
  uint64_t next = address;
  if (!cs_disasm_iter (reader->decoder, &p, &left, &next, reader->decoded))
    return false;
  *instruction = (struct instruction) {
    .address = address, .size = next - address
  };
  /* Prefixes of size, segment, repetition and 64 bits, which only pad it.  */
  for (p = bytes; *p == 0x66 || *p == 0x67 || *p == 0x2e || *p == 0x3e
	 || *p == 0xf2 || *p == 0xf3 || (*p & 0xf0) == 0x40; p++)
    ;
  int64_t distance = 0;
  if (*p == 0xeb || (*p & 0xf0) == 0x70)
    distance = (int8_t) p[1];
  else if (*p == 0xe8 || *p == 0xe9 || (*p == 0x0f && (p[1] & 0xf0) == 0x80))
    distance = (int32_t) bytes_32 (bytes + instruction->size - 4,
				   reader->image->swap);
  else
    instruction->nop = *p == 0x90 || (*p == 0x0f && p[1] == 0x1f);
  instruction->kind
    = *p == 0xeb || *p == 0xe9 ? INSTRUCTION_JUMP
    : (*p & 0xf0) == 0x70 || (*p == 0x0f && (p[1] & 0xf0) == 0x80)
    ? INSTRUCTION_BRANCH
    : *p == 0xe8 ? INSTRUCTION_CALL
    : *p == 0xff && (p[1] & 0x38) == 0x20 ? INSTRUCTION_INDIRECT
    : INSTRUCTION_OTHER;
  if (instruction->kind != INSTRUCTION_OTHER
      && instruction->kind != INSTRUCTION_INDIRECT)
    instruction->target = next + distance;
  return true;
}

const char *
instruction_reader_text (struct instruction_reader *reader,
			 const struct instruction *instruction)
{
  uint64_t address = instruction->address;
  size_t left = instruction->size;
  const unsigned char *bytes = instruction_reader_bytes (reader, address, left);
  const cs_insn *decoded = reader->decoded;
  if (!bytes || !cs_disasm_iter (reader->decoder, &bytes, &left, &address,
				 reader->decoded))
    return "";
  const char *operands = instruction->target ? "" : decoded->op_str;
  size_t room = strlen (decoded->mnemonic) + 1 + strlen (operands) + 1;
  reader->text = mem_grow (reader->text, &reader->text_room, room, 1);
  snprintf (reader->text, room, "%s%s%s", decoded->mnemonic,
	    *operands ? " " : "", operands);
  return reader->text;
}

/* Find where the pieces of PART begin.  A mark for indirect jumps (of CET), which
   GCC puts behind a label at last, is in front of the piece's.  */

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

static void
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

/* Read the instructions of PART up to offset END, those of the piece with number
   PIECE of the function.  */

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
      if (!instruction_decode (reader, bytes, left, address, &instruction))
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

/* Take the padding in front of NEXT, at ADDRESS, from the instructions of LIST,
   those from number FIRST on, that do nothing and have nothing that was added
   behind them: PART tells.  Return false if that is not how it was padded.  */

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

/* Return of how many instructions the linker's stub at ADDRESS is; 0 if there is
   none.  */

static uint8_t
instruction_reader_stub (struct instruction_reader *reader, uint64_t address)
{
  const struct image *image = reader->image;
  uint32_t function = image_find (image, address);
  if (function == IMAGE_NONE
      || !(image->functions[function].flags & IMAGE_FUNCTION_PLT))
    return 0;
  uint64_t left = image->functions[function].end - address;
  const unsigned char *bytes = instruction_reader_bytes (reader, address,
							 left);
  uint8_t count = 0;
  while (bytes && left > 0 && count < UINT8_MAX)
    {
      struct instruction instruction;
      if (!instruction_decode (reader, bytes, left, address, &instruction))
	break;
      count++;
      const unsigned char *last = bytes + instruction.size;
      /* It ends in jmp *DISTANCE(%rip).  */
      if (instruction.size >= 6 && last[-6] == 0xff && last[-5] == 0x25)
	break;
      bytes += instruction.size;
      address += instruction.size;
      left -= instruction.size;
    }
  return count;
}

/* Whether INSTRUCTION leads to the beginning of a function that the assembler
   knew: a local one, and no function's seldom run part, which is elsewhere.  */

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

/* Make the instruction INDEX of LIST, which is in PART, an item.  Its target is
   found later.  */

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

/* Tell the jumps within PART, whose items are the last ones, where they lead.  */

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

/* Return how piece I of PART is padded, of whose items, which have been placed, the
   first is number FIRST and the first one behind them NEXT.  */

static uint32_t
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

/* Read PART, whose first piece is the next of LIST's, and add its items.  */

static bool
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
	      = instruction_reader_stub (reader, list->all[j].target);
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

/* ---- Sections of code.  */

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

/* Whether how the code of PART, the first of the function ROW, is padded depends
   on what is in front of the function in its section: the function itself may
   be anywhere there, at a multiple of its alignment.  */

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

/* Add what lies between the end of the function BEFORE and the next one, ROW: code
   that was not compiled with the plugin is as long as it is.  */

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
  part.bytes = instruction_reader_bytes (reader, part.rows->address,
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

/* Add the items of SECTION's functions; STARTS has room for the first items behind
   all their pieces.  */

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

/* Set SECTION to that of FUNCTION; return how many pieces its functions have.  */

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

/* Lay out the section of FUNCTION as a whole, unless that has been done, and set
   READER's paddings of its functions' first parts.  Return false if its code is
   not what the tables say.  */

static bool
instruction_reader_lay_out_section (struct instruction_reader *reader,
				    uint32_t function)
{
  const struct block_tables *rows = &reader->image->blocks;
  struct instruction_section section;
  if (reader->laid_out
      && reader->laid_out[function] != INSTRUCTION_LAYOUT_UNKNOWN)
    return reader->laid_out[function] == INSTRUCTION_LAYOUT_DONE;
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
      = done ? INSTRUCTION_LAYOUT_DONE : INSTRUCTION_LAYOUT_FAILED;
  instruction_list_free (&section.list);
  free (section.starts);
  free (section.firsts);
  return done;
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
      part.bytes = instruction_reader_bytes (reader, part.rows->address,
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
