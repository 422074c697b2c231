/* Versions of the symbols in an image's .dynsym.

   Three sections tell them: one has an index for each symbol, the others
   give the indices names, of the versions the image defines and of those it
   asks other modules for.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "elf/symbol-versions.h"
#include "base/mem.h"

#include <gelf.h>
#include <stdlib.h>

/* The version with INDEX is called NAME.  */

static void
symbol_versions_enter (struct symbol_versions *versions, size_t index,
		       const char *name)
{
  index &= 0x7fff;
  if (!name || !*name)
    return;
  if (index >= versions->count)
    {
      size_t room = versions->room;
      versions->names = mem_grow (versions->names, &versions->room, index + 1,
				  sizeof *versions->names);
      for (; room < versions->room; room++)
	versions->names[room] = NULL;
      versions->count = index + 1;
    }
  versions->names[index] = name;
}

/* Enter what DATA, of a section with the strings in STRINGS, says of
   versions that the image defines.  */

static void
symbol_versions_read_defined (struct symbol_versions *versions, Elf *elf,
			      Elf_Data *data, size_t strings)
{
  GElf_Verdef each;
  GElf_Verdaux name;
  for (size_t offset = 0;
       offset < data->d_size && gelf_getverdef (data, offset, &each);
       offset += each.vd_next)
    {
      /* The first is of the file itself.  */
      if ((each.vd_flags & VER_FLG_BASE) == 0
	  && gelf_getverdaux (data, offset + each.vd_aux, &name))
	symbol_versions_enter (versions, each.vd_ndx,
			       elf_strptr (elf, strings, name.vda_name));
      if (each.vd_next == 0)
	return;
    }
}

/* Likewise of versions that it asks for.  */

static void
symbol_versions_read_needed (struct symbol_versions *versions, Elf *elf,
			     Elf_Data *data, size_t strings)
{
  GElf_Verneed each;
  GElf_Vernaux name;
  for (size_t offset = 0;
       offset < data->d_size && gelf_getverneed (data, offset, &each);
       offset += each.vn_next)
    {
      size_t at = offset + each.vn_aux;
      for (; at < data->d_size && gelf_getvernaux (data, at, &name);
	   at += name.vna_next)
	{
	  symbol_versions_enter (versions, name.vna_other,
				 elf_strptr (elf, strings, name.vna_name));
	  if (name.vna_next == 0)
	    break;
	}
      if (each.vn_next == 0)
	return;
    }
}

void
symbol_versions_read (struct symbol_versions *versions, Elf *elf)
{
  Elf_Scn *section = NULL;
  GElf_Shdr header;
  while ((section = elf_nextscn (elf, section)))
    {
      if (!gelf_getshdr (section, &header)
	  || (header.sh_type != SHT_GNU_versym
	      && header.sh_type != SHT_GNU_verdef
	      && header.sh_type != SHT_GNU_verneed))
	continue;
      Elf_Data *data = elf_getdata (section, NULL);
      if (!data)
	continue;
      if (header.sh_type == SHT_GNU_versym)
	versions->indices = data;
      else if (header.sh_type == SHT_GNU_verdef)
	symbol_versions_read_defined (versions, elf, data, header.sh_link);
      else
	symbol_versions_read_needed (versions, elf, data, header.sh_link);
    }
}

struct symbol_version
symbol_versions_get (const struct symbol_versions *versions, size_t symbol)
{
  struct symbol_version version = { 0 };
  GElf_Versym index;
  if (!versions->indices
      || !gelf_getversym (versions->indices, symbol, &index))
    return version;
  version.hidden = (index & 0x8000) != 0;
  index &= 0x7fff;
  if (index < versions->count)
    version.name = versions->names[index];
  return version;
}

void
symbol_versions_free (struct symbol_versions *versions)
{
  free (versions->names);
}
