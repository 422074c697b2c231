/* Two models side by side, for machines.

   doc/diff.texi is the manual; a change of meaning raises schema_version.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "base/json.h"
#include "base/print.h"
#include "diff/views.h"

#include <inttypes.h>

#define VIEW_SCHEMA_VERSION 1

static const char *const view_sides[] = { "old", "new" };

static void
view_count_member (FILE *out, const char *key, const struct diff_count *count)
{
  uint64_t old = count->value[DIFF_OLD];
  uint64_t new = count->value[DIFF_NEW];
  json_key (out, key);
  PRINT_CONSTANT (out, "{ \"old\": ");
  print_count (out, old, 0);
  PRINT_CONSTANT (out, ", \"new\": ");
  print_count (out, new, 0);
  PRINT_CONSTANT (out, ", \"change\": ");
  if (new < old)
    putc_unlocked ('-', out);
  print_count (out, new < old ? old - new : new - old, 0);
  PRINT_CONSTANT (out, " }");
}

static void
view_time_member (FILE *out, const char *key, const struct diff_time *time)
{
  const struct
  {
    const char *key;
    double value;
  } members[] = {
    { "old", time->value[DIFF_OLD] },
    { "new", time->value[DIFF_NEW] },
    { "change", time->value[DIFF_NEW] - time->value[DIFF_OLD] },
    { "error", time->error }
  };
  json_key (out, key);
  for (size_t i = 0; i < sizeof members / sizeof *members; i++)
    {
      print_text (out, i ? ", " : "{ ", 2);
      json_key (out, members[i].key);
      print_precise (out, members[i].value);
    }
  PRINT_CONSTANT (out, " }");
}

/* The names of FUNCTION on both sides.  */

static void
view_names (const struct view_diff *view,
	    const struct diff_function *function)
{
  for (int side = 0; side < DIFF_SIDES; side++)
    {
      uint32_t index = function->index[side];
      json_member (view->out, view_sides[side], index != MODEL_NONE
		   ? view->diff->models[side]->functions[index].name : NULL);
      fputs (", ", view->out);
    }
}

static void
view_functions (const struct view_diff *view)
{
  for (size_t i = 0; i < view->diff->function_count; i++)
    {
      const struct diff_function *function = &view->diff->functions[i];
      fputs (i ? ",\n    { " : "\n    { ", view->out);
      view_names (view, function);
      view_count_member (view->out, "calls", &function->calls);
      fputs (", ", view->out);
      view_count_member (view->out, "spontaneous", &function->spontaneous);
      fputs (",\n      ", view->out);
      view_time_member (view->out, "self_seconds", &function->self);
      fputs (",\n      ", view->out);
      view_time_member (view->out, "inclusive_seconds",
			&function->inclusive);
      fputs (" }", view->out);
    }
}

static void
view_bool (FILE *out, const char *key, bool value)
{
  json_key (out, key);
  fputs (value ? "true, " : "false, ", out);
}

/* Caller and callee, and on which sides INDEX has them.  */

static void
view_ends (const struct view_diff *view, uint32_t caller, uint32_t callee,
	   const uint32_t index[DIFF_SIDES])
{
  json_member (view->out, "caller", view->diff->functions[caller].name);
  PRINT_CONSTANT (view->out, ", ");
  json_member (view->out, "callee", view->diff->functions[callee].name);
  PRINT_CONSTANT (view->out, ", ");
  view_bool (view->out, "in_old", index[DIFF_OLD] != MODEL_NONE);
  view_bool (view->out, "in_new", index[DIFF_NEW] != MODEL_NONE);
}

static void
view_arcs (const struct view_diff *view)
{
  for (size_t i = 0; i < view->diff->arc_count; i++)
    {
      const struct diff_arc *arc = &view->diff->arcs[i];
      fputs (i ? ",\n    { " : "\n    { ", view->out);
      view_ends (view, arc->caller, arc->callee, arc->index);
      view_count_member (view->out, "count", &arc->count);
      fputs (",\n      ", view->out);
      view_time_member (view->out, "inclusive_seconds", &arc->inclusive);
      fputs (" }", view->out);
    }
}

/* The place of the site INDEX of a side, or null.  */

static void
view_place (const struct view_diff *view, int side, uint32_t index)
{
  json_key (view->out, side == DIFF_OLD ? "old_place" : "new_place");
  if (index == MODEL_NONE)
    {
      fputs ("null, ", view->out);
      return;
    }
  const struct model_site *site = &view->diff->models[side]->sites[index];
  fputs ("{ ", view->out);
  json_member (view->out, "file", site->file);
  PRINT_CONSTANT (view->out, ", \"line\": ");
  print_count (view->out, site->line, 0);
  PRINT_CONSTANT (view->out, ", \"column\": ");
  print_count (view->out, site->column, 0);
  PRINT_CONSTANT (view->out, " }, ");
}

static void
view_sites (const struct view_diff *view)
{
  for (size_t i = 0; i < view->diff->site_count; i++)
    {
      const struct diff_site *site = &view->diff->sites[i];
      fputs (i ? ",\n    { " : "\n    { ", view->out);
      view_ends (view, site->caller, site->callee, site->index);
      json_key (view->out, "ordinal");
      print_count (view->out, site->ordinal, 0);
      PRINT_CONSTANT (view->out, ", \"indirect\": ");
      fputs (site->indirect ? "true,\n      " : "false,\n      ", view->out);
      for (int side = 0; side < DIFF_SIDES; side++)
	view_place (view, side, site->index[side]);
      view_count_member (view->out, "count", &site->count);
      fputs (",\n      ", view->out);
      view_time_member (view->out, "inclusive_seconds", &site->inclusive);
      fputs (" }", view->out);
    }
}

static void
view_array (const struct view_diff *view, const char *key,
	    void (*elements) (const struct view_diff *), bool last)
{
  fputs ("  ", view->out);
  json_key (view->out, key);
  fputc ('[', view->out);
  elements (view);
  fputs (last ? "\n  ]\n" : "\n  ],\n", view->out);
}

void
view_diff_json (const struct view_diff *view)
{
  FILE *out = view->out;
  fprintf (out, "{\n  \"schema\": \"cgprof-diff\",\n"
	   "  \"schema_version\": %d,\n", VIEW_SCHEMA_VERSION);
  for (int side = 0; side < DIFF_SIDES; side++)
    {
      const struct model *model = view->diff->models[side];
      fputs ("  ", out);
      json_key (out, view_sides[side]);
      fputs ("{ ", out);
      json_member (out, "profile", view->names[side]);
      fputs (", ", out);
      json_member (out, "program", model->program);
      fprintf (out, ", \"processes\": %u, \"seconds\": %.9f },\n",
	       model->processes, model->total / model->second);
    }
  fprintf (out, "  \"same_build\": %s,\n",
	   view->diff->same_build ? "true" : "false");
  view_array (view, "functions", view_functions, false);
  view_array (view, "arcs", view_arcs, false);
  view_array (view, "sites", view_sites, true);
  fputs ("}\n", out);
}
