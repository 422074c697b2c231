/* The instructions of functions all code of which is counted: those that they
   would have without the plugin.

   What the plugin added is left out.  Where code is padded, so that what
   follows is aligned, and the padding is run, it is as the assembler would
   have made it without what was added, whose bytes moved all that is behind
   them (plain-layout.h).

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_CODE_INSTRUCTIONS_H
#define CGPROF_CODE_INSTRUCTIONS_H

#include "code/decoder.h"

/* A piece of code.  */
struct instruction_piece
{
  uint64_t address;		/* Link-time.  */
  uint32_t first;		/* Index of its first instruction, */
  uint32_t count;		/* and how many they are.  */
  uint32_t padding;		/* Instructions behind them that do
				   nothing.  */
  uint64_t padding_address;	/* Where they are in the linked code; 0: that
				   has none.  */
  uint32_t stubs;		/* Those of the linker's stubs that it
				   calls.  */
  bool stops;			/* Control does not fall into the next one.  */
};

/* A function.  A zeroed struct is empty.  */
struct instruction_list
{
  struct instruction *all;	/* Without padding and stubs.  */
  size_t count, room;
  struct instruction_piece *pieces;	/* In the order of the image's.  */
  size_t piece_count, piece_room;
  size_t hot;			/* How many are in the first part.  */
};

/* What reads an image.  */
struct instruction_reader;

/* Get ready for IMAGE, which must outlive the reader; the caller must close
   it.  Return NULL, with a message, if its code is of a kind that cannot be
   read.  */
struct instruction_reader *instruction_reader_open (const struct image *image);

/* Set LIST to the instructions of FUNCTION, an index in the image's BLOCKS.
   Return false if the code is not what the tables say.  */
bool instruction_reader_read (struct instruction_reader *reader,
			      uint32_t function,
			      struct instruction_list *list);

/* Return INSTRUCTION, of the image, as decoder_text does.  */
const char *instruction_reader_text (struct instruction_reader *reader,
				     const struct instruction *instruction);

void instruction_reader_close (struct instruction_reader *reader);

void instruction_list_free (struct instruction_list *list);

#endif /* CGPROF_CODE_INSTRUCTIONS_H */
