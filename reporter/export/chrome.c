/* Chrome's trace events.  Where samples have times, they are a timeline: a
   call lasts for as long as samples that follow one another have it on their
   stacks.

   Otherwise each thread's tree of calls is shown as if each call had been made
   once, for as long as it was seen: a call stands beside its siblings in the
   order in which they were met.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "base/json.h"
#include "base/print.h"
#include "export/export.h"

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
  struct json *json;
  const struct export *export;
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
chrome_name (struct json *json, const char *what, uint64_t process,
	     uint64_t thread, const char *name)
{
  json_break (json);
  json_begin_object (json, JSON_COMPACT);
  json_member (json, "ph", "M");
  json_member (json, "name", what);
  json_count_member (json, "pid", process);
  json_count_member (json, "tid", thread);
  json_key (json, "args");
  json_begin_object (json, JSON_COMPACT);
  json_spaced_key (json, "name");
  json_string (json, name);
  json_end_object (json);
  json_end_object (json);
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
  const struct call_tree *tree = &track->export->tree;
  struct json *json = track->json;
  uint64_t time = 10 * (uint64_t) nearbyint (ns);
  time = time > earlier ? time - earlier : 0;
  track->last = time > track->last ? time : track->last;
  json_break (json);
  json_begin_object (json, JSON_COMPACT);
  json_member (json, "ph", phase);
  json_member (json, "cat", "cpu");
  json_spaced_key (json, "name");
  json_string (json, track->export->model->functions
	       [tree->frames[tree->nodes[node].frame].function].name);
  json_count_member (json, "pid", track->process);
  json_count_member (json, "tid", track->thread);
  json_key (json, "ts");
  json_begin_value (json);
  print_thousandths (json->out, track->last / 10);
  if (track->last % 10 != 0)
    putc_unlocked ('0' + track->last % 10, json->out);
  json_end_object (json);
}

/* End the nodes of TRACK that are not above DEPTH, EARLIER as above.  */

static void
chrome_close (struct chrome_track *track, const struct chrome_span *spans,
	      uint32_t depth, unsigned earlier)
{
  const struct call_tree_node *nodes = track->export->tree.nodes;
  while (track->open_count > 0
	 && nodes[track->open[track->open_count - 1]].depth >= depth)
    {
      size_t node = track->open[--track->open_count];
      chrome_event (track, "E", node, spans[node].begin + spans[node].ns,
		    earlier);
    }
}

/* What lies between two samples of a thread that runs all the time: less than
   so many times what the second one stands for.  */
#define CHROME_APART 1.5

/* Print a thread that was seen at COUNT TIMES.  STACK has room for all
   nodes.  */

static void
chrome_timeline (struct chrome_track *track,
		 const struct call_tree_time *times, size_t count,
		 uint32_t *stack)
{
  const struct call_tree_node *nodes = track->export->tree.nodes;
  double last = 0;
  for (size_t i = 0; i < count; i++)
    {
      double at = export_time (track->export, times[i].at_ns);
      double begin = fmax (at - times[i].ns, last);
      bool follows = at - last < CHROME_APART * times[i].ns;
      uint32_t depth = nodes[times[i].node].depth + 1;
      for (uint32_t j = depth, node = times[i].node; j-- > 0;
	   node = nodes[node].parent)
	stack[j] = node;
      uint32_t same = 0;
      while (follows && same < depth && same < track->open_count
	     && track->open[same] == stack[same])
	same++;
      if (follows)
	begin = last;
      while (track->open_count > same)
	chrome_event (track, "E", track->open[--track->open_count],
		      last, follows);
      for (; same < depth; same++)
	{
	  chrome_event (track, "B", stack[same], begin, 0);
	  track->open[track->open_count++] = stack[same];
	}
      last = at;
    }
  while (track->open_count > 0)
    chrome_event (track, "E", track->open[--track->open_count], last, 0);
}

static void
chrome_marks (struct json *json, const struct export *export)
{
  const struct model *model = export->model;
  for (size_t i = 0; i < model->mark_count; i++)
    {
      const struct model_mark *mark = &model->marks[i];
      json_break (json);
      json_begin_object (json, JSON_COMPACT);
      json_member (json, "ph", "i");
      json_member (json, "s", "p");
      json_spaced_key (json, "name");
      json_string (json, mark->name);
      json_count_member (json, "pid", mark->pid);
      json_count_member (json, "tid", mark->pid);
      json_key (json, "ts");
      json_begin_value (json);
      print_thousandths (json->out, export_time (export, mark->at_ns));
      json_end_object (json);
    }
}

static void
chrome_thread (struct json *json, const struct export *export, size_t thread,
	       struct chrome_span *spans, size_t *open)
{
  const struct call_tree *tree = &export->tree;
  const struct call_tree_node *nodes = tree->nodes;
  struct chrome_track track = {
    .json = json, .export = export,
    .process = export_process_number (export, thread),
    .thread = export_thread_number (export, thread), .open = open
  };
  size_t count;
  const struct call_tree_time *times
    = export_thread_times (export, thread, &count);
  if (times)
    {
      uint32_t *stack = mem_alloc (tree->node_count, sizeof *stack);
      chrome_timeline (&track, times, count, stack);
      free (stack);
      return;
    }
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

static void
chrome_print (const struct export *export, FILE *out)
{
  const struct call_tree *tree = &export->tree;
  struct chrome_span *spans = mem_alloc (tree->node_count, sizeof *spans);
  size_t *open = mem_alloc (tree->node_count, sizeof *open);
  struct json json;
  json_open (&json, out, false);
  json_begin_object (&json, JSON_LINES);
  json_member (&json, "displayTimeUnit", "ns");
  json_key (&json, "traceEvents");
  json_begin_array (&json, JSON_COMPACT);
  for (size_t i = 0; i < tree->thread_count; i++)
    {
      char name[EXPORT_THREAD_NAME];
      uint64_t tid = export_thread_number (export, i);
      uint64_t pid = export_process_number (export, i);
      chrome_name (&json, "process_name", pid, tid,
		   export_program_name (export));
      chrome_name (&json, "thread_name", pid, tid,
		   export_thread_name (export, i, name));
      chrome_thread (&json, export, i, spans, open);
    }
  if (tree->times_first)
    chrome_marks (&json, export);
  json_break (&json);
  json_end_array (&json);
  json_end_object (&json);
  json_close (&json);
  putc ('\n', out);
  free (spans);
  free (open);
}

const struct exporter export_chrome = {
  .name = "chrome",
  .about = "trace events, for chrome://tracing and Perfetto",
  .needs = EXPORT_TREE | EXPORT_TIMES,
  .print = chrome_print
};
