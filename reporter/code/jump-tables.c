/* What computed jumps lead to.

   One that code finds by its own address (decoder.c) has distances from
   itself, of 4 bytes; one at a fixed address has addresses.  Where it ends
   only the code tells, so it is taken to go on as long as it leads to pieces
   of the function.

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

/* Set BYTES to what is at ADDRESS up to the end of its section.  Return false
   if the file has nothing there.  */

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
  for (size_t i = 0; i < list->piece_count; i++)
    labels[i] = false;
  for (size_t i = 0; i < list->count; i++)
    if (list->all[i].table != 0)
      jump_tables_read (image, list, list->all[i].table, list->all[i].entry,
			labels);
}
