/* Instructions with their executions and times.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_TEXT_ASSEMBLY_H
#define CGPROF_TEXT_ASSEMBLY_H

#include "analyse/source-lines.h"
#include "read/source-search.h"

#include <stdio.h>

/* How to show them.  */
struct view_assembly
{
  const struct results *results;
  const struct source_search *search;	/* Where the source is.  */
  FILE *out;
  const struct source_lines_choice *choice;	/* Which functions.  */
  bool color;
};

/* Print the functions all code of which was counted, the one with most time
   first, then by instructions: each instruction of the plain program, under
   its line of source, with how often it was executed and the time at it.  Time
   at what the plugin added is with the instruction before.  Return whether
   there was any function.  */
bool view_assembly (const struct view_assembly *view);

#endif /* CGPROF_TEXT_ASSEMBLY_H */
