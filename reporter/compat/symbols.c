/* The symbols that GNU gprof 2.40 sees in an image, and its way to look
   them up.

   It takes global and weak symbols of code (weak ones of data too) and local
   ones with an ordinary name; st_size means nothing.  What is ordinary is
   tested by a loop that runs on into the next string of the string table
   where a name ends in a dot and digits, so what follows a name in the file
   can decide.  That is not a difference in taste that users could do
   without: it decides which functions a report has.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "compat/symbols.h"
#include "base/diag.h"
#include "base/sort.h"
#include "elf/lines.h"
#include "elf/nm.h"

#include <ctype.h>
#include <gelf.h>
#include <stdlib.h>
#include <string.h>

/* What compat_symbols_read passes around.  */
struct compat_reading
{
  struct compat_symbols *symbols;
  const struct image_choice *choice;
  struct arena *arena;
  struct lines *lines;
  struct dict files;
  Elf *elf;
  size_t section_names;
};

/* A section's part in a symbol's class.  */
struct compat_section
{
  bool code;
  bool coff;			/* Has a name that COFF gives a meaning.  */
};

static bool
compat_digit_or (char c, const char *others)
{
  return isdigit ((unsigned char) c) || c == '\0'
    || strchr (others, c) != NULL;
}

static struct compat_section
compat_get_section (const struct compat_reading *reading, size_t index)
{
  static const char *const coff[]
    = { ".drectve", ".edata", ".idata", ".pdata" };
  struct compat_section section = { false, false };
  GElf_Shdr header;
  Elf_Scn *scn = elf_getscn (reading->elf, index);
  if (!scn || !gelf_getshdr (scn, &header))
    return section;
  section.code = (header.sh_flags & SHF_EXECINSTR) != 0;
  const char *name = elf_strptr (reading->elf, reading->section_names,
				 header.sh_name);
  for (size_t i = 0; name && i < sizeof coff / sizeof *coff; i++)
    {
      size_t length = strlen (coff[i]);
      if (strncmp (name, coff[i], length) == 0
	  && compat_digit_or (name[length], ".$"))
	section.coff = true;
    }
  return section;
}

/* How many characters at NAME, which is at a dot, belong to the dot, or 0 if
   they are not such as GCC and Ada make: digits, perhaps after ".clone" or
   ".constprop".  LIMIT is how many there are.  */

static size_t
compat_dotted (const char *name, size_t limit)
{
  static const char *const kinds[] = { ".clone.", ".constprop." };
  size_t at = 0;
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    {
      size_t length = strlen (kinds[i]);
      if (length < limit && memcmp (name, kinds[i], length) == 0
	  && name[length])
	at = length - 1;
    }
  bool digit = false;
  for (at++; at < limit && name[at]; at++)
    if (isdigit ((unsigned char) name[at]))
      digit = true;
    else if (digit && name[at] == '.')
      break;
    else
      return 0;
  return at;
}

/* Whether the local symbol NAME counts.  It has LIMIT bytes, of which its
   own NUL need not be the last.  */

static bool
compat_is_ordinary (const char *name, size_t limit)
{
  if (strncmp (name, "__gnu_compiled", 14) == 0
      || strncmp (name, "___gnu_compiled", 15) == 0)
    return false;
  for (size_t at = 0; at < limit && name[at]; at++)
    {
      if (name[at] == '$')
	return false;
      while (at < limit && name[at] == '.')
	{
	  size_t part = compat_dotted (name + at, limit - at);
	  if (part == 0)
	    return false;
	  at += part;
	}
      /* AT may be at the NUL; the step behind it is gprof's.  */
    }
  return true;
}

/* The one copy of the string FILE.  */

static const char *
compat_file (struct compat_reading *reading, const char *file)
{
  struct compat_symbols *symbols = reading->symbols;
  uint32_t found = dict_find (&reading->files, file);
  if (found == MAP_NONE)
    {
      found = symbols->file_count;
      symbols->files = mem_grow (symbols->files, &symbols->file_room,
				 symbols->file_count + 1,
				 sizeof *symbols->files);
      symbols->files[symbols->file_count++]
	= arena_string (reading->arena, file);
      *dict_place (&reading->files, symbols->files[found]) = found;
    }
  return symbols->files[found];
}

/* Add the symbol of NAME, which has LIMIT bytes up to the end of its table,
   if it is of a kind that counts.  */

static void
compat_consider (struct compat_reading *reading, const GElf_Sym *symbol,
		 const char *name, size_t limit, size_t section_index)
{
  unsigned type = GELF_ST_TYPE (symbol->st_info);
  unsigned bind = GELF_ST_BIND (symbol->st_info);
  if (type == STT_FILE || type == STT_SECTION || type == STT_GNU_IFUNC
      || symbol->st_shndx == SHN_UNDEF || symbol->st_shndx == SHN_COMMON)
    return;
  bool local = bind == STB_LOCAL;
  if (local && reading->choice->no_static)
    return;
  if (bind == STB_WEAK)
    {
      if (type == STT_OBJECT || type == STT_COMMON)
	return;
    }
  else
    {
      if (!local && bind != STB_GLOBAL)
	return;
      if (symbol->st_shndx == SHN_ABS)
	return;
      struct compat_section section
	= compat_get_section (reading, section_index);
      if (!section.code || section.coff)
	return;
    }
  if (local
      && (!*name || !compat_is_ordinary (name, limit)
	  || (reading->choice->no_labels && type != STT_FUNC)))
    return;

  struct compat_symbol added = {
    .address = symbol->st_value, .name = name, .function = type == STT_FUNC,
    .local = local
  };
  uint32_t line = 0;
  const char *file
    = reading->lines ? lines_look (reading->lines, added.address, &line)
		     : NULL;
  if (file && line > 0)
    {
      added.file = compat_file (reading, file);
      added.line = line;
    }
  compat_table_add (&reading->symbols->table, &added);
}

static void
compat_read_symtab (struct compat_reading *reading, Elf_Scn *section)
{
  GElf_Shdr header;
  Elf_Data *data = elf_getdata (section, NULL);
  size_t each = gelf_fsize (reading->elf, ELF_T_SYM, 1, EV_CURRENT);
  if (!data || each == 0 || !gelf_getshdr (section, &header))
    return;
  Elf_Scn *strings = elf_getscn (reading->elf, header.sh_link);
  Elf_Data *names = strings ? elf_getdata (strings, NULL) : NULL;
  Elf_Scn *other = NULL;
  GElf_Shdr other_header;
  Elf_Data *indices = NULL;
  while ((other = elf_nextscn (reading->elf, other)))
    if (gelf_getshdr (other, &other_header)
	&& other_header.sh_type == SHT_SYMTAB_SHNDX
	&& other_header.sh_link == elf_ndxscn (section))
      indices = elf_getdata (other, NULL);

  /* A section without contents may be given as that of the strings.  */
  if (!names || !names->d_buf)
    return;
  for (size_t i = 1; i < data->d_size / each; i++)
    {
      GElf_Sym symbol;
      Elf32_Word wide = 0;
      if (!gelf_getsymshndx (data, indices, i, &symbol, &wide)
	  || symbol.st_name >= names->d_size)
	continue;
      const char *name = (const char *) names->d_buf + symbol.st_name;
      size_t limit = names->d_size - symbol.st_name;
      if (memchr (name, 0, limit))
	compat_consider (reading, &symbol, name, limit,
			 symbol.st_shndx == SHN_XINDEX ? wide
			 : symbol.st_shndx);
    }
}

static void
compat_add_listed (void *closure, uint64_t address, bool global,
		   const char *name)
{
  struct compat_reading *reading = closure;
  struct compat_symbol added = {
    .address = address, .name = arena_string (reading->arena, name),
    .function = true, .local = !global
  };
  compat_table_add (&reading->symbols->table, &added);
}

/* Find .text and .symtab, and read the latter.  */

static bool
compat_read_sections (struct compat_reading *reading,
		      const struct image *image)
{
  if (elf_getshdrstrndx (reading->elf, &reading->section_names) != 0)
    return diag_error (image->path, "has no section names");
  Elf_Scn *section = NULL;
  Elf_Scn *symtab = NULL;
  GElf_Shdr header;
  bool text = false;
  while ((section = elf_nextscn (reading->elf, section)))
    {
      if (!gelf_getshdr (section, &header))
	continue;
      if (header.sh_type == SHT_SYMTAB)
	symtab = section;
      const char *name = elf_strptr (reading->elf, reading->section_names,
				     header.sh_name);
      if (!text && name && strcmp (name, ".text") == 0)
	{
	  text = true;
	  reading->symbols->text = header.sh_addr;
	  reading->symbols->text_end = header.sh_addr + header.sh_size - 1;
	}
    }
  if (!text)
    return diag_error (image->path, "has no section .text");
  if (reading->choice->symbols)
    return nm_read (reading->choice->symbols, compat_add_listed, reading);
  if (symtab)
    compat_read_symtab (reading, symtab);
  return reading->symbols->table.count > 0
    || diag_error (image->path, "has no symbols");
}

bool
compat_symbols_read (struct compat_symbols *symbols,
		     const struct image *image,
		     const struct image_choice *choice, struct arena *arena)
{
  struct compat_reading reading = {
    .symbols = symbols, .choice = choice, .arena = arena,
    .elf = image_elf (image), .lines = lines_open (image)
  };
  memset (symbols, 0, sizeof *symbols);
  bool good = compat_read_sections (&reading, image);
  if (good)
    compat_table_finish (&symbols->table, symbols->text_end);
  lines_close (reading.lines);
  dict_free (&reading.files);
  return good;
}

void
compat_table_add (struct compat_table *table,
		  const struct compat_symbol *symbol)
{
  table->symbols = mem_grow (table->symbols, &table->room,
			     table->count + 1, sizeof *table->symbols);
  table->symbols[table->count++] = *symbol;
}

static int
compat_compare (const void *closure, uint32_t i, uint32_t j)
{
  const struct compat_symbol *symbols = closure;
  const struct compat_symbol *a = &symbols[i];
  const struct compat_symbol *b = &symbols[j];
  if (a->address != b->address)
    return a->address < b->address ? -1 : 1;
  if (a->function != b->function)
    return b->function - a->function;
  return a->local - b->local;
}

/* Whether A is a better name for an address than B, the best so far.  */

static bool
compat_is_better (const struct compat_symbol *a,
		  const struct compat_symbol *b)
{
  if (a->local != b->local)
    return !a->local;
  if (a->function != b->function)
    return a->function;
  if (b->name[0] != '_')
    return false;
  return a->name[0] != '_' || (a->name[1] != '_' && b->name[1] == '_');
}

void
compat_table_finish (struct compat_table *table, uint64_t text_end)
{
  if (table->count == 0)
    return;
  uint32_t *order = mem_alloc (table->count, sizeof *order);
  for (size_t i = 0; i < table->count; i++)
    order[i] = i;
  sort_indices (order, table->count, compat_compare, table->symbols);
  struct compat_symbol *sorted = mem_alloc (table->count, sizeof *sorted);
  size_t kept = 0;
  uint64_t previous = table->symbols[order[0]].address - 1;
  for (size_t i = 0; i < table->count; i++)
    {
      const struct compat_symbol *each = &table->symbols[order[i]];
      if (each->address == previous && kept > 0)
	{
	  if (compat_is_better (each, &sorted[kept - 1]))
	    sorted[kept - 1] = *each;
	  continue;
	}
      if (kept > 0 && sorted[kept - 1].end == 0)
	sorted[kept - 1].end = each->address - 1;
      if (each->end == 0 || each->address <= each->end)
	{
	  sorted[kept++] = *each;
	  previous = each->address;
	}
    }
  if (kept > 0 && sorted[kept - 1].end == 0)
    sorted[kept - 1].end = text_end;
  free (order);
  free (table->symbols);
  table->symbols = sorted;
  table->count = table->room = kept;
}

uint32_t
compat_table_find (const struct compat_table *table, uint64_t address)
{
  /* The last symbol that begins at ADDRESS or before.  */
  size_t before
    = sort_count_up_to (table->symbols, table->count, sizeof *table->symbols,
			offsetof (struct compat_symbol, address), address);
  return before > 0 && address <= table->symbols[before - 1].end
    ? before - 1 : COMPAT_NONE;
}

void
compat_symbols_free (struct compat_symbols *symbols)
{
  free (symbols->table.symbols);
  free (symbols->files);
  memset (symbols, 0, sizeof *symbols);
}
