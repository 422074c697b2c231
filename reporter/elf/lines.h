/* Source lines from debug information.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_ELF_LINES_H
#define CGPROF_ELF_LINES_H

#include "elf/image.h"

/* The debug information of an image.  */
struct lines;

/* That of IMAGE, or of its separate debug file; NULL if there is none.  */
struct lines *lines_open (const struct image *image);

/* The file and *LINE of the code at link-time ADDRESS, or NULL.  The string
   is valid until the next call.  */
const char *lines_look (struct lines *lines, uint64_t address,
			uint32_t *line);

/* Call FOUND for every line that code begins on, and the address of that
   code.  FILE is valid during the call.  */
void lines_each (struct lines *lines,
		 void (*found) (void *closure, const char *file,
				uint32_t line, uint64_t address),
		 void *closure);

/* What libdwfl knows of LINES' image: its addresses are *BIAS more than
   link-time ones.  */
struct Dwfl_Module *lines_module (const struct lines *lines,
				  uint64_t *bias);

/* Like lines_look, with the *COLUMN, too.  */
const char *lines_look_column (struct lines *lines, uint64_t address,
			       uint32_t *line, uint32_t *column);

void lines_close (struct lines *lines);

#endif /* CGPROF_ELF_LINES_H */
