/* Which functions were inlined at an address, from debug information.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_ELF_INLINES_H
#define CGPROF_ELF_INLINES_H

#include "elf/lines.h"

/* The inlined functions of one image.  */
struct inlines;

/* One inlined call: of the function SYMBOL, declared at DECL_FILE:DECL_LINE,
   by code at FILE:LINE, of whose blocks it is that of DISCRIMINATOR.  What is
   unknown is NULL or 0.  */
struct inlines_level
{
  const char *symbol;
  const char *decl_file;
  uint32_t decl_line;
  const char *file;
  uint32_t line;
  uint32_t discriminator;
};

/* Return the inlined functions of LINES' image, which the caller must close
   before LINES.  Never NULL: without debug information it is empty.  */
struct inlines *inlines_open (struct lines *lines);

/* Set *LEVELS to the inlined calls that the code at link-time ADDRESS is part
   of, the outermost first, and return their number.  The array is valid until
   the next call, its strings until INLINES is closed.  */
size_t inlines_look (struct inlines *inlines, uint64_t address,
		     const struct inlines_level **levels);

/* Set LEVEL to the function that the code at link-time ADDRESS is of, which
   was not inlined there: no code calls it.  Return false if it is not
   known.  */
bool inlines_look_function (struct inlines *inlines, uint64_t address,
			    struct inlines_level *level);

void inlines_close (struct inlines *inlines);

#endif /* CGPROF_ELF_INLINES_H */
