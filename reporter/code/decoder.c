/* Instructions of x86-64, decoded by capstone.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "code/decoder.h"
#include "base/bytes.h"
#include "base/diag.h"
#include "base/mem.h"

#include <capstone/capstone.h>
#include <gelf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct decoder
{
  const struct image *image;
  csh handle;			/* Capstone's, */
  cs_insn *decoded;		/* and what it has decoded last.  */
  char *text;			/* Of the one told last.  */
  size_t text_room;
  /* The section of code that was read last.  */
  const unsigned char *bytes;
  uint64_t address, size;
};

struct decoder *
decoder_open (const struct image *image)
{
  GElf_Ehdr header;
  csh handle;
  if (!gelf_getehdr (image_elf (image), &header)
      || header.e_machine != EM_X86_64)
    {
      diag_error (image->path, "instructions are counted that cannot be "
		  "decoded, expected those of x86-64");
      return NULL;
    }
  if (cs_open (CS_ARCH_X86, CS_MODE_64, &handle) != CS_ERR_OK)
    {
      diag_error (image->path, "the disassembler does not know x86-64");
      return NULL;
    }
  cs_option (handle, CS_OPT_SYNTAX, CS_OPT_SYNTAX_ATT);
  struct decoder *decoder = mem_alloc (1, sizeof *decoder);
  decoder->image = image;
  decoder->handle = handle;
  decoder->decoded = cs_malloc (handle);
  return decoder;
}

void
decoder_close (struct decoder *decoder)
{
  if (!decoder)
    return;
  cs_free (decoder->decoded, 1);
  cs_close (&decoder->handle);
  free (decoder->text);
  free (decoder);
}

const unsigned char *
decoder_bytes (struct decoder *decoder, uint64_t address, uint64_t size)
{
  Elf_Scn *section = NULL;
  GElf_Shdr header;
  while (address - decoder->address >= decoder->size)
    {
      section = elf_nextscn (image_elf (decoder->image), section);
      if (!section)
	return NULL;
      Elf_Data *data = NULL;
      if (gelf_getshdr (section, &header)
	  && (header.sh_flags & SHF_EXECINSTR) != 0)
	data = elf_rawdata (section, NULL);
      if (data && data->d_buf)
	{
	  decoder->bytes = data->d_buf;
	  decoder->address = header.sh_addr;
	  decoder->size = data->d_size;
	}
    }
  uint64_t offset = address - decoder->address;
  return size <= decoder->size - offset ? decoder->bytes + offset : NULL;
}

/* Set what INSTRUCTION, whose opcode is at P and which ends at END, refers to
   as GCC does to a switch's table: `lea TABLE(%rip), REGISTER', or at a fixed
   address `*TABLE(, REGISTER, 8)' of a jmp or mov.  */

static void
decoder_find_table (struct instruction *instruction, const unsigned char *p,
		    const unsigned char *end, bool swap)
{
  if (end - p == 6 && *p == 0x8d && (p[1] & 0xc7) == 0x05)
    {
      instruction->entry = 4;
      instruction->table = instruction->address + instruction->size
	+ (int64_t) (int32_t) bytes_32 (end - 4, swap);
    }
  else if (end - p == 7 && (p[2] & 0xc7) == 0xc5
	   && ((*p == 0x8b && (p[1] & 0xc7) == 0x04)
	       || (*p == 0xff && p[1] == 0x24)))
    {
      instruction->entry = 8;
      instruction->table = bytes_32 (end - 4, swap);
    }
}

bool
decoder_decode (struct decoder *decoder, const unsigned char *bytes,
		size_t left, uint64_t address,
		struct instruction *instruction)
{
  const unsigned char *p = bytes;
  uint64_t next = address;
  if (!cs_disasm_iter (decoder->handle, &p, &left, &next, decoder->decoded))
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
				   decoder->image->swap);
  else
    instruction->nop = *p == 0x90 || (*p == 0x0f && p[1] == 0x1f);
  instruction->kind
    = *p == 0xeb || *p == 0xe9 ? INSTRUCTION_JUMP
    : (*p & 0xf0) == 0x70 || (*p == 0x0f && (p[1] & 0xf0) == 0x80)
    ? INSTRUCTION_BRANCH
    : *p == 0xe8 ? INSTRUCTION_CALL
    : *p == 0xff && (p[1] & 0x38) == 0x20 ? INSTRUCTION_INDIRECT
    : *p == 0xff && (p[1] & 0x38) == 0x10 ? INSTRUCTION_INDIRECT_CALL
    : INSTRUCTION_OTHER;
  decoder_find_table (instruction, p, bytes + instruction->size,
		      decoder->image->swap);
  if (instruction->kind == INSTRUCTION_JUMP
      || instruction->kind == INSTRUCTION_BRANCH
      || instruction->kind == INSTRUCTION_CALL)
    instruction->target = next + distance;
  return true;
}

const char *
decoder_text (struct decoder *decoder, const struct instruction *instruction)
{
  uint64_t address = instruction->address;
  size_t left = instruction->size;
  const unsigned char *bytes = decoder_bytes (decoder, address, left);
  const cs_insn *decoded = decoder->decoded;
  if (!bytes || !cs_disasm_iter (decoder->handle, &bytes, &left, &address,
				 decoder->decoded))
    return "";
  const char *operands = instruction->target ? "" : decoded->op_str;
  size_t room = strlen (decoded->mnemonic) + 1 + strlen (operands) + 1;
  decoder->text = mem_grow (decoder->text, &decoder->text_room, room, 1);
  snprintf (decoder->text, room, "%s%s%s", decoded->mnemonic,
	    *operands ? " " : "", operands);
  return decoder->text;
}

uint8_t
decoder_stub (struct decoder *decoder, uint64_t address)
{
  const struct image *image = decoder->image;
  uint32_t function = image_find (image, address);
  if (function == IMAGE_NONE
      || !(image->functions[function].flags & IMAGE_FUNCTION_PLT))
    return 0;
  uint64_t left = image->functions[function].end - address;
  const unsigned char *bytes = decoder_bytes (decoder, address, left);
  uint8_t count = 0;
  while (bytes && left > 0 && count < UINT8_MAX)
    {
      struct instruction instruction;
      if (!decoder_decode (decoder, bytes, left, address, &instruction))
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
