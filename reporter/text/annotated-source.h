/* Source with calls and times at each line.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_TEXT_ANNOTATED_SOURCE_H
#define CGPROF_TEXT_ANNOTATED_SOURCE_H

#include "analyse/source-lines.h"

#include <stdio.h>

struct view_annotate
{
  const struct source_lines *source;
  FILE *out;
  bool color;
  bool all;			/* Every line of the text.  */
  bool fill;			/* Also what is between lines that are
				   shown, */
  size_t around;		/* and so many before and after each.  */
};

/* Print the file with index FILE; its text is TEXT's, or (NULL) was not
   found.  */
void view_annotate_file (const struct view_annotate *view, uint32_t file,
			 FILE *text);

#endif /* CGPROF_TEXT_ANNOTATED_SOURCE_H */
