/* speedscope's JSON: a sampled profile for each thread, in the order in which
   its stacks were seen, where that is known.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "base/json.h"
#include "export/export.h"

#include <math.h>
#include <stdlib.h>

static void
speedscope_frames (struct json *json, const struct export *export)
{
  const struct call_tree *tree = &export->tree;
  for (size_t i = 0; i < tree->frame_count; i++)
    {
      const struct model_function *function
	= &export->model->functions[tree->frames[i].function];
      json_begin_object (json, JSON_COMPACT);
      json_spaced_key (json, "name");
      json_string (json, function->name);
      if (function->file)
	{
	  json_spaced_key (json, "file");
	  json_string (json, function->file);
	  if (function->line > 0)
	    json_count_member (json, "line", function->line);
	}
      json_end_object (json);
    }
}

/* Print the frames of NODE's stack, root first.  STACK has room for them.  */

static void
speedscope_stack (struct json *json, const struct call_tree *tree,
		  uint32_t node, uint32_t *stack)
{
  uint32_t depth = tree->nodes[node].depth;
  for (uint32_t i = depth + 1; i-- > 0; node = tree->nodes[node].parent)
    stack[i] = tree->nodes[node].frame;
  json_begin_array (json, JSON_COMPACT);
  for (uint32_t i = 0; i <= depth; i++)
    json_count (json, stack[i]);
  json_end_array (json);
}

struct speedscope_sample
{
  uint32_t node;
  double ns;
};

/* Return the samples of THREAD, *COUNT of them, in their order, to be freed.
   Equal ones that follow one another are one.  */

static struct speedscope_sample *
speedscope_order (const struct export *export, size_t thread, size_t *count)
{
  const struct call_tree *tree = &export->tree;
  size_t first = tree->thread_first[thread];
  size_t given = tree->thread_first[thread + 1] - first;
  const struct call_tree_time *times
    = export_thread_times (export, thread, &given);
  struct speedscope_sample *samples = mem_alloc (given, sizeof *samples);
  *count = 0;
  for (size_t i = 0; i < given; i++)
    {
      struct speedscope_sample sample = {
	times ? times[i].node : tree->samples[first + i].node,
	times ? times[i].ns : tree->samples[first + i].ns
      };
      if (*count > 0 && samples[*count - 1].node == sample.node)
	samples[*count - 1].ns += sample.ns;
      else
	samples[(*count)++] = sample;
    }
  return samples;
}

static void
speedscope_thread (struct json *json, const struct export *export,
		   size_t thread, uint32_t *stack)
{
  const struct call_tree *tree = &export->tree;
  size_t count;
  struct speedscope_sample *samples = speedscope_order (export, thread,
							 &count);
  double total = 0;
  for (size_t i = 0; i < count; i++)
    total += samples[i].ns;
  char name[EXPORT_THREAD_NAME];
  json_begin_object (json, JSON_COMPACT);
  json_member (json, "type", "sampled");
  json_spaced_key (json, "name");
  json_string (json, export_thread_name (export, thread, name));
  json_member (json, "unit", "nanoseconds");
  json_count_member (json, "startValue", 0);
  json_key (json, "endValue");
  json_number (json, "%.0f", total);
  json_break (json);
  json_key (json, "samples");
  json_begin_array (json, JSON_LINES);
  json_break (json);
  for (size_t i = 0; i < count; i++)
    speedscope_stack (json, tree, samples[i].node, stack);
  json_end_array (json);
  json_break (json);
  json_key (json, "weights");
  json_begin_array (json, JSON_COMPACT);
  double before = 0, sum = 0;
  for (size_t i = 0; i < count; i++)
    {
      /* So that they add up to the end.  */
      sum += samples[i].ns;
      json_begin_value (json);
      print_whole (json->out, nearbyint (sum) - nearbyint (before));
      before = sum;
    }
  json_end_array (json);
  json_end_object (json);
  free (samples);
}

static void
speedscope_print (const struct export *export, FILE *out)
{
  const struct call_tree *tree = &export->tree;
  uint32_t deepest = 0;
  for (size_t i = 0; i < tree->node_count; i++)
    if (tree->nodes[i].depth > deepest)
      deepest = tree->nodes[i].depth;
  uint32_t *stack = mem_alloc (deepest + 1, sizeof *stack);
  struct json json;
  json_open (&json, out, false);
  json_begin_object (&json, JSON_LINES);
  json_member (&json, "$schema",
	       "https://www.speedscope.app/file-format-schema.json");
  json_member (&json, "exporter", "cgprof@" VERSION);
  json_spaced_key (&json, "name");
  json_string (&json, export_program_name (export));
  json_key (&json, "shared");
  json_begin_object (&json, JSON_COMPACT);
  json_key (&json, "frames");
  json_begin_array (&json, JSON_LINES);
  json_break (&json);
  speedscope_frames (&json, export);
  json_end_array (&json);
  json_end_object (&json);
  json_key (&json, "profiles");
  json_begin_array (&json, JSON_LINES);
  json_break (&json);
  for (size_t i = 0; i < tree->thread_count; i++)
    speedscope_thread (&json, export, i, stack);
  json_end_array (&json);
  json_end_object (&json);
  json_close (&json);
  putc ('\n', out);
  free (stack);
}

const struct exporter export_speedscope = {
  .name = "speedscope",
  .about = "for speedscope",
  .needs = EXPORT_TREE | EXPORT_TIMES,
  .print = speedscope_print
};
