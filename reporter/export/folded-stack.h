/* The text of a folded stack: names of functions, root first, with semicolons
   between them.  Those that follow one another have much in common.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_EXPORT_FOLDED_STACK_H
#define CGPROF_EXPORT_FOLDED_STACK_H

#include <stdbool.h>
#include <stddef.h>

/* A stack as text.  A zeroed struct is empty.  */
struct folded
{
  char *text;
  size_t room;
  size_t *ends;			/* By depth: where its frame ends in TEXT.  */
  size_t ends_room;
};

/* Write NAME, of a function that was INLINED or not, into FOLDED as the frame
   at DEPTH, behind the frames already there for lower depths.  Return the
   length of the text up to its end.  Characters that would separate frames or
   stacks become colons.  */
size_t folded_put (struct folded *folded, size_t depth, const char *name,
		   bool inlined);

void folded_free (struct folded *folded);

#endif /* CGPROF_EXPORT_FOLDED_STACK_H */
