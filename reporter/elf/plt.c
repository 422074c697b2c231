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

/* Whether sections of TYPE are relocations.  */

static bool
plt_is_relocation (uint32_t type)
{
  return type == SHT_RELA || type == SHT_REL;
}

/* Set *RELOCATION to number I of those in DATA, of a section of TYPE, without
   an addend if it stands where the relocation is done.  Return false if there
   are no more.  */

static bool
plt_get_relocation (Elf_Data *data, uint32_t type, size_t i,
		    GElf_Rela *relocation)
{
  GElf_Rel short_one;
  if (type == SHT_RELA)
    return gelf_getrela (data, (int) i, relocation) != NULL;
  if (!gelf_getrel (data, (int) i, &short_one))
    return false;
  *relocation = (GElf_Rela) { short_one.r_offset, short_one.r_info, 0 };
  return true;
}

/* The word of 32 bits that ELF, which is little-endian, has at ADDRESS; 0 if
   it has none.  */

static uint32_t
plt_word_at (Elf *elf, uint64_t address)
{
  Elf_Scn *section = NULL;
  GElf_Shdr each;
  while ((section = elf_nextscn (elf, section)))
    {
      if (!gelf_getshdr (section, &each) || each.sh_type != SHT_PROGBITS
	  || !(each.sh_flags & SHF_ALLOC) || address < each.sh_addr)
	continue;
      uint64_t offset = address - each.sh_addr;
      Elf_Data *data = elf_rawdata (section, NULL);
      if (data && data->d_buf && data->d_size >= 4
	  && offset <= data->d_size - 4)
	return bytes_32 ((const unsigned char *) data->d_buf + offset, false);
    }
  return 0;
}

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
  if (!data || !symbol_data)
    return;
  GElf_Rela relocation;
  for (size_t i = 0;
       plt_get_relocation (data, header->sh_type, i, &relocation); i++)
    {
      GElf_Sym symbol;
      if (GELF_R_SYM (relocation.r_info) == 0
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
    if (gelf_getshdr (section, &each) && plt_is_relocation (each.sh_type)
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
		     uint32_t section_type, uint32_t type)
{
  Elf_Data *data = elf_getdata (section, NULL);
  GElf_Rela relocation;
  for (size_t i = 0;
       data && plt_get_relocation (data, section_type, i, &relocation); i++)
    {
      if (GELF_R_TYPE (relocation.r_info) != type)
	continue;
      uint64_t resolver = section_type == SHT_RELA
	? (uint64_t) relocation.r_addend
	: plt_word_at (elf, relocation.r_offset);
      uint32_t index = map_find (&names->ifuncs, resolver, 0);
      if (index != MAP_NONE)
	*map_place (&names->map, relocation.r_offset, 0) = index;
    }
}

/* Do all that for ELF, of a machine where TYPE is such a relocation.  */

static void
plt_enter_all_ifuncs (struct plt_names *names, Elf *elf, uint32_t type)
{
  /* The dynamic table's names are those that other modules use.  */
  static const uint32_t types[]
    = { SHT_DYNSYM, SHT_SYMTAB, SHT_RELA, SHT_REL };
  for (size_t i = 0; i < sizeof types / sizeof *types; i++)
    {
      Elf_Scn *section = NULL;
      GElf_Shdr header;
      while ((section = elf_nextscn (elf, section)))
	if (!gelf_getshdr (section, &header) || header.sh_type != types[i])
	  continue;
	else if (!plt_is_relocation (types[i]))
	  plt_enter_ifuncs (names, elf, section, &header);
	else if (header.sh_flags & SHF_ALLOC)
	  plt_enter_irelative (names, elf, section, types[i], type);
    }
}

/* If the x86-64 stub of SIZE bytes at P, address ADDRESS, jumps through a
   word, set *WORD to the word's address.  TABLE is the address of the global
   offset table.  */

static bool
plt_decode_x86_64 (const unsigned char *p, size_t size, uint64_t address,
		   uint64_t table, uint64_t *word)
{
  (void) table;
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

/* Likewise for i386, by the word's address or, position-independent, by the
   register that has the table's.  */

static bool
plt_decode_i386 (const unsigned char *p, size_t size, uint64_t address,
		 uint64_t table, uint64_t *word)
{
  static const unsigned char endbr[] = { 0xf3, 0x0f, 0x1e, 0xfb };
  (void) address;
  size_t i = size >= 4 && memcmp (p, endbr, 4) == 0 ? 4 : 0;
  if (size - i < 6 || p[i] != 0xff || (p[i + 1] != 0x25 && p[i + 1] != 0xa3))
    return false;
  *word = (uint32_t) ((p[i + 1] == 0x25 ? 0 : table)
		      + bytes_32 (p + i + 2, false));
  return true;
}

/* Likewise for AArch64: adrp x16, PAGE; ldr x17, [x16, OFFSET]; ...  */

static bool
plt_decode_aarch64 (const unsigned char *p, size_t size, uint64_t address,
		    uint64_t table, uint64_t *word)
{
  (void) table;
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
		  uint64_t table, uint64_t *word)
{
  static const unsigned char rest[]
    = { 0xe3, 0x10, 0x10, 0, 0, 0x04, 7, 0xf1 };
  (void) table;
  if (size < 6 + sizeof rest || p[0] != 0xc0 || p[1] != 0x10
      || memcmp (p + 6, rest, sizeof rest) != 0)
    return false;
  int32_t distance = (int32_t) ((uint32_t) p[2] << 24 | p[3] << 16 | p[4] << 8
				| p[5]);
  *word = address + 2 * (uint64_t) (int64_t) distance;
  return true;
}

/* The immediate operand of the ARM instruction that adds: eight bits, turned
   to the right by twice the upper four.  */

static uint32_t
plt_arm_immediate (uint32_t instruction)
{
  uint32_t value = instruction & 0xff, by = 2 * (instruction >> 8 & 15);
  return by == 0 ? value : value >> by | value << (32 - by);
}

/* Likewise for ARM: add ip, pc, A; add ip, ip, B; ldr pc, [ip, C]!  */

static bool
plt_decode_arm (const unsigned char *p, size_t size, uint64_t address,
		uint64_t table, uint64_t *word)
{
  (void) table;
  if (size < 12)
    return false;
  uint32_t first = bytes_32 (p, false), second = bytes_32 (p + 4, false);
  uint32_t load = bytes_32 (p + 8, false);
  if ((first & 0xfffff000) != 0xe28fc000
      || (second & 0xfffff000) != 0xe28cc000
      || (load & 0xfffff000) != 0xe5bcf000)
    return false;
  *word = (uint32_t) (address + 8 + plt_arm_immediate (first)
		      + plt_arm_immediate (second) + (load & 0xfff));
  return true;
}

/* Likewise for RISC-V: auipc t3, PAGE; ld t3, OFFSET (t3) (lw, of 32 bits);
   jalr t1, t3; ...  */

static bool
plt_decode_riscv (const unsigned char *p, size_t size, uint64_t address,
		  uint64_t table, uint64_t *word)
{
  (void) table;
  if (size < 12)
    return false;
  uint32_t page = bytes_32 (p, false), load = bytes_32 (p + 4, false);
  if ((page & 0xfff) != 0xe17 || (load & 0xfefff) != 0xe2e03
      || bytes_32 (p + 8, false) != 0xe0367)
    return false;
  /* Both numbers have a sign.  */
  *word = address + (uint64_t) (int64_t) (int32_t) (page & 0xfffff000)
    + (uint64_t) (((int64_t) (load >> 20) ^ 0x800) - 0x800);
  return true;
}

/* The address of ELF's global offset table, 0 if it has none.  */

static uint64_t
plt_find_table (Elf *elf)
{
  Elf_Scn *section = NULL;
  GElf_Shdr each;
  while ((section = elf_nextscn (elf, section)))
    if (gelf_getshdr (section, &each) && each.sh_type == SHT_DYNAMIC)
      {
	Elf_Data *data = elf_getdata (section, NULL);
	GElf_Dyn entry;
	for (int i = 0; data && gelf_getdyn (data, i, &entry); i++)
	  if (entry.d_tag == DT_PLTGOT)
	    return entry.d_un.d_ptr;
      }
  return 0;
}

/* The machines whose stubs are known.  */
struct plt_machine
{
  uint16_t machine;		/* EM_*.  */
  unsigned char data;		/* ELFDATA*.  */
  bool x86;
  unsigned char size;		/* Bytes of a stub, and */
  unsigned char step;		/* what its place is a multiple of.  */
  uint32_t irelative;		/* The relocation of a word for an ifunc.  */
  bool (*decode) (const unsigned char *p, size_t size, uint64_t address,
		  uint64_t table, uint64_t *word);
};

static const struct plt_machine plt_machines[] = {
  { EM_X86_64, ELFDATA2LSB, true, 16, 8, R_X86_64_IRELATIVE,
    plt_decode_x86_64 },
  { EM_386, ELFDATA2LSB, true, 16, 8, R_386_IRELATIVE, plt_decode_i386 },
  { EM_AARCH64, ELFDATA2LSB, false, 16, 8, R_AARCH64_IRELATIVE,
    plt_decode_aarch64 },
  { EM_ARM, ELFDATA2LSB, false, 12, 4, R_ARM_IRELATIVE, plt_decode_arm },
  { EM_RISCV, ELFDATA2LSB, false, 16, 16, R_RISCV_IRELATIVE,
    plt_decode_riscv },
  { EM_S390, ELFDATA2MSB, false, 16, 8, R_390_IRELATIVE, plt_decode_s390x }
};

/* That of ELF, or NULL.  */

static const struct plt_machine *
plt_find_machine (Elf *elf)
{
  GElf_Ehdr header;
  if (!gelf_getehdr (elf, &header))
    return NULL;
  for (size_t i = 0; i < sizeof plt_machines / sizeof *plt_machines; i++)
    if (plt_machines[i].machine == header.e_machine
	&& plt_machines[i].data == header.e_ident[EI_DATA])
      return &plt_machines[i];
  return NULL;
}

void
plt_scan (Elf *elf,
	  void (*found) (void *closure, uint64_t address, uint64_t size,
			 const char *name),
	  void *closure)
{
  const struct plt_machine *machine = plt_find_machine (elf);
  size_t names_section;
  if (!machine || elf_getshdrstrndx (elf, &names_section) != 0)
    return;

  struct plt_names names = { 0 };
  plt_each_dynamic (elf, plt_enter_name, &names);
  plt_enter_all_ifuncs (&names, elf, machine->irelative);
  uint64_t table = plt_find_table (elf);

  Elf_Scn *section = NULL;
  GElf_Shdr each;
  while ((section = elf_nextscn (elf, section)))
    {
      if (!gelf_getshdr (section, &each) || each.sh_type != SHT_PROGBITS)
	continue;
      const char *name = elf_strptr (elf, names_section, each.sh_name);
      if (!name
	  || (strncmp (name, ".plt", 4) != 0 && strcmp (name, ".iplt") != 0))
	continue;
      Elf_Data *data = elf_rawdata (section, NULL);
      if (!data || !data->d_buf)
	continue;

      /* What is looked at suffices to tell a stub (of 24 bytes on AArch64 with
	 BTI, of 32 on s390x).  Of 8 are those of x86 that end in a nop of 2
	 after the jump: .plt.got, and what a static program has.  */
      const unsigned char *p = data->d_buf;
      for (size_t i = 0; i + 8 <= data->d_size; i += machine->step)
	{
	  size_t left = data->d_size - i;
	  uint64_t word;
	  if (left > machine->size)
	    left = machine->size;
	  if (!machine->decode (p + i, left,
				each.sh_addr + i, table, &word))
	    continue;
	  uint32_t index = map_find (&names.map, word, 0);
	  if (index != MAP_NONE)
	    found (closure, each.sh_addr + i,
		   machine->x86 && p[i] == 0xff && p[i + 6] == 0x66
		   ? 8 : left, names.names[index]);
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
