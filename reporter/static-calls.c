/* Calls that the code has, made or not.

   Code is not disassembled: whatever looks like a call instruction and leads
   to the very beginning of a function is taken for a call.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "static-calls.h"
#include "bytes.h"

#include <gelf.h>
#include <string.h>

/* The code of a section.  */
struct static_code
{
  uint64_t address;
  const unsigned char *bytes;
  size_t size;
  bool swap;
};

/* VALUE, of which the lowest BITS count, the highest of them its sign.  */

static int64_t
static_extend (uint64_t value, unsigned bits)
{
  uint64_t sign = UINT64_C (1) << (bits - 1);
  return (int64_t) (((value & (2 * sign - 1)) ^ sign) - sign);
}

/* Each of these looks for a call at offset AT of CODE and sets *TARGET.  */

static bool
static_x86 (const struct static_code *code, size_t at, uint64_t *target)
{
  if (code->bytes[at] != 0xe8 || code->size - at < 5)
    return false;
  *target = code->address + at + 5
    + static_extend (bytes_32 (code->bytes + at + 1, code->swap), 32);
  return true;
}

static bool
static_aarch64 (const struct static_code *code, size_t at, uint64_t *target)
{
  /* Instructions are little-endian whatever the data are.  */
  uint32_t word = bytes_32 (code->bytes + at, __BYTE_ORDER__
			    != __ORDER_LITTLE_ENDIAN__);
  if ((word & 0xfc000000) != 0x94000000)
    return false;
  *target = code->address + at + 4 * static_extend (word, 26);
  return true;
}

static bool
static_arm (const struct static_code *code, size_t at, uint64_t *target)
{
  uint32_t word = bytes_32 (code->bytes + at, code->swap);
  if ((word & 0x0f000000) != 0x0b000000 || word >> 28 == 15)
    return false;
  *target = code->address + at + 8 + 4 * static_extend (word, 24);
  return true;
}

static bool
static_riscv (const struct static_code *code, size_t at, uint64_t *target)
{
  if (code->size - at < 4)
    return false;
  uint32_t word = bytes_32 (code->bytes + at, __BYTE_ORDER__
			    != __ORDER_LITTLE_ENDIAN__);
  if ((word & 0xfff) != 0x0ef)
    return false;
  uint32_t distance = (word >> 31 << 20) | (word >> 12 & 0xff) << 12
    | (word >> 20 & 1) << 11 | (word >> 21 & 0x3ff) << 1;
  *target = code->address + at + static_extend (distance, 21);
  return true;
}

static bool
static_ppc (const struct static_code *code, size_t at, uint64_t *target)
{
  uint32_t word = bytes_32 (code->bytes + at, code->swap);
  if ((word & 0xfc000003) != 0x48000001)
    return false;
  *target = code->address + at + static_extend (word & 0x03fffffc, 26);
  return true;
}

static bool
static_sparc (const struct static_code *code, size_t at, uint64_t *target)
{
  uint32_t word = bytes_32 (code->bytes + at, code->swap);
  if (word >> 30 != 1)
    return false;
  *target = code->address + at + 4 * static_extend (word, 30);
  return true;
}

static const struct static_machine
{
  unsigned machine;
  unsigned step;		/* Between possible calls.  */
  bool (*look) (const struct static_code *, size_t, uint64_t *);
} static_machines[] = {
  { EM_X86_64, 1, static_x86 }, { EM_386, 1, static_x86 },
  { EM_AARCH64, 4, static_aarch64 }, { EM_ARM, 4, static_arm },
  { EM_RISCV, 2, static_riscv }, { EM_PPC, 4, static_ppc },
  { EM_PPC64, 4, static_ppc }, { EM_SPARC, 4, static_sparc },
  { EM_SPARC32PLUS, 4, static_sparc }, { EM_SPARCV9, 4, static_sparc }
};

/* Whether calls of FUNCTION are the program's own: not by way of a stub, nor
   of what the plugin has added.  */

static bool
static_is_wanted (const struct image_function *function)
{
  return (function->flags & IMAGE_FUNCTION_PLT) == 0
    && strncmp (function->symbol, "__cgprof_", 9) != 0;
}

/* Add the calls in CODE, which is MODULE's.  */

static void
static_scan (struct reader *reader, uint32_t module,
	     const struct static_machine *machine,
	     const struct static_code *code)
{
  const struct image *image = reader_image (reader, module);
  for (size_t at = 0; at < code->size && code->size - at >= machine->step;
       at += machine->step)
    {
      uint64_t target;
      if (!machine->look (code, at, &target))
	continue;
      uint32_t callee = image_find (image, target);
      uint32_t caller = image_find (image, code->address + at);
      if (callee != IMAGE_NONE && caller != IMAGE_NONE
	  && image->functions[callee].address == target
	  && static_is_wanted (&image->functions[callee]))
	model_put_arc (reader->model,
		       reader_get_function (reader, module, caller),
		       reader_get_function (reader, module, callee), 0);
    }
}

/* Add the calls that the instructions of MODULE make.  */

static void
static_scan_sections (struct reader *reader, uint32_t module)
{
  const struct image *image = reader_image (reader, module);
  Elf *elf = image_elf (image);
  GElf_Ehdr ehdr;
  const struct static_machine *machine = NULL;
  for (size_t i = 0; gelf_getehdr (elf, &ehdr)
	 && i < sizeof static_machines / sizeof *static_machines; i++)
    if (static_machines[i].machine == ehdr.e_machine)
      machine = &static_machines[i];
  Elf_Scn *section = NULL;
  while (machine && (section = elf_nextscn (elf, section)))
    {
      GElf_Shdr header;
      if (!gelf_getshdr (section, &header)
	  || (header.sh_flags & SHF_EXECINSTR) == 0)
	continue;
      Elf_Data *data = elf_rawdata (section, NULL);
      if (!data || !data->d_buf)
	continue;
      struct static_code code = {
	.address = header.sh_addr, .bytes = data->d_buf,
	.size = data->d_size, .swap = image->swap
      };
      static_scan (reader, module, machine, &code);
    }
}

/* Add the calls of the plugin's tables in MODULE.  */

static void
static_read_sites (struct reader *reader, uint32_t module)
{
  const struct image *image = reader_image (reader, module);
  for (size_t i = 0; i < image->rows.site_count; i++)
    {
      const struct rows_site *site = &image->rows.sites[i];
      if (!site->callee)
	continue;
      uint32_t callee = dict_find (&image->global_names, site->callee);
      if (callee == MAP_NONE)
	callee = dict_find (&image->local_names, site->callee);
      uint32_t caller
	= image_find (image, image->rows.functions[site->function].address);
      if (callee != MAP_NONE && caller != IMAGE_NONE)
	model_put_arc (reader->model,
		       reader_get_function (reader, module, caller),
		       reader_get_function (reader, module, callee), 0);
    }
}

void
static_calls_add (struct reader *reader)
{
  for (size_t i = 0; i < reader->module_count; i++)
    if (reader_image (reader, i) && reader->model->modules[i].main)
      {
	static_read_sites (reader, i);
	static_scan_sections (reader, i);
      }
}
