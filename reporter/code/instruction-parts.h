/* What reading a function's instructions and laying out its section share:
   instructions.c reads the parts of functions, section-layout.c those of all
   functions of a section.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_CODE_INSTRUCTION_PARTS_H
#define CGPROF_CODE_INSTRUCTION_PARTS_H

#include "code/instructions.h"
#include "code/plain-layout.h"

/* What reads an image.  */
struct instruction_reader
{
  const struct image *image;
  struct decoder *decoder;
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
  /* Of sections of code, each laid out as a whole when a function needs it
     (section-layout.c).  */
  uint32_t *by_section;		/* The image's functions by section and
				   address; NULL: not yet sorted.  */
  uint8_t *laid_out;		/* Of each function's section, an enum
				   section_layout, */
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

/* Add ITEM to READER's.  If it is an instruction, OWNER is its index in the
   list that it was read to.  */
void instruction_reader_add_item (struct instruction_reader *reader,
				  const struct plain_layout_item *item,
				  uint32_t owner);

/* Read PART, whose first piece is the next of LIST's, and add its items and
   its instructions.  Return false if its code is not what the tables say.  */
bool instruction_reader_read_part (struct instruction_reader *reader,
				   struct instruction_part *part,
				   struct instruction_list *list);

/* Return how piece I of PART is padded, of whose items, which have been
   placed, the first is number FIRST and the first one behind them NEXT.  */
uint32_t instruction_reader_padding (const struct instruction_reader *reader,
				     const struct instruction_part *part,
				     uint32_t i, size_t first, size_t next);

/* Lay out the section of FUNCTION as a whole, unless that has been done, and
   set READER's paddings of its functions' first parts; its items are then
   those of the section.  Return false if its code is not what the tables
   say.  */
bool instruction_reader_lay_out_section (struct instruction_reader *reader,
					 uint32_t function);

#endif /* CGPROF_CODE_INSTRUCTION_PARTS_H */
