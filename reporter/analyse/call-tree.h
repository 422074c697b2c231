/* The tree of calls that the stacks of a profile make, for views that show
   stacks.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_ANALYSE_CALL_TREE_H
#define CGPROF_ANALYSE_CALL_TREE_H

#include "analyse/results.h"

#define CALL_TREE_NONE UINT32_MAX

/* A function and a place in it: where it makes the call on the stack or, for
   the innermost function, where it was seen running.  In a tree without lines
   (enum call_tree_choice) the place is unknown.  */
struct call_tree_frame
{
  uint32_t function;
  uint32_t line;		/* 0 if unknown.  */
  const char *file;		/* NULL if unknown.  */
  uint32_t site;		/* Index in model.sites, or MODEL_NONE.  */
  uint32_t flags;		/* enum model_frame_flag.  */
};

/* A frame below one chain of callers: all stacks that begin with the same
   frames share these nodes.  */
struct call_tree_node
{
  uint32_t frame;		/* Index in call_tree.frames.  */
  uint32_t parent;		/* Its caller's node, or CALL_TREE_NONE.  */
  uint32_t depth;		/* Number of nodes above it.  */
  uint64_t count;		/* Samples whose stacks end here, */
  double shared;		/* so many of which do not count because
				   other threads ran (--latency), */
  double ns;			/* and the time of the others.  */
  uint64_t total_count;		/* The same with all nodes below it.  */
  double total_ns;
};

/* The samples of one stack in one thread.  */
struct call_tree_sample
{
  uint32_t node;		/* The innermost one.  */
  uint32_t thread;
  uint64_t count;
  double shared;
  double ns;
};

/* When a stack was seen: for NS until AT_NS.  */
struct call_tree_time
{
  uint64_t at_ns;		/* Since 1970.  */
  double ns;
  uint32_t node;		/* The innermost one.  */
};

struct call_tree
{
  struct call_tree_frame *frames;
  size_t frame_count, frame_room;
  struct call_tree_node *nodes;	/* Each is followed by
					   what it calls.  */
  size_t node_count, node_room;
  struct call_tree_sample *samples;	/* Sorted by thread, then by node.  */
  size_t sample_count, sample_room;
  size_t thread_count;		/* At least 1; 1 more than the model's if
				   there is time without samples.  */
  size_t *thread_first;		/* The samples of thread T are numbers
				   THREAD_FIRST[T] up to THREAD_FIRST[T + 1]
				   - 1.  */
  struct call_tree_time *times;	/* Sorted by thread, then by AT_NS.  A thread's
				   add up to its samples; or it has none.  */
  size_t *times_first;		/* As THREAD_FIRST; NULL: there are none.  */
  double guessed;		/* Time, in ns, of functions without stacks
				   that is shown below their callers.  */
};

enum call_tree_choice
{
  CALL_TREE_LINES = 1,		/* Frames are lines, not functions.  */
  CALL_TREE_CALLERS = 2,	/* Time without a stack is shown below
				   the callers of its function, shared among
				   them by numbers of calls; else below
				   none.  */
  CALL_TREE_TIMES = 4		/* With TIMES.  */
};

/* Set TREE, which the caller must free, to the stacks of RESULTS, whose
   analyses are done, as CHOICES (of enum call_tree_choice) say.  */
void call_tree_make (struct call_tree *tree, const struct results *results,
		     unsigned choices);

void call_tree_free (struct call_tree *tree);

#endif /* CGPROF_ANALYSE_CALL_TREE_H */
