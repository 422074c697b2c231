/* Source with calls and times at each line.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_TEXT_ANNOTATED_SOURCE_H
#define CGPROF_TEXT_ANNOTATED_SOURCE_H

#include "analyse/source-lines.h"

#include <stdio.h>

/* How to show a file.  */
struct view_annotate
{
  const struct source_lines *source;
  FILE *out;
  bool color;
  bool all;			/* Show every line of the text.  */
  bool fill;			/* Also show what lies between lines that are
				   shown.  */
  size_t around;		/* Number of lines to show before and after
				   each line that is shown.  */
};

/* Print the file VIEW->source->files[FILE].  Its text is read from TEXT; NULL:
   it was not found.  */
void view_annotate_file (const struct view_annotate *view, uint32_t file,
			 FILE *text);

#endif /* CGPROF_TEXT_ANNOTATED_SOURCE_H */
