/* Going through all stacks of a model at once: each context after its caller,
   and left again when all it called were seen.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_ANALYSE_CONTEXT_WALK_H
#define CGPROF_ANALYSE_CONTEXT_WALK_H

#include "model/model.h"

/* The contexts of a model as trees, and the samples of each.  */
struct context_walk
{
  const struct model *model;
  uint32_t *child;		/* By context: its first child, */
  uint32_t *next;		/* and the next one of the same parent; or
				   MODEL_NONE.  */
  uint32_t root;		/* The first context without a parent.  */
  uint32_t *samples;		/* Indices of the model's samples, sorted by
				   context: those of context C are numbers
				   SAMPLE_FIRST[C + 1] up to
				   SAMPLE_FIRST[C + 2] - 1.  Those without a
				   context come first.  */
  uint32_t *sample_first;
};

/* What is done with each context.  */
struct context_walk_visit
{
  /* Comes to CONTEXT, before those that it called.  Return false to go
     around it and all that it called; then LEAVE is not called.  */
  bool (*enter) (void *closure, uint32_t context);

  /* Leaves CONTEXT, after those that it called.  */
  void (*leave) (void *closure, uint32_t context);
  void *closure;
};

/* Set WALK, which the caller must free, to MODEL's contexts, in which parents
   come before their children.  */
void context_walk_make (struct context_walk *walk, const struct model *model);

/* Call the functions of VISIT for all contexts of WALK.  */
void context_walk_all (const struct context_walk *walk,
		       const struct context_walk_visit *visit);

void context_walk_free (struct context_walk *walk);

#endif /* CGPROF_ANALYSE_CONTEXT_WALK_H */
