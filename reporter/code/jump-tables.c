/* What computed jumps lead to.

   GCC refers to a table by `lea TABLE(%rip), REGISTER', and it has distances
   from itself, of 4 bytes; or, in a program at a fixed address, by `*TABLE(,
   REGISTER, 8)', and it has addresses.  Where it ends only the code tells, so it
   is taken to go on as long as it leads to pieces of the function.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "code/jump-tables.h"
#include "base/bytes.h"
#include "code/jumps.h"

#include <gelf.h>

/* Bytes of the file from an address on.  */
struct jump_tables_bytes
{
  const unsigned char *bytes;
  uint64_t size;
};

/* Set BYTES to what is at ADDRESS up to the end of its section.  Return false if
   the file has nothing there.  */

static bool
jump_tables_look (const struct image *image, uint64_t address,
		  struct jump_tables_bytes *bytes)
{
  Elf_Scn *section = NULL;
  while ((section = elf_nextscn (image_elf (image), section)))
    {
      GElf_Shdr header;
      if (!gelf_getshdr (section, &header)
	  || (header.sh_flags & SHF_ALLOC) == 0
	  || header.sh_type == SHT_NOBITS
	  || address - header.sh_addr >= header.sh_size)
	continue;
      Elf_Data *data = elf_rawdata (section, NULL);
      uint64_t offset = address - header.sh_addr;
      if (!data || !data->d_buf || offset >= data->d_size)
	return false;
      bytes->bytes = (const unsigned char *) data->d_buf + offset;
      bytes->size = data->d_size - offset;
      return true;
    }
  return false;
}

/* Skip the prefixes at *P, before END, that change nothing here.  */

static const unsigned char *
jump_tables_skip_prefixes (const unsigned char *p, const unsigned char *end)
{
  while (p < end && (*p == 0x3e || *p == 0xf2 || *p == 0x66
		     || (*p & 0xf0) == 0x40))
    p++;
  return p;
}

/* Return the address of a table that INSTRUCTION, which is BYTES, may refer to, and
   set *SIZE to that of its elements; 0 if there is none.  */

static uint64_t
jump_tables_reference (const struct instruction *instruction,
		       const unsigned char *bytes, bool swap, unsigned *size)
{
  const unsigned char *end = bytes + instruction->size;
  const unsigned char *p = jump_tables_skip_prefixes (bytes, end);
  if (end - p == 6 && *p == 0x8d && (p[1] & 0xc7) == 0x05)
    {
      *size = 4;
      return instruction->address + instruction->size
	+ (int64_t) (int32_t) bytes_32 (end - 4, swap);
    }
  /* jmp and mov, of elements of 8 bytes without a base.  */
  bool is_mov = end - p == 7 && *p == 0x8b && (p[1] & 0xc7) == 0x04;
  bool is_jump = end - p == 7 && *p == 0xff && p[1] == 0x24;
  *size = 8;
  return (is_mov || is_jump) && (p[2] & 0xc7) == 0xc5
    ? bytes_32 (end - 4, swap) : 0;
}

/* Mark the pieces that begin at ADDRESS; return whether there are any.  */

static bool
jump_tables_mark (const struct instruction_list *list, uint64_t address,
		  bool *labels)
{
  uint32_t piece = jumps_find_piece (list, address);
  if (piece == UINT32_MAX)
    return false;
  for (; piece < list->piece_count && list->pieces[piece].address == address;
       piece++)
    labels[piece] = true;
  return true;
}

static void
jump_tables_read (const struct image *image,
		  const struct instruction_list *list, uint64_t table,
		  unsigned size, bool *labels)
{
  struct jump_tables_bytes at;
  if (!jump_tables_look (image, table, &at))
    return;
  for (; at.size >= size; at.bytes += size, at.size -= size)
    {
      uint64_t address = size == 8 ? bytes_64 (at.bytes, image->swap)
	: table + (int64_t) (int32_t) bytes_32 (at.bytes, image->swap);
      if (!jump_tables_mark (list, address, labels))
	break;
    }
}

void
jump_tables_find (const struct image *image,
		  const struct instruction_list *list, bool *labels)
{
  struct jump_tables_bytes at = { NULL, 0 };
  uint64_t address = 0;
  for (size_t i = 0; i < list->piece_count; i++)
    labels[i] = false;
  for (size_t i = 0; i < list->count; i++)
    {
      const struct instruction *instruction = &list->all[i];
      if (instruction->kind != INSTRUCTION_OTHER
	  && instruction->kind != INSTRUCTION_INDIRECT)
	continue;
      uint64_t distance = instruction->address - address;
      if (distance >= at.size || at.size - distance < instruction->size)
	{
	  address = instruction->address;
	  distance = 0;
	  if (!jump_tables_look (image, address, &at)
	      || at.size < instruction->size)
	    return;
	}
      unsigned size;
      uint64_t table = jump_tables_reference (instruction, at.bytes + distance,
					      image->swap, &size);
      if (table != 0)
	jump_tables_read (image, list, table, size, labels);
    }
}

bool
jump_tables_is_call (const struct image *image,
		     const struct instruction *instruction)
{
  struct jump_tables_bytes at;
  if (instruction->kind == INSTRUCTION_CALL)
    return true;
  if (instruction->kind != INSTRUCTION_OTHER
      || !jump_tables_look (image, instruction->address, &at)
      || at.size < instruction->size)
    return false;
  const unsigned char *end = at.bytes + instruction->size;
  const unsigned char *p = jump_tables_skip_prefixes (at.bytes, end);
  return end - p >= 2 && *p == 0xff && (p[1] & 0x38) == 0x10;
}
