/* An interval of a running program, as text and as JSON.

   doc/top.texi is the manual; a change of meaning raises schema_version.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "top/watch.h"
#include "base/json.h"

#include <inttypes.h>
#include <stdlib.h>

#define WATCH_SCHEMA_VERSION 1

static double
watch_rate (const struct rates *rates, double figure)
{
  return rates->seconds > 0 ? figure / rates->seconds : 0;
}

void
watch_print_text (FILE *out, const struct watch *watch,
		  const struct rates_choice *choice, size_t most)
{
  const struct rates *rates = &watch->rates;
  const struct model *model = rates->results->model;
  fprintf (out, "%s%s, %zu threads: %" PRIu64 " calls, %.0f a second, "
	   "%.3f s of time in %.3f s\n\n", model->program,
	   watch->running ? "" : " (ended)", model->thread_count,
	   rates->calls, watch_rate (rates, rates->calls), rates->self,
	   rates->seconds);
  fprintf (out, "%12s %12s %9s %9s  %s\n",
	   choice->view == RATES_THREADS ? "samples/s" : "calls/s",
	   choice->view == RATES_THREADS ? "samples" : "calls",
	   "self s", "total s", rates_view_names[choice->view]);
  uint32_t *rows;
  size_t count = rates_choose (rates, choice, &rows);
  for (size_t i = 0; i < count && i < most; i++)
    {
      const struct rates_row *row = &rates->tables[choice->view].rows[rows[i]];
      char *name = rates_get_name (rates, choice->view, rows[i]);
      fprintf (out, "%12.0f %12" PRIu64 " %9.3f %9.3f  %s\n",
	       watch_rate (rates, row->count), row->count, row->self,
	       row->inclusive, name);
      free (name);
    }
  if (count > most)
    fprintf (out, "%36zu more\n", count - most);
  putc ('\n', out);
  free (rows);
}

/* ---- JSON.  */

/* What tells which one row INDEX of VIEW is.  */

static void
watch_identify (struct json *json, const struct rates *rates,
		enum rates_view view, uint32_t index)
{
  const struct model *model = rates->results->model;
  if (view == RATES_FUNCTIONS)
    {
      const struct model_function *function = &model->functions[index];
      json_member (json, "name", function->name);
      json_member (json, "module", function->module != MODEL_NONE
		   ? model->modules[function->module].name : NULL);
    }
  else if (view == RATES_THREADS)
    {
      const struct model_thread *thread = &model->threads[index];
      json_member (json, "name", thread->label);
      json_count_member (json, "pid", thread->pid);
      json_count_member (json, "tid", thread->tid);
    }
  else
    {
      uint32_t caller, callee;
      rates_get_ends (rates, view, index, &caller, &callee);
      json_member (json, "caller", model->functions[caller].name);
      json_member (json, "callee", model->functions[callee].name);
      if (view == RATES_SITES)
	{
	  const struct model_site *site = &model->sites[index];
	  json_member (json, "file", site->file);
	  json_count_member (json, "line", site->line);
	  json_count_member (json, "column", site->column);
	}
    }
}

/* The figures ROW of VIEW; ALL are those up to now.  Their names are those of
   the export.  */

static void
watch_figures (struct json *json, const struct rates *rates,
	       enum rates_view view, const struct rates_row *row,
	       const struct rates_row *all)
{
  if (view == RATES_THREADS)
    {
      json_count_member (json, "samples", row->count);
      json_precise_member (json, "seconds", row->self);
      return;
    }
  bool function = view == RATES_FUNCTIONS;
  json_count_member (json, function ? "calls" : "count", row->count);
  json_key (json, function ? "calls_per_second" : "count_per_second");
  json_precise (json, watch_rate (rates, row->count));
  json_count_member (json, function ? "total_calls" : "total_count",
		     all->count);
  if (view != RATES_SITES)
    json_precise_member (json, "self_seconds", row->self);
  json_precise_member (json, "inclusive_seconds", row->inclusive);
}

static void
watch_rows (struct json *json, const struct rates *rates,
	    const struct rates_choice *choice, size_t most)
{
  const struct rates_table *table = &rates->tables[choice->view];
  uint32_t *rows;
  size_t count = rates_choose (rates, choice, &rows);
  json_key (json, rates_view_names[choice->view]);
  json_begin_array (json, JSON_COMPACT);
  for (size_t i = 0; i < count && i < most; i++)
    {
      json_begin_object (json, JSON_COMPACT);
      watch_identify (json, rates, choice->view, rows[i]);
      watch_figures (json, rates, choice->view, &table->rows[rows[i]],
		     &table->all[rows[i]]);
      json_end_object (json);
    }
  json_end_array (json);
  free (rows);
}

void
watch_print_json (FILE *out, const struct watch *watch,
		  const struct rates_choice *choice, size_t most)
{
  const struct rates *rates = &watch->rates;
  struct json json;
  json_open (&json, out, false);
  json_begin_object (&json, JSON_COMPACT);
  json_member (&json, "schema", "cgprof-top");
  json_count_member (&json, "schema_version", WATCH_SCHEMA_VERSION);
  json_member (&json, "program", rates->results->model->program);
  json_precise_member (&json, "time", watch->time);
  json_precise_member (&json, "seconds", rates->seconds);
  json_bool_member (&json, "running", watch->running);
  json_count_member (&json, "calls", rates->calls);
  json_precise_member (&json, "calls_per_second",
		       watch_rate (rates, rates->calls));
  json_precise_member (&json, "self_seconds", rates->self);
  struct rates_choice each = *choice;
  for (each.view = 0; each.view < RATES_VIEWS; each.view++)
    watch_rows (&json, rates, &each, most);
  json_end_object (&json);
  json_close (&json);
  putc ('\n', out);
}
