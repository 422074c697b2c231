/* The index of names to the call graph's entries.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "view.h"

#include <inttypes.h>

#define VIEW_COLUMNS 3
#define VIEW_WIDTH 79

void
view_index (const struct view *view)
{
  const struct order *order = view->order;
  const struct model *model = view->model;
  const int width = VIEW_WIDTH / VIEW_COLUMNS;
  size_t rows = (order->graph_count + VIEW_COLUMNS - 1) / VIEW_COLUMNS;
  fputs ("Index by function name\n\n", view->out);
  for (size_t row = 0; row < rows; row++)
    {
      int pad = 0;
      for (size_t i = row; i < order->graph_count; i += rows)
	{
	  uint32_t entry = order->names[i];
	  char index[16];
	  snprintf (index, sizeof index, "[%" PRIu32 "]",
		    order->index[entry]);
	  int used = fprintf (view->out, "%*s%6s ", pad, "", index) - pad;
	  if (entry < model->function_count)
	    used += fprintf (view->out, "%s", model->functions[entry].name);
	  else
	    used += fprintf (view->out, "<cycle %zu>",
			     entry - model->function_count + 1);

	  /* A name too long for its column takes the next one's room.  */
	  pad = used < width ? width - used : 1;
	}
      fputc ('\n', view->out);
    }
}
