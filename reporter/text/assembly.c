/* Instructions with their executions and times.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "text/assembly.h"
#include "analyse/filter.h"
#include "assembly/instruction-rows.h"
#include "base/map.h"
#include "base/path.h"
#include "base/print.h"
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

struct assembly
{
  const struct view_assembly *view;
  struct instruction_rows rows;
  struct dict files;		/* Leads to TEXTS.  */
  struct assembly_text *texts;
  size_t text_count, text_room;
};

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
  const char *text = at->file ? assembly_source (work, at->file, at->line)
    : NULL;
  if (!at->file)
    return;
  fprintf (view->out, "%s%*s%s:%" PRIu32 "%s%s%s\n",
	   terminal_on (view->color, TERMINAL_DIM),
	   VIEW_EXECUTIONS + VIEW_SELF + 2, "", path_base (at->file),
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
  const struct instruction_rows *rows = &work->rows;
  const struct model_instruction *last = NULL;
  fprintf (view->out, "%s%s%s: ", terminal_on (view->color, TERMINAL_HEAD),
	   results->names[function], terminal_off (view->color));
  print_count (view->out, model->functions[function].instructions, 0);
  fprintf (view->out, " instructions in %" PRIu64 " calls, %.3f s\n\n"
	   "%*s%*s%*s\n", results->functions[function].calls,
	   results->functions[function].self / results->second,
	   VIEW_EXECUTIONS, "executions", VIEW_SELF, "self",
	   VIEW_ADDRESS, "address");
  for (size_t i = rows->first[function]; i < rows->first[function + 1]; i++)
    {
      const struct model_instruction *at = rows->all[i].instruction;
      if (at->file && !(last && last->line == at->line
			&& last->file == at->file))
	assembly_line (work, at);
      last = at;
      assembly_row (work, at, rows->all[i].self);
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
  struct assembly work = { .view = view };
  const struct instruction_rows *rows = &work.rows;
  size_t count = 0;
  instruction_rows_make (&work.rows, results);
  for (size_t i = 0; i < rows->order_count; i++)
    if (assembly_is_chosen (view, rows->order[i]))
      {
	assembly_function (&work, rows->order[i]);
	count++;
      }
  for (size_t i = 0; i < work.text_count; i++)
    {
      free (work.texts[i].bytes);
      free (work.texts[i].lines);
    }
  free (work.texts);
  dict_free (&work.files);
  instruction_rows_free (&work.rows);
  return count > 0;
}
