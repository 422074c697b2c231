/* Views of two models side by side.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_DIFF_VIEWS_H
#define CGPROF_DIFF_VIEWS_H

#include "diff/diff.h"

#include <stdio.h>

struct view_diff
{
  const struct diff *diff;
  FILE *out;
  const char *names[DIFF_SIDES];	/* Of the profiles.  */
  size_t top;			/* Rows of each table at most.  */
  bool color;
};

/* Tables of functions, arcs and call sites.  */
void view_diff_text (const struct view_diff *view);

/* Everything, as one JSON object (schema "cgprof-diff", version 1).  */
void view_diff_json (const struct view_diff *view);

/* Tables of instructions and calls in Markdown, without times.  */
void view_diff_markdown (const struct view_diff *view);

/* The stacks, one a line with its samples on both sides, as difffolded.pl
   prints them.  */
void view_diff_folded (const struct view_diff *view);

/* One HTML page that needs no other file; DIFF has its stacks.  */
void view_diff_html (const struct view_diff *view);

#endif /* CGPROF_DIFF_VIEWS_H */
