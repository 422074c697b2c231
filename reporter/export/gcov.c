/* Coverage as gcov --json-format prints it: of each file how often each
   function and line was run all code of which is counted, and which way
   branches went.

   What gcov calls a block is a part of a line here that is run as a whole.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "base/json.h"
#include "base/mem.h"
#include "export/export.h"

#include <stdlib.h>

/* What is known of a function's code.  */
struct gcov_function
{
  uint32_t last_line;		/* In the file it begins in.  */
  uint32_t blocks;
  uint32_t executed;		/* Of those.  */
};

static void
gcov_print_function (const struct export *export, struct json *json,
		     uint32_t index, uint32_t line,
		     const struct gcov_function *known)
{
  const struct model_function *function = &export->model->functions[index];
  json_begin_object (json, JSON_COMPACT);
  json_member (json, "name", function->symbol);
  json_member (json, "demangled_name", function->name);
  json_count_member (json, "start_line", line);
  json_count_member (json, "start_column", 0);
  json_count_member (json, "end_line",
		     known->last_line > line ? known->last_line : line);
  json_count_member (json, "end_column", 0);
  json_count_member (json, "blocks", known->blocks);
  json_count_member (json, "blocks_executed", known->executed);
  json_count_member (json, "execution_count",
		     export->results->functions[index].calls);
  json_end_object (json);
}

static void
gcov_print_functions (const struct export *export, struct json *json,
		      const struct source_file *file,
		      const struct gcov_function *known)
{
  const struct source_lines *source = &export->source;
  json_key (json, "functions");
  json_begin_array (json, JSON_LINES);
  for (uint32_t i = 0; i < file->line_count; i++)
    {
      const struct source_line *line = &source->lines[file->lines + i];
      for (uint32_t j = 0; j < line->function_count; j++)
	{
	  uint32_t index = source->functions[line->functions + j];
	  if (export->model->functions[index].flags
	      & MODEL_FUNCTION_INSTRUCTIONS)
	    gcov_print_function (export, json, index, line->number,
				 &known[index]);
	}
    }
  json_end_array (json);
}

static void
gcov_print_branch (struct json *json, uint64_t count, bool falls_through)
{
  json_begin_object (json, JSON_COMPACT);
  json_count_member (json, "count", count);
  json_bool_member (json, "throw", false);
  json_bool_member (json, "fallthrough", falls_through);
  json_end_object (json);
}

static void
gcov_print_line (const struct export *export, struct json *json,
		 const struct source_line *line)
{
  const struct model *model = export->model;
  const uint32_t *code = export->source.code + line->code;
  bool unexecuted = false;
  json_begin_object (json, JSON_COMPACT);
  json_count_member (json, "line_number", line->number);
  json_member (json, "function_name",
	       model->functions[model->code[code[0]].function].symbol);
  json_count_member (json, "count", line->executions);
  json_key (json, "branches");
  json_begin_array (json, JSON_COMPACT);
  for (uint32_t i = 0; i < line->code_count; i++)
    {
      const struct model_code *each = &model->code[code[i]];
      unexecuted |= each->executions == 0;
      if (!each->branch)
	continue;
      gcov_print_branch (json, each->executions - each->taken, true);
      gcov_print_branch (json, each->taken, false);
    }
  json_end_array (json);
  json_bool_member (json, "unexecuted_block", unexecuted);
  json_end_object (json);
}

static void
gcov_print_file (const struct export *export, struct json *json,
		 const struct source_file *file,
		 const struct gcov_function *known)
{
  json_begin_object (json, JSON_COMPACT);
  json_member (json, "file", file->name);
  gcov_print_functions (export, json, file, known);
  json_key (json, "lines");
  json_begin_array (json, JSON_LINES);
  for (uint32_t i = 0; i < file->line_count; i++)
    {
      const struct source_line *line
	= &export->source.lines[file->lines + i];
      if (line->code_count > 0)
	gcov_print_line (export, json, line);
    }
  json_end_array (json);
  json_end_object (json);
}

/* Return what is known of the code of each function, to be freed; HAS_CODE
   tells of each file whether it has any.  */

static struct gcov_function *
gcov_look (const struct export *export, bool *has_code)
{
  const struct source_lines *source = &export->source;
  const struct model *model = export->model;
  struct gcov_function *known = mem_alloc (model->function_count,
					   sizeof *known);
  uint32_t *begin = mem_alloc (model->function_count, sizeof *begin);
  for (size_t i = 0; i < source->line_count; i++)
    for (uint32_t j = 0; j < source->lines[i].function_count; j++)
      begin[source->functions[source->lines[i].functions + j]]
	= source->lines[i].file;
  for (size_t i = 0; i < source->line_count; i++)
    for (uint32_t j = 0; j < source->lines[i].code_count; j++)
      {
	const struct source_line *line = &source->lines[i];
	const struct model_code *code
	  = &model->code[source->code[line->code + j]];
	struct gcov_function *function = &known[code->function];
	has_code[line->file] = true;
	function->blocks++;
	function->executed += code->executions > 0;
	if (line->file == begin[code->function]
	    && line->number > function->last_line)
	  function->last_line = line->number;
      }
  free (begin);
  return known;
}

static void
gcov_print (const struct export *export, FILE *out)
{
  const struct source_lines *source = &export->source;
  bool *has_code = mem_alloc (source->file_count, sizeof *has_code);
  struct gcov_function *known = gcov_look (export, has_code);
  struct json json;
  json_open (&json, out, false);
  json_begin_object (&json, JSON_COMPACT);
  json_member (&json, "format_version", "1");
  json_member (&json, "gcc_version", PACKAGE_STRING);
  json_member (&json, "current_working_directory", "");
  json_member (&json, "data_file",
	       export->model->program ? export->model->program : "");
  json_key (&json, "files");
  json_begin_array (&json, JSON_LINES);
  for (size_t i = 0; i < source->file_count; i++)
    if (has_code[i])
      gcov_print_file (export, &json, &source->files[i], known);
  json_end_array (&json);
  json_end_object (&json);
  json_close (&json);
  putc ('\n', out);
  free (has_code);
  free (known);
}

const struct exporter export_gcov = {
  .name = "gcov",
  .about = "the same as gcov's JSON",
  .needs = EXPORT_SOURCE | EXPORT_CODE | EXPORT_COVERAGE,
  .beyond_time = true,
  .print = gcov_print
};
