/* Which functions were inlined at an address, from debug information.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_ELF_INLINES_H
#define CGPROF_ELF_INLINES_H

#include "elf/lines.h"

/* What is known of LINES' image.  */
struct inlines;

/* The code is of the function SYMBOL, declared at DECL_FILE:DECL_LINE, which
   was inlined at FILE:LINE.  Unknown: NULL, 0.  */
struct inlines_level
{
  const char *symbol;
  const char *decl_file;
  uint32_t decl_line;
  const char *file;
  uint32_t line;
};

/* LINES must live longer.  Never NULL.  */
struct inlines *inlines_open (struct lines *lines);

/* Set *LEVELS to what was inlined at link-time ADDRESS, the outermost first,
   and return how many that are.  Both are valid until the next call, the
   strings until INLINES is closed.  */
size_t inlines_look (struct inlines *inlines, uint64_t address,
		     const struct inlines_level **levels);

void inlines_close (struct inlines *inlines);

#endif /* CGPROF_ELF_INLINES_H */
