/* Going through all stacks of a model at once: each context after its caller,
   and left again when all it called were seen.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_ANALYSE_CONTEXT_WALK_H
#define CGPROF_ANALYSE_CONTEXT_WALK_H

#include "model/model.h"

struct context_walk
{
  const struct model *model;
  uint32_t *child;		/* The first of each context, or MODEL_NONE, */
  uint32_t *next;		/* and the next one of the same parent.  */
  uint32_t root;		/* The first without a parent.  */
  uint32_t *samples;		/* All, by their contexts: those of C are
				   samples[sample_first[C + 1]] up to
				   sample_first[C + 2]'s, and before all those
				   without a context.  */
  uint32_t *sample_first;
};

/* What is done with a context.  */
struct context_walk_visit
{
  /* False: neither it nor what it called is of interest.  */
  bool (*enter) (void *closure, uint32_t context);
  void (*leave) (void *closure, uint32_t context);
  void *closure;
};

/* Set WALK for MODEL, in whose contexts parents come before those that they
   called.  It must be freed.  */
void context_walk_make (struct context_walk *walk, const struct model *model);

/* Visit all contexts.  */
void context_walk_all (const struct context_walk *walk,
		       const struct context_walk_visit *visit);

void context_walk_free (struct context_walk *walk);

#endif /* CGPROF_ANALYSE_CONTEXT_WALK_H */
