/* The Firefox Profiler's processed profile.

   Everything is a table of columns of equal length.  Samples have no times of
   day: each begins where the one before ends.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "base/json.h"
#include "base/print.h"
#include "export/export.h"

#include <inttypes.h>
#include <stdlib.h>

/* The versions written; the profiler upgrades older ones.  */
#define FIREFOX_GECKO_VERSION 36
#define FIREFOX_VERSION 70

struct firefox
{
  const struct view *view;
  const char **files;		/* Names of source files by number.  */
  size_t file_count, file_room;
  struct dict file_map;
  uint32_t *sources;		/* File by function, or MODEL_NONE.  */
};

/* Print a column named KEY whose elements ELEMENT prints, INDEX from 0 to
   COUNT.  */

static void
firefox_column (const struct firefox *firefox, const char *key,
		size_t count,
		void (*element) (const struct firefox *, size_t index))
{
  FILE *out = firefox->view->out;
  json_put_key (out, key);
  putc_unlocked ('[', out);
  for (size_t i = 0; i < count; i++)
    {
      if (i > 0)
	putc_unlocked (',', out);
      element (firefox, i);
    }
  PRINT_CONSTANT (out, "],\n");
}

/* Print a column named KEY of COUNT times TEXT.  */

static void
firefox_same (const struct firefox *firefox, const char *key, size_t count,
	      const char *text)
{
  FILE *out = firefox->view->out;
  json_put_key (out, key);
  putc_unlocked ('[', out);
  for (size_t i = 0; i < count; i++)
    {
      if (i > 0)
	putc_unlocked (',', out);
      fputs (text, out);
    }
  PRINT_CONSTANT (out, "],\n");
}

static void
firefox_length (const struct firefox *firefox, size_t count,
		const char *behind)
{
  fprintf (firefox->view->out, "\"length\":%zu}%s\n", count, behind);
}

static void
firefox_optional (const struct firefox *firefox, uint64_t number)
{
  if (number > 0)
    print_count (firefox->view->out, number, 0);
  else
    PRINT_CONSTANT (firefox->view->out, "null");
}

static const struct call_tree_frame *
firefox_frame (const struct firefox *firefox, size_t index)
{
  return &firefox->view->tree->frames[index];
}

static void
firefox_stack_frame (const struct firefox *firefox, size_t index)
{
  print_count (firefox->view->out, firefox->view->tree->nodes[index].frame,
	       0);
}

/* How far back the parent is.  */

static void
firefox_stack_prefix (const struct firefox *firefox, size_t index)
{
  uint32_t parent = firefox->view->tree->nodes[index].parent;
  print_count (firefox->view->out,
	       parent == CALL_TREE_NONE ? 0 : index - parent, 0);
}

static void
firefox_frame_inline (const struct firefox *firefox, size_t index)
{
  bool inlined = firefox_frame (firefox, index)->flags
    & MODEL_FRAME_INLINED;
  print_count (firefox->view->out, inlined, 0);
}

static void
firefox_frame_function (const struct firefox *firefox, size_t index)
{
  print_count (firefox->view->out, firefox_frame (firefox, index)->function,
	       0);
}

static void
firefox_frame_line (const struct firefox *firefox, size_t index)
{
  firefox_optional (firefox, firefox_frame (firefox, index)->line);
}

/* Names of functions are the first strings, those of files follow.  */

static void
firefox_string (const struct firefox *firefox, size_t index)
{
  const struct model *model = firefox->view->model;
  json_put_string (firefox->view->out, index < model->function_count
	       ? model->functions[index].name
	       : firefox->files[index - model->function_count]);
}

static void
firefox_number (const struct firefox *firefox, size_t index)
{
  print_count (firefox->view->out, index, 0);
}

static void
firefox_function_source (const struct firefox *firefox, size_t index)
{
  if (firefox->sources[index] == MODEL_NONE)
    PRINT_CONSTANT (firefox->view->out, "null");
  else
    print_count (firefox->view->out, firefox->sources[index], 0);
}

static void
firefox_function_line (const struct firefox *firefox, size_t index)
{
  firefox_optional (firefox, firefox->view->model->functions[index].line);
}

static void
firefox_source_name (const struct firefox *firefox, size_t index)
{
  print_count (firefox->view->out,
	       firefox->view->model->function_count + index, 0);
}

static void
firefox_meta (const struct firefox *firefox)
{
  const struct view *view = firefox->view;
  FILE *out = view->out;
  fprintf (out, "{\"meta\":{\"interval\":%g,\"startTime\":0,"
	   "\"processType\":0,\"product\":",
	   view->model->sample_ns > 0 ? view->model->sample_ns / 1e6 : 1);
  json_put_string (out, view_program_name (view));
  fprintf (out, ",\"stackwalk\":1,\"version\":%d,"
	   "\"preprocessedProfileVersion\":%d,\n"
	   "\"importedFrom\":\"cgprof " VERSION "\",\"symbolicated\":true,\n"
	   "\"categories\":[{\"name\":\"Other\",\"color\":\"grey\","
	   "\"subcategories\":[\"Other\"]}],\"markerSchema\":[]},\n"
	   "\"libs\":[],\"pages\":[],\n", FIREFOX_GECKO_VERSION,
	   FIREFOX_VERSION);
}

static void
firefox_shared (const struct firefox *firefox)
{
  const struct call_tree *tree = firefox->view->tree;
  FILE *out = firefox->view->out;
  size_t functions = firefox->view->model->function_count;
  size_t files = firefox->file_count;
  fputs ("\"shared\":{\n", out);
  firefox_column (firefox, "stringArray", functions + files, firefox_string);

  fputs ("\"stackTable\":{", out);
  firefox_column (firefox, "frame", tree->node_count, firefox_stack_frame);
  firefox_column (firefox, "prefixOffset", tree->node_count,
		  firefox_stack_prefix);
  firefox_length (firefox, tree->node_count, ",");

  size_t frames = tree->frame_count;
  fputs ("\"frameTable\":{", out);
  firefox_same (firefox, "address", frames, "-1");
  firefox_same (firefox, "lib", frames, "-1");
  firefox_column (firefox, "inlineDepth", frames, firefox_frame_inline);
  firefox_same (firefox, "category", frames, "0");
  firefox_same (firefox, "subcategory", frames, "0");
  firefox_column (firefox, "func", frames, firefox_frame_function);
  firefox_same (firefox, "nativeSymbol", frames, "null");
  firefox_same (firefox, "innerWindowID", frames, "0");
  firefox_column (firefox, "line", frames, firefox_frame_line);
  firefox_same (firefox, "column", frames, "null");
  firefox_same (firefox, "originalLocation", frames, "null");
  firefox_length (firefox, frames, ",");

  fputs ("\"funcTable\":{", out);
  firefox_column (firefox, "name", functions, firefox_number);
  firefox_same (firefox, "isJS", functions, "false");
  firefox_same (firefox, "relevantForJS", functions, "false");
  firefox_same (firefox, "resource", functions, "-1");
  firefox_column (firefox, "source", functions, firefox_function_source);
  firefox_column (firefox, "lineNumber", functions, firefox_function_line);
  firefox_same (firefox, "columnNumber", functions, "null");
  firefox_same (firefox, "originalLocation", functions, "null");
  firefox_length (firefox, functions, ",");

  fputs ("\"sources\":{", out);
  firefox_same (firefox, "id", files, "null");
  firefox_column (firefox, "filename", files, firefox_source_name);
  firefox_same (firefox, "startLine", files, "1");
  firefox_same (firefox, "startColumn", files, "1");
  firefox_same (firefox, "sourceMapURL", files, "null");
  firefox_same (firefox, "content", files, "null");
  firefox_length (firefox, files, ",");

  fputs ("\"resourceTable\":{\"name\":[],\"host\":[],\"type\":[],"
	 "\"length\":0},\n"
	 "\"nativeSymbols\":{\"libIndex\":[],\"address\":[],\"name\":[],"
	 "\"functionSize\":[],\"length\":0},\n"
	 "\"sourceLocationTable\":{\"source\":[],\"line\":[],\"column\":[],"
	 "\"length\":0}},\n", out);
}

static void
firefox_thread (const struct firefox *firefox, size_t thread)
{
  const struct view *view = firefox->view;
  const struct call_tree *tree = view->tree;
  FILE *out = view->out;
  size_t first = tree->thread_first[thread];
  size_t end = tree->thread_first[thread + 1];
  char name[VIEW_THREAD_NAME];
  fputs ("{\"processType\":\"default\",\"processStartupTime\":0,"
	 "\"processShutdownTime\":null,\"registerTime\":0,"
	 "\"unregisterTime\":null,\"pausedRanges\":[],\n", out);
  json_put_member (out, "name", view_thread_name (view, thread, name));
  fputc (',', out);
  json_put_member (out, "processName", view_program_name (view));
  fprintf (out, ",\"isMainThread\":%s,\"pid\":\"%" PRIu64 "\",\"tid\":%"
	   PRIu64 ",\n\"samples\":{\"stack\":[",
	   thread == 0 ? "true" : "false", view_process_number (view, thread),
	   view_thread_number (view, thread));
  for (size_t i = first; i < end; i++)
    {
      if (i > first)
	putc_unlocked (',', out);
      print_count (out, tree->samples[i].node, 0);
    }
  fputs ("],\n\"time\":[", out);
  double time = 0;
  for (size_t i = first; i < end; i++)
    {
      if (i > first)
	putc_unlocked (',', out);
      print_precise (out, time / 1e6);
      time += tree->samples[i].ns;
    }
  fputs ("],\n\"weight\":[", out);
  for (size_t i = first; i < end; i++)
    {
      if (i > first)
	putc_unlocked (',', out);
      print_precise (out, tree->samples[i].ns / 1e6);
    }
  fprintf (out, "],\n\"weightType\":\"tracing-ms\",\"length\":%zu},\n"
	   "\"markers\":{\"data\":[],\"name\":[],\"startTime\":[],"
	   "\"endTime\":[],\"phase\":[],\"category\":[],\"length\":0}}",
	   end - first);
}

/* Number the source files.  */

static void
firefox_find_files (struct firefox *firefox)
{
  const struct model *model = firefox->view->model;
  firefox->sources = mem_alloc (model->function_count,
				sizeof *firefox->sources);
  for (size_t i = 0; i < model->function_count; i++)
    {
      const char *file = model->functions[i].file;
      firefox->sources[i] = MODEL_NONE;
      if (!file)
	continue;
      uint32_t *place = dict_place (&firefox->file_map, file);
      if (*place == MAP_NONE)
	{
	  *place = firefox->file_count;
	  firefox->files = mem_grow (firefox->files, &firefox->file_room,
				     firefox->file_count + 1,
				     sizeof *firefox->files);
	  firefox->files[firefox->file_count++] = file;
	}
      firefox->sources[i] = *place;
    }
}

void
view_firefox (const struct view *view)
{
  struct firefox firefox = { .view = view };
  firefox_find_files (&firefox);
  firefox_meta (&firefox);
  firefox_shared (&firefox);
  fputs ("\"threads\":[", view->out);
  for (size_t i = 0; i < view->tree->thread_count; i++)
    {
      fputs (i ? ",\n" : "\n", view->out);
      firefox_thread (&firefox, i);
    }
  fputs ("]}\n", view->out);
  dict_free (&firefox.file_map);
  free (firefox.files);
  free (firefox.sources);
}
