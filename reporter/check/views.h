/* Views of what came of a budget.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_CHECK_VIEWS_H
#define CGPROF_CHECK_VIEWS_H

#include "check/budget.h"

#include <stdio.h>

struct view_check
{
  const struct budget *budget;
  const struct budget_results *found;
  const struct model *model;	/* That was held to it.  */
  FILE *out;
  bool verbose;			/* Text: also what is met.  */
};

/* A line for each rule that is broken or deserves a warning, and how many
   there are.  */
void view_check_text (const struct view_check *view);

/* A table of the same for a comment on a change.  */
void view_check_markdown (const struct view_check *view);

/* A test case for each rule, as JUnit's reports have them.  */
void view_check_junit (const struct view_check *view);

/* A baseline of FACTS, COUNT of them.  */
void view_check_baseline (FILE *out, const char *const *facts,
			  size_t count);

#endif /* CGPROF_CHECK_VIEWS_H */
