/* Folded stacks, for flamegraph.pl and everything that reads them: one line
   a stack, root first, with its number of samples.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "base/print.h"
#include "export/export.h"
#include "export/folded-stack.h"

void
view_folded (const struct view *view)
{
  const struct call_tree *tree = view->tree;
  struct folded folded = { 0 };
  for (size_t i = 0; i < tree->node_count; i++)
    {
      const struct call_tree_node *node = &tree->nodes[i];
      const struct call_tree_frame *frame = &tree->frames[node->frame];
      size_t end
	= folded_put (&folded, node->depth,
		      view->model->functions[frame->function].name,
		      frame->flags & MODEL_FRAME_INLINED);
      if (node->count == 0)
	continue;
      print_text (view->out, folded.text, end);
      putc_unlocked (' ', view->out);
      print_count (view->out, node->count, 0);
      putc_unlocked ('\n', view->out);
    }
  folded_free (&folded);
}
