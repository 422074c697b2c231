/* Instructions with their executions and times.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "text/assembly.h"
#include "analyse/filter.h"
#include "base/map.h"
#include "base/print.h"
#include "base/sort.h"
#include "base/terminal.h"
#include "text/view.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define VIEW_EXECUTIONS 15	/* Columns of a number of them, */
#define VIEW_SELF 10		/* of a time, */
#define VIEW_ADDRESS 10		/* and of an address.  */

/* The text of a source file.  */
struct assembly_text
{
  char *bytes;			/* With 0 behind each line; NULL: it was not
				   found.  */
  char **lines;
  size_t count, room;
};

/* What is shown, by function and address.  */
struct assembly
{
  const struct view_assembly *view;
  uint32_t *instructions;	/* Indices in the model, sorted; */
  uint32_t *instruction_first;	/* by function, where its begin.  */
  uint32_t *times;		/* Of the model's lines likewise.  */
  uint32_t *time_first;
  struct dict files;		/* Leads to TEXTS.  */
  struct assembly_text *texts;
  size_t text_count, text_room;
};

static int
assembly_compare (uint32_t function, uint64_t address, uint32_t other_function,
		  uint64_t other_address)
{
  return function != other_function ? (function < other_function ? -1 : 1)
    : address < other_address ? -1 : address > other_address;
}

static int
assembly_compare_instructions (const void *closure, uint32_t i, uint32_t j)
{
  const struct model *model = closure;
  const struct model_instruction *a = &model->instructions[i];
  const struct model_instruction *b = &model->instructions[j];
  return assembly_compare (a->function, a->address, b->function, b->address);
}

static int
assembly_compare_times (const void *closure, uint32_t i, uint32_t j)
{
  const struct model *model = closure;
  const struct model_line *a = &model->lines[i];
  const struct model_line *b = &model->lines[j];
  return assembly_compare (a->function, a->address, b->function, b->address);
}

static int
assembly_compare_functions (const void *closure, uint32_t i, uint32_t j)
{
  const struct results *results = closure;
  double x = results->functions[i].self, y = results->functions[j].self;
  uint64_t a = results->model->functions[i].instructions;
  uint64_t b = results->model->functions[j].instructions;
  return x != y ? (x > y ? -1 : 1) : a != b ? (a > b ? -1 : 1)
    : i < j ? -1 : i > j;
}

/* The indices below COUNT, sorted by COMPARE.  */

static uint32_t *
assembly_sort (size_t count, sort_compare *compare, const struct model *model)
{
  uint32_t *indices = mem_alloc (count, sizeof *indices);
  for (size_t i = 0; i < count; i++)
    indices[i] = i;
  sort_indices (indices, count, compare, model);
  return indices;
}

/* Set the indices of WORK to those of its model.  */

static void
assembly_index (struct assembly *work)
{
  const struct model *model = work->view->results->model;
  size_t count = model->function_count;
  work->instructions = assembly_sort (model->instruction_count,
				      assembly_compare_instructions, model);
  work->times = assembly_sort (model->line_count, assembly_compare_times,
			       model);
  work->instruction_first
    = mem_alloc (count + 1, sizeof *work->instruction_first);
  work->time_first = mem_alloc (count + 1, sizeof *work->time_first);
  size_t instruction = 0, time = 0;
  for (size_t i = 0; i <= count; i++)
    {
      while (instruction < model->instruction_count
	     && model->instructions[work->instructions[instruction]].function
	     < i)
	instruction++;
      while (time < model->line_count
	     && model->lines[work->times[time]].function < i)
	time++;
      work->instruction_first[i] = instruction;
      work->time_first[i] = time;
    }
}

/* ---- Source.  */

static void
assembly_read (struct assembly_text *text, FILE *in)
{
  size_t size = 0, room = 0, got;
  do
    {
      text->bytes = mem_grow (text->bytes, &room, size + BUFSIZ + 1, 1);
      got = fread (text->bytes + size, 1, BUFSIZ, in);
      size += got;
    }
  while (got > 0);
  text->bytes[size] = 0;
  for (char *line = text->bytes; line < text->bytes + size;)
    {
      size_t length = strcspn (line, "\r\n");
      text->lines = mem_grow (text->lines, &text->room, text->count + 1,
			      sizeof *text->lines);
      text->lines[text->count++] = line;
      line += length;
      line += *line == '\r' && line[1] == '\n';
      text->lines[text->count - 1][length] = 0;
      line++;
    }
}

/* Line NUMBER of FILE; NULL if it is not known.  */

static const char *
assembly_source (struct assembly *work, const char *file, uint32_t number)
{
  uint32_t *place = dict_place (&work->files, file);
  if (*place == MAP_NONE)
    {
      struct assembly_text text = { 0 };
      char *path = source_search_find (work->view->search, file, file);
      FILE *in = path ? fopen (path, "r") : NULL;
      if (in)
	{
	  assembly_read (&text, in);
	  fclose (in);
	}
      free (path);
      work->texts = mem_grow (work->texts, &work->text_room,
			      work->text_count + 1, sizeof *work->texts);
      *place = work->text_count;
      work->texts[work->text_count++] = text;
    }
  const struct assembly_text *text = &work->texts[*place];
  return number - 1 < text->count ? text->lines[number - 1] : NULL;
}

/* ---- Functions.  */

static void
assembly_line (struct assembly *work, const struct model_instruction *at)
{
  const struct view_assembly *view = work->view;
  const char *slash = at->file ? strrchr (at->file, '/') : NULL;
  const char *text = at->file ? assembly_source (work, at->file, at->line)
    : NULL;
  if (!at->file)
    return;
  fprintf (view->out, "%s%*s%s:%" PRIu32 "%s%s%s\n",
	   terminal_on (view->color, TERMINAL_DIM),
	   VIEW_EXECUTIONS + VIEW_SELF + 2, "", slash ? slash + 1 : at->file,
	   at->line, text ? "  " : "", text ? text : "",
	   terminal_off (view->color));
}

static void
assembly_row (const struct assembly *work, const struct model_instruction *at,
	      double self)
{
  const struct view_assembly *view = work->view;
  double total = view->results->total;
  bool hot = total > 0 && self >= 0.05 * total;
  bool warm = total > 0 && !hot && self >= 0.005 * total;
  FILE *out = view->out;
  fputs (hot ? terminal_on (view->color, TERMINAL_HOT)
	 : warm ? terminal_on (view->color, TERMINAL_WARM) : "", out);
  print_count (out, at->executions, VIEW_EXECUTIONS);
  if (self > 0)
    print_fixed (out, self / view->results->second, 3, VIEW_SELF);
  else
    fprintf (out, "%*s", VIEW_SELF, "");
  fprintf (out, "%*" PRIx64 "  %s", VIEW_ADDRESS, at->address, at->text);
  if (at->target)
    fprintf (out, " %" PRIx64, at->target);
  if (at->name)
    fprintf (out, at->offset ? " <%s+0x%" PRIx64 ">" : " <%s>", at->name,
	     at->offset);
  fputs (hot || warm ? terminal_off (view->color) : "", out);
  putc_unlocked ('\n', out);
}

static void
assembly_function (struct assembly *work, uint32_t function)
{
  const struct view_assembly *view = work->view;
  const struct results *results = view->results;
  const struct model *model = results->model;
  size_t time = work->time_first[function];
  size_t end = work->instruction_first[function + 1];
  const struct model_instruction *last = NULL;
  fprintf (view->out, "%s%s%s: ", terminal_on (view->color, TERMINAL_HEAD),
	   results->names[function], terminal_off (view->color));
  print_count (view->out, model->functions[function].instructions, 0);
  fprintf (view->out, " instructions in %" PRIu64 " calls, %.3f s\n\n"
	   "%*s%*s%*s\n", results->functions[function].calls,
	   results->functions[function].self / results->second,
	   VIEW_EXECUTIONS, "executions", VIEW_SELF, "self",
	   VIEW_ADDRESS, "address");
  for (size_t i = work->instruction_first[function]; i < end; i++)
    {
      const struct model_instruction *at
	= &model->instructions[work->instructions[i]];
      uint64_t next = i + 1 < end
	? model->instructions[work->instructions[i + 1]].address : UINT64_MAX;
      double self = 0;
      for (; time < work->time_first[function + 1]; time++)
	{
	  const struct model_line *line = &model->lines[work->times[time]];
	  if (line->address >= next)
	    break;
	  self += line->self * (results->second / 1e9);
	}
      if (at->file && !(last && last->line == at->line
			&& last->file == at->file))
	assembly_line (work, at);
      last = at;
      assembly_row (work, at, self);
    }
  fputc ('\n', view->out);
}

/* Whether FUNCTION is shown: it has been asked for, or ran.  */

static bool
assembly_is_chosen (const struct view_assembly *view, uint32_t function)
{
  const struct source_lines_choice *choice = view->choice;
  const struct model_function *each
    = &view->results->model->functions[function];
  return (each->flags & MODEL_FUNCTION_INSTRUCTIONS)
    && (!choice->file
	|| (each->file && source_lines_is_file (each->file, choice->file)))
    && (choice->function
	? select_is_shown (view->results, function, choice->function)
	: each->instructions > 0);
}

bool
view_assembly (const struct view_assembly *view)
{
  const struct results *results = view->results;
  const struct model *model = results->model;
  struct assembly work = { .view = view };
  assembly_index (&work);
  uint32_t *order = mem_alloc (model->function_count, sizeof *order);
  size_t count = 0;
  for (size_t i = 0; i < model->function_count; i++)
    if (assembly_is_chosen (view, i))
      order[count++] = i;
  sort_indices (order, count, assembly_compare_functions, results);
  for (size_t i = 0; i < count; i++)
    assembly_function (&work, order[i]);
  for (size_t i = 0; i < work.text_count; i++)
    {
      free (work.texts[i].bytes);
      free (work.texts[i].lines);
    }
  free (work.texts);
  dict_free (&work.files);
  free (work.instructions);
  free (work.instruction_first);
  free (work.times);
  free (work.time_first);
  free (order);
  return count > 0;
}
