/* A database of SQLite, for questions that no view answers.

   doc/exports.texi has the tables.  The database is made in memory and written
   as a whole, so that it can go to standard output, too.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#if HAVE_SQLITE

#include "base/diag.h"
#include "export/export.h"

#include <sqlite3.h>
#include <stdarg.h>
#include <stdlib.h>

static const char sqlite_tables[]
= "CREATE TABLE profile (name TEXT PRIMARY KEY, value);"
  "CREATE TABLE processes (id INTEGER PRIMARY KEY, pid INTEGER, ppid INTEGER,"
  "  processes INTEGER, place INTEGER REFERENCES processes, program TEXT,"
  "  command TEXT, host TEXT, rank INTEGER, start REAL, \"end\" REAL,"
  " ending TEXT, status INTEGER,"
  "  user_seconds REAL, system_seconds REAL, seconds REAL, calls INTEGER);"
  "CREATE TABLE threads (id INTEGER PRIMARY KEY,"
  "  process INTEGER REFERENCES processes, name TEXT, tid INTEGER,"
  "  threads INTEGER, seconds REAL, samples INTEGER, lost INTEGER,"
  "  truncated INTEGER, folded INTEGER);"
  "CREATE TABLE modules (id INTEGER PRIMARY KEY, name TEXT, path TEXT,"
  "  build_id TEXT, instrumented INTEGER, self_seconds REAL,"
  "  inclusive_seconds REAL);"
  "CREATE TABLE functions (id INTEGER PRIMARY KEY, name TEXT UNIQUE,"
  "  symbol TEXT, module INTEGER REFERENCES modules, directory TEXT,"
  "  file TEXT, line INTEGER, instrumented INTEGER, cycle INTEGER,"
  "  calls INTEGER, spontaneous INTEGER, self_seconds REAL,"
  "  inclusive_seconds REAL, self_error REAL, inclusive_error REAL,"
  "  samples INTEGER);"
  "CREATE TABLE arcs (caller INTEGER REFERENCES functions,"
  "  callee INTEGER REFERENCES functions, count INTEGER, self_seconds REAL,"
  "  inclusive_seconds REAL);"
  "CREATE TABLE sites (id INTEGER PRIMARY KEY,"
  "  caller INTEGER REFERENCES functions,"
  "  callee INTEGER REFERENCES functions, kind TEXT, tail INTEGER,"
  "  file TEXT, line INTEGER, \"column\" INTEGER, count INTEGER,"
  "  inclusive_seconds REAL, bytes INTEGER, bytes_kind TEXT);"
  "CREATE TABLE lines (file TEXT, line INTEGER, calls INTEGER,"
  "  self_seconds REAL, inclusive_seconds REAL);"
  "CREATE TABLE contexts (id INTEGER PRIMARY KEY,"
  "  parent INTEGER REFERENCES contexts,"
  "  function INTEGER REFERENCES functions, inlined INTEGER,"
  "  samples INTEGER, seconds REAL, inclusive_samples INTEGER,"
  "  inclusive_seconds REAL);"
  "CREATE TABLE samples (context INTEGER REFERENCES contexts,"
  "  thread INTEGER REFERENCES threads, samples INTEGER, seconds REAL);"
  "CREATE TABLE times (context INTEGER REFERENCES contexts,"
  "  thread INTEGER REFERENCES threads, at REAL, seconds REAL);"
  "CREATE TABLE marks (name TEXT, at REAL,"
  "  process INTEGER REFERENCES processes, pid INTEGER);";

/* Made when the tables are full, which is faster.  */
static const char sqlite_indices[]
= "CREATE INDEX threads_process ON threads (process);"
  "CREATE INDEX functions_module ON functions (module);"
  "CREATE INDEX arcs_caller ON arcs (caller, callee);"
  "CREATE INDEX arcs_callee ON arcs (callee, caller);"
  "CREATE INDEX sites_caller ON sites (caller);"
  "CREATE INDEX sites_callee ON sites (callee);"
  "CREATE INDEX lines_place ON lines (file, line);"
  "CREATE INDEX contexts_parent ON contexts (parent);"
  "CREATE INDEX contexts_function ON contexts (function);"
  "CREATE INDEX samples_context ON samples (context);"
  "CREATE INDEX samples_thread ON samples (thread);"
  "CREATE INDEX times_at ON times (at);"
  "CREATE INDEX times_context ON times (context);";

struct sqlite
{
  const struct export *export;
  sqlite3 *db;
  sqlite3_stmt *row;		/* That inserts one.  */
};

/* Everything is in memory, so nothing but that should be missing.  */

static void
sqlite_fail (const char *why)
{
  diag_error (NULL, "SQLite: %s", why);
  exit (1);
}

static void
sqlite_check (int result)
{
  if (result != SQLITE_OK && result != SQLITE_DONE)
    sqlite_fail (sqlite3_errstr (result));
}

static void
sqlite_run (struct sqlite *to, const char *text)
{
  sqlite_check (sqlite3_exec (to->db, text, NULL, NULL, NULL));
}

/* Begin to add rows of COLUMNS values to TABLE.  */

static void
sqlite_begin (struct sqlite *to, const char *table, int columns)
{
  char text[128];
  int length = snprintf (text, sizeof text, "INSERT INTO %s VALUES (?", table);
  for (int i = 1; i < columns; i++)
    length += snprintf (text + length, sizeof text - length, ",?");
  snprintf (text + length, sizeof text - length, ")");
  sqlite_check (sqlite3_prepare_v2 (to->db, text, -1, &to->row, NULL));
}

static void
sqlite_end (struct sqlite *to)
{
  sqlite_check (sqlite3_finalize (to->row));
}

/* Add a row.  TYPES has a letter for each value: t, a text or NULL; n, a
   uint64_t, or UINT64_MAX for what is unknown; i, a uint32_t that is an index,
   from 0 here and from 1 there, or MODEL_NONE; l, a uint32_t that is 0 if it
   is unknown; b, an int, true or not; s, seconds, a double; k, nanoseconds, a
   uint64_t, or UINT64_MAX.  */

static void
sqlite_add (struct sqlite *to, const char *types, ...)
{
  va_list values;
  va_start (values, types);
  for (int i = 1; types[i - 1]; i++)
    {
      const char *text;
      uint64_t number;
      int result;
      switch (types[i - 1])
	{
	case 't':
	  text = va_arg (values, const char *);
	  result = text ? sqlite3_bind_text (to->row, i, text, -1,
					     SQLITE_TRANSIENT)
			: sqlite3_bind_null (to->row, i);
	  break;
	case 'n':
	  number = va_arg (values, uint64_t);
	  result = number == UINT64_MAX
	    ? sqlite3_bind_null (to->row, i)
	    : sqlite3_bind_int64 (to->row, i, number);
	  break;
	case 'i':
	  number = va_arg (values, uint32_t);
	  result = number == MODEL_NONE
	    ? sqlite3_bind_null (to->row, i)
	    : sqlite3_bind_int64 (to->row, i, number + 1);
	  break;
	case 'l':
	  number = va_arg (values, uint32_t);
	  result = number == 0 ? sqlite3_bind_null (to->row, i)
			       : sqlite3_bind_int64 (to->row, i, number);
	  break;
	case 'b':
	  result = sqlite3_bind_int (to->row, i, va_arg (values, int) != 0);
	  break;
	case 'k':
	  number = va_arg (values, uint64_t);
	  result = number == UINT64_MAX
	    ? sqlite3_bind_null (to->row, i)
	    : sqlite3_bind_double (to->row, i, number / 1e9);
	  break;
	default:
	  result = sqlite3_bind_double (to->row, i, va_arg (values, double));
	}
      sqlite_check (result);
    }
  va_end (values);
  sqlite_check (sqlite3_step (to->row));
  sqlite_check (sqlite3_reset (to->row));
}

static void
sqlite_profile (struct sqlite *to)
{
  const struct model *model = to->export->model;
  const struct results *results = to->export->results;
  sqlite_begin (to, "profile", 2);
  sqlite_add (to, "tn", "schema_version", UINT64_C (1));
  sqlite_add (to, "tt", "program", model->program);
  sqlite_add (to, "ts", "seconds", results->total / results->second);
  sqlite_add (to, "ts", "sample_seconds", results->sample / results->second);
  sqlite_add (to, "ts", "longest_sample_seconds", model->longest_ns / 1e9);
  sqlite_add (to, "tt", "propagation",
	      results->measured ? "measured" : "counts");
  sqlite_end (to);
}

static void
sqlite_processes (struct sqlite *to)
{
  const struct model *model = to->export->model;
  sqlite_begin (to, "processes", 17);
  for (size_t i = 0; i < model->process_count; i++)
    {
      const struct model_process *process = &model->processes[i];
      bool ended = process->end_ns > 0;
      sqlite_add (to, "innnitt" "tn" "kktn" "kkkn", (uint32_t) i, process->pid,
		  process->parent, process->processes, process->place,
		  process->program, process->command, process->host,
		  process->rank == MODEL_NONE
		  ? UINT64_MAX : (uint64_t) process->rank,
		  process->start_ns > 0 ? process->start_ns : UINT64_MAX,
		  ended ? process->end_ns : UINT64_MAX, process->ending,
		  process->status == MODEL_NONE
		  ? UINT64_MAX : (uint64_t) process->status,
		  ended ? process->user_ns : UINT64_MAX,
		  ended ? process->system_ns : UINT64_MAX,
		  process->counted ? (uint64_t) process->ns : UINT64_MAX,
		  process->counted ? process->calls : UINT64_MAX);
    }
  sqlite_end (to);
}

static void
sqlite_threads (struct sqlite *to)
{
  const struct model *model = to->export->model;
  const struct results *results = to->export->results;
  sqlite_begin (to, "threads", 10);
  for (size_t i = 0; i < model->thread_count; i++)
    {
      const struct model_thread *thread = &model->threads[i];
      sqlite_add (to, "iitnnsnnnn", (uint32_t) i, thread->process,
		  thread->label, thread->tid, thread->threads,
		  results->threads[i] / results->second, thread->samples,
		  thread->lost, thread->truncated, thread->folded);
    }
  sqlite_end (to);
}

static void
sqlite_modules (struct sqlite *to)
{
  const struct model *model = to->export->model;
  const struct results *results = to->export->results;
  sqlite_begin (to, "modules", 7);
  for (size_t i = 0; i < model->module_count; i++)
    {
      const struct model_module *module = &model->modules[i];
      const struct result_module *result = &results->modules[i];
      sqlite_add (to, "itttbss", (uint32_t) i, module->name, module->path,
		  module->build_id, (int) module->instrumented,
		  result->self / results->second,
		  result->inclusive / results->second);
    }
  sqlite_end (to);
}

static void
sqlite_functions (struct sqlite *to)
{
  const struct model *model = to->export->model;
  const struct results *results = to->export->results;
  double second = results->second;
  sqlite_begin (to, "functions", 16);
  for (size_t i = 0; i < model->function_count; i++)
    {
      const struct model_function *function = &model->functions[i];
      const struct result_function *result = &results->functions[i];
      sqlite_add (to, "ittittlbinnssssn", (uint32_t) i, function->name,
		  function->symbol, function->module, function->directory,
		  function->file, function->line,
		  (function->flags & MODEL_FUNCTION_ROW) != 0, result->cycle,
		  result->calls, result->spontaneous, result->self / second,
		  (result->self + result->child) / second,
		  result->self_error / second,
		  result->inclusive_error / second,
		  (uint64_t) result->samples);
    }
  sqlite_end (to);
}

static void
sqlite_arcs (struct sqlite *to)
{
  const struct results *results = to->export->results;
  sqlite_begin (to, "arcs", 5);
  for (size_t i = 0; i < results->arc_count; i++)
    {
      const struct result_arc *arc = &results->arcs[i];
      sqlite_add (to, "iinss", arc->caller, arc->callee, arc->count,
		  arc->self / results->second,
		  (arc->self + arc->child) / results->second);
    }
  sqlite_end (to);
}

static void
sqlite_sites (struct sqlite *to)
{
  static const char *const kinds[] = { "direct", "indirect", "virtual" };
  const struct model *model = to->export->model;
  const struct results *results = to->export->results;
  sqlite_begin (to, "sites", 12);
  for (size_t i = 0; i < model->site_count; i++)
    {
      const struct model_site *site = &model->sites[i];
      sqlite_add (to, "iiitbtllnsnt", (uint32_t) i, site->caller, site->callee,
		  kinds[site->kind], (int) site->tail, site->file, site->line,
		  site->column, site->count,
		  results->sites[i] / results->second,
		  site->bytes_kind != MODEL_BYTES_NONE
		  ? site->bytes : UINT64_MAX,
		  model_bytes_names[model_bytes_of (model, site)]);
    }
  sqlite_end (to);
}

static void
sqlite_lines (struct sqlite *to)
{
  const struct source_lines *source = &to->export->source;
  double second = to->export->results->second;
  sqlite_begin (to, "lines", 5);
  for (size_t i = 0; i < source->line_count; i++)
    {
      const struct source_line *line = &source->lines[i];
      if (line->calls > 0 || line->inclusive > 0)
	sqlite_add (to, "tlnss", source->files[line->file].name,
		    line->number, line->calls, line->self / second,
		    line->inclusive / second);
    }
  sqlite_end (to);
}

/* The stacks, which begin with one another, and the samples that ended with
   each.  */

static void
sqlite_contexts (struct sqlite *to)
{
  const struct call_tree *tree = &to->export->tree;
  sqlite_begin (to, "contexts", 8);
  for (size_t i = 0; i < tree->node_count; i++)
    {
      const struct call_tree_node *node = &tree->nodes[i];
      const struct call_tree_frame *frame = &tree->frames[node->frame];
      sqlite_add (to, "iiibnsns", (uint32_t) i, node->parent,
		  frame->function, (frame->flags & MODEL_FRAME_INLINED) != 0,
		  node->count, node->ns / 1e9, node->total_count,
		  node->total_ns / 1e9);
    }
  sqlite_end (to);
  sqlite_begin (to, "samples", 4);
  for (size_t i = 0; i < tree->sample_count; i++)
    {
      const struct call_tree_sample *sample = &tree->samples[i];
      /* Of no thread is what no sample tells of.  */
      uint32_t thread = sample->thread < to->export->model->thread_count
	? sample->thread : MODEL_NONE;
      sqlite_add (to, "iins", sample->node, thread, sample->count,
		  sample->ns / 1e9);
    }
  sqlite_end (to);
}

/* When the samples were taken, and what the program said happened.  Both count
   from the start of the profile.  */

static void
sqlite_times (struct sqlite *to)
{
  const struct model *model = to->export->model;
  sqlite_begin (to, "times", 4);
  for (size_t thread = 0; thread < model->thread_count; thread++)
    {
      size_t count = 0;
      const struct call_tree_time *times
	= export_thread_times (to->export, thread, &count);
      for (size_t i = 0; i < count; i++)
	sqlite_add (to, "iiks", times[i].node, (uint32_t) thread,
		    model_find_offset (model, model->threads[thread].process,
				       times[i].at_ns),
		    times[i].ns / 1e9);
    }
  sqlite_end (to);
  sqlite_begin (to, "marks", 4);
  for (size_t i = 0; i < model->mark_count; i++)
    {
      const struct model_mark *mark = &model->marks[i];
      sqlite_add (to, "tkin", mark->name,
		  model_find_offset (model, mark->process, mark->at_ns),
		  mark->process, mark->pid);
    }
  sqlite_end (to);
}

static void
sqlite_print (const struct export *export, FILE *out)
{
  struct sqlite to = { .export = export };
  sqlite3_int64 size;
  sqlite_check (sqlite3_open (":memory:", &to.db));
  sqlite_run (&to, "BEGIN");
  sqlite_run (&to, sqlite_tables);
  sqlite_profile (&to);
  sqlite_processes (&to);
  sqlite_threads (&to);
  sqlite_modules (&to);
  sqlite_functions (&to);
  sqlite_arcs (&to);
  sqlite_sites (&to);
  sqlite_lines (&to);
  sqlite_contexts (&to);
  sqlite_times (&to);
  sqlite_run (&to, sqlite_indices);
  sqlite_run (&to, "COMMIT");
  unsigned char *bytes = sqlite3_serialize (to.db, "main", &size, 0);
  if (!bytes)
    sqlite_fail ("the database is too large to be written as a whole");
  fwrite (bytes, 1, size, out);
  sqlite3_free (bytes);
  sqlite3_close (to.db);
}

const struct exporter export_sqlite = {
  .name = "sqlite",
  .about = "tables of all that json has, for SQL",
  .needs = EXPORT_TREE | EXPORT_TIMES | EXPORT_SOURCE,
  .binary = true,
  .beyond_time = true,
  .print = sqlite_print
};

#endif /* HAVE_SQLITE */
