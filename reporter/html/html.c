/* The HTML report: the page, and in it the profile as JSON in columns.

   Each part is a script element of its own, so that the page may read late
   what it may not need.  A row that there is not is -1.  Times are whole
   nanoseconds, those of the JSON export to the digit.  A count above 2^53
   is a string: JavaScript's numbers end there.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "html/html.h"
#include "analyse/precision.h"
#include "analyse/stackless-time.h"
#include "base/json.h"
#include "base/print.h"
#include "bytes/byte-tree.h"
#include "html/code.h"
#include "html/data.h"
#include "html/page.h"
#include "html/timeline.h"
#include "shares/call-shares.h"

#include <stdlib.h>
#include <string.h>

/* Nanoseconds below are what rounding leaves.  */
#define HTML_LEAST_REST 1000.0

/* Where the page is printed, and what of.  */
struct html
{
  FILE *out;
  struct json *json;		/* Of the part that is open.  */
  struct precision precision;
  const struct model *model;
  const struct results *results;
  struct html_source *source;
  const struct activity *activity;	/* What has rows.  */
  struct byte_sums bytes;
  struct call_shares instructions;	/* Empty: none were counted.  */
};

/* Write the row of FUNCTION.  */

static void
html_function (const struct html *html, uint32_t function)
{
  html_index (html->json, activity_row (html->activity, function));
}

/* The error of TIME, in ticks.  */

static void
html_error (const struct html *html, double time)
{
  double second = html->results->second;
  html_time (html->json, time > 0 ? precision_error (&html->precision,
						     time / second) : 0, 1);
}

static void
html_summary (const struct html *html)
{
  const struct model *model = html->model;
  const struct results *results = html->results;
  struct json *json = html->json;
  uint64_t samples = 0;
  for (size_t i = 0; i < model->sample_count; i++)
    samples += model->samples[i].count;
  html_begin_summary (json, html->out, model->program, false);
  json_break (json);
  json_member (json, "dimension", results->dimension);
  json_break (json);
  json_member (json, "noStacks", !model->has_time
    ? "The profile has counts of calls, but no samples of time."
    : model->has_stackless && model->has_stacks
    ? "Some of the profiles that were added up have no stacks, so time with "
      "callees was estimated from numbers of calls."
    : "Its samples are of single functions, without what called them; a "
      "gmon.out has no others. Table, call graph and source are complete.");
  json_break (json);
  json_member (json, "from", model->from);
  json_member (json, "to", model->to);
  json_member (json, "state", model->state);
  json_bool_member (json, "latency", model->latency);
  json_break (json);
  json_count_member (json, "processCount", model_count_processes (model));
  json_break (json);
  json_bool_member (json, "measured", results->measured);
  json_break (json);
  json_bool_member (json, "hasTime", model->has_time);
  json_break (json);
  json_bool_member (json, "hasArcs", model->has_arcs);
  json_break (json);
  json_bool_member (json, "hasStacks",
		    results->measured && model->sample_count > 0);
  json_break (json);
  json_count_member (json, "siteCount", html->activity->site_count);
  json_break (json);
  json_count_member (json, "sampleCount", samples);
  json_break (json);
  json_key (json, "sample");
  html_time (json, results->sample, results->second);
  json_break (json);
  json_key (json, "longestSample");
  html_time (json, model->longest_ns / 1e9 * results->second,
	     results->second);
  json_break (json);
  json_key (json, "total");
  html_time (json, results->total, results->second);
  json_break (json);
  json_key (json, "precision");
  json_number (json, "%.3f", html->precision.samples);
  json_end_object (json);
  html_end (json);
}

static void
html_modules (const struct html *html)
{
  const struct model *model = html->model;
  const struct results *results = html->results;
  struct json *json = html->json;
  const struct model_module *modules = model->modules;
  const struct result_module *each = results->modules;
  size_t count = model->module_count;
  double second = results->second;
  html_begin (json, html->out, "modules");
  json_begin_object (json, JSON_LINES);
  HTML_COLUMN (json, "name", count,
	       json_string (json, modules[i].name));
  HTML_COLUMN (json, "path", count,
	       json_string (json, modules[i].path));
  HTML_COLUMN (json, "main", count, html_index (json, modules[i].main));
  HTML_COLUMN (json, "instrumented", count,
	       html_index (json, modules[i].instrumented));
  HTML_COLUMN (json, "self", count,
	       html_time (json, each[i].self, second));
  HTML_COLUMN (json, "inclusive", count,
	       html_time (json, each[i].inclusive, second));
  json_end_object (json);
  html_end (json);
}

static void
html_functions (const struct html *html)
{
  const struct model *model = html->model;
  const struct results *results = html->results;
  struct json *json = html->json;
  const struct model_function *functions = model->functions;
  const struct result_function *each = results->functions;
  const uint32_t *files = html->source->function_files;
  const uint32_t *seen = html->activity->functions;
  size_t count = html->activity->function_count;
  double second = results->second;
  html_begin (json, html->out, "functions");
  json_begin_object (json, JSON_LINES);
  HTML_COLUMN (json, "name", count,
	       json_string (json, functions[seen[i]].name));
  /* 0: like the name.  */
  HTML_COLUMN (json, "symbol", count,
	       if (functions[seen[i]].symbol
		   && strcmp (functions[seen[i]].symbol,
			      functions[seen[i]].name) == 0)
		 json_count (json, 0);
	       else
		 json_string (json, functions[seen[i]].symbol));
  HTML_COLUMN (json, "module", count,
	       html_index (json, functions[seen[i]].module));
  HTML_COLUMN (json, "file", count, html_index (json, files[seen[i]]));
  HTML_COLUMN (json, "line", count,
	       html_index (json, functions[seen[i]].line));
  HTML_COLUMN (json, "cycle", count, html_index (json, each[seen[i]].cycle));
  HTML_COLUMN (json, "instrumented", count,
	       html_index (json, (functions[seen[i]].flags
				 & MODEL_FUNCTION_ROW) != 0));
  HTML_COLUMN (json, "inlined", count,
	       html_index (json, (functions[seen[i]].flags
				 & MODEL_FUNCTION_INLINED) != 0));
  HTML_COLUMN (json, "calls", count,
	       html_count (json, each[seen[i]].calls));
  HTML_COLUMN (json, "spontaneous", count,
	       html_count (json, each[seen[i]].spontaneous));
  if (html->bytes.known)
    HTML_COLUMN (json, "allocated", count,
		 html_count (json, (uint64_t)
			     (html->bytes.allocated.total[seen[i]] + 0.5)));
  if (html->instructions.total)
    {
      HTML_COLUMN (json, "instructions", count,
		   html_count (json, functions[seen[i]].instructions));
      HTML_COLUMN (json, "allInstructions", count,
		   html_count (json, (uint64_t)
			       (html->instructions.total[seen[i]] + 0.5)));
      HTML_COLUMN (json, "allInstructionsKnown", count,
		   html_index (json, html->instructions.known[seen[i]]));
    }
  HTML_COLUMN (json, "self", count,
	       html_time (json, each[seen[i]].self, second));
  if (html->precision.samples > 0)
    {
      HTML_COLUMN (json, "selfError", count,
		   html_time (json, each[seen[i]].self_error, second));
      HTML_COLUMN (json, "inclusiveError", count,
		   html_time (json, each[seen[i]].inclusive_error, second));
    }
  HTML_COLUMN (json, "inclusive", count,
	       html_time (json, each[seen[i]].self + each[seen[i]].child,
			  second));
  json_end_object (json);
  html_end (json);
}

/* What did not run: the names of functions, and how many call sites.  */

static void
html_never_seen (const struct html *html)
{
  const struct activity *activity = html->activity;
  const struct model_function *functions = html->model->functions;
  struct json *json = html->json;
  html_begin (json, html->out, "never");
  json_begin_object (json, JSON_LINES);
  HTML_COLUMN (json, "name", activity->never_count,
	       json_string (json, functions[activity->never[i]].name));
  json_count_member (json, "sites", activity->never_sites);
  json_end_object (json);
  html_end (json);
}

static void
html_arcs (const struct html *html)
{
  const struct results *results = html->results;
  struct json *json = html->json;
  const struct result_arc *arcs = results->arcs;
  const uint32_t *seen = html->activity->arcs;
  size_t count = html->activity->arc_count;
  double second = results->second;
  html_begin (json, html->out, "arcs");
  json_begin_object (json, JSON_LINES);
  HTML_COLUMN (json, "caller", count,
	       html_function (html, arcs[seen[i]].caller));
  HTML_COLUMN (json, "callee", count,
	       html_function (html, arcs[seen[i]].callee));
  HTML_COLUMN (json, "count", count, html_count (json, arcs[seen[i]].count));
  HTML_COLUMN (json, "self", count,
	       html_time (json, arcs[seen[i]].self, second));
  if (html->precision.samples > 0)
    HTML_COLUMN (json, "error", count,
		 html_error (html, arcs[seen[i]].self + arcs[seen[i]].child));
  HTML_COLUMN (json, "inclusive", count,
	       html_time (json, arcs[seen[i]].self + arcs[seen[i]].child,
			  second));
  json_end_object (json);
  html_end (json);
}

static void
html_sites (const struct html *html)
{
  const struct model *model = html->model;
  struct json *json = html->json;
  const struct model_site *sites = model->sites;
  const uint32_t *files = html->source->site_files;
  const uint32_t *seen = html->activity->sites;
  size_t count = html->activity->site_count;
  html_begin (json, html->out, "sites");
  json_begin_object (json, JSON_LINES);
  HTML_COLUMN (json, "caller", count,
	       html_function (html, sites[seen[i]].caller));
  HTML_COLUMN (json, "callee", count,
	       html_function (html, sites[seen[i]].callee));
  HTML_COLUMN (json, "kind", count, html_index (json, sites[seen[i]].kind));
  HTML_COLUMN (json, "tail", count, html_index (json, sites[seen[i]].tail));
  HTML_COLUMN (json, "file", count, html_index (json, files[seen[i]]));
  HTML_COLUMN (json, "line", count, html_index (json, sites[seen[i]].line));
  HTML_COLUMN (json, "column", count,
	       html_index (json, sites[seen[i]].column));
  HTML_COLUMN (json, "count", count, html_count (json, sites[seen[i]].count));
  json_end_object (json);
  html_end (json);
}

/* The array KEY of COUNT of the cycles' arcs, from FIRST on: other function,
   calls, self and inclusive time.  */

static void
html_cycle_arcs (const struct html *html, const char *key, uint32_t first,
		 uint32_t count)
{
  struct json *json = html->json;
  double second = html->results->second;
  json_key (json, key);
  json_begin_array (json, JSON_COMPACT);
  for (uint32_t i = 0; i < count; i++)
    {
      const struct result_arc *arc = &html->results->cycle_arcs[first + i];
      json_begin_array (json, JSON_COMPACT);
      html_function (html, arc->caller == MODEL_NONE ? arc->callee
						     : arc->caller);
      html_count (json, arc->count);
      html_time (json, arc->self, second);
      html_time (json, arc->self + arc->child, second);
      json_end_array (json);
    }
  json_end_array (json);
}

static void
html_cycles (const struct html *html)
{
  const struct results *results = html->results;
  double second = results->second;
  struct json *json = html->json;
  html_begin (json, html->out, "cycles");
  json_begin_array (json, JSON_LINES);
  for (size_t i = 0; i < results->cycle_count; i++)
    {
      const struct result_cycle *cycle = &results->cycles[i];
      json_begin_object (json, JSON_COMPACT);
      json_key (json, "members");
      json_begin_array (json, JSON_COMPACT);
      for (uint32_t j = 0; j < cycle->size; j++)
	html_function (html, results->members[cycle->first + j]);
      json_end_array (json);
      json_key (json, "calls");
      html_count (json, cycle->calls);
      json_key (json, "innerCalls");
      html_count (json, cycle->inner_calls);
      json_key (json, "spontaneous");
      html_count (json, cycle->spontaneous);
      json_key (json, "self");
      html_time (json, cycle->self, second);
      json_key (json, "inclusive");
      html_time (json, cycle->self + cycle->child, second);
      html_cycle_arcs (html, "callers", cycle->callers, cycle->caller_count);
      html_cycle_arcs (html, "callees", cycle->callees, cycle->callee_count);
      json_end_object (json);
    }
  json_end_array (json);
  html_end (json);
}

/* Write COUNT, or null if it is not KNOWN.  */

static void
html_known_count (struct json *json, uint64_t count, bool known)
{
  if (known)
    html_count (json, count);
  else
    json_null (json);
}

static void
html_processes (const struct html *html)
{
  const struct model *model = html->model;
  struct json *json = html->json;
  const struct model_process *processes = model->processes;
  size_t count = model->process_count;
  html_begin (json, html->out, "processes");
  json_begin_object (json, JSON_LINES);
  HTML_COLUMN (json, "pid", count, html_count (json, processes[i].pid));
  HTML_COLUMN (json, "parent", count,
	       html_count (json, processes[i].parent));
  HTML_COLUMN (json, "processes", count,
	       html_count (json, processes[i].processes));
  HTML_COLUMN (json, "program", count,
	       json_string (json, processes[i].program));
  HTML_COLUMN (json, "command", count,
	       json_string (json, processes[i].command
					? processes[i].command : "process"));
  HTML_COLUMN (json, "host", count,
	       json_string (json, processes[i].host));
  HTML_COLUMN (json, "rank", count, html_index (json, processes[i].rank));
  HTML_COLUMN (json, "start", count,
	       html_known_count (json, processes[i].start_ns,
				 processes[i].start_ns > 0));
  HTML_COLUMN (json, "end", count,
	       html_known_count (json, processes[i].end_ns,
				 processes[i].end_ns > 0));
  HTML_COLUMN (json, "ending", count,
	       json_string (json, processes[i].ending));
  HTML_COLUMN (json, "status", count, html_index (json, processes[i].status));
  HTML_COLUMN (json, "known", count,
	       html_index (json, processes[i].counted));
  HTML_COLUMN (json, "calls", count,
	       html_known_count (json, processes[i].calls,
				 processes[i].counted));
  HTML_COLUMN (json, "time", count, html_time (json, processes[i].ns, 1e9));
  json_end_object (json);
  html_end (json);
}

static void
html_threads (const struct html *html)
{
  const struct model *model = html->model;
  const struct results *results = html->results;
  struct json *json = html->json;
  const struct model_thread *threads = model->threads;
  size_t count = model->thread_count;
  html_begin (json, html->out, "threads");
  json_begin_object (json, JSON_LINES);
  HTML_COLUMN (json, "name", count,
	       json_string (json, threads[i].label
					? threads[i].label : "thread"));
  HTML_COLUMN (json, "process", count,
	       html_index (json, threads[i].process));
  HTML_COLUMN (json, "pid", count, html_count (json, threads[i].pid));
  HTML_COLUMN (json, "tid", count, html_count (json, threads[i].tid));
  HTML_COLUMN (json, "time", count,
	       html_time (json, results->threads[i], results->second));
  json_end_object (json);
  html_end (json);
}

/* The samples; behind them, without a stack and of no thread, what none of
   them has.  */

static void
html_samples (const struct html *html)
{
  const struct model *model = html->model;
  const struct results *results = html->results;
  struct json *json = html->json;
  const struct model_sample *samples = model->samples;
  size_t count = results->measured ? model->sample_count : 0;
  uint32_t *rows = mem_alloc (model->function_count, sizeof *rows);
  double *rest = stackless_time_find (results, HTML_LEAST_REST);
  size_t more = 0;
  for (size_t i = 0; i < model->function_count && count > 0; i++)
    if (rest[i] > 0)
      rows[more++] = i;

  html_begin (json, html->out, "samples");
  json_begin_object (json, JSON_LINES);
  HTML_COLUMN (json, "function", count + more,
	       html_function (html, i < count ? samples[i].function
					      : rows[i - count]));
  HTML_COLUMN (json, "context", count + more,
	       html_index (json, i < count ? samples[i].context
					    : MODEL_NONE));
  HTML_COLUMN (json, "thread", count + more,
	       html_index (json, i < count ? samples[i].thread
					    : MODEL_NONE));
  HTML_COLUMN (json, "flags", count + more,
	       html_index (json, i < count ? samples[i].flags : 0));
  HTML_COLUMN (json, "time", count + more,
	       html_time (json, i < count ? samples[i].ns
					 : rest[rows[i - count]], 1e9));
  json_end_object (json);
  html_end (json);
  free (rows);
  free (rest);
}

/* The tree of what is allocated.  */

static void
html_byte_tree (const struct html *html)
{
  struct json *json = html->json;
  struct byte_tree tree;
  if (!html->bytes.known)
    return;
  byte_tree_make (&tree, &html->bytes, html->results);
  html_begin (json, html->out, "byteTree");
  json_begin_object (json, JSON_LINES);
  json_count_member (json, "parts", BYTE_TREE_PARTS);
  HTML_COLUMN (json, "function", tree.count,
	       html_function (html, tree.nodes[i].function));
  HTML_COLUMN (json, "parent", tree.count,
	       html_index (json, tree.nodes[i].parent));
  HTML_COLUMN (json, "total", tree.count,
	       html_count (json, tree.nodes[i].total));
  HTML_COLUMN (json, "own", tree.count, html_count (json, tree.nodes[i].own));
  json_end_object (json);
  html_end (json);
  byte_tree_free (&tree);
}

/* Marks, and when samples were taken: the bucket of each row less that of the
   row before it, and of rows that have several their number and how many.  */

static void
html_print_timeline (const struct html *html,
		     const struct html_timeline *timeline)
{
  const struct model *model = html->model;
  struct json *json = html->json;
  const struct html_timeline_row *rows = timeline->rows;
  size_t count = timeline->row_count;
  html_begin (json, html->out, "timeline");
  json_begin_object (json, JSON_LINES);
  json_count_member (json, "step", timeline->step);
  json_count_member (json, "end", timeline->end);
  HTML_COLUMN (json, "borders", timeline->border_count,
	       html_count (json, timeline->borders[i]));
  HTML_COLUMN (json, "bucket", count,
	       html_index (json, rows[i].bucket
				 - (i > 0 ? rows[i - 1].bucket : 0)));
  HTML_COLUMN (json, "sample", count, html_index (json, rows[i].sample));
  HTML_COLUMN (json, "time", count, html_time (json, rows[i].ns, 1e9));
  HTML_COLUMN (json, "long", count,
	       if (rows[i].length > 1)
		 {
		   json_count (json, i);
		   json_count (json, rows[i].length);
		 });
  HTML_COLUMN (json, "markName", model->mark_count,
	       json_string (json, model->marks[i].name));
  HTML_COLUMN (json, "markTime", model->mark_count,
	       html_count (json,
			   model_find_offset (model, model->marks[i].process,
					      model->marks[i].at_ns)));
  json_end_object (json);
  html_end (json);
}

static void
html_timeline (const struct html *html)
{
  struct html_timeline timeline = { 0 };
  if (html->results->measured)
    html_timeline_make (&timeline, html->model);
  if (timeline.row_count > 0)
    html_print_timeline (html, &timeline);
  html_timeline_free (&timeline);
}

static void
html_stacks (const struct html *html)
{
  const struct model *model = html->model;
  const struct results *results = html->results;
  struct json *json = html->json;
  const struct model_context *contexts = model->contexts;
  size_t count = results->measured ? model->context_count : 0;
  html_begin (json, html->out, "contexts");
  json_begin_object (json, JSON_LINES);
  HTML_COLUMN (json, "function", count,
	       html_function (html, contexts[i].function));
  HTML_COLUMN (json, "parent", count,
	       html_index (json, contexts[i].parent));
  HTML_COLUMN (json, "flags", count, html_index (json, contexts[i].flags));
  json_end_object (json);
  html_end (json);
}


/* The lines that have time, or were run.  */

static void
html_lines (const struct html *html)
{
  const struct source_lines *source = &html->source->lines;
  const struct source_line *lines = source->lines;
  struct json *json = html->json;
  double second = html->results->second;
  uint32_t *shown = mem_alloc (source->line_count, sizeof *shown);
  size_t count = 0;
  for (size_t i = 0; i < source->line_count; i++)
    if (lines[i].inclusive > 0 || lines[i].executions > 0)
      shown[count++] = i;
  html_begin (json, html->out, "lines");
  json_begin_object (json, JSON_LINES);
  HTML_COLUMN (json, "file", count,
	       html_index (json,
			   html->source->line_files[lines[shown[i]].file]));
  HTML_COLUMN (json, "line", count,
	       html_index (json, lines[shown[i]].number));
  HTML_COLUMN (json, "self", count,
	       html_time (json, lines[shown[i]].self, second));
  HTML_COLUMN (json, "inclusive", count,
	       html_time (json, lines[shown[i]].inclusive, second));
  if (source->has_code)
    {
      HTML_COLUMN (json, "executions", count,
		   html_count (json, lines[shown[i]].executions));
      HTML_COLUMN (json, "instructions", count,
		   html_count (json, lines[shown[i]].instructions));
    }
  json_end_object (json);
  html_end (json);
  free (shown);
}

static void
html_files (const struct html *html)
{
  const struct html_source *source = html->source;
  struct json *json = html->json;
  html_begin (json, html->out, "files");
  json_begin_array (json, JSON_COMPACT);
  for (size_t i = 0; i < source->file_count; i++)
    json_string (json, source->files[i].name);
  json_end_array (json);
  html_end (json);
}

/* The parts of the files that are shown, each with the number of its first
   line.  */

static void
html_sources (const struct html *html)
{
  const struct html_source *source = html->source;
  struct json *json = html->json;
  html_begin (json, html->out, "sources");
  json_begin_array (json, JSON_LINES);
  for (size_t i = 0; i < source->file_count; i++)
    {
      const struct html_file *file = &source->files[i];
      if (file->part_count == 0)
	continue;
      json_begin_object (json, JSON_COMPACT);
      json_count_member (json, "file", i);
      json_count_member (json, "lines", file->lines);
      json_key (json, "parts");
      json_begin_array (json, JSON_LINES);
      for (size_t j = 0; j < file->part_count; j++)
	{
	  json_begin_array (json, JSON_COMPACT);
	  json_count (json, file->parts[j].first);
	  json_string (json, file->parts[j].text);
	  json_end_array (json);
	}
      json_end_array (json);
      json_end_object (json);
    }
  json_end_array (json);
  html_end (json);
}

void
html_print (const struct results *results, struct html_source *source,
	    bool all, FILE *out)
{
  struct json json;
  struct activity activity;
  struct html html = {
    .json = &json, .out = out, .model = results->model, .results = results,
    .source = source, .activity = &activity
  };
  activity_find (&activity, results, all);
  precision_find (&html.precision, results);
  if (!byte_sums_make (&html.bytes, results))
    html.bytes.known = false;
  call_shares_make_instructions (&html.instructions, results);
  for (size_t i = 0; html_page_head[i]; i++)
    fputs (html_page_head[i], out);
  html_summary (&html);
  html_modules (&html);
  html_functions (&html);
  html_never_seen (&html);
  html_arcs (&html);
  html_sites (&html);
  html_cycles (&html);
  html_processes (&html);
  html_threads (&html);
  html_stacks (&html);
  html_samples (&html);
  html_byte_tree (&html);
  html_timeline (&html);
  html_code (&json, out, results, &activity, source);
  html_files (&html);
  html_lines (&html);
  html_sources (&html);
  for (size_t i = 0; html_page_tail[i]; i++)
    fputs (html_page_tail[i], out);
  activity_free (&activity);
  byte_sums_free (&html.bytes);
  call_shares_free (&html.instructions);
}
