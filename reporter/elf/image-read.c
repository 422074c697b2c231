/* The symbols of an ELF file, of its separate debug file, and of its PLT.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "base/sort.h"
#include "elf/debuginfo.h"
#include "elf/image-parts.h"
#include "elf/nm.h"
#include "elf/plt.h"

#include <cgprof/abi.h>
#include <gelf.h>
#include <stdlib.h>
#include <string.h>

uint64_t
image_section_end (const struct image_builder *builder, uint64_t address)
{
  size_t ended = sort_count_up_to (builder->sections, builder->section_count,
				   sizeof *builder->sections,
				   offsetof (struct image_section, end),
				   address);
  if (ended < builder->section_count
      && builder->sections[ended].address <= address)
    return builder->sections[ended].end;
  return 0;
}

struct image_candidate *
image_add_candidate (struct image_builder *builder, uint64_t address,
		     uint64_t size, const char *symbol,
		     enum image_source source)
{
  builder->candidates = mem_grow (builder->candidates, &builder->room,
				  builder->count + 1,
				  sizeof *builder->candidates);
  struct image_candidate *candidate
    = &builder->candidates[builder->count++];
  *candidate = (struct image_candidate) {
    .address = address, .size = size, .symbol = symbol,
    .source = source, .row = IMAGE_NONE
  };
  return candidate;
}

/* Consider SYMBOL, named NAME, with link-time address ADDRESS.  *FILE is
   the source file of the local symbols that follow it.  The strings stay
   where they are as long as the file is open.  */

static void
image_add_symbol (struct image_builder *builder, const GElf_Sym *symbol,
		  const char *name, uint64_t address, const char **file,
		  bool dynamic)
{
  unsigned type = GELF_ST_TYPE (symbol->st_info);
  unsigned bind = GELF_ST_BIND (symbol->st_info);
  if (type == STT_FILE)
    {
      *file = name && *name ? name : NULL;
      return;
    }
  if (!name || !*name || symbol->st_shndx == SHN_UNDEF
      || (type != STT_FUNC && type != STT_NOTYPE && type != STT_GNU_IFUNC))
    return;

  /* Assemblers' mapping symbols mark places, not functions.  */
  if (type == STT_NOTYPE && (name[0] == '$' || name[0] == '.'))
    return;
  if (image_section_end (builder, address) == 0)
    return;
  if (type == STT_FUNC)
    address &= builder->image->code_mask;
  if (builder->choice.no_labels && type == STT_NOTYPE && bind == STB_LOCAL)
    return;

  const char *version = strchr (name, '@');
  const char *symbol_name
    = version && version != name
      ? arena_copy (&builder->image->arena, name, version - name) : name;
  struct image_candidate *candidate
    = image_add_candidate (builder, address, symbol->st_size, symbol_name,
			   IMAGE_FROM_SYMBOL);
  candidate->global = bind != STB_LOCAL;
  candidate->function = type != STT_NOTYPE;
  candidate->hidden = symbol_name != name && version[1] != '@';
  builder->cold = builder->cold || strstr (symbol_name, ".cold");
  candidate->exported
    = dynamic && candidate->global
      && GELF_ST_VISIBILITY (symbol->st_other) != STV_HIDDEN
      && GELF_ST_VISIBILITY (symbol->st_other) != STV_INTERNAL;
  if (bind == STB_LOCAL)
    candidate->file = *file;
}

/* The image asks others for VERSION of the symbol NAME.  */

static void
image_add_needed (struct image *image, const char *name, const char *version)
{
  uint32_t *place = dict_place (&image->needed_names, name);
  if (*place != MAP_NONE)
    return;
  *place = image->version_count;
  image->versions = mem_grow (image->versions, &image->version_room,
			      image->version_count + 1,
			      sizeof *image->versions);
  image->versions[image->version_count++] = version;
}

/* Consider the symbols of SECTION.  */

static void
image_read_symbols (struct image_builder *builder, Elf *elf,
		    Elf_Scn *section, bool dynamic)
{
  GElf_Shdr header;
  Elf_Data *data = elf_getdata (section, NULL);
  size_t each = gelf_fsize (elf, ELF_T_SYM, 1, EV_CURRENT);
  if (!data || each == 0 || !gelf_getshdr (section, &header))
    return;
  const char *file = NULL;
  for (size_t i = 1; i < data->d_size / each; i++)
    {
      GElf_Sym symbol;
      if (!gelf_getsym (data, i, &symbol))
	return;
      const char *name = elf_strptr (elf, header.sh_link, symbol.st_name);
      size_t before = builder->count;
      image_add_symbol (builder, &symbol, name, symbol.st_value, &file,
			dynamic);
      if (!dynamic)
	continue;
      struct symbol_version version
	= symbol_versions_get (&builder->versions, i);
      if (builder->count > before)
	{
	  builder->candidates[before].version = version.name;
	  builder->candidates[before].hidden = version.hidden;
	}
      else if (symbol.st_shndx == SHN_UNDEF && version.name && name)
	image_add_needed (builder->image, name, version.name);
    }
}

/* Consider the symbols of the image's separate debug file, if there is
   one.  The image itself has no .symtab.  */

static void
image_read_separate (struct image_builder *builder)
{
  struct image *image = builder->image;
  Dwfl *dwfl = dwfl_begin (debuginfo_callbacks ());
  if (!dwfl)
    return;
  image->elf->dwfl = dwfl;
  Dwfl_Module *module = dwfl_report_offline (dwfl, "", image->path, -1);
  dwfl_report_end (dwfl, NULL, NULL);
  GElf_Addr bias;
  if (!module || !dwfl_module_getelf (module, &bias))
    return;
  int count = dwfl_module_getsymtab (module);
  const char *file = NULL;
  for (int i = 1; i < count; i++)
    {
      GElf_Sym symbol;
      GElf_Addr address;
      GElf_Word section;
      const char *name = dwfl_module_getsym_info (module, i, &symbol,
						  &address, &section, NULL,
						  NULL);
      image_add_symbol (builder, &symbol, name, address - bias, &file,
			false);
    }
}

static void
image_add_plt (void *closure, uint64_t address, uint64_t size,
	       const char *name)
{
  struct image_builder *builder = closure;
  if (image_section_end (builder, address) != 0)
    image_add_candidate (builder, address, size,
			 arena_string (&builder->image->arena, name),
			 IMAGE_FROM_PLT)->function = true;
}

static void
image_read_dynamic (struct image *image, Elf *elf, Elf_Scn *section,
		    const GElf_Shdr *header)
{
  Elf_Data *data = elf_getdata (section, NULL);
  size_t each = gelf_fsize (elf, ELF_T_DYN, 1, EV_CURRENT);
  for (size_t i = 0; data && each && i < data->d_size / each; i++)
    {
      GElf_Dyn entry;
      if (!gelf_getdyn (data, i, &entry) || entry.d_tag == DT_NULL)
	return;
      if (entry.d_tag != DT_NEEDED && entry.d_tag != DT_SONAME)
	continue;
      const char *name = elf_strptr (elf, header->sh_link, entry.d_un.d_val);
      if (!name)
	continue;
      name = arena_string (&image->arena, name);
      if (entry.d_tag == DT_SONAME)
	image->soname = name;
      else
	{
	  image->needed = mem_grow (image->needed, &image->needed_room,
				    image->needed_count + 1,
				    sizeof *image->needed);
	  image->needed[image->needed_count++] = name;
	}
    }
}

static int
image_compare_sections (const void *a, const void *b)
{
  const struct image_section *x = a;
  const struct image_section *y = b;
  return x->address < y->address ? -1 : x->address > y->address;
}

/* The bytes of SECTION, of *SIZE, kept in IMAGE; NULL if there are none. */

static const void *
image_section_bytes (struct image *image, Elf_Scn *section, size_t *size)
{
  Elf_Data *data = elf_rawdata (section, NULL);
  *size = 0;
  if (!data || !data->d_buf || data->d_size == 0)
    return NULL;
  *size = data->d_size;
  return arena_copy (&image->arena, data->d_buf, data->d_size);
}

static void
image_add_listed (void *closure, uint64_t address, bool global,
		  const char *name)
{
  struct image_builder *builder = closure;
  struct image_candidate *candidate
    = image_add_candidate (builder, address, 0,
			   arena_string (&builder->image->arena, name),
			   IMAGE_FROM_SYMBOL);
  candidate->global = global;
  candidate->function = true;
}

/* Take the symbols that the user wants in place of the image's.  */

static bool
image_read_list (struct image_builder *builder)
{
  return nm_read (builder->choice.symbols, image_add_listed, builder);
}

static void
image_add_dynamic (void *closure, const char *name)
{
  struct image *image = closure;
  if (dict_find (&image->dynamic_names, name) == MAP_NONE)
    *dict_place (&image->dynamic_names,
		 arena_format (&image->arena, "%s", name)) = 0;
}

bool
image_read_sections (struct image_builder *builder)
{
  struct image *image = builder->image;
  Elf *elf = image->elf->elf;
  size_t names_section;
  if (elf_getshdrstrndx (elf, &names_section) != 0)
    return true;

  struct site_tables_source source = {
    .file = image->path, .swap = image->swap,
    .code_mask = image->code_mask
  };
  const unsigned char *blocks = NULL;
  size_t blocks_size = 0;
  Elf_Scn *symtab = NULL;
  Elf_Scn *dynsym = NULL;
  Elf_Scn *section = NULL;
  GElf_Shdr header;
  while ((section = elf_nextscn (elf, section)))
    {
      if (!gelf_getshdr (section, &header))
	continue;
      const char *name = elf_strptr (elf, names_section, header.sh_name);
      if (!name)
	name = "";
      if ((header.sh_flags & (SHF_ALLOC | SHF_EXECINSTR))
	  == (SHF_ALLOC | SHF_EXECINSTR)
	  && header.sh_addr + header.sh_size > header.sh_addr)
	{
	  builder->sections
	    = mem_grow (builder->sections, &builder->section_room,
			builder->section_count + 1,
			sizeof *builder->sections);
	  builder->sections[builder->section_count++]
	    = (struct image_section) { header.sh_addr,
				       header.sh_addr + header.sh_size };
	}
      if (header.sh_type == SHT_SYMTAB)
	symtab = section;
      else if (header.sh_type == SHT_DYNSYM)
	dynsym = section;
      else if (header.sh_type == SHT_DYNAMIC)
	image_read_dynamic (image, elf, section, &header);
      else if (strcmp (name, CGPROF_SECTION_COUNTERS) == 0)
	{
	  image->counters = source.counters = header.sh_addr;
	  image->counters_size = source.counters_size = header.sh_size;
	}
      else if (strcmp (name, CGPROF_SECTION_SITES) == 0)
	source.sites = image_section_bytes (image, section,
					    &source.sites_size);
      else if (strcmp (name, CGPROF_SECTION_STRINGS) == 0)
	source.strings = image_section_bytes (image, section,
					      &source.strings_size);
      else if (strcmp (name, CGPROF_SECTION_BLOCKS) == 0)
	blocks = image_section_bytes (image, section, &blocks_size);
    }
  if (!site_tables_read (&image->rows, &source)
      || !block_tables_read (&image->blocks, image->path, blocks, blocks_size,
			     image->swap))
    return false;
  if (builder->section_count > 1)
    qsort (builder->sections, builder->section_count,
	   sizeof *builder->sections, image_compare_sections);

  if (builder->choice.symbols)
    return image_read_list (builder);
  if (dynsym)
    {
      symbol_versions_read (&builder->versions, elf);
      image_read_symbols (builder, elf, dynsym, true);
    }
  if (symtab)
    image_read_symbols (builder, elf, symtab, false);
  else
    image_read_separate (builder);
  plt_scan (elf, image_add_plt, builder);
  plt_scan_dynamic (elf, image_add_dynamic, image);
  return true;
}
