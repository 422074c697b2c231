/* The tables of pieces of code that the plugin left in an image
   (include/cgprof/abi.h, CGPROF_SECTION_BLOCKS), decoded.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_ELF_BLOCK_TABLES_H
#define CGPROF_ELF_BLOCK_TABLES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Addresses are link-time ones, offsets are in bytes from the part's
   beginning, and WORD is counted from the function's first counter.  */

/* A function all code of which is counted.  */
struct block_tables_function
{
  uint64_t address;
  uint32_t alignment;		/* The power of two that this is a multiple
				   of.  */
  uint64_t section;		/* Address of the first one of its unit that is
				   in the same section of code.  */
  uint32_t classes;		/* How many there are, */
  uint32_t enters;		/* that of ways into the function, */
  uint32_t leaves;		/* and that of ways out of it.  */
  uint32_t parts;		/* Index of the first part that it is in, */
  uint32_t part_count;		/* and how many they are.  */
};

struct block_tables_part
{
  uint64_t address;
  uint32_t size;		/* In bytes.  */
  uint32_t pieces;		/* Index of the first piece, */
  uint32_t piece_count;		/* and how many they are, */
  uint32_t additions;		/* and likewise.  */
  uint32_t addition_count;
  uint32_t repetitions;
  uint32_t repetition_count;
};

/* How the assembler was told to align what follows.  */
struct block_tables_alignment
{
  uint32_t log;			/* The power of two, */
  uint32_t most;		/* and the most bytes that are skipped for it;
				   0: any number.  */
};

#define BLOCK_TABLES_ALIGNMENTS 3

struct block_tables_piece
{
  uint32_t flags;		/* enum cgprof_piece_flag.  */
  uint32_t offset;
  uint32_t size;		/* In bytes.  */
  uint32_t in, out;		/* Classes of its sides.  */
  uint32_t word;		/* If COUNTED.  */
  struct block_tables_alignment alignments[BLOCK_TABLES_ALIGNMENTS];
				/* If ALIGNED.  */
};

/* What the plugin has added.  */
struct block_tables_addition
{
  uint32_t offset;
  uint32_t size;		/* In bytes.  */
};

/* An instruction that repeats itself.  */
struct block_tables_repetition
{
  uint32_t offset;
  uint32_t word;
};

/* All rows of an image.  */
struct block_tables
{
  struct block_tables_function *functions;
  size_t function_count, function_room;
  struct block_tables_part *parts;
  size_t part_count, part_room;
  struct block_tables_piece *pieces;	/* Of a part in the order of its
					   code.  */
  size_t piece_count, piece_room;
  struct block_tables_addition *additions;	/* Of a part by offset.  */
  size_t addition_count, addition_room;
  struct block_tables_repetition *repetitions;
  size_t repetition_count, repetition_room;
};

/* Decode the SIZE BYTES of the section of FILE into ROWS, which the caller has
   zeroed and must free in any case; SWAP says that their byte order is not
   this machine's.  Return false, with a message, if a row breaks the format.
   Otherwise every index in ROWS is within its array.  */
bool block_tables_read (struct block_tables *rows, const char *file,
			const unsigned char *bytes, size_t size, bool swap);

void block_tables_free (struct block_tables *rows);

#endif /* CGPROF_ELF_BLOCK_TABLES_H */
