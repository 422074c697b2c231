/* Versions of the symbols in an image's .dynsym.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_ELF_SYMBOL_VERSIONS_H
#define CGPROF_ELF_SYMBOL_VERSIONS_H

#include <libelf.h>
#include <stdbool.h>
#include <stddef.h>

/* The version of a symbol.  */
struct symbol_version
{
  const char *name;		/* NULL: the symbol has none.  */
  bool hidden;			/* Only a reference that names the version
				   means it (foo@V, not foo@@V).  */
};

/* The versions of all symbols in .dynsym.  */
struct symbol_versions
{
  Elf_Data *indices;		/* .gnu.version: an index into NAMES for each
				   symbol; NULL if there is none.  */
  const char **names;		/* NULL: an index that is not used.  */
  size_t count;
  size_t room;
};

/* Read the versions of ELF's symbols into VERSIONS, which the caller has
   zeroed and must free.  Names are valid while ELF is open.  What is damaged
   is left out.  */
void symbol_versions_read (struct symbol_versions *versions, Elf *elf);

/* Return the version of symbol number SYMBOL of .dynsym.  */
struct symbol_version
symbol_versions_get (const struct symbol_versions *versions, size_t symbol);

void symbol_versions_free (struct symbol_versions *versions);

#endif /* CGPROF_ELF_SYMBOL_VERSIONS_H */
