/* Which modules of a process were loaded with its program.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_READ_INITIAL_H
#define CGPROF_READ_INITIAL_H

#include "elf/image.h"

#include <stdbool.h>
#include <stddef.h>

struct initial_module
{
  const char *name;		/* Of its file, without folders.  */
  const struct image *image;	/* Or NULL.  */
  bool main;			/* It is the program.  */
};

/* Return how many of the COUNT MODULES, in the order of loading, were loaded
   with the program: those up to the last library that it needs, directly or
   not.  */
size_t initial_count (const struct initial_module *modules, size_t count);

#endif /* CGPROF_READ_INITIAL_H */
