/* The call graph, in gprof's layout.

   The entry of a cycle shows more than gprof's: the functions outside it
   that called its members, and those that its members called.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "print.h"
#include "progress.h"
#include "view.h"

#include <inttypes.h>
#include <string.h>
#include <unistd.h>

/* Entries between two looks at the clock.  */
#define VIEW_TELL 64

static const char view_separator[]
  = "-----------------------------------------------\n";

void
view_name (const struct view *view, uint32_t function)
{
  const struct model_function *each = &view->model->functions[function];
  FILE *out = view->out;
  print_text (out, each->name, strlen (each->name));
  if (each->cycle != MODEL_NONE)
    {
      PRINT_CONSTANT (out, " <cycle ");
      print_count (out, each->cycle + (uint64_t) 1, 0);
      PRINT_CONSTANT (out, ">");
    }
  uint32_t index = view->order->index[function];
  if (index > 0 || !view->bsd)
    {
      bool hidden = index == 0 || (each->flags & MODEL_FUNCTION_HIDDEN);
      print_text (out, hidden ? " (" : " [", 2);
      print_count (out, index, 0);
      print_text (out, hidden ? ")" : "]", 1);
    }
  PRINT_CONSTANT (out, "\n");
}

/* The calls to FUNCTION or its cycle from outside.  */

static uint64_t
view_calls (const struct view *view, uint32_t function)
{
  const struct model_function *each = &view->model->functions[function];
  return each->cycle != MODEL_NONE ? view->model->cycles[each->cycle].calls
				   : each->entry_calls;
}

/* The blanks of a line that is not an entry's own.  */

static void
view_indent (const struct view *view)
{
  PRINT_CONSTANT (view->out, "             ");
}

/* Times, after the blanks.  */

static void
view_times (const struct view *view, double self, double child)
{
  double second = view->model->second;
  print_fixed (view->out, self / second, 7);
  PRINT_CONSTANT (view->out, " ");
  print_fixed (view->out, child / second, view->bsd ? 11 : 7);
  PRINT_CONSTANT (view->out, " ");
}

/* The beginning of a line that is not an entry's own: times, and COUNT calls
   of ALL.  */

static void
view_share (const struct view *view, double self, double child,
	    uint64_t count, uint64_t all)
{
  view_indent (view);
  view_times (view, self, child);
  print_count (view->out, count, 7);
  PRINT_CONSTANT (view->out, "/");
  print_count (view->out, all, -7);
  PRINT_CONSTANT (view->out, "     ");
}

/* The line of ARC in the entry of its callee, or (CHILD) of its caller. */

static void
view_arc (const struct view *view, const struct model_arc *arc, bool child)
{
  const struct model *model = view->model;
  uint32_t cycle = model->functions[arc->callee].cycle;
  if (arc->caller == arc->callee
      || (cycle != MODEL_NONE
	  && cycle == model->functions[arc->caller].cycle))
    {
      view_indent (view);
      if (view->bsd)
	PRINT_CONSTANT (view->out, "    ");
      PRINT_CONSTANT (view->out, "                ");
      print_count (view->out, arc->count, 7);
      PRINT_CONSTANT (view->out, "             ");
    }
  else
    view_share (view, arc->self, arc->child, arc->count,
		view_calls (view, arc->callee));
  view_name (view, child ? arc->callee : arc->caller);
}

/* The line of calls from uncounted code; blank if those are all there are
   (ALONE), as their number is then that of the entry itself.  Else it ends
   as those of functions without an entry do, which makes programs that read
   reports, gprof2dot for one, pass over it.  */

static void
view_spontaneous (const struct view *view, bool alone, double self,
		  double child, uint64_t count, uint64_t calls)
{
  if (alone)
    {
      fprintf (view->out, "%*s<spontaneous>\n", view->bsd ? 53 : 49, "");
      return;
    }
  view_share (view, self, child, count, calls);
  fputs ("<spontaneous> (0)\n", view->out);
}

/* The part of an entry's own line that comes before the calls.  */

static void
view_primary (const struct view *view, uint32_t entry, double self,
	      double child)
{
  double second = view->model->second;
  char index[16];
  snprintf (index, sizeof index, "[%" PRIu32 "]", view->order->index[entry]);
  fprintf (view->out, view->bsd ? "%-6.6s %5.1f %7.2f %11.2f"
				: "%-6.6s %5.1f %7.2f %7.2f", index,
	   view_percent (self + child, view->model->graph_total),
	   self / second, child / second);
}

static void
view_function (const struct view *view, uint32_t function)
{
  const struct model *model = view->model;
  const struct model_function *each = &model->functions[function];
  uint32_t first = model->in_first[function];
  uint32_t end = model->in_first[function + 1];
  if (first == end || each->spontaneous > 0)
    view_spontaneous (view, first == end, each->spontaneous_self,
		      each->spontaneous_child, each->spontaneous,
		      view_calls (view, function));
  for (uint32_t i = first; i < end; i++)
    view_arc (view, &model->arcs[model->in[i]], false);

  fputs (terminal_on (view->color, TERMINAL_HEAD), view->out);
  view_primary (view, function, each->graph_self, each->graph_child);
  if (each->calls == 0)
    fprintf (view->out, " %7.7s %7.7s ", "", "");
  else
    fprintf (view->out, " %7" PRIu64, each->entry_calls);
  if (each->self_calls > 0)
    fprintf (view->out, "+%-7" PRIu64 " ", each->self_calls);
  else if (each->calls > 0)
    fprintf (view->out, " %7.7s ", "");
  view_name (view, function);
  fputs (terminal_off (view->color), view->out);

  for (uint32_t i = model->out_first[function];
       i < model->out_first[function + 1]; i++)
    view_arc (view, &model->arcs[model->out[i]], true);
}

/* A number of calls, and MORE after a plus sign if there are.  */

static void
view_plus (const struct view *view, uint64_t calls, uint64_t more)
{
  fprintf (view->out, " %7" PRIu64, calls);
  if (more > 0)
    fprintf (view->out, "+%-7" PRIu64, more);
  else
    fprintf (view->out, " %7.7s", "");
}

static void
view_member (const struct view *view, uint32_t member)
{
  const struct model_function *each = &view->model->functions[member];
  double second = view->model->second;
  fprintf (view->out, view->bsd ? "%6.6s %5.5s %7.2f %11.2f"
				: "%6.6s %5.5s %7.2f %7.2f", "", "",
	   each->graph_self / second, each->graph_child / second);
  view_plus (view, each->member_calls, each->self_calls);
  fputs ("     ", view->out);
  view_name (view, member);
}

static void
view_cycle (const struct view *view, uint32_t number)
{
  const struct model *model = view->model;
  const struct model_cycle *cycle = &model->cycles[number];
  uint32_t entry = model->function_count + number;
  if (cycle->spontaneous > 0)
    view_spontaneous (view, cycle->caller_count == 0,
		      cycle->spontaneous_self, cycle->spontaneous_child,
		      cycle->spontaneous, cycle->calls);
  for (uint32_t i = 0; i < cycle->caller_count; i++)
    {
      const struct model_arc *arc = &model->cycle_arcs[cycle->callers + i];
      view_share (view, arc->self, arc->child, arc->count, cycle->calls);
      view_name (view, arc->caller);
    }

  fputs (terminal_on (view->color, TERMINAL_HEAD), view->out);
  view_primary (view, entry, cycle->graph_self, cycle->graph_child);
  view_plus (view, cycle->calls, cycle->inner_calls);
  fprintf (view->out, " <cycle %" PRIu32 " as a whole> [%" PRIu32 "]\n",
	   number + 1, view->order->index[entry]);
  fputs (terminal_off (view->color), view->out);

  for (uint32_t i = 0; i < cycle->size; i++)
    view_member (view, model->members[cycle->first + i]);
  for (uint32_t i = 0; i < cycle->callee_count; i++)
    {
      const struct model_arc *arc = &model->cycle_arcs[cycle->callees + i];
      view_share (view, arc->self, arc->child, arc->count,
		  view_calls (view, arc->callee));
      view_name (view, arc->callee);
    }
}

static void
view_graph_heading (const struct view *view)
{
  const struct model *model = view->model;
  FILE *out = view->out;
  if (!view->bsd)
    fputs (view->texts ? "\t\t     Call graph (explanation follows)\n\n"
		       : "\t\t\tCall graph\n\n", out);
  fprintf (out, "\ngranularity: each sample hit covers %" PRIu64 " byte(s)",
	   model->sample_bytes);
  if (model->graph_total > 0)
    fprintf (out, " for %.2f%% of %.2f seconds\n\n",
	     view_percent (model->sample, model->graph_total),
	     model->graph_total / model->second);
  else
    fputs (" no time propagated\n\n", out);
  if (model->measured)
    fputs ("children: measured by sampled stacks\n\n", out);
  else if (model->has_stacks)
    fputs ("children: shared by numbers of calls\n\n", out);
  if (!view->bsd)
    {
      fputs ("index % time    self  children    called     name\n", out);
      return;
    }
  fprintf (out, "%6.6s %5.5s %7.7s %11.11s %7.7s/%-7.7s     %-8.8s\n",
	   "", "", "", "", "called", "total", "parents");
  fprintf (out, "%-6.6s %5.5s %7.7s %11.11s %7.7s+%-7.7s %-8.8s\t%5.5s\n",
	   "index", "%time", "self", "descendants", "called", "self",
	   "name", "index");
  fprintf (out, "%6.6s %5.5s %7.7s %11.11s %7.7s/%-7.7s     %-8.8s\n\n",
	   "", "", "", "", "called", "total", "children");
}

void
view_graph (struct view *view)
{
  const struct model *model = view->model;
  FILE *out = view->out;
  if (view->texts && view->bsd)
    fputs (view->texts->bsd_graph, out);
  view_begin (view);
  view_graph_heading (view);

  /* On a terminal the report itself shows how far it is.  */
  bool tell = !isatty (fileno (out));
  progress_begin ("writing the call graph", NULL);
  for (size_t i = 0; i < view->order->graph_count; i++)
    {
      uint32_t entry = view->order->graph[i];
      if (tell && i % VIEW_TELL == 0)
	progress_tell (i, view->order->graph_count);
      if (view_is_hidden (view, entry))
	continue;
      if (entry < model->function_count)
	view_function (view, entry);
      else
	view_cycle (view, entry - model->function_count);
      if (view->bsd)
	fputc ('\n', out);
      fputs (view_separator, out);
      if (view->bsd)
	fputc ('\n', out);
    }
  progress_end ();
  if (view->texts && !view->bsd)
    fputs (view->texts->graph, out);
}
