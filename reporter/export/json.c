/* Everything, as one JSON object.

   doc/cgprof.texi, "JSON", is the manual; a change of meaning raises
   schema_version.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "base/json.h"
#include "export/export.h"
#include "export/inline-table.h"

#define EXPORT_SCHEMA_VERSION 2

struct export_json
{
  const struct export *export;
  struct json json;
  struct json_strings names;	/* Of the functions.  */
  struct inline_table inlines;	/* What the calls printed so far are part
				   of.  */
};

/* A line or column; null if it is unknown.  */

static inline __attribute__ ((always_inline)) void
export_number (struct json *json, const char *key, uint32_t number)
{
  json_key (json, key);
  if (number > 0)
    json_count (json, number);
  else
    json_null (json);
}

/* The name of FUNCTION.  */

static inline __attribute__ ((always_inline)) void
export_function (struct export_json *to, const char *key, uint32_t function)
{
  json_key (&to->json, key);
  json_strings_put (&to->names, &to->json, function);
}

static void
export_modules (struct export_json *to)
{
  const struct model *model = to->export->model;
  const struct results *results = to->export->results;
  struct json *json = &to->json;
  for (size_t i = 0; i < model->module_count; i++)
    {
      const struct model_module *module = &model->modules[i];
      const struct result_module *result = &results->modules[i];
      json_begin_object (json, JSON_COMPACT);
      json_member (json, "name", module->name);
      json_member (json, "path", module->path);
      json_member (json, "build_id", module->build_id);
      json_bool_member (json, "instrumented", module->instrumented);
      json_precise_member (json, "self_seconds",
			   result->self / results->second);
      json_precise_member (json, "inclusive_seconds",
			   result->inclusive / results->second);
      json_end_object (json);
    }
}

static void
export_threads (struct export_json *to)
{
  const struct model *model = to->export->model;
  const struct results *results = to->export->results;
  struct json *json = &to->json;
  for (size_t i = 0; i < model->thread_count; i++)
    {
      const struct model_thread *thread = &model->threads[i];
      json_begin_object (json, JSON_COMPACT);
      json_member (json, "name", thread->label);
      json_count_member (json, "process", thread->process + 1);
      json_count_member (json, "pid", thread->pid);
      json_count_member (json, "tid", thread->tid);
      json_count_member (json, "threads", thread->threads);
      json_precise_member (json, "seconds",
			   results->threads[i] / results->second);
      json_count_member (json, "samples", thread->samples);
      json_count_member (json, "lost", thread->lost);
      json_count_member (json, "truncated", thread->truncated);
      json_count_member (json, "folded", thread->folded);
      json_bool_member (json, "in_step", thread->in_step);
      json_end_object (json);
    }
}

static void
export_marks (struct export_json *to)
{
  const struct model *model = to->export->model;
  struct json *json = &to->json;
  for (size_t i = 0; i < model->mark_count; i++)
    {
      const struct model_mark *mark = &model->marks[i];
      json_begin_object (json, JSON_COMPACT);
      json_member (json, "name", mark->name);
      json_precise_member (json, "seconds", mark->seconds);
      json_count_member (json, "process", mark->process + 1);
      json_count_member (json, "pid", mark->pid);
      json_end_object (json);
    }
}

/* NS nanoseconds as seconds; null if they are not KNOWN.  */

static void
export_seconds (struct json *json, const char *key, uint64_t ns, bool known)
{
  json_key (json, key);
  if (known)
    json_precise (json, ns / 1e9);
  else
    json_null (json);
}

/* Whether system time has samples, by enum model_system.  */
static const char *const export_systems[] = {
  NULL, "yes", "processor", "kernel", "refused"
};

static void
export_processes (struct export_json *to)
{
  const struct model *model = to->export->model;
  struct json *json = &to->json;
  for (size_t i = 0; i < model->process_count; i++)
    {
      const struct model_process *process = &model->processes[i];
      json_begin_object (json, JSON_COMPACT);
      json_count_member (json, "process", i + 1);
      json_count_member (json, "pid", process->pid);
      json_count_member (json, "ppid", process->parent);
      json_count_member (json, "processes", process->processes);
      json_count_member (json, "place", process->place + 1);
      json_member (json, "program", process->program);
      json_key (json, "arguments");
      json_begin_array (json, JSON_COMPACT);
      for (size_t at = 0; at < process->arguments_size;
	   at += strlen (process->arguments + at) + 1)
	json_string (json, process->arguments + at);
      json_end_array (json);
      json_member (json, "host", process->host);
      json_index_member (json, "rank", process->rank);
      bool ended = process->end_ns > 0;
      export_seconds (json, "start", process->start_ns, process->start_ns > 0);
      export_seconds (json, "end", process->end_ns, ended);
      json_member (json, "ending", process->ending);
      json_index_member (json, "status", process->status);
      export_seconds (json, "user_seconds", process->user_ns, ended);
      export_seconds (json, "system_seconds", process->system_ns, ended);
      json_member (json, "system_samples", export_systems[process->system]);
      export_seconds (json, "seconds", process->ns, process->counted);
      json_key (json, "calls");
      if (process->counted)
	json_count (json, process->calls);
      else
	json_null (json);
      json_end_object (json);
    }
}

/* The bytes of KINDS, those that there are, as members of an object KEY.  */

static void
export_bytes (struct json *json, const char *key,
	      const uint64_t bytes[MODEL_BYTES_KINDS])
{
  json_key (json, key);
  json_begin_object (json, JSON_COMPACT);
  for (int i = MODEL_BYTES_NONE + 1; i < MODEL_BYTES_KINDS; i++)
    if (bytes[i] > 0)
      json_count_member (json, model_bytes_names[i], bytes[i]);
  json_end_object (json);
}

static void
export_functions (struct export_json *to)
{
  const struct model *model = to->export->model;
  const struct results *results = to->export->results;
  const struct activity *activity = &to->export->activity;
  double second = results->second;
  struct json *json = &to->json;
  for (size_t i = 0; i < activity->function_count; i++)
    {
      uint32_t index = activity->functions[i];
      const struct model_function *function = &model->functions[index];
      const struct result_function *result = &results->functions[index];
      json_begin_object (json, JSON_COMPACT);
      export_function (to, "name", index);
      json_member (json, "symbol", function->symbol);
      json_member (json, "module", function->module != MODEL_NONE
		   ? model->modules[function->module].name : NULL);
      json_member (json, "directory", function->directory);
      json_member (json, "file", function->file);
      export_number (json, "line", function->line);
      json_bool_member (json, "instrumented",
			function->flags & MODEL_FUNCTION_ROW);
      export_number (json, "cycle",
		     result->cycle != MODEL_NONE ? result->cycle + 1 : 0);
      json_count_member (json, "calls", result->calls);
      if (function->flags & MODEL_FUNCTION_INSTRUCTIONS)
	{
	  json_count_member (json, "instructions", function->instructions);
	  json_precise_member (json, "inclusive_instructions",
			       to->export->instructions.total[index]);
	  json_bool_member (json, "inclusive_instructions_known",
			    to->export->instructions.known[index]);
	}
      json_count_member (json, "spontaneous", result->spontaneous);
      json_precise_member (json, "spontaneous_self_seconds",
			   result->spontaneous_self / second);
      json_precise_member (json, "spontaneous_inclusive_seconds",
			   (result->spontaneous_self
			    + result->spontaneous_child) / second);
      json_precise_member (json, "self_seconds", result->self / second);
      json_precise_member (json, "inclusive_seconds",
			   (result->self + result->child) / second);
      json_precise_member (json, "self_error", result->self_error / second);
      json_precise_member (json, "inclusive_error",
			   result->inclusive_error / second);
      json_count_member (json, "self_samples", result->self_samples);
      json_count_member (json, "samples", result->samples);
      const struct result_state *states = result->states;
      json_precise_member (json, "system_seconds",
			   states[MODEL_STATE_SYSTEM].time / second);
      json_count_member (json, "system_samples",
			 states[MODEL_STATE_SYSTEM].samples);
      json_precise_member (json, "waiting_seconds",
			   states[MODEL_STATE_WAITING].time / second);
      json_count_member (json, "waiting_samples",
			 states[MODEL_STATE_WAITING].samples);
      if (to->export->bytes.known)
	{
	  const struct byte_sums_function *bytes
	    = &to->export->bytes.functions[index];
	  export_bytes (json, "bytes", bytes->own);
	  json_precise_member (json, "inclusive_allocated_bytes",
			       to->export->bytes.allocated.total[index]);
	  json_bool_member (json, "inclusive_allocated_bytes_known",
			    to->export->bytes.allocated.known[index]);
	}
      json_end_object (json);
    }
}

/* The figures of ARC.  */

static void
export_arc (struct json *json, const struct result_arc *arc, double second)
{
  json_count_member (json, "count", arc->count);
  json_precise_member (json, "self_seconds", arc->self / second);
  json_precise_member (json, "inclusive_seconds",
		       (arc->self + arc->child) / second);
}

static void
export_arcs (struct export_json *to)
{
  const struct results *results = to->export->results;
  const struct activity *activity = &to->export->activity;
  struct json *json = &to->json;
  for (size_t i = 0; i < activity->arc_count; i++)
    {
      const struct result_arc *arc = &results->arcs[activity->arcs[i]];
      json_begin_object (json, JSON_COMPACT);
      export_function (to, "caller", arc->caller);
      export_function (to, "callee", arc->callee);
      export_arc (json, arc, results->second);
      json_end_object (json);
    }
}

/* What a call is part of: COUNT LEVELS.  */

static void
export_inlined_from (struct export_json *to, const struct model_inline *levels,
		     uint32_t count)
{
  json_index_member (&to->json, "inlined_from",
		     inline_table_add (&to->inlines, levels, count));
}

static void
export_sites (struct export_json *to)
{
  static const char *const kinds[] = { "direct", "indirect", "virtual" };
  const struct model *model = to->export->model;
  const struct results *results = to->export->results;
  const struct activity *activity = &to->export->activity;
  struct json *json = &to->json;
  for (size_t i = 0; i < activity->site_count; i++)
    {
      uint32_t index = activity->sites[i];
      const struct model_site *site = &model->sites[index];
      json_begin_object (json, JSON_COMPACT);
      export_function (to, "caller", site->caller);
      export_function (to, "callee", site->callee);
      json_member (json, "kind", kinds[site->kind]);
      json_bool_member (json, "tail", site->tail);
      json_member (json, "file", site->file);
      export_number (json, "line", site->line);
      export_number (json, "column", site->column);
      export_inlined_from (to, &model->inlines[site->inlines],
			   site->inlined);
      json_count_member (json, "count", site->count);
      json_precise_member (json, "inclusive_seconds",
			   results->sites[index] / results->second);
      if (site->bytes_kind != MODEL_BYTES_NONE)
	{
	  json_count_member (json, "bytes", site->bytes);
	  json_member (json, "bytes_kind",
		       model_bytes_names[model_bytes_of (model, site)]);
	}
      json_end_object (json);
    }
}

/* The array KEY of a cycle: COUNT arcs from FIRST on by which it is called
   (CALLERS), or calls others.  */

static void
export_cycle_arcs (struct export_json *to, const char *key, uint32_t first,
		   uint32_t count, bool callers)
{
  const struct results *results = to->export->results;
  struct json *json = &to->json;
  json_key (json, key);
  json_begin_array (json, JSON_COMPACT);
  for (uint32_t i = 0; i < count; i++)
    {
      const struct result_arc *arc = &results->cycle_arcs[first + i];
      json_begin_object (json, JSON_COMPACT);
      export_function (to, "function", callers ? arc->caller : arc->callee);
      export_arc (json, arc, results->second);
      json_end_object (json);
    }
  json_end_array (json);
}

static void
export_cycles (struct export_json *to)
{
  const struct results *results = to->export->results;
  double second = results->second;
  struct json *json = &to->json;
  for (size_t i = 0; i < results->cycle_count; i++)
    {
      const struct result_cycle *cycle = &results->cycles[i];
      json_begin_object (json, JSON_COMPACT);
      json_count_member (json, "cycle", i + 1);
      json_key (json, "members");
      json_begin_array (json, JSON_COMPACT);
      for (uint32_t j = 0; j < cycle->size; j++)
	json_strings_put (&to->names, json,
			  results->members[cycle->first + j]);
      json_end_array (json);
      json_count_member (json, "calls", cycle->calls);
      json_count_member (json, "inner_calls", cycle->inner_calls);
      json_count_member (json, "spontaneous", cycle->spontaneous);
      json_precise_member (json, "self_seconds", cycle->self / second);
      json_precise_member (json, "inclusive_seconds",
			   (cycle->self + cycle->child) / second);
      export_cycle_arcs (to, "callers", cycle->callers, cycle->caller_count,
			 true);
      export_cycle_arcs (to, "callees", cycle->callees, cycle->callee_count,
			 false);
      json_end_object (json);
    }
}

static void
export_lines (struct export_json *to)
{
  const struct source_lines *source = &to->export->source;
  double second = to->export->results->second;
  struct json *json = &to->json;
  for (size_t i = 0; i < source->line_count; i++)
    {
      const struct source_line *line = &source->lines[i];
      if (line->calls == 0 && line->inclusive <= 0 && line->instructions == 0)
	continue;
      json_begin_object (json, JSON_COMPACT);
      json_member (json, "file", source->files[line->file].name);
      json_count_member (json, "line", line->number);
      json_count_member (json, "calls", line->calls);
      if (line->code_count > 0)
	{
	  json_count_member (json, "instructions", line->instructions);
	  json_count_member (json, "executions", line->executions);
	}
      json_precise_member (json, "self_seconds", line->self / second);
      json_precise_member (json, "inclusive_seconds",
			   line->inclusive / second);
      json_end_object (json);
    }
}

/* Where CODE is, and how often it was run.  */

static void
export_code_place (struct export_json *to, const struct model_code *code)
{
  struct json *json = &to->json;
  json_begin_object (json, JSON_COMPACT);
  export_function (to, "function", code->function);
  json_member (json, "file", code->file);
  export_number (json, "line", code->line);
}

/* The branches that were run.  */

static void
export_branches (struct export_json *to)
{
  const struct model *model = to->export->model;
  struct json *json = &to->json;
  for (size_t i = 0; i < model->code_count; i++)
    {
      const struct model_code *code = &model->code[i];
      if (!code->branch || code->executions == 0)
	continue;
      export_code_place (to, code);
      json_count_member (json, "executions", code->executions);
      json_count_member (json, "taken", code->taken);
      json_end_object (json);
    }
}

/* The loops that were entered.  */

static void
export_loops (struct export_json *to)
{
  const struct model *model = to->export->model;
  struct json *json = &to->json;
  for (size_t i = 0; i < model->code_count; i++)
    {
      const struct model_code *code = &model->code[i];
      if (!code->loop || code->executions == 0)
	continue;
      export_code_place (to, code);
      json_key (json, "entered");
      if (code->entered_unknown)
	json_null (json);
      else
	json_count (json, code->entered);
      json_count_member (json, "rounds", code->rounds);
      /* Counts do not keep one entry from another.  */
      json_key (json, "greatest");
      if (code->rounds == 0
	  || (!code->entered_unknown && code->entered == 1))
	json_count (json, code->rounds);
      else
	json_null (json);
      json_end_object (json);
    }
}

/* The calls that were inlined.  */

static void
export_inlined_calls (struct export_json *to)
{
  const struct model *model = to->export->model;
  const struct activity *activity = &to->export->activity;
  struct json *json = &to->json;
  for (size_t i = 0; i < activity->inlined_call_count; i++)
    {
      const struct model_inlined_call *call
	= &model->inlined_calls[activity->inlined_calls[i]];
      const struct model_inline *self = &model->inlines[call->inlines];
      json_begin_object (json, JSON_COMPACT);
      export_function (to, "caller", call->function);
      json_member (json, "callee", self->name);
      json_member (json, "file", self->file);
      export_number (json, "line", self->line);
      export_number (json, "column", self->column);
      export_inlined_from (to, self + 1, call->inlined - 1);
      json_key (json, "count");
      if (call->known)
	json_count (json, call->count);
      else
	json_null (json);
      json_end_object (json);
    }
}

static void
export_begin_column (struct json *json, const char *key)
{
  json_key (json, key);
  json_begin_array (json, JSON_COMPACT);
}

/* The stacks, which begin with one another.  */

static void
export_stacks (struct json *json, const struct call_tree *tree,
	       const struct activity *activity)
{
  json_key (json, "stacks");
  json_begin_object (json, JSON_INDENTED);
  export_begin_column (json, "function");
  for (size_t i = 0; i < tree->node_count; i++)
    json_index (json, activity_row (activity, tree->frames
				    [tree->nodes[i].frame].function));
  json_end_array (json);
  export_begin_column (json, "parent");
  for (size_t i = 0; i < tree->node_count; i++)
    json_index (json, tree->nodes[i].parent);
  json_end_array (json);
  export_begin_column (json, "inlined");
  for (size_t i = 0; i < tree->node_count; i++)
    json_count (json, (tree->frames[tree->nodes[i].frame].flags
		       & MODEL_FRAME_INLINED) != 0);
  json_end_array (json);
  json_end_object (json);
}

static void
export_samples (struct json *json, const struct call_tree *tree,
		const struct model *model)
{
  const struct call_tree_sample *samples = tree->samples;
  size_t count = tree->sample_count;
  json_key (json, "samples");
  json_begin_object (json, JSON_INDENTED);
  export_begin_column (json, "stack");
  for (size_t i = 0; i < count; i++)
    json_index (json, samples[i].node);
  json_end_array (json);
  export_begin_column (json, "thread");
  for (size_t i = 0; i < count; i++)
    json_index (json, samples[i].thread < model->thread_count
		      ? samples[i].thread : MODEL_NONE);
  json_end_array (json);
  export_begin_column (json, "samples");
  for (size_t i = 0; i < count; i++)
    json_count (json, samples[i].count);
  json_end_array (json);
  export_begin_column (json, "seconds");
  for (size_t i = 0; i < count; i++)
    json_precise (json, samples[i].ns / 1e9);
  json_end_array (json);
  json_end_object (json);
}

/* What did not run: how much that is, and the functions' names.  */

static void
export_never_seen (struct export_json *to)
{
  const struct activity *activity = &to->export->activity;
  struct json *json = &to->json;
  json_key (json, "never_seen");
  json_begin_object (json, JSON_INDENTED);
  json_count_member (json, "functions", activity->never_count);
  json_key (json, "names");
  json_begin_array (json, JSON_INDENTED);
  for (size_t i = 0; i < activity->never_count; i++)
    json_strings_put (&to->names, json, activity->never[i]);
  json_end_array (json);
  json_count_member (json, "sites", activity->never_sites);
  json_end_object (json);
}

/* The array KEY, whose elements ELEMENTS prints.  */

static void
export_array (struct export_json *to, const char *key,
	      void (*elements) (struct export_json *))
{
  json_key (&to->json, key);
  json_begin_array (&to->json, JSON_INDENTED);
  elements (to);
  json_end_array (&to->json);
}

/* The object NAME, which is SPREAD.  */

static void
export_spread (struct json *json, const char *name,
	       const struct balance_spread *spread)
{
  json_key (json, name);
  json_begin_object (json, JSON_COMPACT);
  json_precise_member (json, "least", spread->least);
  json_precise_member (json, "mean", spread->mean);
  json_precise_member (json, "greatest", spread->greatest);
  json_precise_member (json, "ratio", spread->ratio);
  json_count_member (json, "at", spread->at);
  json_end_object (json);
}

static void
export_balance (struct export_json *to)
{
  const struct balance *balance = &to->export->balance;
  struct json *json = &to->json;
  json_key (json, "balance");
  json_begin_object (json, JSON_INDENTED);
  json_member (json, "by", balance_by_names[balance->by]);
  json_key (json, "groups");
  json_begin_array (json, JSON_COMPACT);
  for (size_t i = 0; i < balance->group_count; i++)
    if (balance->by == BALANCE_PROCESS)
      json_count (json, balance->groups[i].process + 1);
    else
      json_index (json, balance->groups[i].rank);
  json_end_array (json);
  json_key (json, "functions");
  json_begin_array (json, JSON_INDENTED);
  for (size_t i = 0; i < balance->function_count; i++)
    {
      const struct balance_function *each = &balance->functions[i];
      json_begin_object (json, JSON_COMPACT);
      export_function (to, "function", each->function);
      json_key (json, "seconds");
      json_begin_array (json, JSON_COMPACT);
      for (size_t j = 0; j < balance->group_count; j++)
	json_precise (json, each->seconds[j]);
      json_end_array (json);
      json_key (json, "calls");
      json_begin_array (json, JSON_COMPACT);
      for (size_t j = 0; j < balance->group_count; j++)
	json_count (json, each->calls[j]);
      json_end_array (json);
      export_spread (json, "seconds_spread", &each->time);
      export_spread (json, "calls_spread", &each->count);
      json_end_object (json);
    }
  json_end_array (json);
  json_end_object (json);
}

static void
export_json_print (const struct export *export, FILE *out)
{
  const struct model *model = export->model;
  const struct results *results = export->results;
  double second = results->second;
  struct export_json to = { .export = export };
  struct json *json = &to.json;
  json_strings_open (&to.names, model->function_count, false);
  for (size_t i = 0; i < model->function_count; i++)
    json_strings_add (&to.names, model->functions[i].name);
  json_strings_close (&to.names);
  json_open (json, out, false);
  json_begin_object (json, JSON_INDENTED);
  json_member (json, "schema", "cgprof-json");
  json_count_member (json, "schema_version", EXPORT_SCHEMA_VERSION);
  json_member (json, "program", model->program);
  json_count_member (json, "processes", model_count_processes (model));
  json_precise_member (json, "seconds", results->total / second);
  json_precise_member (json, "sample_seconds", results->sample / second);
  json_precise_member (json, "longest_sample_seconds",
		       model->longest_ns / 1e9);
  json_member (json, "propagation",
	       results->measured ? "measured" : "counts");
  json_member (json, "from", model->from);
  json_member (json, "to", model->to);
  json_member (json, "state", model->state);
  json_bool_member (json, "latency", model->latency);
  if (export->bytes.known)
    {
      export_bytes (json, "bytes", export->bytes.total);
      json_count_member (json, "allocation_calls", export->bytes.allocations);
      json_count_member (json, "free_calls", export->bytes.frees);
    }
  export_array (&to, "modules", export_modules);
  export_array (&to, "process_table", export_processes);
  export_array (&to, "threads", export_threads);
  export_array (&to, "marks", export_marks);
  export_array (&to, "functions", export_functions);
  export_never_seen (&to);
  export_array (&to, "arcs", export_arcs);
  export_array (&to, "sites", export_sites);
  export_array (&to, "cycles", export_cycles);
  export_array (&to, "lines", export_lines);
  if (export->instructions.total)
    {
      export_array (&to, "branches", export_branches);
      export_array (&to, "loops", export_loops);
      export_array (&to, "inlined_calls", export_inlined_calls);
    }
  json_key (json, "inlines");
  inline_table_print (&to.inlines, json);
  if (export->balance.group_count > 0)
    export_balance (&to);
  export_stacks (json, &export->tree, &export->activity);
  export_samples (json, &export->tree, model);
  json_end_object (json);
  json_close (json);
  putc ('\n', out);
  json_strings_free (&to.names);
  inline_table_free (&to.inlines);
}

const struct exporter export_json = {
  .name = "json",
  .about = "functions, arcs, call sites, cycles, lines, stacks",
  .needs = EXPORT_TREE | EXPORT_SOURCE | EXPORT_ACTIVITY | EXPORT_BYTES
    | EXPORT_CODE,
  .beyond_time = true,
  .print = export_json_print
};
