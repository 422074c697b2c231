/* Folded stacks, for flamegraph.pl and everything that reads them: one line
   a stack, root first, with its number of samples.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "base/print.h"
#include "export/export.h"
#include "export/folded-stack.h"

#include <math.h>

/* The samples of NODE, at least 1.  One that other threads shared is a part of
   one.  */

static uint64_t
folded_samples (const struct call_tree_node *node)
{
  double samples = round ((double) node->count - node->shared);
  return samples > 1 ? (uint64_t) samples : 1;
}

static void
folded_print (const struct export *export, FILE *out)
{
  const struct call_tree *tree = &export->tree;
  struct folded folded = { 0 };
  for (size_t i = 0; i < tree->node_count; i++)
    {
      const struct call_tree_node *node = &tree->nodes[i];
      const struct call_tree_frame *frame = &tree->frames[node->frame];
      size_t end
	= folded_put (&folded, node->depth,
		      export->model->functions[frame->function].name,
		      frame->flags & MODEL_FRAME_INLINED);
      if (node->count == 0)
	continue;
      print_text (out, folded.text, end);
      putc_unlocked (' ', out);
      print_count (out, folded_samples (node), 0);
      putc_unlocked ('\n', out);
    }
  folded_free (&folded);
}

const struct exporter export_folded = {
  .name = "folded",
  .about = "stacks, for flamegraph.pl",
  .needs = EXPORT_TREE,
  .print = folded_print
};
