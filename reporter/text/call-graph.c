/* The call graph, in gprof's layout.

   The entries of cycles follow a second time in a part of their own, with
   the functions outside that called their members and those that their
   members called, as the GNU manual shows them.  In the graph itself they
   begin with their own line, as gprof's do, by which gprof2dot, for one,
   knows them.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "base/print.h"
#include "base/progress.h"
#include "text/view.h"

#include <inttypes.h>
#include <string.h>
#include <unistd.h>

/* Entries between two looks at the clock.  */
#define VIEW_TELL 64

/* Lines for which a word from memory is waited.  */
#define VIEW_AHEAD 4

static const char view_separator[]
  = "-----------------------------------------------\n";

void
view_name (const struct view *view, uint32_t function)
{
  const struct view_label *label = &view->labels[function];
  FILE *out = view->out;
  print_text (out, label->name, label->length);
  if (label->cycle != MODEL_NONE)
    {
      PRINT_CONSTANT (out, " <cycle ");
      print_count (out, label->cycle + (uint64_t) 1, 0);
      PRINT_CONSTANT (out, ">");
    }
  if (label->index > 0 || !view->bsd)
    {
      char index[VIEW_BRACKET];
      size_t length = view_bracket (index, label->index, label->hidden);
      PRINT_CONSTANT (out, " ");
      print_text (out, index, length);
    }
  PRINT_CONSTANT (out, "\n");
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
  double second = view->results->second;
  print_fixed (view->out, self / second, 2, 7);
  PRINT_CONSTANT (view->out, " ");
  print_fixed (view->out, child / second, 2, view->bsd ? 11 : 7);
}

/* The beginning of a line that is not an entry's own: times, and COUNT calls
   of ALL.  */

static void
view_share (const struct view *view, double self, double child,
	    uint64_t count, uint64_t all)
{
  view_indent (view);
  view_times (view, self, child);
  PRINT_CONSTANT (view->out, " ");
  print_count (view->out, count, 7);
  PRINT_CONSTANT (view->out, "/");
  print_count (view->out, all, -7);
  PRINT_CONSTANT (view->out, "     ");
}

/* The line of ARC in the entry of its callee, or (CHILD) of its caller. */

static void
view_arc (const struct view *view, const struct result_arc *arc, bool child)
{
  const struct view_label *callee = &view->labels[arc->callee];
  if (arc->caller == arc->callee
      || (callee->cycle != MODEL_NONE
	  && callee->cycle == view->labels[arc->caller].cycle))
    {
      view_indent (view);
      if (view->bsd)
	PRINT_CONSTANT (view->out, "    ");
      PRINT_CONSTANT (view->out, "                ");
      print_count (view->out, arc->count, 7);
      PRINT_CONSTANT (view->out, "             ");
    }
  else
    view_share (view, arc->self, arc->child, arc->count, callee->calls);
  view_name (view, child ? arc->callee : arc->caller);
}

/* The lines of the ARCS from FIRST to END, indices in the model's arcs.
   Neither those nor the names lie in this order: they are asked for some
   lines before they are needed.  */

static void
view_arcs (const struct view *view, const uint32_t *arcs, uint32_t first,
	   uint32_t end, bool child)
{
  const struct result_arc *all = view->results->arcs;
  for (uint32_t i = first; i < end; i++)
    {
      if (i + 3 * VIEW_AHEAD < end)
	__builtin_prefetch (&all[arcs[i + 3 * VIEW_AHEAD]]);
      if (i + 2 * VIEW_AHEAD < end)
	{
	  const struct result_arc *arc = &all[arcs[i + 2 * VIEW_AHEAD]];
	  __builtin_prefetch (&view->labels[child ? arc->callee
					    : arc->caller]);
	}
      if (i + VIEW_AHEAD < end)
	{
	  const struct result_arc *arc = &all[arcs[i + VIEW_AHEAD]];
	  __builtin_prefetch (view->labels[child ? arc->callee
					   : arc->caller].name);
	}
      view_arc (view, &all[arcs[i]], child);
    }
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
  FILE *out = view->out;
  char index[VIEW_BRACKET];
  size_t length = view_bracket (index, view->order->index[entry], false);

  /* As gprof has it, six columns and no more.  */
  for (; length < 6; length++)
    index[length] = ' ';
  print_text (out, index, 6);
  PRINT_CONSTANT (out, " ");
  print_fixed (out, view_percent (self + child, view->results->graph_total),
	       1, 5);
  PRINT_CONSTANT (out, " ");
  view_times (view, self, child);
}

/* CALLS that follow the other calls after a plus sign, if there are.  */

static void
view_plus (const struct view *view, uint64_t calls)
{
  if (calls > 0)
    {
      PRINT_CONSTANT (view->out, "+");
      print_count (view->out, calls, -7);
    }
  else
    PRINT_CONSTANT (view->out, "        ");
}

static void
view_function (const struct view *view, uint32_t function)
{
  const struct results *results = view->results;
  const struct result_function *each = &results->functions[function];
  uint32_t first = results->in_first[function];
  uint32_t end = results->in_first[function + 1];
  if (first == end || each->spontaneous > 0)
    view_spontaneous (view, first == end, each->spontaneous_self,
		      each->spontaneous_child, each->spontaneous,
		      view->labels[function].calls);
  view_arcs (view, results->in, first, end, false);

  fputs (terminal_on (view->color, TERMINAL_HEAD), view->out);
  view_primary (view, function, each->graph_self, each->graph_child);
  if (each->calls == 0)
    PRINT_CONSTANT (view->out, "        ");
  else
    {
      PRINT_CONSTANT (view->out, " ");
      print_count (view->out, each->entry_calls, 7);
    }
  view_plus (view, each->self_calls);
  PRINT_CONSTANT (view->out, " ");
  view_name (view, function);
  fputs (terminal_off (view->color), view->out);
  view_arcs (view, results->out, results->out_first[function],
	     results->out_first[function + 1], true);
}

static void
view_member (const struct view *view, uint32_t member)
{
  const struct result_function *each = &view->results->functions[member];
  view_indent (view);
  view_times (view, each->graph_self, each->graph_child);
  PRINT_CONSTANT (view->out, " ");
  print_count (view->out, each->member_calls, 7);
  view_plus (view, each->self_calls);
  PRINT_CONSTANT (view->out, "     ");
  view_name (view, member);
}

/* The entry of cycle NUMBER, but for what is outside it.  */

static void
view_cycle (const struct view *view, uint32_t number)
{
  const struct model *model = view->model;
  const struct results *results = view->results;
  const struct result_cycle *cycle = &results->cycles[number];
  uint32_t entry = model->function_count + number;
  fputs (terminal_on (view->color, TERMINAL_HEAD), view->out);
  view_primary (view, entry, cycle->graph_self, cycle->graph_child);
  PRINT_CONSTANT (view->out, " ");
  print_count (view->out, cycle->calls, 7);
  view_plus (view, cycle->inner_calls);
  fprintf (view->out, " <cycle %" PRIu32 " as a whole> [%" PRIu32 "]\n",
	   number + 1, view->order->index[entry]);
  fputs (terminal_off (view->color), view->out);

  for (uint32_t i = 0; i < cycle->size; i++)
    view_member (view, results->members[cycle->first + i]);
}

/* That entry with the callers above and the callees below it.  */

static void
view_whole_cycle (const struct view *view, uint32_t number)
{
  const struct results *results = view->results;
  const struct result_cycle *cycle = &results->cycles[number];
  if (cycle->spontaneous > 0)
    view_spontaneous (view, cycle->caller_count == 0,
		      cycle->spontaneous_self, cycle->spontaneous_child,
		      cycle->spontaneous, cycle->calls);
  for (uint32_t i = 0; i < cycle->caller_count; i++)
    {
      const struct result_arc *arc = &results->cycle_arcs[cycle->callers + i];
      view_share (view, arc->self, arc->child, arc->count, cycle->calls);
      view_name (view, arc->caller);
    }
  view_cycle (view, number);
  for (uint32_t i = 0; i < cycle->callee_count; i++)
    {
      const struct result_arc *arc = &results->cycle_arcs[cycle->callees + i];
      view_share (view, arc->self, arc->child, arc->count,
		  view->labels[arc->callee].calls);
      view_name (view, arc->callee);
    }
}

/* The line between two entries.  */

static void
view_separate (const struct view *view)
{
  if (view->bsd)
    fputc ('\n', view->out);
  fputs (view_separator, view->out);
  if (view->bsd)
    fputc ('\n', view->out);
}

static void
view_graph_columns (const struct view *view)
{
  FILE *out = view->out;
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

static void
view_graph_heading (const struct view *view)
{
  const struct model *model = view->model;
  const struct results *results = view->results;
  FILE *out = view->out;
  if (!view->bsd)
    fputs (view->texts ? "\t\t     Call graph (explanation follows)\n\n"
		       : "\t\t\tCall graph\n\n", out);
  fprintf (out, "\ngranularity: each sample hit covers %" PRIu64 " byte(s)",
	   model->sample_bytes);
  if (results->graph_total > 0)
    fprintf (out, " for %.2f%% of %.2f seconds\n\n",
	     view_percent (results->sample, results->graph_total),
	     results->graph_total / results->second);
  else
    fputs (" no time propagated\n\n", out);
  if (results->measured)
    fputs ("children: measured by sampled stacks\n\n", out);
  else if (model->has_stacks)
    fputs ("children: shared by numbers of calls\n\n", out);
  view_graph_columns (view);
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
      view_separate (view);
    }
  progress_end ();
  if (view->texts && !view->bsd)
    fputs (view->texts->graph, out);
}

void
view_cycle_entries (struct view *view)
{
  const struct model *model = view->model;
  bool any = false;
  for (size_t i = 0; i < view->order->graph_count; i++)
    {
      uint32_t entry = view->order->graph[i];
      if (entry < model->function_count || view_is_hidden (view, entry))
	continue;
      if (!any)
	{
	  view_begin (view);
	  fputs ("\t\t\tCycles\n\n\n", view->out);
	  view_graph_columns (view);
	}
      any = true;
      view_whole_cycle (view, entry - model->function_count);
      view_separate (view);
    }
}
