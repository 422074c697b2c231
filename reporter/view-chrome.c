/* Chrome's trace events: each thread's tree of calls as if each call had
   been made once, for as long as it was seen.

   Samples have no times of day, so this is no timeline: a call stands beside
   its siblings in the order in which they were met.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "json.h"
#include "print.h"
#include "view-export.h"

#include <inttypes.h>
#include <stdlib.h>

/* What a node took in one thread.  */
struct chrome_span
{
  double begin;
  double next;			/* Where its next child begins.  */
  double ns;
  uint64_t count;		/* Samples, and those that end in it.  */
  uint64_t self;
};

static void
chrome_name (const struct view *view, const char *what, uint64_t process,
	     uint64_t thread, const char *name)
{
  fprintf (view->out, "{\"ph\":\"M\",\"name\":\"%s\",\"pid\":%" PRIu64
	   ",\"tid\":%" PRIu64 ",\"args\":{", what, process, thread);
  json_member (view->out, "name", name);
  fputs ("}}", view->out);
}

/* Print one event.  Times are in microseconds, to the nanosecond.  */

static void
chrome_event (const struct view *view, size_t node, uint64_t process,
	      uint64_t thread, const struct chrome_span *span)
{
  FILE *out = view->out;
  const struct model_function *function
    = &view->model->functions[view->tree->frames
			      [view->tree->nodes[node].frame].function];
  PRINT_CONSTANT (out, ",\n{\"ph\":\"X\",\"cat\":\"cpu\",");
  json_member (out, "name", function->name);
  PRINT_CONSTANT (out, ",\"pid\":");
  print_count (out, process, 0);
  PRINT_CONSTANT (out, ",\"tid\":");
  print_count (out, thread, 0);
  PRINT_CONSTANT (out, ",\"ts\":");
  print_thousandths (out, span->begin);
  PRINT_CONSTANT (out, ",\"dur\":");
  print_thousandths (out, span->ns);
  PRINT_CONSTANT (out, ",\"args\":{\"samples\":");
  print_count (out, span->count, 0);
  PRINT_CONSTANT (out, ",\"self_samples\":");
  print_count (out, span->self, 0);
  PRINT_CONSTANT (out, "}}");
}

static void
chrome_thread (const struct view *view, size_t thread,
	       struct chrome_span *spans)
{
  const struct tree *tree = view->tree;
  const struct tree_node *nodes = tree->nodes;
  uint64_t tid = view_thread_number (view, thread);
  uint64_t pid = view_process_number (view, thread);
  for (size_t i = 0; i < tree->node_count; i++)
    spans[i] = (struct chrome_span) { 0 };
  for (size_t i = tree->thread_first[thread];
       i < tree->thread_first[thread + 1]; i++)
    {
      struct chrome_span *span = &spans[tree->samples[i].node];
      span->ns = tree->samples[i].ns;
      span->self = span->count = tree->samples[i].count;
    }
  for (size_t i = tree->node_count; i-- > 0;)
    if (nodes[i].parent != TREE_NONE)
      {
	spans[nodes[i].parent].ns += spans[i].ns;
	spans[nodes[i].parent].count += spans[i].count;
      }
  double root = 0;
  for (size_t i = 0; i < tree->node_count; i++)
    if (spans[i].ns > 0)
      {
	double *next = nodes[i].parent == TREE_NONE
	  ? &root : &spans[nodes[i].parent].next;
	spans[i].begin = spans[i].next = *next;
	*next += spans[i].ns;
	chrome_event (view, i, pid, tid, &spans[i]);
      }
}

void
view_chrome (const struct view *view)
{
  const struct tree *tree = view->tree;
  FILE *out = view->out;
  struct chrome_span *spans = mem_alloc (tree->node_count, sizeof *spans);
  fputs ("{\"displayTimeUnit\":\"ns\",\n\"traceEvents\":[\n", out);
  for (size_t i = 0; i < tree->thread_count; i++)
    {
      char name[VIEW_THREAD_NAME];
      uint64_t tid = view_thread_number (view, i);
      uint64_t pid = view_process_number (view, i);
      fputs (i ? ",\n" : "", out);
      chrome_name (view, "process_name", pid, tid, view_program_name (view));
      fputs (",\n", out);
      chrome_name (view, "thread_name", pid, tid,
		   view_thread_name (view, i, name));
      chrome_thread (view, i, spans);
    }
  fputs ("\n]}\n", out);
  free (spans);
}
