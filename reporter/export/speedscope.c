/* speedscope's JSON: a sampled profile for each thread.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "base/json.h"
#include "base/print.h"
#include "export/export.h"

#include <inttypes.h>
#include <stdlib.h>

static void
speedscope_frames (const struct view *view)
{
  const struct tree *tree = view->tree;
  for (size_t i = 0; i < tree->frame_count; i++)
    {
      const struct model_function *function
	= &view->model->functions[tree->frames[i].function];
      fputs (i ? ",\n{" : "\n{", view->out);
      json_member (view->out, "name", function->name);
      if (function->file)
	{
	  fputc (',', view->out);
	  json_member (view->out, "file", function->file);
	  if (function->line > 0)
	    fprintf (view->out, ",\"line\":%" PRIu32, function->line);
	}
      fputc ('}', view->out);
    }
}

/* Print the frames of NODE's stack, root first.  STACK has room for them.  */

static void
speedscope_stack (const struct view *view, uint32_t node, uint32_t *stack)
{
  const struct tree *tree = view->tree;
  uint32_t depth = tree->nodes[node].depth;
  for (uint32_t i = depth + 1; i-- > 0; node = tree->nodes[node].parent)
    stack[i] = tree->nodes[node].frame;
  for (uint32_t i = 0; i <= depth; i++)
    {
      putc_unlocked (i ? ',' : '[', view->out);
      print_count (view->out, stack[i], 0);
    }
  putc_unlocked (']', view->out);
}

static void
speedscope_thread (const struct view *view, size_t thread, uint32_t *stack)
{
  const struct tree *tree = view->tree;
  FILE *out = view->out;
  size_t first = tree->thread_first[thread];
  size_t end = tree->thread_first[thread + 1];
  double total = 0;
  for (size_t i = first; i < end; i++)
    total += tree->samples[i].ns;
  char name[VIEW_THREAD_NAME];
  fputs ("{\"type\":\"sampled\",", out);
  json_member (out, "name", view_thread_name (view, thread, name));
  fprintf (out, ",\"unit\":\"nanoseconds\",\"startValue\":0,"
	   "\"endValue\":%.0f,\n\"samples\":[", total);
  for (size_t i = first; i < end; i++)
    {
      fputs (i > first ? ",\n" : "\n", out);
      speedscope_stack (view, tree->samples[i].node, stack);
    }
  fputs ("],\n\"weights\":[", out);
  for (size_t i = first; i < end; i++)
    {
      if (i > first)
	putc_unlocked (',', out);
      print_whole (out, tree->samples[i].ns);
    }
  fputs ("]}", out);
}

void
view_speedscope (const struct view *view)
{
  const struct tree *tree = view->tree;
  FILE *out = view->out;
  uint32_t deepest = 0;
  for (size_t i = 0; i < tree->node_count; i++)
    if (tree->nodes[i].depth > deepest)
      deepest = tree->nodes[i].depth;
  uint32_t *stack = mem_alloc (deepest + 1, sizeof *stack);
  fputs ("{\"$schema\":\"https://www.speedscope.app/file-format-schema.json"
	 "\",\n\"exporter\":\"cgprof@" VERSION "\",\n", out);
  json_member (out, "name", view_program_name (view));
  fputs (",\n\"shared\":{\"frames\":[", out);
  speedscope_frames (view);
  fputs ("]},\n\"profiles\":[", out);
  for (size_t i = 0; i < tree->thread_count; i++)
    {
      fputs (i ? ",\n" : "\n", out);
      speedscope_thread (view, i, stack);
    }
  fputs ("]}\n", out);
  free (stack);
}
