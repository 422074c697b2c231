/* Source lines from debug information.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_ELF_LINES_H
#define CGPROF_ELF_LINES_H

#include "elf/image.h"

/* The line table of an image, or of its separate debug file.  */
struct lines;

/* Open the line table of IMAGE, which the caller must close; return NULL if
   there is none.  */
struct lines *lines_open (const struct image *image);

/* Return the file that the code at link-time ADDRESS was made from and set
   *LINE; NULL if it is not known.  The string is valid until the next
   call.  */
const char *lines_look (struct lines *lines, uint64_t address,
			uint32_t *line);

/* Call FOUND for each line of source that code was made from, with the
   link-time ADDRESS of that code.  FILE is valid during the call.  */
void lines_each (struct lines *lines,
		 void (*found) (void *closure, const char *file,
				uint32_t line, uint64_t address),
		 void *closure);

/* Return libdwfl's module for LINES' image, and set *BIAS to the difference of
   an address in it and the same link-time address.  */
struct Dwfl_Module *lines_module (const struct lines *lines,
				  uint64_t *bias);

/* A place in source.  What is unknown is NULL or 0.  */
struct lines_place
{
  const char *file;
  uint32_t line;
  uint32_t column;
  uint32_t discriminator;	/* Which block of the line's.  */
};

/* Set PLACE to the one that the code at link-time ADDRESS was made from.  Its
   string is valid until the next call.  */
void lines_look_place (struct lines *lines, uint64_t address,
		       struct lines_place *place);

void lines_close (struct lines *lines);

#endif /* CGPROF_ELF_LINES_H */
