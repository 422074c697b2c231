/* The symbols that GNU gprof 2.40 sees in an image, and its way to look
   them up.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_COMPAT_SYMBOLS_H
#define CGPROF_COMPAT_SYMBOLS_H

#include "elf/image.h"

/* No symbol.  */
#define COMPAT_NONE UINT32_MAX

struct compat_symbol
{
  uint64_t address;
  uint64_t end;			/* The last address; 0 while unknown.  */
  const char *name;
  const char *file;		/* NULL if unknown; equal ones are one.  */
  uint32_t line;
  uint32_t spec;		/* In a table of compat-select.c: the
				   specification that put it there.  */
  bool function;		/* Has the type of one.  */
  bool local;
};

/* A table of symbols in the order of their addresses.  */
struct compat_table
{
  struct compat_symbol *symbols;
  size_t count, room;
};

struct compat_symbols
{
  struct compat_table table;
  uint64_t text;		/* Of section .text: where it begins */
  uint64_t text_end;		/* and its last address.  */
  const char **files;		/* Of source, in the order in which they were
				   met.  */
  size_t file_count, file_room;
};

/* Read SYMBOLS from IMAGE as CHOICE says.  Strings are IMAGE's, or taken
   from ARENA.  False, with a message, if there are none.  */
bool compat_symbols_read (struct compat_symbols *symbols,
			  const struct image *image,
			  const struct image_choice *choice,
			  struct arena *arena);

/* Add SYMBOL to TABLE.  */
void compat_table_add (struct compat_table *table,
		       const struct compat_symbol *symbol);

/* Sort TABLE and leave one symbol at each address; what has no end ends
   before the next one, the last at TEXT_END.  */
void compat_table_finish (struct compat_table *table, uint64_t text_end);

/* The symbol of TABLE that holds ADDRESS, or COMPAT_NONE.  */
uint32_t compat_table_find (const struct compat_table *table,
			    uint64_t address);

void compat_symbols_free (struct compat_symbols *symbols);

#endif /* CGPROF_COMPAT_SYMBOLS_H */
