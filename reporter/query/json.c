/* Answers to short questions, as JSON.

   doc/query.texi is the manual, and doc/cgprof-query.schema.json says the same
   to programs; a change of meaning raises schema_version.  All answers have
   the same members.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "query/query.h"
#include "base/json.h"

#define QUERY_SCHEMA_VERSION 1

static const char *const query_verbs[] = {
  [QUERY_CALLERS] = "callers", [QUERY_CALLEES] = "callees",
  [QUERY_HOTTEST] = "hottest", [QUERY_WHY] = "why"
};

static const char *const query_reasons[QUERY_REASONS] = {
  [QUERY_NEVER_RAN] = "never_ran", [QUERY_NO_TIME] = "no_time",
  [QUERY_WAITING] = "waiting", [QUERY_SYSTEM] = "system",
  [QUERY_OWN_CODE] = "own_code", [QUERY_CALLEES_SLOW] = "callees"
};

/* Where something is; null where that is unknown.  */

static void
query_place (struct json *json, const char *file, uint32_t line)
{
  json_member (json, "file", file);
  json_key (json, "line");
  if (line > 0)
    json_count (json, line);
  else
    json_null (json);
}

/* FUNCTION with its times SELF and INCLUSIVE.  */

static void
query_function (struct json *json, const struct results *results,
		uint32_t index, double self, double inclusive)
{
  const struct model *model = results->model;
  const struct model_function *function = &model->functions[index];
  const struct result_function *result = &results->functions[index];
  double second = results->second;
  json_begin_object (json, JSON_SPACED);
  json_member (json, "name", function->name);
  json_member (json, "module", function->module != MODEL_NONE
	       ? model->modules[function->module].name : NULL);
  query_place (json, function->file, function->line);
  json_count_member (json, "calls", result->calls);
  json_count_member (json, "spontaneous", result->spontaneous);
  json_precise_member (json, "self_seconds", self / second);
  json_precise_member (json, "inclusive_seconds", inclusive / second);
  json_precise_member (json, "system_seconds",
		       result->states[MODEL_STATE_SYSTEM].time / second);
  json_precise_member (json, "waiting_seconds",
		       result->states[MODEL_STATE_WAITING].time / second);
  json_end_object (json);
}

static void
query_functions (struct json *json, const struct query_answer *answer)
{
  const struct results *results = answer->results;
  for (size_t i = 0; i < answer->functions.count; i++)
    {
      uint32_t index = answer->functions.rows[i];
      const struct result_function *result = &results->functions[index];
      if (answer->self)
	query_function (json, results, index, answer->self[index],
			answer->inclusive[index]);
      else
	query_function (json, results, index, result->self,
			result->self + result->child);
    }
}

/* The arcs of LIST, whose other ends are CALLERS or callees.  */

static void
query_arcs (struct json *json, const struct query_answer *answer,
	    const struct query_list *list, bool callers)
{
  const struct results *results = answer->results;
  for (size_t i = 0; i < list->count; i++)
    {
      const struct result_arc *arc = &results->arcs[list->rows[i]];
      const struct model_function *function
	= &results->model->functions[callers ? arc->caller : arc->callee];
      json_begin_object (json, JSON_SPACED);
      json_member (json, "name", function->name);
      query_place (json, function->file, function->line);
      json_count_member (json, "count", arc->count);
      json_precise_member (json, "self_seconds", arc->self / results->second);
      json_precise_member (json, "inclusive_seconds",
			   (arc->self + arc->child) / results->second);
      json_end_object (json);
    }
}

static void
query_callers (struct json *json, const struct query_answer *answer)
{
  query_arcs (json, answer, &answer->callers, true);
}

static void
query_callees (struct json *json, const struct query_answer *answer)
{
  query_arcs (json, answer, &answer->callees, false);
}

static void
query_sites (struct json *json, const struct query_answer *answer)
{
  const struct results *results = answer->results;
  for (size_t i = 0; i < answer->sites.count; i++)
    {
      uint32_t index = answer->sites.rows[i];
      const struct model_site *site = &results->model->sites[index];
      json_begin_object (json, JSON_SPACED);
      json_member (json, "callee",
		   results->model->functions[site->callee].name);
      query_place (json, site->file, site->line);
      json_count_member (json, "count", site->count);
      json_precise_member (json, "inclusive_seconds",
			   results->sites[index] / results->second);
      json_end_object (json);
    }
}

static void
query_array (struct json *json, const char *key,
	     const struct query_answer *answer,
	     void (*elements) (struct json *, const struct query_answer *))
{
  json_key (json, key);
  json_begin_array (json, JSON_INDENTED);
  elements (json, answer);
  json_end_array (json);
}

void
query_print_json (FILE *out, const struct query_answer *answer)
{
  const struct results *results = answer->results;
  struct json json;
  json_open (&json, out, false);
  json_begin_object (&json, JSON_INDENTED);
  json_member (&json, "schema", "cgprof-query");
  json_count_member (&json, "schema_version", QUERY_SCHEMA_VERSION);
  json_member (&json, "query", answer->query->text);
  json_member (&json, "verb", query_verbs[answer->query->verb]);
  json_member (&json, "program", results->model->program);
  json_precise_member (&json, "seconds", results->total / results->second);
  json_key (&json, "function");
  if (answer->function != MODEL_NONE)
    {
      const struct result_function *result
	= &results->functions[answer->function];
      query_function (&json, results, answer->function, result->self,
		      result->self + result->child);
    }
  else
    json_null (&json);
  json_member (&json, "reason", answer->query->verb == QUERY_WHY
	       ? query_reasons[answer->reason] : NULL);
  query_array (&json, "functions", answer, query_functions);
  query_array (&json, "callers", answer, query_callers);
  query_array (&json, "callees", answer, query_callees);
  query_array (&json, "sites", answer, query_sites);
  json_key (&json, "left_out");
  json_begin_object (&json, JSON_SPACED);
  json_count_member (&json, "functions", answer->functions.left_out);
  json_count_member (&json, "callers", answer->callers.left_out);
  json_count_member (&json, "callees", answer->callees.left_out);
  json_count_member (&json, "sites", answer->sites.left_out);
  json_end_object (&json);
  json_end_object (&json);
  json_close (&json);
  putc ('\n', out);
}
