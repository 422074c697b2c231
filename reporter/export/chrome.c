/* Chrome's trace events: each thread's tree of calls as if each call had
   been made once, for as long as it was seen.

   Samples have no times of day, so this is no timeline: a call stands beside
   its siblings in the order in which they were met.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "base/json.h"
#include "base/print.h"
#include "export/export.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

/* What a node took in one thread, ns.  */
struct chrome_span
{
  double begin;
  double next;			/* Where its next child begins.  */
  double ns;
};

/* A thread being printed.  */
struct chrome_track
{
  const struct view *view;
  uint64_t process;
  uint64_t thread;
  uint64_t last;		/* The time of the event before, in tenths of
				   ns: none must be earlier, and times are
				   rounded.  */
  size_t *open;			/* Nodes that have not ended, outermost first:
				   OPEN_COUNT, room for all.  */
  size_t open_count;
};

static void
chrome_name (const struct view *view, const char *what, uint64_t process,
	     uint64_t thread, const char *name)
{
  fprintf (view->out, "{\"ph\":\"M\",\"name\":\"%s\",\"pid\":%" PRIu64
	   ",\"tid\":%" PRIu64 ",\"args\":{", what, process, thread);
  json_put_member (view->out, "name", name);
  fputs ("}}", view->out);
}

/* Print the event PHASE of NODE, "B" for its begin or "E" for its end, at NS
   less EARLIER tenths.  (A complete event, "X", has a duration: what reads it
   adds that to the begin, and in floating-point numbers children then end
   after their parents.  Arguments it has none: speedscope takes events of
   other arguments for calls of another function.)  */

static void
chrome_event (struct chrome_track *track, const char *phase, size_t node,
	      double ns, unsigned earlier)
{
  const struct call_tree *tree = track->view->tree;
  FILE *out = track->view->out;
  uint64_t time = 10 * (uint64_t) nearbyint (ns);
  time = time > earlier ? time - earlier : 0;
  track->last = time > track->last ? time : track->last;
  PRINT_CONSTANT (out, ",\n{\"ph\":\"");
  putc_unlocked (phase[0], out);
  PRINT_CONSTANT (out, "\",\"cat\":\"cpu\",");
  json_put_member (out, "name", track->view->model->functions
	       [tree->frames[tree->nodes[node].frame].function].name);
  PRINT_CONSTANT (out, ",\"pid\":");
  print_count (out, track->process, 0);
  PRINT_CONSTANT (out, ",\"tid\":");
  print_count (out, track->thread, 0);
  PRINT_CONSTANT (out, ",\"ts\":");
  print_thousandths (out, track->last / 10);
  if (track->last % 10 != 0)
    putc_unlocked ('0' + track->last % 10, out);
  PRINT_CONSTANT (out, "}");
}

/* End the nodes of TRACK that are not above DEPTH, EARLIER as above.  */

static void
chrome_close (struct chrome_track *track, const struct chrome_span *spans,
	      uint32_t depth, unsigned earlier)
{
  const struct call_tree_node *nodes = track->view->tree->nodes;
  while (track->open_count > 0
	 && nodes[track->open[track->open_count - 1]].depth >= depth)
    {
      size_t node = track->open[--track->open_count];
      chrome_event (track, "E", node, spans[node].begin + spans[node].ns,
		    earlier);
    }
}

static void
chrome_thread (const struct view *view, size_t thread,
	       struct chrome_span *spans, size_t *open)
{
  const struct call_tree *tree = view->tree;
  const struct call_tree_node *nodes = tree->nodes;
  struct chrome_track track = {
    .view = view, .process = view_process_number (view, thread),
    .thread = view_thread_number (view, thread), .open = open
  };
  for (size_t i = 0; i < tree->node_count; i++)
    spans[i] = (struct chrome_span) { 0 };
  for (size_t i = tree->thread_first[thread];
       i < tree->thread_first[thread + 1]; i++)
    spans[tree->samples[i].node].ns = tree->samples[i].ns;
  for (size_t i = tree->node_count; i-- > 0;)
    if (nodes[i].parent != CALL_TREE_NONE)
      spans[nodes[i].parent].ns += spans[i].ns;
  double root = 0;
  for (size_t i = 0; i < tree->node_count; i++)
    if (spans[i].ns > 0)
      {
	double *next = nodes[i].parent == CALL_TREE_NONE
	  ? &root : &spans[nodes[i].parent].next;
	spans[i].begin = spans[i].next = *next;
	*next += spans[i].ns;
	/* What ends when a function of the same name begins would be taken
	   for something that took no time.  */
	chrome_close (&track, spans, nodes[i].depth, 1);
	open[track.open_count++] = i;
	chrome_event (&track, "B", i, spans[i].begin, 0);
      }
  chrome_close (&track, spans, 0, 0);
}

void
view_chrome (const struct view *view)
{
  const struct call_tree *tree = view->tree;
  FILE *out = view->out;
  struct chrome_span *spans = mem_alloc (tree->node_count, sizeof *spans);
  size_t *open = mem_alloc (tree->node_count, sizeof *open);
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
      chrome_thread (view, i, spans, open);
    }
  fputs ("\n]}\n", out);
  free (spans);
  free (open);
}
