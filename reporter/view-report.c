/* The text report.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "view.h"

void
view_report (const struct view *view, bool flat, bool graph)
{
  if (flat)
    view_flat (view);
  if (flat && graph)
    fputs ("\f\n", view->out);
  if (graph)
    {
      view_graph (view);
      fputs ("\f\n", view->out);
      view_index (view);
    }
}
