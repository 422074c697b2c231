/* The index of names to the call graph's entries.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "base/print.h"
#include "text/view.h"

#include <string.h>

#define VIEW_COLUMNS 3

/* Digits, brackets and blanks before a name.  */
#define VIEW_INDEX_WIDTH 5

/* Print the cell of ENTRY, the column being at START and the line, counted
   as gprof does (without the blanks around an index), at COLUMN.  Returns
   the new COLUMN.  */

static size_t
view_cell (const struct view *view, uint32_t entry, size_t start,
	   size_t column)
{
  const struct model *model = view->model;
  const struct results *results = view->results;
  FILE *out = view->out;
  char index[VIEW_BRACKET] = "";
  size_t index_length = view_bracket (index, view->order->index[entry],
				      view_is_hidden (view, entry));
  char cycle[32];
  const char *name = cycle;
  if (entry < model->function_count)
    name = results->index_names[entry] ? results->index_names[entry]
				       : results->names[entry];
  else
    snprintf (cycle, sizeof cycle, "<cycle %zu>",
	      (size_t) entry - model->function_count + 1);
  if (view->bsd)
    {
      fprintf (out, "%6.6s %-19.19s", index, name);
      return column;
    }
  size_t length = strlen (name);
  column += index_length;
  for (; column < start + VIEW_INDEX_WIDTH; column++)
    PRINT_CONSTANT (out, " ");
  PRINT_CONSTANT (out, " ");
  print_text (out, index, index_length);
  PRINT_CONSTANT (out, " ");
  print_text (out, name, length);
  return column + length;
}

void
view_index (const struct view *view)
{
  const struct report_order *order = view->order;
  unsigned width = (view->width - 1) / VIEW_COLUMNS;
  size_t rows = (order->name_count + VIEW_COLUMNS - 1) / VIEW_COLUMNS;
  fputs ("\f\nIndex by function name\n\n", view->out);
  for (size_t row = 0; row < rows; row++)
    {
      size_t column = 0;
      size_t start = 0;
      for (size_t i = row; i < order->name_count; i += rows, start += width)
	column = view_cell (view, order->names[i], start, column);
      fputc ('\n', view->out);
    }
}
