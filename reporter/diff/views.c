/* Two models side by side, to be read.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "diff/views.h"
#include "base/print.h"
#include "base/terminal.h"
#include "export/folded-stack.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Width of a count, and of a time.  */
#define VIEW_COUNT 13
#define VIEW_TIME 9

/* Likewise of a number of instructions, and of a percentage.  */
#define VIEW_INSTRUCTIONS 18
#define VIEW_PERCENT 9

static bool
view_has_time (const struct view_diff *view)
{
  return view->diff->results[DIFF_OLD]->total > 0
    || view->diff->results[DIFF_NEW]->total > 0;
}

/* The counts of both sides, a dash where one is not known, and the change, in
   columns of WIDTH.  */

static void
view_change_of (const struct view_diff *view, const struct diff_count *count,
		const bool known[DIFF_SIDES], int width)
{
  for (int side = 0; side < DIFF_SIDES; side++)
    if (!known[side])
      fprintf (view->out, "%*s", width, "-");
    else
      print_count (view->out, count->value[side], width);
  int64_t change = (int64_t) count->value[DIFF_NEW]
    - (int64_t) count->value[DIFF_OLD];
  if (change == 0)
    fprintf (view->out, "%*s", width, "=");
  else
    fprintf (view->out, "%+*" PRId64, width, change);
}

/* Likewise of a row that is known where INDEX has one.  */

static void
view_counts_of (const struct view_diff *view, const struct diff_count *count,
		const uint32_t index[DIFF_SIDES])
{
  const bool known[] = {
    index[DIFF_OLD] != MODEL_NONE, index[DIFF_NEW] != MODEL_NONE
  };
  view_change_of (view, count, known, VIEW_COUNT);
}

/* The times of both sides, the change and its error.  */

static void
view_time_of (const struct view_diff *view, const struct diff_time *time)
{
  fprintf (view->out, "%*.3f%*.3f%+*.3f%*.3f", VIEW_TIME,
	   time->value[DIFF_OLD], VIEW_TIME, time->value[DIFF_NEW],
	   VIEW_TIME, time->value[DIFF_NEW] - time->value[DIFF_OLD],
	   VIEW_TIME - 1, time->error);
}

/* What shows by colour that there is more or less now.  */

static const char *
view_trend (const struct view_diff *view, const struct diff_count *count)
{
  if (count->value[DIFF_NEW] == count->value[DIFF_OLD])
    return "";
  return terminal_on (view->color,
		      count->value[DIFF_NEW] > count->value[DIFF_OLD]
		      ? TERMINAL_MORE : TERMINAL_LESS);
}

/* The title of a table of SHOWN rows of ALL.  */

static void
view_title (const struct view_diff *view, const char *what, size_t shown,
	    size_t all)
{
  FILE *out = view->out;
  fprintf (out, "\n%s%s: %zu of %zu", terminal_on (view->color,
						  TERMINAL_HEAD),
	   what, shown, all);
  if (shown > view->top)
    fprintf (out, ", the first %zu", view->top);
  fprintf (out, "%s\n", terminal_off (view->color));
}

/* The heading of a table of calls and so many TIMES, if it has SHOWN rows.  */

static void
view_heading (const struct view_diff *view, size_t shown, int times,
	      const char *name)
{
  FILE *out = view->out;
  if (shown == 0)
    return;
  fprintf (out, "\n%*s%*s%*s", VIEW_COUNT, "old calls", VIEW_COUNT,
	   "new calls", VIEW_COUNT, "change");
  for (int i = 0; i < times; i++)
    fprintf (out, "%*s%*s%*s%*s", VIEW_TIME,
	     i < times - 1 ? "old self" : "old tot.", VIEW_TIME,
	     i < times - 1 ? "new self" : "new tot.", VIEW_TIME, "change",
	     VIEW_TIME - 1, "+/-");
  fprintf (out, "  %s\n", name);
}

/* COUNT of the instructions of NAME, which are KNOWN.  */

static void
view_instructions_of (const struct view_diff *view,
		      const struct diff_count *count,
		      const bool known[DIFF_SIDES], const char *name)
{
  const char *trend = view_trend (view, count);
  double old = (double) count->value[DIFF_OLD];
  double new = (double) count->value[DIFF_NEW];
  fputs (trend, view->out);
  view_change_of (view, count, known, VIEW_INSTRUCTIONS);
  if (old > 0 && new != old)
    fprintf (view->out, "%+*.2f", VIEW_PERCENT, 100 * (new - old) / old);
  else
    fprintf (view->out, "%*s", VIEW_PERCENT, "");
  fprintf (view->out, "  %s%s\n", name,
	   *trend ? terminal_off (view->color) : "");
}

/* Instructions, if any were counted.  */

static void
view_instructions (const struct view_diff *view)
{
  const struct diff *diff = view->diff;
  if (!diff->counted[DIFF_OLD] && !diff->counted[DIFF_NEW])
    return;
  view_title (view, "Instructions", diff->shown_instruction_count,
	      diff->function_count);
  fprintf (view->out, "\n%*s%*s%*s%*s  function\n", VIEW_INSTRUCTIONS,
	   "old instructions", VIEW_INSTRUCTIONS, "new instructions",
	   VIEW_INSTRUCTIONS, "change", VIEW_PERCENT, "%");
  for (size_t i = 0; i < diff->shown_instruction_count && i < view->top; i++)
    {
      const struct diff_function *function
	= &diff->functions[diff->shown_instructions[i]];
      view_instructions_of (view, &function->instructions, function->counted,
			    function->name);
    }
  view_instructions_of (view, &diff->instructions, diff->counted, "in all");
}

static void
view_functions (const struct view_diff *view)
{
  const struct diff *diff = view->diff;
  bool times = view_has_time (view);
  view_title (view, "Functions", diff->shown_function_count,
	      diff->function_count);
  view_heading (view, diff->shown_function_count, times ? 2 : 0, "function");
  for (size_t i = 0; i < diff->shown_function_count && i < view->top; i++)
    {
      const struct diff_function *function
	= &diff->functions[diff->shown_functions[i]];
      const char *trend = view_trend (view, &function->calls);
      fputs (trend, view->out);
      view_counts_of (view, &function->calls, function->index);
      if (times)
	{
	  view_time_of (view, &function->self);
	  view_time_of (view, &function->inclusive);
	}
      fprintf (view->out, "  %s%s\n", function->name,
	       *trend ? terminal_off (view->color) : "");
    }
}

static void
view_arcs (const struct view_diff *view)
{
  const struct diff *diff = view->diff;
  bool times = view_has_time (view);
  view_title (view, "Arcs", diff->shown_arc_count, diff->arc_count);
  view_heading (view, diff->shown_arc_count, times ? 1 : 0,
		"caller -> callee");
  for (size_t i = 0; i < diff->shown_arc_count && i < view->top; i++)
    {
      const struct diff_arc *arc = &diff->arcs[diff->shown_arcs[i]];
      const char *trend = view_trend (view, &arc->count);
      fputs (trend, view->out);
      view_counts_of (view, &arc->count, arc->index);
      if (times)
	view_time_of (view, &arc->inclusive);
      fprintf (view->out, "  %s -> %s%s\n", diff->functions[arc->caller].name,
	       diff->functions[arc->callee].name,
	       *trend ? terminal_off (view->color) : "");
    }
}

/* Where SITE is: the new place, else the old.  */

static void
view_place (const struct view_diff *view, const struct diff_site *site)
{
  int side = site->index[DIFF_NEW] != MODEL_NONE ? DIFF_NEW : DIFF_OLD;
  const struct model_site *each
    = &view->diff->models[side]->sites[site->index[side]];
  if (each->file)
    fprintf (view->out, " %s:%" PRIu32 ":%" PRIu32, each->file, each->line,
	     each->column);
}

static void
view_sites (const struct view_diff *view)
{
  const struct diff *diff = view->diff;
  bool times = view_has_time (view);
  view_title (view, "Call sites", diff->shown_site_count, diff->site_count);
  view_heading (view, diff->shown_site_count, times ? 1 : 0,
		"caller -> callee #ordinal place");
  for (size_t i = 0; i < diff->shown_site_count && i < view->top; i++)
    {
      const struct diff_site *site = &diff->sites[diff->shown_sites[i]];
      const char *trend = view_trend (view, &site->count);
      fputs (trend, view->out);
      view_counts_of (view, &site->count, site->index);
      if (times)
	view_time_of (view, &site->inclusive);
      fprintf (view->out, "  %s -> %s %s#%" PRIu32,
	       diff->functions[site->caller].name,
	       diff->functions[site->callee].name,
	       site->indirect ? "indirect " : "", site->ordinal);
      view_place (view, site);
      fprintf (view->out, "%s\n", *trend ? terminal_off (view->color) : "");
    }
}

void
view_diff_text (const struct view_diff *view)
{
  static const char *const sides[] = { "Old", "New" };
  for (int side = 0; side < DIFF_SIDES; side++)
    {
      const struct model *model = view->diff->models[side];
      const struct results *results = view->diff->results[side];
      fprintf (view->out, "%s: %s of %s", sides[side], view->names[side],
	       model->program ? model->program : "?");
      if (results->total > 0)
	fprintf (view->out, ", %.3f seconds",
		 results->total / results->second);
      fputc ('\n', view->out);
      print_range (view->out, model->from, model->to);
    }
  if (view->diff->same_build)
    fputs ("Both are of the same build.\n", view->out);
  view_instructions (view);
  view_functions (view);
  view_arcs (view);
  view_sites (view);
}

/* ---- Stacks.  */

void
view_diff_folded (const struct view_diff *view)
{
  const struct diff *diff = view->diff;
  size_t *depth = mem_alloc (diff->stack_count, sizeof *depth);
  uint32_t *path = mem_alloc (diff->stack_count, sizeof *path);
  uint32_t *more = mem_alloc (diff->stack_count, sizeof *more);
  struct folded folded = { 0 };
  size_t length = 0;		/* Of PATH, what the text now says.  */
  for (size_t i = 0; i < diff->stack_count; i++)
    {
      const struct diff_stack *stack = &diff->stacks[i];
      if (stack->parent != MODEL_NONE)
	depth[i] = depth[stack->parent] + 1;
      if (stack->samples.value[DIFF_OLD] == 0
	  && stack->samples.value[DIFF_NEW] == 0)
	continue;
      size_t end = 0;
      size_t count = 0;
      for (uint32_t j = i; j != MODEL_NONE
	   && !(depth[j] < length && path[depth[j]] == j);
	   j = diff->stacks[j].parent)
	more[count++] = j;
      while (count-- > 0)
	{
	  path[depth[more[count]]] = more[count];
	  end = folded_put (&folded, depth[more[count]],
			    diff->functions[diff->stacks[more[count]].function]
			    .name, false);
	}
      length = depth[i] + 1;
      print_text (view->out, folded.text, end);
      for (int side = 0; side < DIFF_SIDES; side++)
	{
	  putc_unlocked (' ', view->out);
	  print_count (view->out, stack->samples.value[side], 0);
	}
      putc_unlocked ('\n', view->out);
    }
  folded_free (&folded);
  free (depth);
  free (path);
  free (more);
}
