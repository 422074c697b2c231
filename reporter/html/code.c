/* What counted code adds to a page.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "html/code.h"
#include "assembly/instruction-rows.h"
#include "html/data.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/* A page has no more instructions, but for the last function.  */
#define HTML_INSTRUCTIONS 20000

/* The rows that are shown, and the parts that are written.  */
struct html_code
{
  struct json *json;
  FILE *out;
  const struct results *results;
  const struct activity *activity;
  struct html_source *source;
  struct instruction_rows rows;
  uint32_t *shown;		/* Functions of the model.  */
  size_t shown_count;
};

/* Choose the functions that are shown.  */

static void
html_code_choose (struct html_code *code)
{
  const struct instruction_rows *rows = &code->rows;
  size_t sum = 0;
  code->shown = mem_alloc (rows->order_count, sizeof *code->shown);
  for (size_t i = 0; i < rows->order_count && sum < HTML_INSTRUCTIONS; i++)
    {
      uint32_t function = rows->order[i];
      if (code->results->model->functions[function].instructions == 0
	  || activity_row (code->activity, function) == MODEL_NONE)
	continue;
      code->shown[code->shown_count++] = function;
      sum += rows->first[function + 1] - rows->first[function];
    }
}

/* The text of INSTRUCTION, with what it leads to.  */

static void
html_code_text (struct json *json, const struct model_instruction *instruction)
{
  char *text = NULL, place[64] = "", offset[32] = "";
  if (instruction->target)
    snprintf (place, sizeof place, " %" PRIx64, instruction->target);
  if (instruction->name && instruction->offset)
    snprintf (offset, sizeof offset, "+0x%" PRIx64, instruction->offset);
  bool named = instruction->name != NULL;
  if (asprintf (&text, "%s%s%s%s%s%s", instruction->text, place,
		named ? " <" : "", named ? instruction->name : "", offset,
		named ? ">" : "") < 0)
    mem_failed ();
  json_string (json, text);
  free (text);
}

/* Write the member KEY, an array with what PRINT writes of each row that is
   shown.  */

static void
html_code_column (const struct html_code *code, const char *key,
		  void (*print) (const struct html_code *,
				 const struct instruction_row *))
{
  const struct instruction_rows *rows = &code->rows;
  json_key (code->json, key);
  json_begin_array (code->json, JSON_COMPACT);
  for (size_t i = 0; i < code->shown_count; i++)
    for (uint32_t j = rows->first[code->shown[i]];
	 j < rows->first[code->shown[i] + 1]; j++)
      print (code, &rows->all[j]);
  json_end_array (code->json);
}

static void
html_code_address (const struct html_code *code,
		   const struct instruction_row *row)
{
  html_count (code->json, row->instruction->address);
}

static void
html_code_instruction (const struct html_code *code,
		       const struct instruction_row *row)
{
  html_code_text (code->json, row->instruction);
}

static void
html_code_file (const struct html_code *code,
		const struct instruction_row *row)
{
  const struct model_instruction *at = row->instruction;
  const struct model *model = code->results->model;
  html_index (code->json,
	      html_source_file (code->source, &model->functions[at->function],
				at->file));
}

static void
html_code_line (const struct html_code *code,
		const struct instruction_row *row)
{
  html_index (code->json, row->instruction->line);
}

static void
html_code_executions (const struct html_code *code,
		      const struct instruction_row *row)
{
  html_count (code->json, row->instruction->executions);
}

static void
html_code_self (const struct html_code *code,
		const struct instruction_row *row)
{
  html_time (code->json, row->self, code->results->second);
}

static void
html_code_assembly (const struct html_code *code)
{
  const struct instruction_rows *rows = &code->rows;
  struct json *json = code->json;
  html_begin (json, code->out, "assembly");
  json_begin_object (json, JSON_LINES);
  HTML_COLUMN (json, "function", code->shown_count,
	       html_index (json, activity_row (code->activity,
					       code->shown[i])));
  HTML_COLUMN (json, "rows", code->shown_count,
	       json_count (json, rows->first[code->shown[i] + 1]
			   - rows->first[code->shown[i]]));
  html_code_column (code, "address", html_code_address);
  html_code_column (code, "text", html_code_instruction);
  html_code_column (code, "file", html_code_file);
  html_code_column (code, "line", html_code_line);
  html_code_column (code, "executions", html_code_executions);
  html_code_column (code, "self", html_code_self);
  json_end_object (json);
  html_end (json);
}

/* Write how often CODE's branch was run, or its LOOP was entered.  */

static void
html_code_first (struct json *json, const struct model_code *code, bool loop)
{
  if (loop && code->entered_unknown)
    json_null (json);
  else
    html_count (json, loop ? code->entered : code->executions);
}

/* Write where branches are that were run, or LOOPS, and how often which
   way.  */

static void
html_code_ways (const struct html_code *code, bool loops)
{
  const struct model *model = code->results->model;
  const struct model_code *all = model->code;
  struct json *json = code->json;
  uint32_t *found = mem_alloc (model->code_count, sizeof *found);
  size_t count = 0;
  for (size_t i = 0; i < model->code_count; i++)
    if ((loops ? all[i].loop : all[i].branch) && all[i].executions > 0)
      found[count++] = i;
  html_begin (json, code->out, loops ? "loops" : "branches");
  json_begin_object (json, JSON_LINES);
  HTML_COLUMN (json, "file", count,
	       html_index (json, html_source_file
			   (code->source,
			    &model->functions[all[found[i]].function],
			    all[found[i]].file)));
  HTML_COLUMN (json, "line", count, html_index (json, all[found[i]].line));
  HTML_COLUMN (json, loops ? "entered" : "executions", count,
	       html_code_first (json, &all[found[i]], loops));
  HTML_COLUMN (json, loops ? "rounds" : "taken", count,
	       html_count (json, loops ? all[found[i]].rounds
			   : all[found[i]].taken));
  json_end_object (json);
  html_end (json);
  free (found);
}

void
html_code (struct json *json, FILE *out, const struct results *results,
	   const struct activity *activity, struct html_source *source)
{
  struct html_code code = {
    .json = json, .out = out, .results = results, .activity = activity,
    .source = source
  };
  if (results->model->code_count == 0)
    return;
  instruction_rows_make (&code.rows, results);
  html_code_choose (&code);
  html_code_assembly (&code);
  html_code_ways (&code, false);
  html_code_ways (&code, true);
  free (code.shown);
  instruction_rows_free (&code.rows);
}
