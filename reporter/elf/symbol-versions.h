/* Versions of the symbols in an image's .dynsym.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_ELF_SYMBOL_VERSIONS_H
#define CGPROF_ELF_SYMBOL_VERSIONS_H

#include <libelf.h>
#include <stdbool.h>
#include <stddef.h>

/* The version of one symbol.  */
struct version
{
  const char *name;		/* NULL: it has none.  */
  bool hidden;			/* Only a reference that names the version
				   means it (foo@V, not foo@@V).  */
};

struct versions
{
  Elf_Data *indices;		/* Of each symbol; NULL: there are none.  */
  const char **names;		/* By index.  */
  size_t count;
  size_t room;
};

/* Read those of ELF into VERSIONS, which the caller has zeroed.  Names are
   libelf's strings.  What is damaged is left out.  */
void versions_read (struct versions *versions, Elf *elf);

/* That of the symbol with number SYMBOL in .dynsym.  */
struct version versions_get (const struct versions *versions, size_t symbol);

void versions_free (struct versions *versions);

#endif /* CGPROF_ELF_SYMBOL_VERSIONS_H */
