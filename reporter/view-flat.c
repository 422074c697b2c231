/* The flat profile, in gprof's layout.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "view.h"

#include <inttypes.h>

/* The unit of the per-call columns.  */
struct view_unit
{
  const char *prefix;
  double per_second;
};

/* Choose the unit in which the dearest call is at least 1.  */

static const struct view_unit *
view_choose_unit (const struct view *view)
{
  static const struct view_unit units[] = {
    { " ", 1 }, { "m", 1e3 }, { "u", 1e6 }, { "n", 1e9 }, { "p", 1e12 }
  };
  const size_t count = sizeof units / sizeof *units;
  double dearest = 0;
  for (size_t i = 0; i < view->order->flat_count; i++)
    {
      const struct model_function *function
	= &view->model->functions[view->order->flat[i]];
      if (function->calls == 0)
	continue;
      double seconds = (function->self_ns + function->child_ns) / 1e9
	/ (double) function->calls;
      if (seconds > dearest)
	dearest = seconds;
    }
  size_t unit = 0;
  while (dearest > 0 && unit + 1 < count
	 && dearest * units[unit].per_second < 1)
    unit++;
  return &units[unit];
}

static void
view_flat_explain (FILE *out)
{
  fputs ("\n\
% time              share of the profiled time that was spent in the\n\
                    function's own code.\n\
cumulative seconds  time of this function and of all listed above it.\n\
self seconds        time in the function's own code.  The list is sorted\n\
                    by it, then by calls, then by name.\n\
calls               how often the function was called, by itself included;\n\
                    blank if that is not known.\n\
self per call       own time of one call, on average.\n\
total per call      likewise with the functions it called.\n\
name                the function.  Where several have one name, the file,\n\
                    the module or the address tells them apart.\n\
", out);
}

void
view_flat (const struct view *view)
{
  const struct model *model = view->model;
  FILE *out = view->out;
  fputs ("Flat profile:\n\n", out);
  if (model->sample_ns > 0)
    fprintf (out, "Each sample counts as %g seconds.\n",
	     model->sample_ns / 1e9);
  if (model->total_ns <= 0)
    fputs (" no time accumulated\n\n", out);

  const struct view_unit *unit = view_choose_unit (view);
  fprintf (out, "%5.5s %10.10s %8.8s %8.8s %8.8s %8.8s  %-8.8s\n",
	   "%  ", "cumulative", "self  ", "", "self  ", "total ", "");
  fprintf (out, "%5.5s %9.9s  %8.8s %8.8s %2ss/call %2ss/call  %-8.8s\n",
	   "time", "seconds", "seconds", "calls", unit->prefix, unit->prefix,
	   "name");

  double cumulative = 0;
  for (size_t i = 0; i < view->order->flat_count; i++)
    {
      const struct model_function *function
	= &model->functions[view->order->flat[i]];
      cumulative += function->self_ns;
      fprintf (out, "%6.2f %9.2f %8.2f",
	       view_percent (function->self_ns, model->total_ns),
	       cumulative / 1e9, function->self_ns / 1e9);
      double calls = (double) function->calls;
      if (function->calls > 0)
	fprintf (out, " %8" PRIu64 " %8.2f %8.2f  ", function->calls,
		 function->self_ns / 1e9 / calls * unit->per_second,
		 (function->self_ns + function->child_ns) / 1e9 / calls
		 * unit->per_second);
      else
	fprintf (out, " %8.8s %8.8s %8.8s  ", "", "", "");
      fprintf (out, "%s\n", function->name);
    }
  if (!view->brief)
    view_flat_explain (out);
}
