/* The Firefox Profiler's processed profile.

   Everything is a table of columns of equal length.  Where samples have no
   times, each begins where the one before ends.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "base/json.h"
#include "export/export.h"

#include <inttypes.h>
#include <stdlib.h>

/* The versions written; the profiler upgrades older ones.  */
#define FIREFOX_GECKO_VERSION 36
#define FIREFOX_VERSION 70

struct firefox
{
  const struct export *export;
  const char **files;		/* Names of source files by number.  */
  size_t file_count, file_room;
  struct dict file_map;
  uint32_t *sources;		/* File by function, or MODEL_NONE.  */
  uint32_t *marks;		/* In the model, by the thread that has
				   them,  */
  size_t *mark_first;		/* and by thread where they begin.  */
};

/* Begin the array KEY.  */

static void
firefox_begin (struct json *json, const char *key)
{
  json_spaced_key (json, key);
  json_begin_array (json, JSON_COMPACT);
}

/* Print a column named KEY whose elements ELEMENT prints, INDEX from 0 to
   COUNT.  */

static void
firefox_column (struct json *json, const struct firefox *firefox,
		const char *key, size_t count,
		void (*element) (struct json *, const struct firefox *,
				 size_t index))
{
  firefox_begin (json, key);
  for (size_t i = 0; i < count; i++)
    element (json, firefox, i);
  json_end_array (json);
}

/* Print a column named KEY of COUNT times VALUE.  */

static void
firefox_same (struct json *json, const char *key, size_t count,
	      const char *value)
{
  firefox_begin (json, key);
  for (size_t i = 0; i < count; i++)
    {
      json_begin_value (json);
      print_text (json->out, value, strlen (value));
    }
  json_end_array (json);
}

/* Begin the table KEY; end it, of COUNT rows.  */

static void
firefox_begin_table (struct json *json, const char *key)
{
  json_key (json, key);
  json_begin_object (json, JSON_LINES);
}

static void
firefox_end_table (struct json *json, size_t count)
{
  json_count_member (json, "length", count);
  json_end_object (json);
}

/* The table KEY of COLUMNS, all empty.  */

static void
firefox_empty_table (struct json *json, const char *key,
		     const char *const columns[])
{
  json_key (json, key);
  json_begin_object (json, JSON_COMPACT);
  for (size_t i = 0; columns[i]; i++)
    {
      json_key (json, columns[i]);
      json_begin_array (json, JSON_COMPACT);
      json_end_array (json);
    }
  firefox_end_table (json, 0);
}

static void
firefox_optional (struct json *json, uint64_t number)
{
  if (number > 0)
    json_count (json, number);
  else
    json_null (json);
}

static void
firefox_stack_frame (struct json *json, const struct firefox *firefox,
		     size_t index)
{
  json_count (json, firefox->export->tree.nodes[index].frame);
}

/* How far back the parent is.  */

static void
firefox_stack_prefix (struct json *json, const struct firefox *firefox,
		      size_t index)
{
  uint32_t parent = firefox->export->tree.nodes[index].parent;
  json_count (json, parent == CALL_TREE_NONE ? 0 : index - parent);
}

static void
firefox_frame_inline (struct json *json, const struct firefox *firefox,
		      size_t index)
{
  json_count (json, (firefox->export->tree.frames[index].flags
		     & MODEL_FRAME_INLINED) != 0);
}

static void
firefox_frame_function (struct json *json, const struct firefox *firefox,
			size_t index)
{
  json_count (json, firefox->export->tree.frames[index].function);
}

static void
firefox_frame_line (struct json *json, const struct firefox *firefox,
		    size_t index)
{
  firefox_optional (json, firefox->export->tree.frames[index].line);
}

/* Names of functions are the first strings, those of files and marks
   follow.  */

static void
firefox_string (struct json *json, const struct firefox *firefox,
		size_t index)
{
  const struct model *model = firefox->export->model;
  size_t file = index - model->function_count;
  json_string (json, index < model->function_count
		     ? model->functions[index].name
		     : file < firefox->file_count ? firefox->files[file]
		     : model->marks[file - firefox->file_count].name);
}

static void
firefox_number (struct json *json, const struct firefox *firefox,
		size_t index)
{
  (void) firefox;
  json_count (json, index);
}

static void
firefox_function_source (struct json *json, const struct firefox *firefox,
			 size_t index)
{
  json_index (json, firefox->sources[index]);
}

static void
firefox_function_line (struct json *json, const struct firefox *firefox,
		       size_t index)
{
  firefox_optional (json, firefox->export->model->functions[index].line);
}

static void
firefox_source_name (struct json *json, const struct firefox *firefox,
		     size_t index)
{
  json_count (json, firefox->export->model->function_count + index);
}

static void
firefox_meta (struct json *json, const struct export *export)
{
  double sample_ns = export->model->sample_ns;
  json_key (json, "meta");
  json_begin_object (json, JSON_COMPACT);
  json_key (json, "interval");
  json_number (json, "%g", sample_ns > 0 ? sample_ns / 1e6 : 1);
  json_precise_member (json, "startTime", export->tree.times_first
		       ? export->start / 1e6 : 0);
  json_count_member (json, "processType", 0);
  json_member (json, "product", export_program_name (export));
  json_count_member (json, "stackwalk", 1);
  json_count_member (json, "version", FIREFOX_GECKO_VERSION);
  json_count_member (json, "preprocessedProfileVersion", FIREFOX_VERSION);
  json_break (json);
  json_member (json, "importedFrom", "cgprof " VERSION);
  json_bool_member (json, "symbolicated", true);
  json_break (json);
  json_key (json, "categories");
  json_begin_array (json, JSON_COMPACT);
  json_begin_object (json, JSON_COMPACT);
  json_member (json, "name", "Other");
  json_member (json, "color", "grey");
  json_key (json, "subcategories");
  json_begin_array (json, JSON_COMPACT);
  json_string (json, "Other");
  json_end_array (json);
  json_end_object (json);
  json_end_array (json);
  json_key (json, "markerSchema");
  json_begin_array (json, JSON_COMPACT);
  json_end_array (json);
  json_end_object (json);
}

static void
firefox_shared (struct json *json, const struct firefox *firefox)
{
  const struct call_tree *tree = &firefox->export->tree;
  size_t functions = firefox->export->model->function_count;
  size_t files = firefox->file_count;
  json_key (json, "shared");
  json_begin_object (json, JSON_LINES);
  json_break (json);
  firefox_column (json, firefox, "stringArray",
		  functions + files + firefox->export->model->mark_count,
		  firefox_string);

  firefox_begin_table (json, "stackTable");
  firefox_column (json, firefox, "frame", tree->node_count,
		  firefox_stack_frame);
  firefox_column (json, firefox, "prefixOffset", tree->node_count,
		  firefox_stack_prefix);
  firefox_end_table (json, tree->node_count);

  size_t frames = tree->frame_count;
  firefox_begin_table (json, "frameTable");
  firefox_same (json, "address", frames, "-1");
  firefox_same (json, "lib", frames, "-1");
  firefox_column (json, firefox, "inlineDepth", frames,
		  firefox_frame_inline);
  firefox_same (json, "category", frames, "0");
  firefox_same (json, "subcategory", frames, "0");
  firefox_column (json, firefox, "func", frames, firefox_frame_function);
  firefox_same (json, "nativeSymbol", frames, "null");
  firefox_same (json, "innerWindowID", frames, "0");
  firefox_column (json, firefox, "line", frames, firefox_frame_line);
  firefox_same (json, "column", frames, "null");
  firefox_same (json, "originalLocation", frames, "null");
  firefox_end_table (json, frames);

  firefox_begin_table (json, "funcTable");
  firefox_column (json, firefox, "name", functions, firefox_number);
  firefox_same (json, "isJS", functions, "false");
  firefox_same (json, "relevantForJS", functions, "false");
  firefox_same (json, "resource", functions, "-1");
  firefox_column (json, firefox, "source", functions,
		  firefox_function_source);
  firefox_column (json, firefox, "lineNumber", functions,
		  firefox_function_line);
  firefox_same (json, "columnNumber", functions, "null");
  firefox_same (json, "originalLocation", functions, "null");
  firefox_end_table (json, functions);

  firefox_begin_table (json, "sources");
  firefox_same (json, "id", files, "null");
  firefox_column (json, firefox, "filename", files, firefox_source_name);
  firefox_same (json, "startLine", files, "1");
  firefox_same (json, "startColumn", files, "1");
  firefox_same (json, "sourceMapURL", files, "null");
  firefox_same (json, "content", files, "null");
  firefox_end_table (json, files);

  firefox_empty_table (json, "resourceTable", (const char *const[])
		       { "name", "host", "type", NULL });
  firefox_empty_table (json, "nativeSymbols", (const char *const[])
		       { "libIndex", "address", "name", "functionSize",
			 NULL });
  firefox_empty_table (json, "sourceLocationTable", (const char *const[])
		       { "source", "line", "column", NULL });
  json_end_object (json);
}

/* The three columns of the samples of THREAD that tell what was seen, when and
   for how long: COUNT TIMES, or if that is NULL the tree's samples.  */

static void
firefox_sample_columns (struct json *json, const struct firefox *firefox,
			const struct call_tree_sample *samples,
			const struct call_tree_time *times, size_t count)
{
  json_key (json, "stack");
  json_begin_array (json, JSON_COMPACT);
  for (size_t i = 0; i < count; i++)
    json_count (json, times ? times[i].node : samples[i].node);
  json_end_array (json);
  json_break (json);
  json_key (json, "time");
  json_begin_array (json, JSON_COMPACT);
  double time = 0;
  for (size_t i = 0; i < count; i++)
    {
      json_precise (json, (times ? export_time (firefox->export,
						times[i].at_ns)
				 : time) / 1e6);
      time += times ? 0 : samples[i].ns;
    }
  json_end_array (json);
  json_break (json);
  json_key (json, "weight");
  json_begin_array (json, JSON_COMPACT);
  for (size_t i = 0; i < count; i++)
    json_precise (json, (times ? times[i].ns : samples[i].ns) / 1e6);
  json_end_array (json);
}

static void
firefox_samples (struct json *json, const struct firefox *firefox,
		 size_t thread)
{
  const struct call_tree *tree = &firefox->export->tree;
  size_t first = tree->thread_first[thread];
  size_t count = tree->thread_first[thread + 1] - first;
  const struct call_tree_time *times
    = export_thread_times (firefox->export, thread, &count);
  json_key (json, "samples");
  json_begin_object (json, JSON_COMPACT);
  firefox_sample_columns (json, firefox, tree->samples + first, times,
			  count);
  json_break (json);
  json_member (json, "weightType", "tracing-ms");
  firefox_end_table (json, count);
}

/* The marks of THREAD, as the profiler's markers.  */

static void
firefox_marks (struct json *json, const struct firefox *firefox,
	       size_t thread)
{
  const struct model *model = firefox->export->model;
  size_t names = model->function_count + firefox->file_count;
  const uint32_t *marks = firefox->marks + firefox->mark_first[thread];
  size_t count = firefox->mark_first[thread + 1] - firefox->mark_first[thread];
  json_key (json, "markers");
  json_begin_object (json, JSON_COMPACT);
  firefox_same (json, "data", count, "null");
  firefox_begin (json, "name");
  for (size_t i = 0; i < count; i++)
    json_count (json, names + marks[i]);
  json_end_array (json);
  firefox_begin (json, "startTime");
  for (size_t i = 0; i < count; i++)
    json_precise (json, export_time (firefox->export,
				     model->marks[marks[i]].at_ns) / 1e6);
  json_end_array (json);
  firefox_same (json, "endTime", count, "null");
  firefox_same (json, "phase", count, "0");
  firefox_same (json, "category", count, "0");
  firefox_end_table (json, count);
}

static void
firefox_thread (struct json *json, const struct firefox *firefox,
		size_t thread)
{
  const struct export *export = firefox->export;
  char name[EXPORT_THREAD_NAME];
  json_begin_object (json, JSON_COMPACT);
  json_member (json, "processType", "default");
  json_count_member (json, "processStartupTime", 0);
  json_key (json, "processShutdownTime");
  json_null (json);
  json_count_member (json, "registerTime", 0);
  json_key (json, "unregisterTime");
  json_null (json);
  json_key (json, "pausedRanges");
  json_begin_array (json, JSON_COMPACT);
  json_end_array (json);
  json_break (json);
  json_spaced_key (json, "name");
  json_string (json, export_thread_name (export, thread, name));
  json_spaced_key (json, "processName");
  json_string (json, export_program_name (export));
  json_bool_member (json, "isMainThread", thread == 0);
  json_key (json, "pid");
  json_number (json, "\"%" PRIu64 "\"",
	       export_process_number (export, thread));
  json_count_member (json, "tid", export_thread_number (export, thread));
  json_break (json);
  firefox_samples (json, firefox, thread);
  json_break (json);
  firefox_marks (json, firefox, thread);
  json_end_object (json);
}

/* Number the source files.  */

static void
firefox_find_files (struct firefox *firefox)
{
  const struct model *model = firefox->export->model;
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

/* Hand out the marks: the first thread of a process has its marks.  */

static void
firefox_place_marks (struct firefox *firefox)
{
  const struct model *model = firefox->export->model;
  size_t threads = firefox->export->tree.thread_count;
  uint32_t *shown = mem_alloc (model->process_count, sizeof *shown);
  for (size_t i = 0; i < model->process_count; i++)
    shown[i] = MODEL_NONE;
  for (size_t i = model->thread_count; i-- > 0;)
    shown[model->threads[i].process] = i;
  size_t *first = mem_alloc (threads + 2, sizeof *first);
  firefox->marks = mem_alloc (model->mark_count, sizeof *firefox->marks);
  firefox->mark_first = first;

  /* Counted two further on, FIRST[I + 1] goes from where thread I's marks
     begin to where they end.  */
  for (size_t i = 0; i < model->mark_count; i++)
    if (shown[model->marks[i].process] != MODEL_NONE)
      first[shown[model->marks[i].process] + 2]++;
  for (size_t i = 0; i < threads; i++)
    first[i + 2] += first[i + 1];
  for (size_t i = 0; i < model->mark_count; i++)
    if (shown[model->marks[i].process] != MODEL_NONE)
      firefox->marks[first[shown[model->marks[i].process] + 1]++] = i;
  free (shown);
}

static void
firefox_print (const struct export *export, FILE *out)
{
  struct firefox firefox = { .export = export };
  firefox_find_files (&firefox);
  firefox_place_marks (&firefox);
  struct json json;
  json_open (&json, out, false);
  json_begin_object (&json, JSON_COMPACT);
  firefox_meta (&json, export);
  json_break (&json);
  json_key (&json, "libs");
  json_begin_array (&json, JSON_COMPACT);
  json_end_array (&json);
  json_key (&json, "pages");
  json_begin_array (&json, JSON_COMPACT);
  json_end_array (&json);
  json_break (&json);
  firefox_shared (&json, &firefox);
  json_break (&json);
  json_key (&json, "threads");
  json_begin_array (&json, JSON_LINES);
  json_break (&json);
  for (size_t i = 0; i < export->tree.thread_count; i++)
    firefox_thread (&json, &firefox, i);
  json_end_array (&json);
  json_end_object (&json);
  json_close (&json);
  putc ('\n', out);
  dict_free (&firefox.file_map);
  free (firefox.files);
  free (firefox.sources);
  free (firefox.marks);
  free (firefox.mark_first);
}

const struct exporter export_firefox = {
  .name = "firefox",
  .about = "for the Firefox Profiler",
  .needs = EXPORT_LINE_TREE | EXPORT_TIMES,
  .print = firefox_print
};
