/* Everything, as one JSON object.

   doc/cgprof.texi, "JSON", is the manual; a change of meaning raises
   schema_version.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "analyse/source-lines.h"
#include "base/json.h"
#include "base/print.h"
#include "text/view.h"

#include <inttypes.h>

#define VIEW_SCHEMA_VERSION 1

struct view_json
{
  const struct view *view;
  FILE *out;
  struct json_strings names;	/* Of the functions.  */
};

/* KEY and the string TEXT as members of an object.  */

static void
view_member (FILE *out, const char *key, const char *text)
{
  json_put_member (out, key, text);
  PRINT_CONSTANT (out, ", ");
}

/* A number of anything.  */

static void
view_count (FILE *out, const char *key, uint64_t count)
{
  json_put_key (out, key);
  print_count (out, count, 0);
  PRINT_CONSTANT (out, ", ");
}

/* A time in seconds.  */

static void
view_seconds (FILE *out, const char *key, double seconds, bool last)
{
  json_put_key (out, key);
  print_precise (out, seconds);
  if (!last)
    PRINT_CONSTANT (out, ", ");
}

/* A line or column; null if it is unknown.  */

static void
view_number (FILE *out, const char *key, uint32_t number)
{
  if (number > 0)
    view_count (out, key, number);
  else
    {
      json_put_key (out, key);
      PRINT_CONSTANT (out, "null, ");
    }
}

/* A constant KEY and the name of FUNCTION.  */
#define VIEW_NAME(json, key, function) \
  (PRINT_CONSTANT ((json)->out, "\"" key "\": "), \
   json_strings_put (&(json)->names, (json)->out, function), \
   PRINT_CONSTANT ((json)->out, ", "))

static void
view_modules (const struct view_json *json)
{
  const struct view *view = json->view;
  const struct model *model = view->model;
  for (size_t i = 0; i < model->module_count; i++)
    {
      const struct model_module *module = &model->modules[i];
      fputs (i ? ",\n    { " : "\n    { ", view->out);
      view_member (view->out, "name", module->name);
      view_member (view->out, "path", module->path);
      view_member (view->out, "build_id", module->build_id);
      fprintf (view->out, "\"instrumented\": %s, \"self_seconds\": %.9f, "
	       "\"inclusive_seconds\": %.9f }",
	       module->instrumented ? "true" : "false",
	       view->results->modules[i].self / view->results->second,
	       view->results->modules[i].inclusive
	       / view->results->second);
    }
}

static void
view_threads (const struct view_json *json)
{
  const struct view *view = json->view;
  const struct model *model = view->model;
  const struct results *results = view->results;
  for (size_t i = 0; i < model->thread_count; i++)
    {
      const struct model_thread *thread = &model->threads[i];
      fputs (i ? ",\n    { " : "\n    { ", view->out);
      view_member (view->out, "name", thread->label);
      fprintf (view->out, "\"process\": %" PRIu32 ", \"pid\": %" PRIu64
	       ", \"tid\": %" PRIu64 ", \"threads\": %" PRIu64
	       ", \"seconds\": %.9f, \"samples\": %" PRIu64
	       ", \"lost\": %" PRIu64 ", \"truncated\": %" PRIu64
	       ", \"folded\": %" PRIu64 " }",
	       thread->process + 1, thread->pid, thread->tid,
	       thread->threads, results->threads[i] / results->second,
	       thread->samples, thread->lost, thread->truncated,
	       thread->folded);
    }
}

static void
view_functions (const struct view_json *json)
{
  const struct view *view = json->view;
  double second = view->results->second;
  const struct model *model = view->model;
  const struct results *results = view->results;
  FILE *out = view->out;
  for (size_t i = 0; i < model->function_count; i++)
    {
      const struct model_function *function = &model->functions[i];
      const struct result_function *result = &results->functions[i];
      fputs (i ? ",\n    { " : "\n    { ", out);
      VIEW_NAME (json, "name", i);
      view_member (out, "symbol", function->symbol);
      view_member (out, "module",
		   function->module != MODEL_NONE
		   ? model->modules[function->module].name : NULL);
      view_member (out, "directory", function->directory);
      view_member (out, "file", function->file);
      view_number (out, "line", function->line);
      fprintf (out, "\"instrumented\": %s, \"cycle\": ",
	       function->flags & MODEL_FUNCTION_ROW ? "true" : "false");
      if (result->cycle != MODEL_NONE)
	fprintf (out, "%" PRIu32, result->cycle + 1);
      else
	fputs ("null", out);
      PRINT_CONSTANT (out, ", ");
      view_count (out, "calls", result->calls);
      view_count (out, "spontaneous", result->spontaneous);
      view_seconds (out, "spontaneous_self_seconds",
		    result->spontaneous_self / second, false);
      view_seconds (out, "spontaneous_inclusive_seconds",
		    (result->spontaneous_self + result->spontaneous_child)
		    / second, false);
      view_seconds (out, "self_seconds", result->self / second, false);
      view_seconds (out, "inclusive_seconds",
		    (result->self + result->child) / second, false);
      view_seconds (out, "self_error", result->self_error / second, false);
      view_seconds (out, "inclusive_error",
		    result->inclusive_error / second, false);
      view_count (out, "self_samples", result->self_samples);
      json_put_key (out, "samples");
      print_count (out, result->samples, 0);
      PRINT_CONSTANT (out, " }");
    }
}

static void
view_arcs (const struct view_json *json)
{
  const struct view *view = json->view;
  double second = view->results->second;
  const struct results *results = view->results;
  FILE *out = view->out;
  for (size_t i = 0; i < results->arc_count; i++)
    {
      const struct result_arc *arc = &results->arcs[i];
      fputs (i ? ",\n    { " : "\n    { ", out);
      VIEW_NAME (json, "caller", arc->caller);
      VIEW_NAME (json, "callee", arc->callee);
      view_count (out, "count", arc->count);
      view_seconds (out, "self_seconds", arc->self / second, false);
      view_seconds (out, "inclusive_seconds",
		    (arc->self + arc->child) / second, true);
      PRINT_CONSTANT (out, " }");
    }
}

static void
view_sites (const struct view_json *json)
{
  const struct view *view = json->view;
  static const char *const kinds[] = { "direct", "indirect", "virtual" };
  const struct model *model = view->model;
  const struct results *results = view->results;
  FILE *out = view->out;
  for (size_t i = 0; i < model->site_count; i++)
    {
      const struct model_site *site = &model->sites[i];
      fputs (i ? ",\n    { " : "\n    { ", out);
      VIEW_NAME (json, "caller", site->caller);
      VIEW_NAME (json, "callee", site->callee);
      view_member (out, "kind", kinds[site->kind]);
      json_put_key (out, "tail");
      fputs (site->tail ? "true, " : "false, ", out);
      view_member (out, "file", site->file);
      view_number (out, "line", site->line);
      view_number (out, "column", site->column);
      fputs ("\"inlined_from\": [", out);
      for (uint32_t j = 0; j < site->inlined; j++)
	{
	  const struct model_inline *level
	    = &model->inlines[site->inlines + j];
	  fputs (j ? ", { " : "{ ", out);
	  view_member (out, "function", level->name);
	  view_member (out, "file", level->file);
	  view_number (out, "line", level->line);
	  view_number (out, "column", level->column);
	  fprintf (out, "\"level\": %" PRIu32 " }", j + 1);
	}
      PRINT_CONSTANT (out, "], ");
      view_count (out, "count", site->count);
      view_seconds (out, "inclusive_seconds",
		    results->sites[i] / results->second, true);
      PRINT_CONSTANT (out, " }");
    }
}

/* The array KEY of a cycle: COUNT arcs from FIRST on by which it is called
   (CALLERS), or calls others.  */

static void
view_cycle_arcs (const struct view_json *json, const char *key,
		 uint32_t first, uint32_t count, bool callers)
{
  const struct view *view = json->view;
  double second = view->results->second;
  fprintf (view->out, ", \"%s\": [", key);
  for (uint32_t i = 0; i < count; i++)
    {
      const struct result_arc *arc = &view->results->cycle_arcs[first + i];
      fputs (i ? ", { " : "{ ", view->out);
      VIEW_NAME (json, "function", callers ? arc->caller : arc->callee);
      view_count (view->out, "count", arc->count);
      view_seconds (view->out, "self_seconds", arc->self / second, false);
      view_seconds (view->out, "inclusive_seconds",
		    (arc->self + arc->child) / second, true);
      fputs (" }", view->out);
    }
  fputs ("]", view->out);
}

static void
view_cycles (const struct view_json *json)
{
  const struct view *view = json->view;
  double second = view->results->second;
  const struct results *results = view->results;
  FILE *out = view->out;
  for (size_t i = 0; i < results->cycle_count; i++)
    {
      const struct result_cycle *cycle = &results->cycles[i];
      fprintf (out, "%s\n    { \"cycle\": %zu, \"members\": [",
	       i ? "," : "", i + 1);
      for (uint32_t j = 0; j < cycle->size; j++)
	{
	  fputs (j ? ", " : "", out);
	  json_strings_put (&json->names, out,
			    results->members[cycle->first + j]);
	}
      fprintf (out, "], \"calls\": %" PRIu64 ", \"inner_calls\": %" PRIu64
	       ", \"spontaneous\": %" PRIu64 ", \"self_seconds\": %.9f, "
	       "\"inclusive_seconds\": %.9f", cycle->calls,
	       cycle->inner_calls, cycle->spontaneous, cycle->self / second,
	       (cycle->self + cycle->child) / second);
      view_cycle_arcs (json, "callers", cycle->callers, cycle->caller_count,
		       true);
      view_cycle_arcs (json, "callees", cycle->callees, cycle->callee_count,
		       false);
      fputs (" }", out);
    }
}

static void
view_lines (const struct view_json *json)
{
  const struct view *view = json->view;
  double second = view->results->second;
  FILE *out = view->out;
  bool begun = false;
  for (size_t i = 0; i < view->source->line_count; i++)
    {
      const struct source_line *line = &view->source->lines[i];
      if (line->calls == 0 && line->inclusive <= 0)
	continue;
      fputs (begun ? ",\n    { " : "\n    { ", out);
      begun = true;
      view_member (out, "file", view->source->files[line->file].name);
      view_count (out, "line", line->number);
      view_count (out, "calls", line->calls);
      view_seconds (out, "self_seconds", line->self / second, false);
      view_seconds (out, "inclusive_seconds", line->inclusive / second, true);
      PRINT_CONSTANT (out, " }");
    }
}

/* Element I of a column: what comes before it, and then INDEX, or null where
   that is MODEL_NONE.  */

static void
view_element (FILE *out, size_t i, uint32_t index)
{
  if (i > 0)
    putc_unlocked (',', out);
  if (index == MODEL_NONE)
    PRINT_CONSTANT (out, "null");
  else
    print_count (out, index, 0);
}

/* The stacks, which begin with one another.  */

static void
view_stacks (const struct view *view)
{
  const struct call_tree *tree = view->tree;
  FILE *out = view->out;
  fputs ("  \"stacks\": {\n    \"function\": [", out);
  for (size_t i = 0; i < tree->node_count; i++)
    view_element (out, i, tree->frames[tree->nodes[i].frame].function);
  fputs ("],\n    \"parent\": [", out);
  for (size_t i = 0; i < tree->node_count; i++)
    view_element (out, i, tree->nodes[i].parent);
  fputs ("],\n    \"inlined\": [", out);
  for (size_t i = 0; i < tree->node_count; i++)
    view_element (out, i, (tree->frames[tree->nodes[i].frame].flags
			   & MODEL_FRAME_INLINED) != 0);
  fputs ("]\n  },\n", out);
}

static void
view_samples (const struct view *view)
{
  const struct call_tree *tree = view->tree;
  FILE *out = view->out;
  fputs ("  \"samples\": {\n    \"stack\": [", out);
  for (size_t i = 0; i < tree->sample_count; i++)
    view_element (out, i, tree->samples[i].node);
  fputs ("],\n    \"thread\": [", out);
  for (size_t i = 0; i < tree->sample_count; i++)
    view_element (out, i, tree->samples[i].thread < view->model->thread_count
			  ? tree->samples[i].thread : MODEL_NONE);
  fputs ("],\n    \"samples\": [", out);
  for (size_t i = 0; i < tree->sample_count; i++)
    {
      if (i > 0)
	putc_unlocked (',', out);
      print_count (out, tree->samples[i].count, 0);
    }
  fputs ("],\n    \"seconds\": [", out);
  for (size_t i = 0; i < tree->sample_count; i++)
    {
      if (i > 0)
	putc_unlocked (',', out);
      print_precise (out, tree->samples[i].ns / 1e9);
    }
  fputs ("]\n  }\n", out);
}

/* The array KEY, whose elements ELEMENTS prints.  */

static void
view_array (const struct view_json *json, const char *key,
	    void (*elements) (const struct view_json *), bool last)
{
  const struct view *view = json->view;
  fprintf (view->out, "  \"%s\": [", key);
  elements (json);
  fputs (last ? "\n  ]\n" : "\n  ],\n", view->out);
}

void
view_json (const struct view *view)
{
  double second = view->results->second;
  const struct model *model = view->model;
  const struct results *results = view->results;
  FILE *out = view->out;
  struct view_json json = { .view = view, .out = out };
  json_strings_open (&json.names, model->function_count);
  for (size_t i = 0; i < model->function_count; i++)
    json_strings_add (&json.names, model->functions[i].name);
  json_strings_close (&json.names);
  fprintf (out, "{\n  \"schema\": \"cgprof-json\",\n"
	   "  \"schema_version\": %d,\n  \"program\": ",
	   VIEW_SCHEMA_VERSION);
  json_put_string (out, model->program);
  fprintf (out,
	   ",\n  \"processes\": %u,\n  \"seconds\": %.9f,\n  "
	   "\"sample_seconds\": %.9f,\n"
	   "  \"propagation\": \"%s\",\n",
	   model->processes, results->total / second, results->sample / second,
	   results->measured ? "measured" : "counts");
  view_array (&json, "modules", view_modules, false);
  view_array (&json, "threads", view_threads, false);
  view_array (&json, "functions", view_functions, false);
  view_array (&json, "arcs", view_arcs, false);
  view_array (&json, "sites", view_sites, false);
  view_array (&json, "cycles", view_cycles, false);
  view_array (&json, "lines", view_lines, false);
  view_stacks (view);
  view_samples (view);
  fputs ("}\n", out);
  json_strings_free (&json.names);
}
