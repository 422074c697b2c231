/* The symbols that GNU gprof 2.40 sees in an image, and its way to look
   them up.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_COMPAT_SYMBOLS_H
#define CGPROF_COMPAT_SYMBOLS_H

#include "elf/image.h"

/* No symbol.  */
#define COMPAT_NONE UINT32_MAX

/* A symbol, by link-time addresses.  */
struct compat_symbol
{
  uint64_t address;
  uint64_t end;			/* Its last address; 0: not known yet.  */
  const char *name;
  const char *file;		/* Source file, NULL if unknown; equal names
				   are the same string.  */
  uint32_t line;
  uint32_t spec;		/* In a table of select.c: number of the
				   specification that put it there.  */
  bool function;		/* Its type is that of functions.  */
  bool local;
};

/* A table of symbols in the order of their addresses.  */
struct compat_table
{
  struct compat_symbol *symbols;
  size_t count, room;
};

/* The symbols of an image.  */
struct compat_symbols
{
  struct compat_table table;
  uint64_t text;		/* First address of section .text, */
  uint64_t text_end;		/* and the last one.  */
  const char **files;		/* Source files, in the order in which they
				   were met.  */
  size_t file_count, file_room;
};

/* Set SYMBOLS, which the caller must free, to those of IMAGE that CHOICE
   allows.  Their strings are IMAGE's or ARENA's.  Return false, with a
   message, if there are none.  */
bool compat_symbols_read (struct compat_symbols *symbols,
			  const struct image *image,
			  const struct image_choice *choice,
			  struct arena *arena);

/* Add a copy of SYMBOL to TABLE.  */
void compat_table_add (struct compat_table *table,
		       const struct compat_symbol *symbol);

/* Sort TABLE and leave one symbol at each address.  A symbol without an end
   gets one: right before the next symbol or, for the last one, TEXT_END.  */
void compat_table_finish (struct compat_table *table, uint64_t text_end);

/* Return the index of the symbol of TABLE that holds ADDRESS, or
   COMPAT_NONE.  */
uint32_t compat_table_find (const struct compat_table *table,
			    uint64_t address);

void compat_symbols_free (struct compat_symbols *symbols);

#endif /* CGPROF_COMPAT_SYMBOLS_H */
