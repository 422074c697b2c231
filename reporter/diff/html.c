/* What changed from one profile to another, as an HTML page: the one of
   cgprof html, with figures of both sides.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "analyse/precision.h"
#include "analyse/source-lines.h"
#include "base/json.h"
#include "diff/views.h"
#include "html/data.h"
#include "html/page.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* What is printed, and how modules and files are numbered.  */
struct diff_html
{
  FILE *out;
  struct json *json;		/* Of the part that is open.  */
  const struct view_diff *view;
  const struct diff *diff;
  struct arena arena;
  struct dict module_numbers;	/* By name.  */
  const struct model_module **modules;
  size_t module_count, module_room;
  struct dict file_numbers;
  const char **files;
  size_t file_count, file_room;
};

/* The side whose model tells of what INDEX has: the new one if it can.  */

static int
diff_html_side (const uint32_t index[DIFF_SIDES])
{
  return index[DIFF_NEW] != MODEL_NONE ? DIFF_NEW : DIFF_OLD;
}

static const struct model_function *
diff_html_function (const struct diff_html *html, uint32_t function)
{
  const uint32_t *index = html->diff->functions[function].index;
  int side = diff_html_side (index);
  return &html->diff->models[side]->functions[index[side]];
}

/* Number the modules of MODEL by their names; both programs are one, however
   they are called.  */

static void
diff_html_add_modules (struct diff_html *html, const struct model *model)
{
  for (size_t i = 0; i < model->module_count; i++)
    {
      uint32_t *place = dict_place (&html->module_numbers,
				    model->modules[i].name);
      if (*place != MAP_NONE)
	continue;
      uint32_t same = 0;
      while (same < html->module_count
	     && !(model->modules[i].main && html->modules[same]->main))
	same++;
      *place = same;
      if (same < html->module_count)
	continue;
      html->modules = mem_grow (html->modules, &html->module_room,
				html->module_count + 1,
				sizeof *html->modules);
      html->modules[html->module_count++] = &model->modules[i];
    }
}

static uint32_t
diff_html_module (const struct diff_html *html, uint32_t function)
{
  const uint32_t *index = html->diff->functions[function].index;
  const struct model *model = html->diff->models[diff_html_side (index)];
  uint32_t module = diff_html_function (html, function)->module;
  return module == MODEL_NONE ? MODEL_NONE
    : dict_find (&html->module_numbers, model->modules[module].name);
}

/* The number of the file PATH in the code of FUNCTION.  */

static uint32_t
diff_html_file (struct diff_html *html, const struct model_function *function,
		const char *path)
{
  if (!path || !path[0])
    return MODEL_NONE;
  const char *name = source_lines_whole_path (&html->arena, path,
					      function->directory);
  uint32_t *place = dict_place (&html->file_numbers, name);
  if (*place == MAP_NONE)
    {
      *place = html->file_count;
      html->files = mem_grow (html->files, &html->file_room,
			      html->file_count + 1, sizeof *html->files);
      html->files[html->file_count++] = name;
    }
  return *place;
}

static void
diff_html_summary (const struct diff_html *html)
{
  const struct model *old = html->diff->models[DIFF_OLD];
  const struct model *new = html->diff->models[DIFF_NEW];
  const struct results *before = html->diff->results[DIFF_OLD];
  const struct results *after = html->diff->results[DIFF_NEW];
  struct json *json = html->json;
  html_begin_summary (json, html->out, new->program, true);
  json_break (json);
  json_member (json, "oldProfile", html->view->names[DIFF_OLD]);
  json_break (json);
  json_member (json, "newProfile", html->view->names[DIFF_NEW]);
  json_break (json);
  json_member (json, "oldFrom", old->from);
  json_member (json, "oldTo", old->to);
  json_member (json, "from", new->from);
  json_member (json, "to", new->to);
  json_break (json);
  json_member (json, "dimension", after->dimension);
  json_break (json);
  json_member (json, "noStacks", "Not both profiles have stacks, so there are "
	       "none to compare.");
  json_break (json);
  json_count_member (json, "processCount",
		     model_count_processes (new));
  json_bool_member (json, "measured", before->measured && after->measured);
  json_bool_member (json, "hasTime", old->has_time && new->has_time);
  json_bool_member (json, "hasArcs", old->has_arcs && new->has_arcs);
  json_bool_member (json, "hasStacks", before->measured && after->measured
				       && html->diff->stack_count > 0);
  json_break (json);
  json_count_member (json, "siteCount", html->diff->site_count);
  json_count_member (json, "sampleCount", 0);
  struct precision precision;
  precision_find (&precision, before);
  json_break (json);
  json_key (json, "oldPrecision");
  json_number (json, "%.3f", precision.samples);
  json_key (json, "oldTotal");
  html_time (json, before->total, before->second);
  precision_find (&precision, after);
  json_break (json);
  json_key (json, "precision");
  json_number (json, "%.3f", precision.samples);
  json_key (json, "total");
  html_time (json, after->total, after->second);
  json_break (json);
  json_key (json, "sample");
  html_time (json, after->sample, after->second);
  json_end_object (json);
  html_end (json);
}

static void
diff_html_modules (const struct diff_html *html)
{
  struct json *json = html->json;
  const struct model_module **modules = html->modules;
  html_begin (json, html->out, "modules");
  json_begin_object (json, JSON_LINES);
  HTML_COLUMN (json, "name", html->module_count,
	       json_string (json, modules[i]->name));
  HTML_COLUMN (json, "main", html->module_count,
	       html_index (json, modules[i]->main));
  json_end_object (json);
  html_end (json);
}

static void
diff_html_functions (struct diff_html *html)
{
  const struct diff_function *functions = html->diff->functions;
  size_t count = html->diff->function_count;
  struct json *json = html->json;
  html_begin (json, html->out, "functions");
  json_begin_object (json, JSON_LINES);
  HTML_COLUMN (json, "name", count,
	       json_string (json, functions[i].name));
  HTML_COLUMN (json, "symbol", count, json_count (json, 0));
  HTML_COLUMN (json, "module", count,
	       html_index (json, diff_html_module (html, i)));
  HTML_COLUMN (json, "file", count,
	       html_index (json, diff_html_file
			   (html, diff_html_function (html, i),
			    diff_html_function (html, i)->file)));
  HTML_COLUMN (json, "line", count,
	       html_index (json, diff_html_function (html, i)->line));
  HTML_COLUMN (json, "cycle", count, html_index (json, MODEL_NONE));
  HTML_COLUMN (json, "instrumented", count,
	       html_index (json, (diff_html_function (html, i)->flags
				 & MODEL_FUNCTION_ROW) != 0));
  HTML_COLUMN (json, "inlined", count,
	       html_index (json, (diff_html_function (html, i)->flags
				 & MODEL_FUNCTION_INLINED) != 0));
  HTML_COLUMN (json, "calls", count,
	       html_count (json, functions[i].calls.value[DIFF_NEW]));
  HTML_COLUMN (json, "oldCalls", count,
	       html_count (json, functions[i].calls.value[DIFF_OLD]));
  if (html->diff->counted[DIFF_OLD] && html->diff->counted[DIFF_NEW])
    {
      HTML_COLUMN (json, "instructions", count,
		   html_count (json,
			       functions[i].instructions.value[DIFF_NEW]));
      HTML_COLUMN (json, "oldInstructions", count,
		   html_count (json,
			       functions[i].instructions.value[DIFF_OLD]));
    }
  HTML_COLUMN (json, "spontaneous", count,
	       html_count (json, functions[i].spontaneous.value[DIFF_NEW]));
  HTML_COLUMN (json, "self", count,
	       html_time (json, functions[i].self.value[DIFF_NEW], 1));
  HTML_COLUMN (json, "oldSelf", count,
	       html_time (json, functions[i].self.value[DIFF_OLD], 1));
  HTML_COLUMN (json, "selfChangeError", count,
	       html_time (json, functions[i].self.error, 1));
  HTML_COLUMN (json, "inclusive", count,
	       html_time (json, functions[i].inclusive.value[DIFF_NEW],
			  1));
  HTML_COLUMN (json, "oldInclusive", count,
	       html_time (json, functions[i].inclusive.value[DIFF_OLD],
			  1));
  HTML_COLUMN (json, "inclusiveChangeError", count,
	       html_time (json, functions[i].inclusive.error, 1));
  json_end_object (json);
  html_end (json);
}

static void
diff_html_arcs (const struct diff_html *html)
{
  const struct diff_arc *arcs = html->diff->arcs;
  size_t count = html->diff->arc_count;
  struct json *json = html->json;
  html_begin (json, html->out, "arcs");
  json_begin_object (json, JSON_LINES);
  HTML_COLUMN (json, "caller", count, html_index (json, arcs[i].caller));
  HTML_COLUMN (json, "callee", count, html_index (json, arcs[i].callee));
  HTML_COLUMN (json, "count", count,
	       html_count (json, arcs[i].count.value[DIFF_NEW]));
  HTML_COLUMN (json, "oldCount", count,
	       html_count (json, arcs[i].count.value[DIFF_OLD]));
  HTML_COLUMN (json, "self", count, json_count (json, 0));
  HTML_COLUMN (json, "inclusive", count,
	       html_time (json, arcs[i].inclusive.value[DIFF_NEW], 1));
  HTML_COLUMN (json, "oldInclusive", count,
	       html_time (json, arcs[i].inclusive.value[DIFF_OLD], 1));
  json_end_object (json);
  html_end (json);
}

static const struct model_site *
diff_html_site (const struct diff_html *html, size_t i)
{
  const uint32_t *index = html->diff->sites[i].index;
  int side = diff_html_side (index);
  return &html->diff->models[side]->sites[index[side]];
}

static void
diff_html_sites (struct diff_html *html)
{
  const struct diff_site *sites = html->diff->sites;
  size_t count = html->diff->site_count;
  struct json *json = html->json;
  html_begin (json, html->out, "sites");
  json_begin_object (json, JSON_LINES);
  HTML_COLUMN (json, "caller", count, html_index (json, sites[i].caller));
  HTML_COLUMN (json, "callee", count, html_index (json, sites[i].callee));
  HTML_COLUMN (json, "kind", count,
	       html_index (json, diff_html_site (html, i)->kind));
  HTML_COLUMN (json, "file", count,
	       html_index (json, diff_html_file
			   (html,
			    diff_html_function (html, sites[i].caller),
			    diff_html_site (html, i)->file)));
  HTML_COLUMN (json, "line", count,
	       html_index (json, diff_html_site (html, i)->line));
  HTML_COLUMN (json, "column", count,
	       html_index (json, diff_html_site (html, i)->column));
  HTML_COLUMN (json, "count", count,
	       html_count (json, sites[i].count.value[DIFF_NEW]));
  HTML_COLUMN (json, "oldCount", count,
	       html_count (json, sites[i].count.value[DIFF_OLD]));
  json_end_object (json);
  html_end (json);
}

/* Every stack is a context, and a sample above its parent.  */

static void
diff_html_stacks (const struct diff_html *html)
{
  const struct diff *diff = html->diff;
  const struct diff_stack *stacks = diff->stacks;
  size_t count = diff->stack_count;
  struct json *json = html->json;
  html_begin (json, html->out, "contexts");
  json_begin_object (json, JSON_LINES);
  HTML_COLUMN (json, "function", count,
	       html_index (json, stacks[i].function));
  HTML_COLUMN (json, "parent", count, html_index (json, stacks[i].parent));
  HTML_COLUMN (json, "flags", count, json_count (json, 0));
  json_end_object (json);
  html_end (json);
  html_begin (json, html->out, "samples");
  json_begin_object (json, JSON_LINES);
  HTML_COLUMN (json, "function", count,
	       html_index (json, stacks[i].function));
  HTML_COLUMN (json, "context", count,
	       html_index (json, stacks[i].parent));
  HTML_COLUMN (json, "thread", count, json_count (json, 0));
  HTML_COLUMN (json, "flags", count, json_count (json, 0));
  HTML_COLUMN (json, "time", count,
	       html_time (json, stacks[i].ns[DIFF_NEW], 1e9));
  HTML_COLUMN (json, "old", count,
	       html_time (json, stacks[i].ns[DIFF_OLD], 1e9));
  json_end_object (json);
  html_end (json);
}

/* What is known once all else was printed; and what a diff has not.  */

static void
diff_html_rest (const struct diff_html *html)
{
  struct json *json = html->json;
  html_begin (json, html->out, "files");
  json_begin_array (json, JSON_COMPACT);
  for (size_t i = 0; i < html->file_count; i++)
    json_string (json, html->files[i]);
  json_end_array (json);
  html_end (json);
  html_begin (json, html->out, "cycles");
  json_begin_array (json, JSON_COMPACT);
  json_end_array (json);
  html_end (json);
}

void
view_diff_html (const struct view_diff *view)
{
  struct json json;
  struct diff_html html = {
    .json = &json, .out = view->out, .view = view, .diff = view->diff
  };
  diff_html_add_modules (&html, view->diff->models[DIFF_NEW]);
  diff_html_add_modules (&html, view->diff->models[DIFF_OLD]);
  for (size_t i = 0; html_page_head[i]; i++)
    fputs (html_page_head[i], view->out);
  diff_html_summary (&html);
  diff_html_modules (&html);
  diff_html_functions (&html);
  diff_html_arcs (&html);
  diff_html_sites (&html);
  diff_html_stacks (&html);
  diff_html_rest (&html);
  for (size_t i = 0; html_page_tail[i]; i++)
    fputs (html_page_tail[i], view->out);
  dict_free (&html.module_numbers);
  dict_free (&html.file_numbers);
  free (html.modules);
  free (html.files);
  arena_free (&html.arena);
}
