/* The flat profile, in gprof's layout.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "base/print.h"
#include "text/view.h"

#include <inttypes.h>

/* Whether the times' errors are shown.  */

static bool
view_has_errors (const struct view *view)
{
  return view->error && view->results->measured && !view->lines && !view->bsd;
}

static void
view_flat_heading (const struct view *view)
{
  const struct model *model = view->model;
  const struct results *results = view->results;
  FILE *out = view->out;
  if (view->bsd)
    {
      fprintf (out, "\ngranularity: each sample hit covers %" PRIu64
	       " byte(s)", model->sample_bytes);
      if (results->total > 0)
	fprintf (out, " for %.2f%% of %.2f %s\n\n",
		 view_percent (results->sample, results->total),
		 results->total / results->second, results->dimension);
    }
  else
    {
      fputc ('\n', out);
      if (results->sample > 0)
	{
	  fprintf (out, "Each sample counts as %g %s",
		   results->sample / results->second, results->dimension);

	  /* gprof has no such, nor has what is compatible with it.  */
	  if (results->measured && model->longest_ns > model->sample_ns)
	    fprintf (out, ", later ones of a thread as %g",
		     model->longest_ns / 1e9);
	  fputs (".\n", out);
	}
    }
  if (!(results->total > 0))
    fputs (" no time accumulated\n\n", out);

  char unit[16] = "per call";
  if (view->order->unit_scale > 0)
    snprintf (unit, sizeof unit, "%c%c/call", view->order->unit,
	      results->dimension_letter);
  bool measured = results->measured && !view->lines;
  bool error = view_has_errors (view);
  fprintf (out, "%5.5s %10.10s %8.8s%s %8.8s %8.8s %8.8s  %s%-8.8s\n",
	   "%  ", "cumulative", "self  ", measured ? " with sub" : "", "",
	   "self  ", "total ", error ? " +- self   +- sub   " : "", "");
  fprintf (out, "%5.5s %9.9s  %8.8s%*.*s %8.8s %8.8s %8.8s  %s%-8.8s\n",
	   "time", results->dimension, results->dimension, measured ? 9 : 0,
	   measured ? 8 : 0, results->dimension, "calls", unit, unit,
	   error ? " seconds  seconds   " : "", "name");
}

/* A column.  */

static void
view_figure (const struct view *view, double value)
{
  PRINT_CONSTANT (view->out, " ");
  print_fixed (view->out, value, 2, 8);
}

/* A column with TIME, in ticks, of each of CALLS.  A call of one function may
   take a billion times as long as that of another, and no unit suits both.
   What gprof prints is rounded as it comes out of its operations in their
   order.  */

static void
view_per_call (const struct view *view, double time, uint64_t calls)
{
  const struct report_order *order = view->order;
  double second = view->results->second;
  if (order->unit_scale > 0)
    {
      view_figure (view, order->unit_scale * time / second / (double) calls);
      return;
    }
  PRINT_CONSTANT (view->out, " ");
  print_scaled (view->out, time / second / (double) calls,
		view->results->dimension_letter, 8);
}

/* One line up to the name: SELF and CHILD time, the time CUMULATIVE so far,
   CALLS.  */

static void
view_flat_figures (const struct view *view, double self, double child,
		   double cumulative, uint64_t calls)
{
  const struct results *results = view->results;
  FILE *out = view->out;
  double second = results->second;
  print_fixed (out, view_percent (self, results->total), view->bsd ? 1 : 2,
	       view->bsd ? 5 : 6);
  PRINT_CONSTANT (out, " ");
  print_fixed (out, cumulative / second, 2, view->bsd ? 10 : 9);
  view_figure (view, self / second);
  if (results->measured && !view->lines)
    view_figure (view, (self + child) / second);
  if (calls > 0)
    {
      PRINT_CONSTANT (out, " ");
      print_count (out, calls, 8);
      view_per_call (view, self, calls);
      view_per_call (view, self + child, calls);
      PRINT_CONSTANT (out, "  ");
    }
  else
    fprintf (out, " %8.8s %8.8s %8.8s  ", "", "", "");
}

static void
view_flat_functions (const struct view *view)
{
  const struct results *results = view->results;
  double cumulative = 0;
  size_t count = view->order->flat_count;
  if (view->top > 0 && view->top < count)
    count = view->top;
  for (size_t i = 0; i < count; i++)
    {
      uint32_t index = view->order->flat[i];
      const struct result_function *result = &results->functions[index];
      cumulative += result->self;
      fputs (view_heat (view, result->self, results->total), view->out);
      view_flat_figures (view, result->self, result->child, cumulative,
			 result->listed_calls);
      if (view->bsd)
	{
	  view_name (view, index);
	  fputs (view_cool (view, result->self, results->total), view->out);
	}
      else
	{
	  if (view_has_errors (view))
	    fprintf (view->out, "%8.3f %8.3f %c ",
		     result->self_error / results->second,
		     result->inclusive_error / results->second,
		     result->tied ? '~' : ' ');
	  print_text (view->out, view->labels[index].name,
		      view->labels[index].length);
	  if (result->inlined)
	    fputs (" (inlined)", view->out);
	  fputs (view_cool (view, result->self, results->total), view->out);
	  PRINT_CONSTANT (view->out, "\n");
	}
    }
}

/* What the columns of errors mean.  */

static void
view_flat_errors (const struct view *view)
{
  if (view_has_errors (view))
    fputs ("\n+-: with 95 per cent probability the true time is so near.\n"
	   "~: the function above need not take more time than this one.\n",
	   view->out);
}

/* What the mark of inlined functions means.  */

static void
view_flat_inlined (const struct view *view)
{
  bool any = false;
  for (size_t i = 0; !any && i < view->order->flat_count; i++)
    any = view->results->functions[view->order->flat[i]].inlined;
  if (any && !view->bsd)
    fputs ("\n(inlined): the time is also, or only, that of its code in "
	   "functions it was\ninlined into, whose own time is without "
	   "that.\n", view->out);
}

static void
view_flat_lines (const struct view *view)
{
  const struct results *results = view->results;
  double cumulative = 0;
  for (size_t i = 0; i < results->line_count; i++)
    {
      const struct result_line *line = &results->lines[view->order->lines[i]];
      const struct result_function *function
	= &results->functions[line->function];
      cumulative += line->self;
      fputs (view_heat (view, line->self, results->total), view->out);
      view_flat_figures (view, line->self, line->entry ? function->child : 0,
			 cumulative, line->entry ? function->listed_calls
			 : 0);
      fprintf (view->out, "%s%s\n", line->name,
	       view_cool (view, line->self, results->total));
    }
}

void
view_flat (struct view *view)
{
  view_begin (view);
  if (view->bsd && view->texts)
    fprintf (view->out, "\n\n\nflat profile:\n%s", view->texts->flat);
  else if (!view->bsd)
    fprintf (view->out, "%sFlat profile:%s\n",
	     terminal_on (view->color, TERMINAL_HEAD),
	     terminal_off (view->color));
  view_flat_heading (view);
  if (view->lines)
    view_flat_lines (view);
  else
    {
      view_flat_functions (view);
      view_flat_errors (view);
      view_flat_inlined (view);
    }
  if (view->texts && !view->bsd)
    fputs (view->texts->flat, view->out);
}
