/* The call graph, in gprof's layout.

   The entry of a cycle shows more than gprof's: the functions outside it
   that called its members, and those that its members called.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "view.h"

#include <inttypes.h>

static const char view_separator[]
  = "-----------------------------------------------\n";

/* End a line with the name of FUNCTION.  */

static void
view_name (const struct view *view, uint32_t function)
{
  const struct model_function *each = &view->model->functions[function];
  fputs (each->name, view->out);
  if (each->cycle != MODEL_NONE)
    fprintf (view->out, " <cycle %" PRIu32 ">", each->cycle + 1);
  if (view->order->index[function] > 0)
    fprintf (view->out, " [%" PRIu32 "]\n", view->order->index[function]);
  else
    fputs (" (0)\n", view->out);
}

/* The calls to FUNCTION or its cycle from outside.  */

static uint64_t
view_calls (const struct view *view, uint32_t function)
{
  const struct model_function *each = &view->model->functions[function];
  return each->cycle != MODEL_NONE ? view->model->cycles[each->cycle].calls
				   : each->calls - each->self_calls;
}

/* The line of ARC in the entry of its callee, or (CHILD) of its caller. */

static void
view_arc (const struct view *view, const struct model_arc *arc, bool child)
{
  const struct model *model = view->model;
  uint32_t other = child ? arc->callee : arc->caller;
  uint32_t cycle = model->functions[arc->callee].cycle;
  if (arc->caller == arc->callee
      || (cycle != MODEL_NONE
	  && cycle == model->functions[arc->caller].cycle))
    fprintf (view->out, "%6.6s %5.5s %7.7s %7.7s %7" PRIu64 " %7.7s     ",
	     "", "", "", "", arc->count, "");
  else
    fprintf (view->out, "%6.6s %5.5s %7.2f %7.2f %7" PRIu64 "/%-7" PRIu64
	     "     ", "", "", arc->self_ns / 1e9, arc->child_ns / 1e9,
	     arc->count, view_calls (view, arc->callee));
  view_name (view, other);
}

/* The line of calls from uncounted code; blank if those are all there are
   (ALONE), as their number is then that of the entry itself.  */

static void
view_spontaneous (const struct view *view, bool alone, double self_ns,
		  double child_ns, uint64_t count, uint64_t calls)
{
  if (alone)
    fprintf (view->out, "%6.6s %5.5s %7.7s %7.7s %7.7s %7.7s     "
	     "<spontaneous>\n", "", "", "", "", "", "");
  else
    fprintf (view->out, "%6.6s %5.5s %7.2f %7.2f %7" PRIu64 "/%-7" PRIu64
	     "     <spontaneous>\n", "", "", self_ns / 1e9, child_ns / 1e9,
	     count, calls);
}

/* The part of an entry's own line that comes before the calls.  */

static void
view_primary (const struct view *view, uint32_t entry, double self_ns,
	      double child_ns)
{
  char index[16];
  snprintf (index, sizeof index, "[%" PRIu32 "]", view->order->index[entry]);
  fprintf (view->out, "%-6.6s %5.1f %7.2f %7.2f", index,
	   view_percent (self_ns + child_ns, view->model->total_ns),
	   self_ns / 1e9, child_ns / 1e9);
}

static void
view_function (const struct view *view, uint32_t function)
{
  const struct model *model = view->model;
  const struct model_function *each = &model->functions[function];
  uint32_t first = model->in_first[function];
  uint32_t end = model->in_first[function + 1];
  if (first == end || each->spontaneous > 0)
    view_spontaneous (view, first == end, each->spontaneous_self_ns,
		      each->spontaneous_child_ns, each->spontaneous,
		      view_calls (view, function));
  for (uint32_t i = first; i < end; i++)
    view_arc (view, &model->arcs[model->in[i]], false);

  view_primary (view, function, each->self_ns, each->child_ns);
  if (each->calls == 0)
    fprintf (view->out, " %7.7s %7.7s ", "", "");
  else
    fprintf (view->out, " %7" PRIu64,
	     each->calls - each->self_calls - each->cycle_calls);
  if (each->self_calls > 0)
    fprintf (view->out, "+%-7" PRIu64 " ", each->self_calls);
  else if (each->calls > 0)
    fprintf (view->out, " %7.7s ", "");
  view_name (view, function);

  for (uint32_t i = model->out_first[function];
       i < model->out_first[function + 1]; i++)
    view_arc (view, &model->arcs[model->out[i]], true);
}

static void
view_cycle (const struct view *view, uint32_t number)
{
  const struct model *model = view->model;
  const struct model_cycle *cycle = &model->cycles[number];
  uint32_t entry = model->function_count + number;
  if (cycle->spontaneous > 0)
    view_spontaneous (view, cycle->caller_count == 0,
		      cycle->spontaneous_self_ns,
		      cycle->spontaneous_child_ns, cycle->spontaneous,
		      cycle->calls);
  for (uint32_t i = 0; i < cycle->caller_count; i++)
    {
      const struct model_arc *arc = &model->cycle_arcs[cycle->callers + i];
      fprintf (view->out, "%6.6s %5.5s %7.2f %7.2f %7" PRIu64 "/%-7" PRIu64
	       "     ", "", "", arc->self_ns / 1e9, arc->child_ns / 1e9,
	       arc->count, cycle->calls);
      view_name (view, arc->caller);
    }

  view_primary (view, entry, cycle->self_ns, cycle->child_ns);
  fprintf (view->out, " %7" PRIu64 "+%-7" PRIu64, cycle->calls,
	   cycle->inner_calls);
  fprintf (view->out, " <cycle %" PRIu32 " as a whole> [%" PRIu32 "]\n",
	   number + 1, view->order->index[entry]);

  for (uint32_t i = 0; i < cycle->size; i++)
    {
      uint32_t member = model->members[cycle->first + i];
      const struct model_function *each = &model->functions[member];
      fprintf (view->out, "%6.6s %5.5s %7.2f %7.2f %7" PRIu64
	       " %7.7s     ", "", "", each->self_ns / 1e9,
	       each->child_ns / 1e9, each->self_calls + each->cycle_calls,
	       "");
      view_name (view, member);
    }
  for (uint32_t i = 0; i < cycle->callee_count; i++)
    {
      const struct model_arc *arc = &model->cycle_arcs[cycle->callees + i];
      fprintf (view->out, "%6.6s %5.5s %7.2f %7.2f %7" PRIu64 "/%-7" PRIu64
	       "     ", "", "", arc->self_ns / 1e9, arc->child_ns / 1e9,
	       arc->count, view_calls (view, arc->callee));
      view_name (view, arc->callee);
    }
}

static void
view_graph_explain (FILE *out)
{
  fputs ("\n\
There is an entry for each function, between two lines of dashes.  Its own\n\
line begins with the entry's number; the lines above are the functions\n\
that called it, the lines below those it called.  Entries are sorted by\n\
the time of the function with all it called.\n\
\n\
On the entry's own line:\n\
 % time    share of the profiled time spent in the function and in what it\n\
           called.\n\
 self      seconds in the function's own code.\n\
 children  seconds in the functions it called.\n\
 called    how often others called it, and after a '+' how often it called\n\
           itself.  Calls from within its cycle are not among them.\n\
\n\
On a caller's line:\n\
 self, children  the part of the two times above that this caller's calls\n\
                 account for.\n\
 called          calls by this caller / all calls by others.\n\
On a callee's line the same is told of the callee.  Time is shared among\n\
callers by their numbers of calls: it is an estimate, calls are exact.\n\
\n\
<spontaneous> stands for callers that are not counted: code compiled\n\
without cgprof, the kernel, the start of the program.\n\
\n\
Functions that call one another in a circle are a cycle.  It has an entry\n\
\"as a whole\": above it the callers from outside, below it first the\n\
members, with the calls they got from within the cycle, then what the\n\
members called outside.  After its '+' stand the calls inside the cycle.\n\
Between members no time is shared out, so these columns are blank.\n\
\n", out);
}

void
view_graph (const struct view *view)
{
  const struct model *model = view->model;
  FILE *out = view->out;
  if (view->brief)
    fputs ("\t\t\tCall graph\n\n\n", out);
  else
    fputs ("\t\t     Call graph (explanation follows)\n\n\n", out);
  fprintf (out, "granularity: each sample hit covers %" PRIu64 " byte(s)",
	   model->sample_bytes);
  if (model->total_ns > 0)
    fprintf (out, " for %.2f%% of %.2f seconds\n\n",
	     view_percent (model->sample_ns, model->total_ns),
	     model->total_ns / 1e9);
  else
    fputs (" no time propagated\n\n", out);
  fputs ("index % time    self  children    called     name\n", out);
  for (size_t i = 0; i < view->order->graph_count; i++)
    {
      uint32_t entry = view->order->graph[i];
      if (entry < model->function_count)
	view_function (view, entry);
      else
	view_cycle (view, entry - model->function_count);
      fputs (view_separator, out);
    }
  if (!view->brief)
    view_graph_explain (out);
}
