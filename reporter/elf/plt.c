/* The stubs through which an image calls other modules, by name.

   A stub jumps through a word of the global offset table, and the
   relocation of that word names the function.  So stubs are found by
   reading their instructions, which holds for lazy, non-lazy, IBT and BTI
   forms alike; their order in the section says nothing.  The word of an
   ifunc of the image itself has a relocation without a name, but with the
   resolver's address, which is the value of the ifunc's symbol.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "elf/plt.h"
#include "base/bytes.h"
#include "base/map.h"
#include "base/mem.h"

#include <gelf.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

struct plt_names
{
  struct map map;		/* (address of the table's word, 0).  */
  struct map ifuncs;		/* (address of the resolver, 0).  */
  const char **names;
  size_t count;
  size_t room;
};

/* Tell FOUND the relocations of SECTION that name a symbol: the address of
   the word and the name.  */

static void
plt_each_relocation (Elf *elf, Elf_Scn *section, const GElf_Shdr *header,
		     void (*found) (void *closure, uint64_t word,
				    const char *name),
		     void *closure)
{
  Elf_Scn *symbols = elf_getscn (elf, header->sh_link);
  GElf_Shdr symbol_header;
  if (!symbols || !gelf_getshdr (symbols, &symbol_header)
      || symbol_header.sh_type != SHT_DYNSYM)
    return;
  Elf_Data *data = elf_getdata (section, NULL);
  Elf_Data *symbol_data = elf_getdata (symbols, NULL);
  size_t each = gelf_fsize (elf, ELF_T_RELA, 1, EV_CURRENT);
  if (!data || !symbol_data || each == 0)
    return;
  for (size_t i = 0; i < data->d_size / each; i++)
    {
      GElf_Rela relocation;
      GElf_Sym symbol;
      if (!gelf_getrela (data, i, &relocation)
	  || GELF_R_SYM (relocation.r_info) == 0
	  || !gelf_getsym (symbol_data, GELF_R_SYM (relocation.r_info),
			   &symbol))
	continue;
      const char *name = elf_strptr (elf, symbol_header.sh_link,
				     symbol.st_name);
      if (name && *name)
	found (closure, relocation.r_offset, name);
    }
}

/* Likewise for all of ELF.  */

static void
plt_each_dynamic (Elf *elf, void (*found) (void *closure, uint64_t word,
					   const char *name),
		  void *closure)
{
  Elf_Scn *section = NULL;
  GElf_Shdr each;
  while ((section = elf_nextscn (elf, section)))
    if (gelf_getshdr (section, &each) && each.sh_type == SHT_RELA
	&& (each.sh_flags & SHF_ALLOC))
      plt_each_relocation (elf, section, &each, found, closure);
}

static uint32_t
plt_keep_name (struct plt_names *names, const char *name)
{
  names->names = mem_grow (names->names, &names->room, names->count + 1,
			   sizeof *names->names);
  names->names[names->count] = name;
  return names->count++;
}

static void
plt_enter_name (void *closure, uint64_t word, const char *name)
{
  struct plt_names *names = closure;
  *map_place (&names->map, word, 0) = plt_keep_name (names, name);
}

/* Enter the ifuncs that the symbol table SECTION defines; of several names
   of one, the first.  */

static void
plt_enter_ifuncs (struct plt_names *names, Elf *elf, Elf_Scn *section,
		  const GElf_Shdr *header)
{
  Elf_Data *data = elf_getdata (section, NULL);
  size_t each = gelf_fsize (elf, ELF_T_SYM, 1, EV_CURRENT);
  for (size_t i = 0; data && each && i < data->d_size / each; i++)
    {
      GElf_Sym symbol;
      if (!gelf_getsym (data, i, &symbol)
	  || GELF_ST_TYPE (symbol.st_info) != STT_GNU_IFUNC
	  || symbol.st_shndx == SHN_UNDEF)
	continue;
      const char *name = elf_strptr (elf, header->sh_link, symbol.st_name);
      if (!name || !*name)
	continue;
      uint32_t *place = map_place (&names->ifuncs, symbol.st_value, 0);
      if (*place == MAP_NONE)
	*place = plt_keep_name (names, name);
    }
}

/* Name the words that an ifunc's address will be in.  */

static void
plt_enter_irelative (struct plt_names *names, Elf *elf, Elf_Scn *section,
		     uint32_t type)
{
  Elf_Data *data = elf_getdata (section, NULL);
  size_t each = gelf_fsize (elf, ELF_T_RELA, 1, EV_CURRENT);
  for (size_t i = 0; data && each && i < data->d_size / each; i++)
    {
      GElf_Rela relocation;
      if (!gelf_getrela (data, i, &relocation)
	  || GELF_R_TYPE (relocation.r_info) != type)
	continue;
      uint32_t index = map_find (&names->ifuncs, relocation.r_addend, 0);
      if (index != MAP_NONE)
	*map_place (&names->map, relocation.r_offset, 0) = index;
    }
}

/* Do all that for ELF, of a machine where TYPE is such a relocation.  */

static void
plt_enter_all_ifuncs (struct plt_names *names, Elf *elf, uint32_t type)
{
  /* The dynamic table's names are those that other modules use.  */
  static const uint32_t types[] = { SHT_DYNSYM, SHT_SYMTAB, SHT_RELA };
  for (size_t i = 0; i < sizeof types / sizeof *types; i++)
    {
      Elf_Scn *section = NULL;
      GElf_Shdr header;
      while ((section = elf_nextscn (elf, section)))
	if (!gelf_getshdr (section, &header) || header.sh_type != types[i])
	  continue;
	else if (types[i] != SHT_RELA)
	  plt_enter_ifuncs (names, elf, section, &header);
	else if (header.sh_flags & SHF_ALLOC)
	  plt_enter_irelative (names, elf, section, type);
    }
}

/* If the x86-64 stub of SIZE bytes at P, address ADDRESS, jumps through a
   word, set *WORD to the word's address.  */

static bool
plt_decode_x86_64 (const unsigned char *p, size_t size, uint64_t address,
		   uint64_t *word)
{
  static const unsigned char endbr[] = { 0xf3, 0x0f, 0x1e, 0xfa };
  size_t i = 0;
  if (size >= 4 && memcmp (p, endbr, 4) == 0)
    i = 4;
  if (i < size && p[i] == 0xf2)		/* bnd */
    i++;
  if (size - i < 6 || p[i] != 0xff || p[i + 1] != 0x25)
    return false;
  int32_t distance = (int32_t) bytes_32 (p + i + 2, false);
  *word = address + i + 6 + (uint64_t) (int64_t) distance;
  return true;
}

/* Likewise for AArch64: adrp x16, PAGE; ldr x17, [x16, OFFSET]; ...  */

static bool
plt_decode_aarch64 (const unsigned char *p, size_t size, uint64_t address,
		    uint64_t *word)
{
  size_t i = 0;
  if (size >= 4 && bytes_32 (p, false) == 0xd503245f)	/* bti c */
    i = 4;
  if (size - i < 8)
    return false;
  uint32_t adrp = bytes_32 (p + i, false);
  uint32_t load = bytes_32 (p + i + 4, false);
  if ((adrp & 0x9f00001f) != 0x90000010
      || (load & 0xffc003ff) != 0xf9400211)
    return false;
  uint64_t page = ((uint64_t) (adrp >> 5 & 0x7ffff) << 2) | (adrp >> 29 & 3);
  page = (page ^ 0x100000) - 0x100000;
  *word = ((address + i) & ~UINT64_C (0xfff)) + (page << 12)
    + ((uint64_t) (load >> 10 & 0xfff) << 3);
  return true;
}

/* Likewise for s390x: larl %r1, WORD; lg %r1, 0(%r1); br %r1; ...  */

static bool
plt_decode_s390x (const unsigned char *p, size_t size, uint64_t address,
		  uint64_t *word)
{
  static const unsigned char rest[] = { 0xe3, 0x10, 0x10, 0, 0, 0x04, 7, 0xf1 };
  if (size < 6 + sizeof rest || p[0] != 0xc0 || p[1] != 0x10
      || memcmp (p + 6, rest, sizeof rest) != 0)
    return false;
  int32_t distance = (int32_t) ((uint32_t) p[2] << 24 | p[3] << 16 | p[4] << 8
				| p[5]);
  *word = address + 2 * (uint64_t) (int64_t) distance;
  return true;
}

static const struct plt_machine
{
  unsigned machine;		/* EM_*.  */
  unsigned char data;		/* ELFDATA*.  */
  uint32_t irelative;		/* Relocation of an ifunc's word.  */
  bool (*decode) (const unsigned char *p, size_t size, uint64_t address,
		  uint64_t *word);
} plt_machines[] = {
  { EM_X86_64, ELFDATA2LSB, R_X86_64_IRELATIVE, plt_decode_x86_64 },
  { EM_AARCH64, ELFDATA2LSB, R_AARCH64_IRELATIVE, plt_decode_aarch64 },
  { EM_S390, ELFDATA2MSB, R_390_IRELATIVE, plt_decode_s390x }
};

/* That of HEADER's file, NULL if there is none.  */

static const struct plt_machine *
plt_find_machine (const GElf_Ehdr *header)
{
  for (size_t i = 0; i < sizeof plt_machines / sizeof *plt_machines; i++)
    if (plt_machines[i].machine == header->e_machine
	&& plt_machines[i].data == header->e_ident[EI_DATA])
      return &plt_machines[i];
  return NULL;
}

void
plt_scan (Elf *elf,
	  void (*found) (void *closure, uint64_t address, uint64_t size,
			 const char *name),
	  void *closure)
{
  GElf_Ehdr header;
  size_t names_section;
  const struct plt_machine *machine;
  if (!gelf_getehdr (elf, &header) || !(machine = plt_find_machine (&header))
      || elf_getshdrstrndx (elf, &names_section) != 0)
    return;
  bool x86 = machine->machine == EM_X86_64;

  struct plt_names names = { 0 };
  plt_each_dynamic (elf, plt_enter_name, &names);
  plt_enter_all_ifuncs (&names, elf, machine->irelative);

  Elf_Scn *section = NULL;
  GElf_Shdr each;
  while ((section = elf_nextscn (elf, section)))
    {
      if (!gelf_getshdr (section, &each) || each.sh_type != SHT_PROGBITS)
	continue;
      const char *name = elf_strptr (elf, names_section, each.sh_name);
      if (!name || strncmp (name, ".plt", 4) != 0)
	continue;
      Elf_Data *data = elf_rawdata (section, NULL);
      if (!data || !data->d_buf)
	continue;

      /* Stubs are of 8 or 16 bytes, and begin at multiples of 8 (AArch64
	 with BTI: 24 bytes; s390x: 32).  Of 8 are those that end in a nop of 2 after
	 the jump: .plt.got, and what a static program has.  */
      const unsigned char *p = data->d_buf;
      for (size_t i = 0; i + 8 <= data->d_size; i += 8)
	{
	  size_t left = data->d_size - i;
	  uint64_t word;
	  if (!machine->decode (p + i, left < 16 ? left : 16,
				each.sh_addr + i, &word))
	    continue;
	  uint32_t index = map_find (&names.map, word, 0);
	  if (index != MAP_NONE)
	    found (closure, each.sh_addr + i,
		   x86 && p[i] == 0xff && p[i + 6] == 0x66
		   ? 8 : left < 16 ? left : 16, names.names[index]);
	}
    }
  map_free (&names.map);
  map_free (&names.ifuncs);
  free (names.names);
}

/* Whom plt_scan_dynamic tells.  */
struct plt_listener
{
  void (*found) (void *closure, const char *name);
  void *closure;
};

static void
plt_tell_name (void *closure, uint64_t word, const char *name)
{
  const struct plt_listener *listener = closure;
  (void) word;
  listener->found (listener->closure, name);
}

void
plt_scan_dynamic (Elf *elf, void (*found) (void *closure, const char *name),
		  void *closure)
{
  plt_each_dynamic (elf, plt_tell_name,
		    &(struct plt_listener) { found, closure });
}
