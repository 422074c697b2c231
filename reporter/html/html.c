/* The HTML report: the page, and in it the profile as JSON in columns.

   Each part is a script element of its own, so that the page may read late
   what it may not need.  A row that there is not is -1.  Times are whole
   nanoseconds, those of the JSON export to the digit.  A count above 2^53
   is a string: JavaScript's numbers end there.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "html/html.h"
#include "analyse/precision.h"
#include "base/json.h"
#include "base/print.h"
#include "html/data.h"
#include "html/page.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Nanoseconds below are what rounding leaves.  */
#define HTML_LEAST_REST 1000.0

/* Where the page is printed, and what of.  */
struct html
{
  FILE *out;
  struct precision precision;
  const struct model *model;
  const struct results *results;
  const struct html_source *source;
};

/* The error of TIME, in ticks.  */

static void
html_error (const struct html *html, double time)
{
  double second = html->results->second;
  html_time (html->out, time > 0 ? precision_error (&html->precision,
						    time / second) : 0, 1);
}

static void
html_summary (const struct html *html)
{
  const struct model *model = html->model;
  const struct results *results = html->results;
  FILE *out = html->out;
  const char *slash = model->program ? strrchr (model->program, '/') : NULL;
  uint64_t samples = 0;
  for (size_t i = 0; i < model->sample_count; i++)
    samples += model->samples[i].count;
  html_begin (html->out, "summary");
  fputs ("{\"schema\":\"cgprof-html\",\"version\":1,\n", out);
  html_member (out, "program", model->program);
  html_member (out, "title", slash && slash[1] ? slash + 1
			     : model->program ? model->program : "profile");
  html_member (out, "dimension", results->dimension);
  html_member (out, "noStacks", !model->has_time
    ? "The profile has counts of calls, but no samples of time."
    : model->has_stackless && model->has_stacks
    ? "Some of the profiles that were added up have no stacks, so time with "
      "callees was estimated from numbers of calls."
    : "Its samples are of single functions, without what called them; a "
      "gmon.out has no others. Table, call graph and source are complete.");
  fprintf (out, "\"processes\":%u,\n\"measured\":%s,\n\"hasTime\":%s,\n"
	   "\"hasArcs\":%s,\n\"hasStacks\":%s,\n\"siteCount\":%zu,\n"
	   "\"sampleCount\":%" PRIu64 ",\n\"sample\":", model->processes,
	   results->measured ? "true" : "false",
	   model->has_time ? "true" : "false",
	   model->has_arcs ? "true" : "false",
	   results->measured && model->sample_count > 0 ? "true" : "false",
	   model->site_count, samples);
  html_time (out, results->sample, results->second);
  fputs (",\n\"total\":", out);
  html_time (out, results->total, results->second);
  fprintf (out, ",\n\"precision\":%.3f", html->precision.samples);
  fputs ("}", out);
  html_end (html->out);
}

static void
html_modules (const struct html *html)
{
  const struct model *model = html->model;
  const struct results *results = html->results;
  FILE *out = html->out;
  const struct model_module *modules = model->modules;
  size_t count = model->module_count;
  html_begin (html->out, "modules");
  fputs ("{", out);
  HTML_COLUMN_AND (out, "name", count,
		   json_put_script (out, modules[i].name));
  HTML_COLUMN_AND (out, "path", count,
		   json_put_script (out, modules[i].path));
  HTML_COLUMN_AND (out, "main", count, html_index (out, modules[i].main));
  HTML_COLUMN_AND (out, "instrumented", count,
		   html_index (out, modules[i].instrumented));
  HTML_COLUMN_AND (out, "self", count,
		   html_time (out, results->modules[i].self, results->second));
  HTML_COLUMN (
      out, "inclusive", count,
      html_time (out, results->modules[i].inclusive, results->second));
  fputs ("}", out);
  html_end (html->out);
}

static void
html_functions (const struct html *html)
{
  const struct model *model = html->model;
  const struct results *results = html->results;
  FILE *out = html->out;
  const struct model_function *functions = model->functions;
  const struct result_function *each = results->functions;
  const uint32_t *files = html->source->function_files;
  size_t count = model->function_count;
  double second = results->second;
  html_begin (html->out, "functions");
  fputs ("{", out);
  HTML_COLUMN_AND (out, "name", count,
		   json_put_script (out, functions[i].name));
  /* 0: like the name.  */
  HTML_COLUMN_AND (out, "symbol", count,
		   if (functions[i].symbol
		       && strcmp (functions[i].symbol, functions[i].name) == 0)
		     putc_unlocked ('0', out);
		   else
		     json_put_script (out, functions[i].symbol));
  HTML_COLUMN_AND (out, "module", count,
		   html_index (out, functions[i].module));
  HTML_COLUMN_AND (out, "file", count, html_index (out, files[i]));
  HTML_COLUMN_AND (out, "line", count, html_index (out, functions[i].line));
  HTML_COLUMN_AND (out, "cycle", count, html_index (out, each[i].cycle));
  HTML_COLUMN_AND (out, "instrumented", count,
		   html_index (out, (functions[i].flags
				     & MODEL_FUNCTION_ROW) != 0));
  HTML_COLUMN_AND (out, "inlined", count,
		   html_index (out, (functions[i].flags
				     & MODEL_FUNCTION_INLINED) != 0));
  HTML_COLUMN_AND (out, "calls", count,
		   html_count (out, each[i].calls));
  HTML_COLUMN_AND (out, "spontaneous", count,
		   html_count (out, each[i].spontaneous));
  HTML_COLUMN_AND (out, "self", count,
		   html_time (out, each[i].self, second));
  if (html->precision.samples > 0)
    {
      HTML_COLUMN_AND (out, "selfError", count,
		       html_time (out, each[i].self_error, second));
      HTML_COLUMN_AND (out, "inclusiveError", count,
		       html_time (out, each[i].inclusive_error, second));
    }
  HTML_COLUMN (out, "inclusive", count,
	       html_time (out, each[i].self + each[i].child,
			  second));
  fputs ("}", out);
  html_end (html->out);
}

static void
html_arcs (const struct html *html)
{
  const struct results *results = html->results;
  FILE *out = html->out;
  const struct result_arc *arcs = results->arcs;
  size_t count = results->arc_count;
  double second = results->second;
  html_begin (html->out, "arcs");
  fputs ("{", out);
  HTML_COLUMN_AND (out, "caller", count, html_index (out, arcs[i].caller));
  HTML_COLUMN_AND (out, "callee", count, html_index (out, arcs[i].callee));
  HTML_COLUMN_AND (out, "count", count, html_count (out, arcs[i].count));
  HTML_COLUMN_AND (out, "self", count,
		   html_time (out, arcs[i].self, second));
  if (html->precision.samples > 0)
    HTML_COLUMN_AND (out, "error", count,
		     html_error (html, arcs[i].self + arcs[i].child));
  HTML_COLUMN (out, "inclusive", count,
	       html_time (out, arcs[i].self + arcs[i].child, second));
  fputs ("}", out);
  html_end (html->out);
}

static void
html_sites (const struct html *html)
{
  const struct model *model = html->model;
  FILE *out = html->out;
  const struct model_site *sites = model->sites;
  const uint32_t *files = html->source->site_files;
  size_t count = model->site_count;
  html_begin (html->out, "sites");
  fputs ("{", out);
  HTML_COLUMN_AND (out, "caller", count, html_index (out, sites[i].caller));
  HTML_COLUMN_AND (out, "callee", count, html_index (out, sites[i].callee));
  HTML_COLUMN_AND (out, "kind", count, html_index (out, sites[i].kind));
  HTML_COLUMN_AND (out, "tail", count, html_index (out, sites[i].tail));
  HTML_COLUMN_AND (out, "file", count, html_index (out, files[i]));
  HTML_COLUMN_AND (out, "line", count, html_index (out, sites[i].line));
  HTML_COLUMN_AND (out, "column", count, html_index (out, sites[i].column));
  /* The function that it was written in, if it was inlined.  */
  HTML_COLUMN_AND (out, "written", count,
		   if (sites[i].inlined > 0)
		     json_put_script (out, model->inlines
					      [sites[i].inlines].name);
		   else
		     putc_unlocked ('0', out));
  HTML_COLUMN (out, "count", count, html_count (out, sites[i].count));
  fputs ("}", out);
  html_end (html->out);
}

/* The ends and figures of COUNT of the cycles' arcs, from FIRST on: other
   function, calls, self and inclusive time.  */

static void
html_cycle_arcs (const struct html *html, uint32_t first, uint32_t count)
{
  FILE *out = html->out;
  double second = html->results->second;
  for (uint32_t i = 0; i < count; i++)
    {
      const struct result_arc *arc = &html->results->cycle_arcs[first + i];
      fputs (i ? ",[" : "[", out);
      html_index (out, arc->caller == MODEL_NONE ? arc->callee
						 : arc->caller);
      putc_unlocked (',', out);
      html_count (out, arc->count);
      putc_unlocked (',', out);
      html_time (out, arc->self, second);
      putc_unlocked (',', out);
      html_time (out, arc->self + arc->child, second);
      putc_unlocked (']', out);
    }
}

static void
html_cycles (const struct html *html)
{
  const struct results *results = html->results;
  FILE *out = html->out;
  html_begin (html->out, "cycles");
  fputs ("[", out);
  for (size_t i = 0; i < results->cycle_count; i++)
    {
      const struct result_cycle *cycle = &results->cycles[i];
      fputs (i ? ",\n{\"members\":[" : "{\"members\":[", out);
      for (uint32_t j = 0; j < cycle->size; j++)
	{
	  html_comma (out, j);
	  html_index (out, results->members[cycle->first + j]);
	}
      fputs ("],\"calls\":", out);
      html_count (out, cycle->calls);
      fputs (",\"innerCalls\":", out);
      html_count (out, cycle->inner_calls);
      fputs (",\"spontaneous\":", out);
      html_count (out, cycle->spontaneous);
      fputs (",\"self\":", out);
      html_time (out, cycle->self, results->second);
      fputs (",\"inclusive\":", out);
      html_time (out, cycle->self + cycle->child, results->second);
      fputs (",\"callers\":[", out);
      html_cycle_arcs (html, cycle->callers, cycle->caller_count);
      fputs ("],\"callees\":[", out);
      html_cycle_arcs (html, cycle->callees, cycle->callee_count);
      fputs ("]}", out);
    }
  fputs ("]", out);
  html_end (html->out);
}

static void
html_threads (const struct html *html)
{
  const struct model *model = html->model;
  const struct results *results = html->results;
  FILE *out = html->out;
  const struct model_thread *threads = model->threads;
  size_t count = model->thread_count;
  html_begin (html->out, "threads");
  fputs ("{", out);
  HTML_COLUMN_AND (out, "name", count,
		   json_put_script (out, threads[i].label
					    ? threads[i].label : "thread"));
  HTML_COLUMN_AND (out, "pid", count, html_count (out, threads[i].pid));
  HTML_COLUMN_AND (out, "tid", count, html_count (out, threads[i].tid));
  HTML_COLUMN (out, "time", count,
	       html_time (out, results->threads[i], results->second));
  fputs ("}", out);
  html_end (html->out);
}

/* Set REST to the self time of each function, in nanoseconds, that no sample
   has: that of the kernel, and what could not be sampled.  */

static void
html_find_rest (const struct results *results, double *rest)
{
  const struct model *model = results->model;
  for (size_t i = 0; i < model->function_count; i++)
    rest[i] = results->functions[i].self / results->second * 1e9;
  for (size_t i = 0; i < model->sample_count; i++)
    rest[model->samples[i].function] -= model->samples[i].ns;
}

/* The samples; behind them, without a stack and of no thread, what none of
   them has.  */

static void
html_samples (const struct html *html)
{
  const struct model *model = html->model;
  const struct results *results = html->results;
  FILE *out = html->out;
  const struct model_sample *samples = model->samples;
  size_t count = results->measured ? model->sample_count : 0;
  uint32_t *rows = mem_alloc (model->function_count, sizeof *rows);
  double *rest = mem_alloc (model->function_count, sizeof *rest);
  size_t more = 0;
  html_find_rest (results, rest);
  for (size_t i = 0; i < model->function_count && count > 0; i++)
    if (rest[i] >= HTML_LEAST_REST)
      rows[more++] = i;

  html_begin (out, "samples");
  fputs ("{", out);
  HTML_COLUMN_AND (out, "function", count + more,
		   html_index (out, i < count ? samples[i].function
						: rows[i - count]));
  HTML_COLUMN_AND (out, "context", count + more,
		   html_index (out, i < count ? samples[i].context
						: MODEL_NONE));
  HTML_COLUMN_AND (out, "thread", count + more,
		   html_index (out, i < count ? samples[i].thread
						: MODEL_NONE));
  HTML_COLUMN_AND (out, "flags", count + more,
		   html_index (out, i < count ? samples[i].flags : 0));
  HTML_COLUMN (out, "time", count + more,
	       html_time (out, i < count ? samples[i].ns
					 : rest[rows[i - count]], 1e9));
  fputs ("}", out);
  html_end (out);
  free (rows);
  free (rest);
}

static void
html_stacks (const struct html *html)
{
  const struct model *model = html->model;
  const struct results *results = html->results;
  FILE *out = html->out;
  const struct model_context *contexts = model->contexts;
  size_t count = results->measured ? model->context_count : 0;
  html_begin (html->out, "contexts");
  fputs ("{", out);
  HTML_COLUMN_AND (out, "function", count,
		   html_index (out, contexts[i].function));
  HTML_COLUMN_AND (out, "parent", count,
		   html_index (out, contexts[i].parent));
  HTML_COLUMN (out, "flags", count, html_index (out, contexts[i].flags));
  fputs ("}", out);
  html_end (html->out);

  html_samples (html);
}

/* The lines with time.  */

static void
html_line_columns (const struct html *html)
{
  const struct source_lines *source = &html->source->lines;
  FILE *out = html->out;
  const char *key[] = { "{\"file\":[", "],\n\"line\":[", "],\n\"self\":[",
			"],\n\"inclusive\":[" };
  for (int column = 0; column < 4; column++)
    {
      size_t shown = 0;
      fputs (key[column], out);
      for (size_t i = 0; i < source->line_count; i++)
	{
	  const struct source_line *line = &source->lines[i];
	  if (!(line->inclusive > 0))
	    continue;
	  html_comma (out, shown++);
	  if (column == 0)
	    html_index (out, html->source->line_files[line->file]);
	  else if (column == 1)
	    html_index (out, line->number);
	  else
	    html_time (out, column == 2 ? line->self : line->inclusive,
		       html->results->second);
	}
    }
  fputs ("]}", out);
}

static void
html_sources (const struct html *html)
{
  const struct html_source *source = html->source;
  FILE *out = html->out;
  html_begin (html->out, "files");
  fputs ("[", out);
  for (size_t i = 0; i < source->file_count; i++)
    {
      html_comma (out, i);
      json_put_script (out, source->files[i].name);
    }
  fputs ("]", out);
  html_end (html->out);

  html_begin (html->out, "lines");
  html_line_columns (html);
  html_end (html->out);

  html_begin (html->out, "sources");
  fputs ("[", out);
  bool another = false;
  for (size_t i = 0; i < source->file_count; i++)
    {
      const struct html_file *file = &source->files[i];
      if (file->part_count == 0)
	continue;
      fprintf (out, "%s{\"file\":%zu,\"lines\":%" PRIu32 ",\"parts\":[",
	       another ? ",\n" : "", i, file->lines);
      another = true;
      for (size_t j = 0; j < file->part_count; j++)
	{
	  fprintf (out, "%s[%" PRIu32 ",", j ? ",\n" : "",
		   file->parts[j].first);
	  json_put_script (out, file->parts[j].text);
	  fputs ("]", out);
	}
      fputs ("]}", out);
    }
  fputs ("]", out);
  html_end (html->out);
}

void
view_html (const struct view *view, const struct html_source *source)
{
  struct html html = {
    .out = view->out, .model = view->model, .results = view->results,
    .source = source
  };
  precision_find (&html.precision, view->results);
  for (size_t i = 0; html_page_head[i]; i++)
    fputs (html_page_head[i], view->out);
  html_summary (&html);
  html_modules (&html);
  html_functions (&html);
  html_arcs (&html);
  html_sites (&html);
  html_cycles (&html);
  html_threads (&html);
  html_stacks (&html);
  html_sources (&html);
  for (size_t i = 0; html_page_tail[i]; i++)
    fputs (html_page_tail[i], view->out);
}
