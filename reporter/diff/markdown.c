/* Two models side by side, as a comment on a change.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "base/print.h"
#include "diff/views.h"

#include <inttypes.h>

/* A row of NAME with COUNT, a dash where that is not KNOWN.  */

static void
view_row (const struct view_diff *view, const char *name,
	  const struct diff_count *count, const bool known[DIFF_SIDES])
{
  uint64_t old = count->value[DIFF_OLD], new = count->value[DIFF_NEW];
  fputs ("| ", view->out);
  print_markdown (view->out, name);
  for (int side = 0; side < DIFF_SIDES; side++)
    {
      fputs (" | ", view->out);
      if (known[side])
	print_count (view->out, count->value[side], 0);
      else
	putc ('-', view->out);
    }
  fprintf (view->out, " | %+" PRId64 " |", (int64_t) new - (int64_t) old);
  if (old > 0)
    fprintf (view->out, " %+.2f %%",
	     100 * ((double) new - (double) old) / (double) old);
  fputs (" |\n", view->out);
}

static void
view_heading (const struct view_diff *view, const char *what, size_t shown)
{
  fprintf (view->out, "\n| %s", what);
  if (shown > view->top)
    fprintf (view->out, ", the first %zu of %zu", view->top, shown);
  fputs (" | old | new | change | |\n|---|---:|---:|---:|---:|\n", view->out);
}

static void
view_instructions (const struct view_diff *view)
{
  const struct diff *diff = view->diff;
  size_t shown = diff->shown_instruction_count;
  if (!diff->counted[DIFF_OLD] && !diff->counted[DIFF_NEW])
    return;
  view_heading (view, "instructions", shown);
  view_row (view, "in all", &diff->instructions, diff->counted);
  for (size_t i = 0; i < shown && i < view->top; i++)
    {
      const struct diff_function *function
	= &diff->functions[diff->shown_instructions[i]];
      view_row (view, function->name, &function->instructions,
		function->counted);
    }
}

/* Times are left out: another run's are others.  */

static void
view_calls (const struct view_diff *view)
{
  const struct diff *diff = view->diff;
  size_t shown = 0;
  for (size_t i = 0; i < diff->shown_function_count; i++)
    {
      const struct diff_count *calls
	= &diff->functions[diff->shown_functions[i]].calls;
      shown += calls->value[DIFF_OLD] != calls->value[DIFF_NEW];
    }
  if (shown == 0)
    {
      fputs ("\nNo function is called more or less often.\n", view->out);
      return;
    }
  view_heading (view, "calls", shown);
  size_t printed = 0;
  for (size_t i = 0; i < diff->shown_function_count && printed < view->top;
       i++)
    {
      const struct diff_function *function
	= &diff->functions[diff->shown_functions[i]];
      const bool known[] = {
	function->index[DIFF_OLD] != MODEL_NONE,
	function->index[DIFF_NEW] != MODEL_NONE
      };
      if (function->calls.value[DIFF_OLD] == function->calls.value[DIFF_NEW])
	continue;
      view_row (view, function->name, &function->calls, known);
      printed++;
    }
}

void
view_diff_markdown (const struct view_diff *view)
{
  fputs ("### cgprof diff: ", view->out);
  print_markdown (view->out, view->names[DIFF_OLD]);
  fputs (" to ", view->out);
  print_markdown (view->out, view->names[DIFF_NEW]);
  fputc ('\n', view->out);
  view_instructions (view);
  view_calls (view);
}
