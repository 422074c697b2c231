/* Annotated source, in gprof's layout.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "base/sort.h"
#include "compat/annotate.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Columns before the source.  */
#define VIEW_MARGIN 16

/* Lines that have code, and those that were executed.  */
struct view_tally
{
  long executable;
  long executed;
};

/* Print what comes before a line of source.  */

static void
view_margin (FILE *out, const struct annotate_line *line,
	     const struct annotate_request *request, uint64_t *last_count,
	     struct view_tally *tally)
{
  char text[256] = "";
  bool known = line && line->number > 0;
  uint64_t count = 0;
  if (known)
    tally->executable++;
  if (known && line->function)
    {
      snprintf (text, sizeof text, "%" PRIu64 "%s%s", line->count,
		line->text ? "," : "", line->text ? line->text : "");
      *last_count = count = line->count;
    }
  else if (known && line->text)
    {
      snprintf (text, sizeof text, "%s", line->text);
      *last_count = count = line->most;
    }
  else if (known && request->all_lines)
    {
      snprintf (text, sizeof text, "%" PRIu64, *last_count);
      count = *last_count;
    }
  if (text[0] && line->most > count)
    count = line->most;
  if (text[0] && (count > 0 || !request->mended))
    tally->executed++;

  /* What does not fit is told by its largest number.  */
  if (request->mended && strlen (text) + strlen (" -> ") > VIEW_MARGIN)
    snprintf (text, sizeof text, "%" PRIu64, count);
  if (text[0] && count < request->least)
    strcpy (text, "#####");
  if (text[0])
    strncat (text, " -> ", sizeof text - strlen (text) - 1);
  fprintf (out, "%*.*s", VIEW_MARGIN, VIEW_MARGIN, text);
}

static int
view_compare (const void *closure, uint32_t i, uint32_t j)
{
  const struct annotate_line *lines = closure;
  const struct annotate_line *a = &lines[i];
  const struct annotate_line *b = &lines[j];
  if (!a->number != !b->number)
    return a->number ? -1 : 1;
  uint64_t x = a->count > a->most ? a->count : a->most;
  uint64_t y = b->count > b->most ? b->count : b->most;
  if (x != y)
    return x > y ? -1 : 1;
  return i < j ? -1 : i > j;
}

/* The lines that were executed most.  */

static void
view_table (FILE *out, const struct annotate_file *file, unsigned length)
{
  fprintf (out, "\n\nTop %u Lines:\n\n     Line      Count\n\n", length);
  uint32_t *order = mem_alloc (file->line_count, sizeof *order);
  for (uint32_t i = 0; i < file->line_count; i++)
    order[i] = i;
  sort_indices (order, file->line_count, view_compare, file->lines);
  for (uint32_t i = 0; i < length && i < file->line_count; i++)
    {
      const struct annotate_line *line = &file->lines[order[i]];
      uint64_t count = line->count > line->most ? line->count : line->most;
      if (count == 0)
	break;
      fprintf (out, "%9" PRIu32 " %10" PRIu64 "\n", line->number, count);
    }
  free (order);
}

void
view_source (FILE *out, FILE *source, struct annotate_file *file,
	     const struct annotate_request *request, uint64_t *last_count)
{
  struct view_tally tally = { 0, 0 };
  uint32_t number = 0;
  bool beginning = true;
  int c;
  while ((c = getc (source)) != EOF)
    {
      if (beginning)
	{
	  const struct annotate_line *line
	    = number < file->line_count ? &file->lines[number] : NULL;
	  view_margin (out, line, request, last_count, &tally);
	  number++;
	}
      beginning = c == '\n';
      putc (c, out);
    }
  if (request->table > 0)
    view_table (out, file, request->table);
  fprintf (out, "\nExecution Summary:\n\n"
	   "%9ld   Executable lines in this file\n"
	   "%9ld   Lines executed\n"
	   "%9.2f   Percent of the file executed\n"
	   "\n%9" PRIu64 "   Total number of line executions\n"
	   "%9.2f   Average executions per line\n",
	   tally.executable, tally.executed,
	   tally.executable
	   ? 100.0 * tally.executed / (double) tally.executable : 100.0,
	   file->total,
	   tally.executable
	   ? (double) file->total / (double) tally.executable : 0.0);
}
