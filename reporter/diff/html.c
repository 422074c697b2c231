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
  FILE *out = html->out;
  const char *slash = new->program ? strrchr (new->program, '/') : NULL;
  bool stacks = before->measured && after->measured
    && html->diff->stack_count > 0;
  html_begin (out, "summary");
  fputs ("{\"schema\":\"cgprof-html\",\"version\":1,\"diff\":true,\n", out);
  html_member (out, "program", new->program);
  html_member (out, "title", slash && slash[1] ? slash + 1
			     : new->program ? new->program : "profile");
  html_member (out, "oldProfile", html->view->names[DIFF_OLD]);
  html_member (out, "newProfile", html->view->names[DIFF_NEW]);
  html_member (out, "dimension", after->dimension);
  html_member (out, "noStacks",
	       "Not both profiles have stacks, so there are none to compare.");
  fprintf (out, "\"processes\":%u,\"measured\":%s,\"hasTime\":%s,"
	   "\"hasArcs\":%s,\"hasStacks\":%s,\n\"siteCount\":%zu,"
	   "\"sampleCount\":0,\n", new->processes,
	   before->measured && after->measured ? "true" : "false",
	   old->has_time && new->has_time ? "true" : "false",
	   old->has_arcs && new->has_arcs ? "true" : "false",
	   stacks ? "true" : "false", html->diff->site_count);
  struct precision precision;
  precision_find (&precision, before);
  fprintf (out, "\"oldPrecision\":%.3f,\"oldTotal\":", precision.samples);
  html_time (out, before->total, before->second);
  precision_find (&precision, after);
  fprintf (out, ",\n\"precision\":%.3f,\"total\":", precision.samples);
  html_time (out, after->total, after->second);
  fputs (",\n\"sample\":", out);
  html_time (out, after->sample, after->second);
  fputs ("}", out);
  html_end (out);
}

static void
diff_html_modules (const struct diff_html *html)
{
  FILE *out = html->out;
  const struct model_module **modules = html->modules;
  html_begin (out, "modules");
  fputs ("{", out);
  HTML_COLUMN_AND (out, "name", html->module_count,
		   json_put_script (out, modules[i]->name));
  HTML_COLUMN (out, "main", html->module_count,
	       html_index (out, modules[i]->main));
  fputs ("}", out);
  html_end (out);
}

static void
diff_html_functions (struct diff_html *html)
{
  const struct diff_function *functions = html->diff->functions;
  size_t count = html->diff->function_count;
  FILE *out = html->out;
  html_begin (out, "functions");
  fputs ("{", out);
  HTML_COLUMN_AND (out, "name", count,
		   json_put_script (out, functions[i].name));
  HTML_COLUMN_AND (out, "symbol", count, putc_unlocked ('0', out));
  HTML_COLUMN_AND (out, "module", count,
		   html_index (out, diff_html_module (html, i)));
  HTML_COLUMN_AND (out, "file", count,
		   html_index (out, diff_html_file
			       (html, diff_html_function (html, i),
				diff_html_function (html, i)->file)));
  HTML_COLUMN_AND (out, "line", count,
		   html_index (out, diff_html_function (html, i)->line));
  HTML_COLUMN_AND (out, "cycle", count, html_index (out, MODEL_NONE));
  HTML_COLUMN_AND (out, "instrumented", count,
		   html_index (out, (diff_html_function (html, i)->flags
				     & MODEL_FUNCTION_ROW) != 0));
  HTML_COLUMN_AND (out, "inlined", count,
		   html_index (out, (diff_html_function (html, i)->flags
				     & MODEL_FUNCTION_INLINED) != 0));
  HTML_COLUMN_AND (out, "calls", count,
		   html_count (out, functions[i].calls.value[DIFF_NEW]));
  HTML_COLUMN_AND (out, "oldCalls", count,
		   html_count (out, functions[i].calls.value[DIFF_OLD]));
  HTML_COLUMN_AND (out, "spontaneous", count,
		   html_count (out, functions[i].spontaneous.value[DIFF_NEW]));
  HTML_COLUMN_AND (out, "self", count,
		   html_time (out, functions[i].self.value[DIFF_NEW], 1));
  HTML_COLUMN_AND (out, "oldSelf", count,
		   html_time (out, functions[i].self.value[DIFF_OLD], 1));
  HTML_COLUMN_AND (out, "selfChangeError", count,
		   html_time (out, functions[i].self.error, 1));
  HTML_COLUMN_AND (out, "inclusive", count,
		   html_time (out, functions[i].inclusive.value[DIFF_NEW],
			      1));
  HTML_COLUMN_AND (out, "oldInclusive", count,
		   html_time (out, functions[i].inclusive.value[DIFF_OLD],
			      1));
  HTML_COLUMN (out, "inclusiveChangeError", count,
	       html_time (out, functions[i].inclusive.error, 1));
  fputs ("}", out);
  html_end (out);
}

static void
diff_html_arcs (const struct diff_html *html)
{
  const struct diff_arc *arcs = html->diff->arcs;
  size_t count = html->diff->arc_count;
  FILE *out = html->out;
  html_begin (out, "arcs");
  fputs ("{", out);
  HTML_COLUMN_AND (out, "caller", count, html_index (out, arcs[i].caller));
  HTML_COLUMN_AND (out, "callee", count, html_index (out, arcs[i].callee));
  HTML_COLUMN_AND (out, "count", count,
		   html_count (out, arcs[i].count.value[DIFF_NEW]));
  HTML_COLUMN_AND (out, "oldCount", count,
		   html_count (out, arcs[i].count.value[DIFF_OLD]));
  HTML_COLUMN_AND (out, "self", count, putc_unlocked ('0', out));
  HTML_COLUMN_AND (out, "inclusive", count,
		   html_time (out, arcs[i].inclusive.value[DIFF_NEW], 1));
  HTML_COLUMN (out, "oldInclusive", count,
	       html_time (out, arcs[i].inclusive.value[DIFF_OLD], 1));
  fputs ("}", out);
  html_end (out);
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
  FILE *out = html->out;
  html_begin (out, "sites");
  fputs ("{", out);
  HTML_COLUMN_AND (out, "caller", count, html_index (out, sites[i].caller));
  HTML_COLUMN_AND (out, "callee", count, html_index (out, sites[i].callee));
  HTML_COLUMN_AND (out, "kind", count,
		   html_index (out, diff_html_site (html, i)->kind));
  HTML_COLUMN_AND (out, "file", count,
		   html_index (out, diff_html_file
			       (html,
				diff_html_function (html, sites[i].caller),
				diff_html_site (html, i)->file)));
  HTML_COLUMN_AND (out, "line", count,
		   html_index (out, diff_html_site (html, i)->line));
  HTML_COLUMN_AND (out, "column", count,
		   html_index (out, diff_html_site (html, i)->column));
  HTML_COLUMN_AND (out, "count", count,
		   html_count (out, sites[i].count.value[DIFF_NEW]));
  HTML_COLUMN (out, "oldCount", count,
	       html_count (out, sites[i].count.value[DIFF_OLD]));
  fputs ("}", out);
  html_end (out);
}

/* Every stack is a context, and a sample above its parent.  */

static void
diff_html_stacks (const struct diff_html *html)
{
  const struct diff *diff = html->diff;
  const struct diff_stack *stacks = diff->stacks;
  const struct results *old = diff->results[DIFF_OLD];
  const struct results *new = diff->results[DIFF_NEW];
  size_t count = diff->stack_count;
  FILE *out = html->out;
  html_begin (out, "contexts");
  fputs ("{", out);
  HTML_COLUMN_AND (out, "function", count,
		   html_index (out, stacks[i].function));
  HTML_COLUMN_AND (out, "parent", count, html_index (out, stacks[i].parent));
  HTML_COLUMN (out, "flags", count, putc_unlocked ('0', out));
  fputs ("}", out);
  html_end (out);
  html_begin (out, "samples");
  fputs ("{", out);
  HTML_COLUMN_AND (out, "function", count,
		   html_index (out, stacks[i].function));
  HTML_COLUMN_AND (out, "context", count,
		   html_index (out, stacks[i].parent));
  HTML_COLUMN_AND (out, "thread", count, putc_unlocked ('0', out));
  HTML_COLUMN_AND (out, "flags", count, putc_unlocked ('0', out));
  HTML_COLUMN_AND (out, "time", count,
		   html_time (out, (double) stacks[i].samples.value[DIFF_NEW]
				   * new->sample, new->second));
  HTML_COLUMN (out, "old", count,
	       html_time (out, (double) stacks[i].samples.value[DIFF_OLD]
			       * old->sample, old->second));
  fputs ("}", out);
  html_end (out);
}

/* What is known once all else was printed; and what a diff has not.  */

static void
diff_html_rest (const struct diff_html *html)
{
  FILE *out = html->out;
  html_begin (out, "files");
  fputs ("[", out);
  for (size_t i = 0; i < html->file_count; i++)
    {
      html_comma (out, i);
      json_put_script (out, html->files[i]);
    }
  fputs ("]", out);
  html_end (out);
  html_begin (out, "cycles");
  fputs ("[]", out);
  html_end (out);
}

void
view_diff_html (const struct view_diff *view)
{
  struct diff_html html = {
    .out = view->out, .view = view, .diff = view->diff
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
