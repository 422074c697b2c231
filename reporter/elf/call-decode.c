/* Direct calls in machine code: where they are and what they lead to.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "elf/call-decode.h"
#include "base/bytes.h"

#include <gelf.h>

/* VALUE, of which the lowest BITS count, the highest of them its sign.  */

static int64_t
call_decode_extend (uint64_t value, unsigned bits)
{
  uint64_t sign = UINT64_C (1) << (bits - 1);
  return (int64_t) (((value & (2 * sign - 1)) ^ sign) - sign);
}

/* Each of these looks for a call at offset AT of CODE and sets *TARGET.  */

static bool
call_decode_x86 (const struct call_decode_bytes *code, size_t at,
		 uint64_t *target)
{
  if (code->bytes[at] != 0xe8 || code->size - at < 5)
    return false;
  *target = code->address + at + 5
    + call_decode_extend (bytes_32 (code->bytes + at + 1, code->swap), 32);
  return true;
}

static bool
call_decode_aarch64 (const struct call_decode_bytes *code, size_t at,
		     uint64_t *target)
{
  /* Instructions are little-endian whatever the data are.  */
  uint32_t word = bytes_32 (code->bytes + at, __BYTE_ORDER__
			    != __ORDER_LITTLE_ENDIAN__);
  if ((word & 0xfc000000) != 0x94000000)
    return false;
  *target = code->address + at + 4 * call_decode_extend (word, 26);
  return true;
}

static bool
call_decode_arm (const struct call_decode_bytes *code, size_t at,
		 uint64_t *target)
{
  uint32_t word = bytes_32 (code->bytes + at, code->swap);
  if ((word & 0x0f000000) != 0x0b000000 || word >> 28 == 15)
    return false;
  *target = code->address + at + 8 + 4 * call_decode_extend (word, 24);
  return true;
}

static bool
call_decode_riscv (const struct call_decode_bytes *code, size_t at,
		   uint64_t *target)
{
  if (code->size - at < 4)
    return false;
  uint32_t word = bytes_32 (code->bytes + at, __BYTE_ORDER__
			    != __ORDER_LITTLE_ENDIAN__);
  if ((word & 0xfff) != 0x0ef)
    return false;
  uint32_t distance = (word >> 31 << 20) | (word >> 12 & 0xff) << 12
    | (word >> 20 & 1) << 11 | (word >> 21 & 0x3ff) << 1;
  *target = code->address + at + call_decode_extend (distance, 21);
  return true;
}

static bool
call_decode_ppc (const struct call_decode_bytes *code, size_t at,
		 uint64_t *target)
{
  uint32_t word = bytes_32 (code->bytes + at, code->swap);
  if ((word & 0xfc000003) != 0x48000001)
    return false;
  *target = code->address + at + call_decode_extend (word & 0x03fffffc, 26);
  return true;
}

static bool
call_decode_sparc (const struct call_decode_bytes *code, size_t at,
		   uint64_t *target)
{
  uint32_t word = bytes_32 (code->bytes + at, code->swap);
  if (word >> 30 != 1)
    return false;
  *target = code->address + at + 4 * call_decode_extend (word, 30);
  return true;
}

static const struct call_decode_machine call_decode_machines[] = {
  { EM_X86_64, 1, 5, call_decode_x86 },
  { EM_386, 1, 5, call_decode_x86 },
  { EM_AARCH64, 4, 4, call_decode_aarch64 },
  { EM_ARM, 4, 4, call_decode_arm },
  { EM_RISCV, 2, 4, call_decode_riscv },
  { EM_PPC, 4, 4, call_decode_ppc },
  { EM_PPC64, 4, 4, call_decode_ppc },
  { EM_SPARC, 4, 8, call_decode_sparc },
  { EM_SPARC32PLUS, 4, 8, call_decode_sparc },
  { EM_SPARCV9, 4, 8, call_decode_sparc }
};

const struct call_decode_machine *
call_decode_find_machine (const struct image *image)
{
  GElf_Ehdr ehdr;
  if (!gelf_getehdr (image_elf (image), &ehdr))
    return NULL;
  for (size_t i = 0;
       i < sizeof call_decode_machines / sizeof *call_decode_machines; i++)
    if (call_decode_machines[i].machine == ehdr.e_machine)
      return &call_decode_machines[i];
  return NULL;
}

bool
call_decode_next (const struct image *image, Elf_Scn **section,
		  struct call_decode_bytes *code)
{
  while ((*section = elf_nextscn (image_elf (image), *section)))
    {
      GElf_Shdr header;
      if (!gelf_getshdr (*section, &header)
	  || (header.sh_flags & SHF_EXECINSTR) == 0)
	continue;
      Elf_Data *data = elf_rawdata (*section, NULL);
      if (!data || !data->d_buf)
	continue;
      *code = (struct call_decode_bytes) {
	.address = header.sh_addr, .bytes = data->d_buf,
	.size = data->d_size, .swap = image->swap
      };
      return true;
    }
  return false;
}

bool
call_decode_target (const struct image *image, uint64_t after,
		    uint64_t *target)
{
  const struct call_decode_machine *machine = call_decode_find_machine (image);
  Elf_Scn *section = NULL;
  struct call_decode_bytes code;
  while (machine && call_decode_next (image, &section, &code))
    {
      uint64_t at = after - machine->length - code.address;
      if (at < code.size && code.size - at >= machine->length)
	return machine->look (&code, at, target);
    }
  return false;
}
