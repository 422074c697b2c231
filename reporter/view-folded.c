/* Folded stacks, for flamegraph.pl and everything that reads them: one line
   a stack, root first, with its number of samples.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "print.h"
#include "view-export.h"

#include <stdlib.h>
#include <string.h>

/* The stack that was printed last.  */
struct folded
{
  char *text;
  size_t room;
  size_t *ends;			/* Of its frames in TEXT, by depth.  */
  size_t ends_room;
};

/* Put the name of FRAME at END of the text, and return where it ends.  A
   semicolon separates frames.  */

static size_t
folded_put (struct folded *folded, size_t end, const struct view *view,
	    const struct tree_frame *frame)
{
  const char *name = view->model->functions[frame->function].name;
  size_t length = strlen (name);
  folded->text = mem_grow (folded->text, &folded->room,
			   end + length + sizeof ";_[i]", 1);
  char *text = folded->text + end;
  if (end > 0)
    *text++ = ';';
  memcpy (text, name, length);
  for (size_t i = 0; i < length; i++)
    if (text[i] == ';' || text[i] == '\n' || text[i] == '\r')
      text[i] = ':';
  text += length;
  if (frame->flags & MODEL_FRAME_INLINED)
    {
      memcpy (text, "_[i]", 4);
      text += 4;
    }
  return text - folded->text;
}

void
view_folded (const struct view *view)
{
  const struct tree *tree = view->tree;
  struct folded folded = { 0 };
  for (size_t i = 0; i < tree->node_count; i++)
    {
      const struct tree_node *node = &tree->nodes[i];
      folded.ends = mem_grow (folded.ends, &folded.ends_room,
			      node->depth + 1, sizeof *folded.ends);
      size_t end
	= folded_put (&folded,
		      node->depth > 0 ? folded.ends[node->depth - 1] : 0,
		      view, &tree->frames[node->frame]);
      folded.ends[node->depth] = end;
      if (node->count == 0)
	continue;
      print_text (view->out, folded.text, end);
      putc_unlocked (' ', view->out);
      print_count (view->out, node->count, 0);
      putc_unlocked ('\n', view->out);
    }
  free (folded.text);
  free (folded.ends);
}
