/* Source with calls and times at each line.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "text/annotated-source.h"
#include "base/path.h"
#include "base/print.h"
#include "base/terminal.h"
#include "text/view.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Columns of a count, a time and a line number.  */
#define VIEW_COUNT 12
#define VIEW_TIME 9
#define VIEW_NUMBER 6
#define VIEW_INSTRUCTIONS 15

/* Call sites told of one line.  */
#define VIEW_SITES_MAX 10

static bool
view_has_time (const struct view_annotate *view)
{
  return view->source->results->total > 0;
}

/* A time in seconds, blank if there is none.  */

static void
view_time (const struct view_annotate *view, double time)
{
  if (time > 0)
    print_fixed (view->out, time / view->source->results->second, 3,
		 VIEW_TIME);
  else
    PRINT_CONSTANT (view->out, "         ");
}

/* The columns of COUNT calls (shown if SHOWN), SELF and INCLUSIVE time.  */

static void
view_columns (const struct view_annotate *view, uint64_t count, bool shown,
	      double self, double inclusive)
{
  if (shown)
    print_count (view->out, count, VIEW_COUNT);
  else
    PRINT_CONSTANT (view->out, "            ");
  if (view_has_time (view))
    {
      view_time (view, self);
      view_time (view, inclusive);
    }
}

/* The columns of instructions and executions: of LINE, blank where that is
   NULL or its code is not counted.  */

static void
view_code (const struct view_annotate *view, const struct source_line *line)
{
  if (!view->source->has_code)
    return;
  if (line && line->code_count > 0)
    {
      print_count (view->out, line->executions, VIEW_COUNT);
      print_count (view->out, line->instructions, VIEW_INSTRUCTIONS);
    }
  else
    fprintf (view->out, "%*s", VIEW_COUNT + VIEW_INSTRUCTIONS, "");
}

/* The functions that begin on LINE, before it.  */

static void
view_begins (const struct view_annotate *view,
	     const struct source_line *line)
{
  const struct model *model = view->source->model;
  const struct results *results = view->source->results;
  for (uint32_t i = 0; i < line->function_count; i++)
    {
      uint32_t index = view->source->functions[line->functions + i];
      const struct model_function *function = &model->functions[index];
      const struct result_function *result = &results->functions[index];
      fputs (terminal_on (view->color, TERMINAL_HEAD), view->out);
      view_columns (view, result->calls, result->calls > 0,
		    result->self, result->self + result->child);
      view_code (view, NULL);
      fprintf (view->out, "%*s  %s%s%s\n", VIEW_NUMBER, "",
	       results->names[index],
	       function->flags & MODEL_FUNCTION_INLINED ? ", inlined" : ":",
	       terminal_off (view->color));
    }
}

/* Where SITE was inlined.  */

static void
view_inlined (const struct view_annotate *view, const struct model_site *site)
{
  const struct model *model = view->source->model;
  const struct model_inline *levels = model->inlines + site->inlines;
  for (uint32_t i = 0; i < site->inlined;)
    {
      const struct model_inline *level = &levels[i];
      fprintf (view->out, "%s%s inlined", i ? ", " : " (", level->name);
      if (level->file)
	fprintf (view->out, " at %s:%" PRIu32,
		 path_base (level->file), level->line);

      /* Recursion is unrolled so.  */
      uint32_t first = i;
      while (i < site->inlined && levels[i].line == level->line
	     && strcmp (levels[i].name, level->name) == 0)
	i++;
      if (i > first + 1)
	fprintf (view->out, " %" PRIu32 " times", i - first);
    }
  if (site->inlined > 0)
    fprintf (view->out, " in %s)",
	     view->source->results->names[site->caller]);
}

/* What the call sites on LINE called, after it.  */

static void
view_sites_of (const struct view_annotate *view,
	       const struct source_line *line)
{
  static const char *const kinds[] = { "", ", indirect", ", virtual" };
  const struct model *model = view->source->model;
  uint64_t rest = 0;
  uint32_t more = 0;
  for (uint32_t i = 0; i < line->site_count; i++)
    {
      uint32_t index = view->source->sites[line->sites + i];
      const struct model_site *site = &model->sites[index];
      if (i >= VIEW_SITES_MAX)
	{
	  rest += site->count;
	  more++;
	  continue;
	}
      fputs (terminal_on (view->color, TERMINAL_DIM), view->out);
      view_columns (view, site->count, true, 0,
		    view->source->results->sites[index]);
      view_code (view, NULL);
      PRINT_CONSTANT (view->out, "        -> ");
      fputs_unlocked (view->source->results->names[site->callee], view->out);
      fputs_unlocked (kinds[site->kind], view->out);
      if (site->tail)
	PRINT_CONSTANT (view->out, ", tail call");
      view_inlined (view, site);
      fputs_unlocked (terminal_off (view->color), view->out);
      putc_unlocked ('\n', view->out);
    }
  if (more > 0)
    {
      view_columns (view, rest, true, 0, 0);
      view_code (view, NULL);
      fprintf (view->out, "%*s  -> %" PRIu32 " more\n", VIEW_NUMBER, "",
	       more);
    }
}

/* The line NUMBER with its TEXT (NULL: not known); LINE is what is known of
   it, or NULL.  */

static void
view_line (const struct view_annotate *view, const struct source_line *line,
	   size_t number, const char *text)
{
  double total = view->source->results->total;
  bool hot = line && view_percent (line->self, total) >= 5;
  bool warm = line && !hot && view_percent (line->self, total) >= 0.5;
  if (line)
    view_begins (view, line);
  fputs (hot ? terminal_on (view->color, TERMINAL_HOT)
	 : warm ? terminal_on (view->color, TERMINAL_WARM) : "", view->out);
  view_columns (view, line ? line->calls : 0, line && line->site_count > 0,
		line ? line->self : 0, line ? line->inclusive : 0);
  view_code (view, line);
  print_count (view->out, number, VIEW_NUMBER);
  fputs (hot || warm ? terminal_off (view->color) : "", view->out);
  if (text && *text)
    {
      PRINT_CONSTANT (view->out, "  ");
      fputs_unlocked (text, view->out);
    }
  putc_unlocked ('\n', view->out);
  if (line && line->site_count > 0)
    view_sites_of (view, line);
}

static void
view_heading (const struct view_annotate *view,
	      const struct source_file *file, bool found)
{
  const struct results *results = view->source->results;
  fprintf (view->out, "%s%s%s", terminal_on (view->color, TERMINAL_HEAD),
	   file->name, terminal_off (view->color));
  if (view_has_time (view))
    fprintf (view->out, ": %.1f%% of the time",
	     view_percent (file->self, results->total));
  fputc ('\n', view->out);
  if (!found)
    fputs ("The source was not found; name its directory with "
	   "--source-dir.\n", view->out);
  fprintf (view->out, "\n%*s", VIEW_COUNT, "calls");
  if (view_has_time (view))
    fprintf (view->out, "%*s%*s", VIEW_TIME, "self", VIEW_TIME, "total");
  if (view->source->has_code)
    fprintf (view->out, "%*s%*s", VIEW_COUNT, "executions",
	     VIEW_INSTRUCTIONS, "instructions");
  fprintf (view->out, "%*s\n", VIEW_NUMBER, "line");
}

/* Whether line NUMBER is to be printed; of LINES, COUNT of them, NEXT is the
   first that is not before it.  */

static bool
view_is_near (const struct view_annotate *view,
	      const struct source_line *lines, size_t count, size_t next,
	      size_t number)
{
  if (view->all)
    return true;
  if (view->fill && next > 0 && next < count && lines[next - 1].shown
      && lines[next].shown)
    return true;
  for (size_t i = next; i < count && lines[i].number - number
       <= view->around; i++)
    if (lines[i].shown)
      return true;
  for (size_t i = next; i-- > 0 && number - lines[i].number
       <= view->around;)
    if (lines[i].shown)
      return true;
  return false;
}

void
view_annotate_file (const struct view_annotate *view, uint32_t file,
		    FILE *text)
{
  const struct source_file *each = &view->source->files[file];
  const struct source_line *lines = view->source->lines + each->lines;
  size_t count = each->line_count;
  size_t next = 0;
  size_t number = 0;
  size_t last = 0;
  char *buffer = NULL;
  size_t room = 0;
  ssize_t length;
  view_heading (view, each, text != NULL);
  while (text && (length = getline (&buffer, &room, text)) > 0)
    {
      number++;
      while (length > 0 && (buffer[length - 1] == '\n'
			    || buffer[length - 1] == '\r'))
	buffer[--length] = 0;
      while (next < count && lines[next].number < number)
	next++;
      if (!view_is_near (view, lines, count, next, number))
	continue;
      if (last > 0 && number > last + 1)
	fputs ("--\n", view->out);
      last = number;
      bool known = next < count && lines[next].number == number
	&& lines[next].shown;
      view_line (view, known ? &lines[next] : NULL, number, buffer);
    }
  free (buffer);

  /* What is behind the end of the text, or all of it, is told without.  */
  for (next = 0; next < count; next++)
    if (lines[next].number > number && lines[next].shown)
      view_line (view, &lines[next], lines[next].number, NULL);
  fputc ('\n', view->out);
}
