/* Decoding instructions of x86-64: what each does that matters here, and its
   text.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_CODE_DECODER_H
#define CGPROF_CODE_DECODER_H

#include "elf/image.h"

/* What an instruction does that matters here.  */
enum instruction_kind
{
  INSTRUCTION_OTHER,
  INSTRUCTION_JUMP,		/* Direct and not conditional.  */
  INSTRUCTION_BRANCH,		/* Direct and conditional.  */
  INSTRUCTION_CALL,		/* Direct.  */
  INSTRUCTION_INDIRECT,		/* A jump to an address that is computed.  */
  INSTRUCTION_INDIRECT_CALL
};

struct instruction
{
  uint64_t address;		/* Link-time.  */
  uint64_t target;		/* Where it leads to if it is direct, else
				   0.  */
  uint64_t table;		/* Where a table that it refers to would be; 0:
				   nowhere.  */
  uint32_t piece;		/* Of the function, in the order of the
				   code.  */
  uint8_t size;			/* In bytes.  */
  uint8_t entry;		/* Bytes of an element of TABLE: 4, distances
				   from it, or 8, addresses.  */
  uint8_t stub;			/* Of how many instructions the linker's stub
				   is that it leads to; 0: to none.  */
  uint8_t kind;			/* enum instruction_kind.  */
  bool nop;
};

/* What decodes the code of an image.  */
struct decoder;

/* Get ready for IMAGE, which must outlive the decoder; the caller must close
   that.  Return NULL, with a message, if its code is of a kind that cannot be
   decoded.  */
struct decoder *decoder_open (const struct image *image);

/* Return the bytes of code at ADDRESS, of which there must be SIZE; NULL if
   there are not.  They are valid while the image is open.  */
const unsigned char *decoder_bytes (struct decoder *decoder, uint64_t address,
				    uint64_t size);

/* Set INSTRUCTION to the one at ADDRESS that begins at BYTES, of which there
   are LEFT, its piece and stub to 0.  Return false if it is not known.  */
bool decoder_decode (struct decoder *decoder, const unsigned char *bytes,
		     size_t left, uint64_t address,
		     struct instruction *instruction);

/* Return of how many instructions the linker's stub at ADDRESS is; 0 if there
   is none.  */
uint8_t decoder_stub (struct decoder *decoder, uint64_t address);

/* Return INSTRUCTION, of the image, as text in the assembler's language,
   AT&T's as GCC writes it; without the target if that is direct.  It is valid
   until the next call.  */
const char *decoder_text (struct decoder *decoder,
			  const struct instruction *instruction);

void decoder_close (struct decoder *decoder);

#endif /* CGPROF_CODE_DECODER_H */
