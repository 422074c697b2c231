/* Two models side by side, for machines.

   doc/diff.texi is the manual; a change of meaning raises schema_version.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "base/json.h"
#include "diff/views.h"

#define VIEW_SCHEMA_VERSION 1

static const char *const view_sides[] = { "old", "new" };

static void
view_change_member (struct json *json, const struct diff_count *count)
{
  uint64_t old = count->value[DIFF_OLD];
  uint64_t new = count->value[DIFF_NEW];
  json_key (json, "change");
  json_begin_value (json);
  if (new < old)
    putc_unlocked ('-', json->out);
  print_count (json->out, new < old ? old - new : new - old, 0);
}

static void
view_count_member (struct json *json, const char *key,
		   const struct diff_count *count)
{
  json_key (json, key);
  json_begin_object (json, JSON_SPACED);
  for (int side = 0; side < DIFF_SIDES; side++)
    json_count_member (json, view_sides[side], count->value[side]);
  view_change_member (json, count);
  json_end_object (json);
}

/* Instructions, null on a side where they were not counted.  */

static void
view_instructions_member (struct json *json, const struct diff_count *count,
			  const bool counted[DIFF_SIDES])
{
  json_key (json, "instructions");
  json_begin_object (json, JSON_SPACED);
  for (int side = 0; side < DIFF_SIDES; side++)
    if (counted[side])
      json_count_member (json, view_sides[side], count->value[side]);
    else
      {
	json_key (json, view_sides[side]);
	json_null (json);
      }
  view_change_member (json, count);
  json_end_object (json);
}

static void
view_time_member (struct json *json, const char *key,
		  const struct diff_time *time)
{
  json_key (json, key);
  json_begin_object (json, JSON_SPACED);
  json_precise_member (json, "old", time->value[DIFF_OLD]);
  json_precise_member (json, "new", time->value[DIFF_NEW]);
  json_precise_member (json, "change",
		       time->value[DIFF_NEW] - time->value[DIFF_OLD]);
  json_precise_member (json, "error", time->error);
  json_end_object (json);
}

/* The names of FUNCTION on both sides.  */

static void
view_names (struct json *json, const struct diff *diff,
	    const struct diff_function *function)
{
  for (int side = 0; side < DIFF_SIDES; side++)
    {
      uint32_t index = function->index[side];
      json_member (json, view_sides[side], index != MODEL_NONE
		   ? diff->models[side]->functions[index].name : NULL);
    }
}

static void
view_functions (struct json *json, const struct diff *diff)
{
  for (size_t i = 0; i < diff->function_count; i++)
    {
      const struct diff_function *function = &diff->functions[i];
      json_begin_object (json, JSON_SPACED);
      view_names (json, diff, function);
      view_count_member (json, "calls", &function->calls);
      view_count_member (json, "spontaneous", &function->spontaneous);
      view_instructions_member (json, &function->instructions,
				function->counted);
      json_break (json);
      view_time_member (json, "self_seconds", &function->self);
      json_break (json);
      view_time_member (json, "inclusive_seconds", &function->inclusive);
      json_end_object (json);
    }
}

/* Caller and callee, and on which sides INDEX has them.  */

static void
view_ends (struct json *json, const struct diff *diff, uint32_t caller,
	   uint32_t callee, const uint32_t index[DIFF_SIDES])
{
  json_member (json, "caller", diff->functions[caller].name);
  json_member (json, "callee", diff->functions[callee].name);
  json_bool_member (json, "in_old", index[DIFF_OLD] != MODEL_NONE);
  json_bool_member (json, "in_new", index[DIFF_NEW] != MODEL_NONE);
}

static void
view_arcs (struct json *json, const struct diff *diff)
{
  for (size_t i = 0; i < diff->arc_count; i++)
    {
      const struct diff_arc *arc = &diff->arcs[i];
      json_begin_object (json, JSON_SPACED);
      view_ends (json, diff, arc->caller, arc->callee, arc->index);
      view_count_member (json, "count", &arc->count);
      json_break (json);
      view_time_member (json, "inclusive_seconds", &arc->inclusive);
      json_end_object (json);
    }
}

/* The place of the site INDEX of a side, or null.  */

static void
view_place (struct json *json, const struct diff *diff, int side,
	    uint32_t index)
{
  json_key (json, side == DIFF_OLD ? "old_place" : "new_place");
  if (index == MODEL_NONE)
    {
      json_null (json);
      return;
    }
  const struct model_site *site = &diff->models[side]->sites[index];
  json_begin_object (json, JSON_SPACED);
  json_member (json, "file", site->file);
  json_count_member (json, "line", site->line);
  json_count_member (json, "column", site->column);
  json_end_object (json);
}

static void
view_sites (struct json *json, const struct diff *diff)
{
  for (size_t i = 0; i < diff->site_count; i++)
    {
      const struct diff_site *site = &diff->sites[i];
      json_begin_object (json, JSON_SPACED);
      view_ends (json, diff, site->caller, site->callee, site->index);
      json_count_member (json, "ordinal", site->ordinal);
      json_bool_member (json, "indirect", site->indirect);
      json_break (json);
      for (int side = 0; side < DIFF_SIDES; side++)
	view_place (json, diff, side, site->index[side]);
      view_count_member (json, "count", &site->count);
      json_break (json);
      view_time_member (json, "inclusive_seconds", &site->inclusive);
      json_end_object (json);
    }
}

static void
view_array (struct json *json, const char *key, const struct diff *diff,
	    void (*elements) (struct json *, const struct diff *))
{
  json_key (json, key);
  json_begin_array (json, JSON_INDENTED);
  elements (json, diff);
  json_end_array (json);
}

void
view_diff_json (const struct view_diff *view)
{
  const struct diff *diff = view->diff;
  struct json json;
  json_open (&json, view->out, false);
  json_begin_object (&json, JSON_INDENTED);
  json_member (&json, "schema", "cgprof-diff");
  json_count_member (&json, "schema_version", VIEW_SCHEMA_VERSION);
  for (int side = 0; side < DIFF_SIDES; side++)
    {
      const struct model *model = diff->models[side];
      const struct results *results = diff->results[side];
      json_key (&json, view_sides[side]);
      json_begin_object (&json, JSON_SPACED);
      json_member (&json, "profile", view->names[side]);
      json_member (&json, "program", model->program);
      json_count_member (&json, "processes", model_count_processes (model));
      json_precise_member (&json, "seconds", results->total / results->second);
      json_member (&json, "from", model->from);
      json_member (&json, "to", model->to);
      json_end_object (&json);
    }
  json_bool_member (&json, "same_build", diff->same_build);
  view_instructions_member (&json, &diff->instructions, diff->counted);
  view_array (&json, "functions", diff, view_functions);
  view_array (&json, "arcs", diff, view_arcs);
  view_array (&json, "sites", diff, view_sites);
  json_end_object (&json);
  json_close (&json);
  putc ('\n', view->out);
}
