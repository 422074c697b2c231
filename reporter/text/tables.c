/* The tables of a report.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "text/tables.h"
#include "base/print.h"

#include <inttypes.h>

void
view_title (struct view *view, const char *title, const char *name)
{
  if (view->begun)
    fputc ('\n', view->out);
  view->begun = true;
  fprintf (view->out, "%s%s%s%s\n\n",
	   terminal_on (view->color, TERMINAL_HEAD), title, name ? name : "",
	   terminal_off (view->color));
}

/* A time in seconds.  */

static void
view_time (const struct view *view, double time)
{
  print_fixed (view->out, time / view->results->second, 3, VIEW_TIME);
}

/* Calls and times.  */

static void
view_row (const struct view *view, uint64_t calls, double self, double total)
{
  print_count (view->out, calls, VIEW_COUNT);
  view_time (view, self);
  view_time (view, total);
}

static void
view_row_heading (const struct view *view, const char *name)
{
  fprintf (view->out, "%*s%*s%*s  %s\n", VIEW_COUNT, "calls", VIEW_TIME,
	   "self", VIEW_TIME, "total", name);
}

/* ---- A function.  */

static void
view_callers (struct view *view, const struct report_tables *tables,
	      const struct report_tables_function *each)
{
  const struct results *results = view->results;
  const struct result_function *result = &results->functions[each->function];
  view_title (view, "Callers of ", results->names[each->function]);
  view_row_heading (view, "caller");
  for (size_t i = 0; i < each->in.count; i++)
    {
      const struct result_arc *arc
	= &results->arcs[tables->indices[each->in.first + i]];
      view_row (view, arc->count, arc->self, arc->self + arc->child);
      PRINT_CONSTANT (view->out, "  ");
      fputs_unlocked (results->names[arc->caller], view->out);
      putc_unlocked ('\n', view->out);
    }
  if (result->spontaneous > 0)
    {
      view_row (view, result->spontaneous, result->spontaneous_self,
		result->spontaneous_self + result->spontaneous_child);
      fputs ("  <spontaneous>\n", view->out);
    }
}

static void
view_callees (struct view *view, const struct report_tables *tables,
	      const struct report_tables_function *each)
{
  const struct results *results = view->results;
  view_title (view, "Callees of ", results->names[each->function]);
  view_row_heading (view, "callee");
  for (size_t i = 0; i < each->out.count; i++)
    {
      const struct result_arc *arc
	= &results->arcs[tables->indices[each->out.first + i]];
      view_row (view, arc->count, arc->self, arc->self + arc->child);
      PRINT_CONSTANT (view->out, "  ");
      fputs_unlocked (results->names[arc->callee], view->out);
      putc_unlocked ('\n', view->out);
    }
}

/* ", FILE:LINE:COLUMN".  */

static void
view_place (const struct view *view, const char *file, uint32_t line,
	    uint32_t column)
{
  PRINT_CONSTANT (view->out, ", ");
  fputs_unlocked (file, view->out);
  PRINT_CONSTANT (view->out, ":");
  print_count (view->out, line, 0);
  PRINT_CONSTANT (view->out, ":");
  print_count (view->out, column, 0);
}

void
view_site (const struct view *view, const struct model_site *site)
{
  static const char *const kinds[] = { "", ", indirect", ", virtual" };
  const struct results *results = view->results;
  PRINT_CONSTANT (view->out, "  ");
  fputs_unlocked (results->names[site->caller], view->out);
  PRINT_CONSTANT (view->out, " -> ");
  fputs_unlocked (results->names[site->callee], view->out);
  fputs_unlocked (kinds[site->kind], view->out);
  if (site->tail)
    PRINT_CONSTANT (view->out, ", tail call");
  if (site->file)
    view_place (view, site->file, site->line, site->column);
  putc_unlocked ('\n', view->out);
}

/* The sites in RANGE.  */

static void
view_sites (const struct view *view, const struct report_tables *tables,
	    struct report_tables_range range)
{
  const struct model *model = view->model;
  const struct results *results = view->results;
  fprintf (view->out, "%*s%*s  %s\n", VIEW_COUNT, "calls", VIEW_TIME,
	   "total", "caller -> callee");
  for (size_t i = 0; i < range.count; i++)
    {
      uint32_t index = tables->indices[range.first + i];
      const struct model_site *site = &model->sites[index];
      print_count (view->out, site->count, VIEW_COUNT);
      view_time (view, results->sites[index]);
      view_site (view, site);
    }
}

/* The calls that were inlined, where blocks were counted.  */

static void
view_inlined_calls (struct view *view, const struct report_tables *tables)
{
  const struct model *model = view->model;
  struct report_tables_range range = tables->inlined_calls;
  if (range.count == 0)
    return;
  view_title (view, "Inlined calls", NULL);
  fprintf (view->out, "%*s  %s\n", VIEW_COUNT, "calls", "caller -> callee");
  for (size_t i = 0; i < range.count; i++)
    {
      const struct model_inlined_call *call
	= &model->inlined_calls[tables->indices[range.first + i]];
      const struct model_inline *self = &model->inlines[call->inlines];
      print_count (view->out, call->count, VIEW_COUNT);
      fprintf (view->out, "  %s -> %s", view->results->names[call->function],
	       self->name);
      if (self->file)
	view_place (view, self->file, self->line, self->column);
      putc_unlocked ('\n', view->out);
    }
}

static void
view_one (struct view *view, const struct report_tables *tables,
	  const struct report_tables_function *each,
	  const struct report_tables_request *request)
{
  const struct model *model = view->model;
  const struct results *results = view->results;
  const struct model_function *function = &model->functions[each->function];
  const struct result_function *result = &results->functions[each->function];
  const char *name = results->names[each->function];
  if (each->whole)
    {
      view_title (view, name, NULL);
      view_row_heading (view, "");
      view_row (view, result->calls, result->self,
		result->self + result->child);
      if (function->file)
	fprintf (view->out, "  %s:%" PRIu32, function->file, function->line);
      fputc ('\n', view->out);
    }
  /* Of all functions, those that have any.  */
  if (each->callers
      && (each->whole || request->callers || each->in.count > 0
	  || result->spontaneous > 0))
    view_callers (view, tables, each);
  if (each->callees
      && (each->whole || request->callees || each->out.count > 0))
    view_callees (view, tables, each);
  if (each->whole)
    {
      view_title (view, "Call sites in ", name);
      view_sites (view, tables, each->sites);
      view_title (view, "Call sites of ", name);
      view_sites (view, tables, each->calls);
    }
}

/* ---- The whole profile.  */

/* How PROCESS ended, in 10 columns.  */

static void
view_ending (struct view *view, const struct model_process *process)
{
  char text[32];
  const char *ending = process->ending ? process->ending : "-";
  if (process->ending && process->status != MODEL_NONE)
    {
      snprintf (text, sizeof text, "%s %" PRIu32, ending, process->status);
      ending = text;
    }
  fprintf (view->out, "%10s", ending);
}

/* The columns of PROCESS that not every profile needs.  */

static void
view_process_place (struct view *view, const struct model_process *process,
		    bool ranks, int host_width)
{
  if (ranks && process->rank != MODEL_NONE)
    fprintf (view->out, "%6" PRIu32, process->rank);
  else if (ranks)
    fprintf (view->out, "%6s", "-");
  if (host_width > 0)
    fprintf (view->out, "  %-*s", host_width,
	     process->host ? process->host : "-");
}

static void
view_processes (struct view *view, const struct report_tables *tables)
{
  const struct model *model = view->model;
  const struct results *results = view->results;
  bool ranks = false, hosts = false;
  int host_width = strlen ("host");
  for (size_t i = 0; i < model->process_count; i++)
    {
      const char *host = model->processes[i].host;
      const char *first = model->processes[0].host;
      ranks |= model->processes[i].rank != MODEL_NONE;
      hosts |= (host && first ? strcmp (host, first) != 0 : host != first);
      if (host && strlen (host) > (size_t) host_width)
	host_width = strlen (host);
    }
  if (!hosts)
    host_width = 0;
  view_title (view, "Processes", NULL);
  fprintf (view->out, "%7s%*s%13s%9s%9s%10s", "% time", VIEW_TIME,
	   "seconds", "calls", "pid", "parent", "end");
  if (ranks)
    fprintf (view->out, "%6s", "rank");
  if (hosts)
    fprintf (view->out, "  %-*s", host_width, "host");
  fputs ("  command\n", view->out);
  for (size_t i = 0; i < tables->processes.count; i++)
    {
      uint32_t index = tables->indices[tables->processes.first + i];
      const struct model_process *process = &model->processes[index];
      double time = process->ns * results->second / 1e9;
      if (process->counted)
	{
	  fprintf (view->out, "%7.2f", view_percent (time, results->total));
	  view_time (view, time);
	  fprintf (view->out, "%13" PRIu64, process->calls);
	}
      else
	fprintf (view->out, "%7s%*s%13s", "-", VIEW_TIME, "-", "-");
      fprintf (view->out, "%9" PRIu64 "%9" PRIu64, process->pid,
	       process->parent);
      view_ending (view, process);
      view_process_place (view, process, ranks, host_width);
      fprintf (view->out, "  %s", process->command ? process->command : "?");
      if (process->processes > 1)
	fprintf (view->out, " (and %" PRIu64 " before it)",
		 process->processes - 1);
      putc ('\n', view->out);
    }
}

static void
view_threads (struct view *view, const struct report_tables *tables)
{
  const struct model *model = view->model;
  const struct results *results = view->results;
  view_title (view, "Threads", NULL);
  fprintf (view->out, "%7s%*s%9s%7s%7s%8s  %s\n", "% time", VIEW_TIME,
	   "seconds", "samples", "lost", "cut", "threads", "thread");
  for (size_t i = 0; i < tables->threads.count; i++)
    {
      uint32_t index = tables->indices[tables->threads.first + i];
      const struct model_thread *thread = &model->threads[index];
      double time = results->threads[index];
      fprintf (view->out, "%7.2f", view_percent (time, results->total));
      view_time (view, time);
      fprintf (view->out, "%9" PRIu64 "%7" PRIu64 "%7" PRIu64 "%8" PRIu64
	       "  %s\n", thread->samples, thread->lost, thread->truncated,
	       thread->threads, thread->label ? thread->label : "?");
    }
}

static void
view_modules (struct view *view, const struct report_tables *tables)
{
  const struct model *model = view->model;
  const struct results *results = view->results;
  view_title (view, "Modules", NULL);
  fprintf (view->out, "%7s%*s%*s%9s  %s\n", "% time", VIEW_TIME, "self",
	   VIEW_TIME, "total", "counted", "module");
  for (size_t i = 0; i < tables->modules.count; i++)
    {
      uint32_t index = tables->indices[tables->modules.first + i];
      const struct model_module *module = &model->modules[index];
      const struct result_module *result = &results->modules[index];
      fprintf (view->out, "%7.2f", view_percent (result->self,
						 results->total));
      view_time (view, result->self);
      view_time (view, result->inclusive);
      fprintf (view->out, "%9s  %s\n", module->instrumented ? "yes" : "no",
	       module->path);
    }
}

static void
view_lines (struct view *view, const struct report_tables *tables)
{
  const struct source_lines *source = &tables->source;
  view_title (view, "Lines", NULL);
  view_row_heading (view, "line");
  for (size_t i = 0; i < tables->lines.count; i++)
    {
      const struct source_line *line
	= &source->lines[tables->indices[tables->lines.first + i]];
      fputs (view_heat (view, line->self, view->results->total), view->out);
      view_row (view, line->calls, line->self, line->inclusive);
      fprintf (view->out, "  %s:%" PRIu32 "%s\n",
	       source->files[line->file].given, line->number,
	       view_cool (view, line->self, view->results->total));
    }
}

void
view_tables (struct view *view, const struct report_tables *tables,
	     const struct report_tables_request *request)
{
  for (size_t i = 0; i < tables->function_count; i++)
    view_one (view, tables, &tables->functions[i], request);
  if (request->tables & REPORT_TABLES_SITES)
    {
      view_title (view, "Call sites", NULL);
      view_sites (view, tables, tables->sites);
      view_inlined_calls (view, tables);
    }
  if (request->tables & REPORT_TABLES_LINES)
    view_lines (view, tables);
  if (request->tables & REPORT_TABLES_PROCESSES)
    view_processes (view, tables);
  if (request->tables & REPORT_TABLES_THREADS)
    view_threads (view, tables);
  if (request->tables & REPORT_TABLES_MODULES)
    view_modules (view, tables);
}
