/* The text of a folded stack: names of functions, root first, with semicolons
   between them.  Those that follow one another have much in common.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_EXPORT_FOLDED_STACK_H
#define CGPROF_EXPORT_FOLDED_STACK_H

#include <stdbool.h>
#include <stddef.h>

/* To be zeroed first.  */
struct folded
{
  char *text;
  size_t room;
  size_t *ends;			/* Of its frames in TEXT, by depth.  */
  size_t ends_room;
};

/* Put NAME, of a function that was INLINED or not, at DEPTH of FOLDED, behind
   what stands there for the depths before it, and return where it ends.  What
   would separate frames or stacks becomes a colon.  */
size_t folded_put (struct folded *folded, size_t depth, const char *name,
		   bool inlined);

void folded_free (struct folded *folded);

#endif /* CGPROF_EXPORT_FOLDED_STACK_H */
