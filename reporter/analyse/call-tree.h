/* The tree of calls that the stacks of a profile make, for views that show
   stacks.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_ANALYSE_CALL_TREE_H
#define CGPROF_ANALYSE_CALL_TREE_H

#include "analyse/results.h"

#define CALL_TREE_NONE UINT32_MAX

/* A function, and where in it: at the call it makes, or where it was seen.
   Frames of a tree without lines have none.  */
struct call_tree_frame
{
  uint32_t function;
  uint32_t line;		/* 0 if unknown.  */
  const char *file;		/* NULL if unknown.  */
  uint32_t site;		/* In model.sites, or MODEL_NONE.  */
  uint32_t flags;		/* enum model_frame_flag.  */
};

/* A frame on the stacks that go through PARENT.  */
struct call_tree_node
{
  uint32_t frame;
  uint32_t parent;		/* Or CALL_TREE_NONE.  */
  uint32_t depth;		/* 0 without a parent.  */
  uint64_t count;		/* Samples that end here, */
  double ns;			/* and their time.  */
  uint64_t total_count;		/* With those that go on.  */
  double total_ns;
};

/* Samples of a stack in one thread.  */
struct call_tree_sample
{
  uint32_t node;
  uint32_t thread;
  uint64_t count;
  double ns;
};

struct call_tree
{
  struct call_tree_frame *frames;
  size_t frame_count, frame_room;
  struct call_tree_node *nodes;	/* Each is followed by
					   what it calls.  */
  size_t node_count, node_room;
  struct call_tree_sample *samples;	/* By thread, then by node.  */
  size_t sample_count, sample_room;
  size_t thread_count;		/* At least 1; 1 more than the model's if
				   there is time without samples.  */
  size_t *thread_first;		/* Those of thread T are samples
				   [THREAD_FIRST[T]] up to T + 1's.  */
  double guessed;		/* Time, in ns, of functions that were called
				   but have no stacks.  */
};

enum call_tree_choice
{
  CALL_TREE_LINES = 1,		/* Frames are lines, not functions.  */
  CALL_TREE_CALLERS = 2		/* Time without a stack is shown below
				   the callers of its function, shared among
				   them by numbers of calls; else below
				   none.  */
};

/* Make TREE of RESULTS, after its analysis, by CHOICES.  */
void call_tree_make (struct call_tree *tree, const struct results *results,
		     unsigned choices);

void call_tree_free (struct call_tree *tree);

#endif /* CGPROF_ANALYSE_CALL_TREE_H */
