/* Going through all stacks of a model at once.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "analyse/context-walk.h"

#include <stdlib.h>
#include <string.h>

static void
context_walk_sort_samples (struct context_walk *walk)
{
  const struct model *model = walk->model;
  uint32_t *first = mem_alloc (model->context_count + 2, sizeof *first);
  walk->samples = mem_alloc (model->sample_count, sizeof *walk->samples);

  /* MODEL_NONE + 1 is 0.  First the ends, then going down to the begins.  */
  for (size_t i = 0; i < model->sample_count; i++)
    first[model->samples[i].context + 1]++;
  for (size_t i = 0; i <= model->context_count; i++)
    first[i + 1] += first[i];
  for (size_t i = model->sample_count; i-- > 0;)
    walk->samples[--first[model->samples[i].context + 1]] = i;
  walk->sample_first = first;
}

void
context_walk_make (struct context_walk *walk, const struct model *model)
{
  size_t count = model->context_count;
  *walk = (struct context_walk) { .model = model, .root = MODEL_NONE };
  walk->child = mem_alloc (count, sizeof *walk->child);
  walk->next = mem_alloc (count, sizeof *walk->next);
  memset (walk->child, 0xff, count * sizeof *walk->child);
  for (size_t i = count; i-- > 0;)
    {
      uint32_t parent = model->contexts[i].parent;
      uint32_t *first = parent == MODEL_NONE ? &walk->root
					     : &walk->child[parent];
      walk->next[i] = *first;
      *first = i;
    }
  context_walk_sort_samples (walk);
}

void
context_walk_all (const struct context_walk *walk,
		  const struct context_walk_visit *visit)
{
  const struct model_context *contexts = walk->model->contexts;
  uint32_t context = walk->root;
  while (context != MODEL_NONE)
    {
      bool entered = visit->enter (visit->closure, context);
      if (entered && walk->child[context] != MODEL_NONE)
	{
	  context = walk->child[context];
	  continue;
	}
      if (entered)
	visit->leave (visit->closure, context);
      while (walk->next[context] == MODEL_NONE
	     && contexts[context].parent != MODEL_NONE)
	{
	  context = contexts[context].parent;
	  visit->leave (visit->closure, context);
	}
      context = walk->next[context];
    }
}

void
context_walk_free (struct context_walk *walk)
{
  free (walk->child);
  free (walk->next);
  free (walk->samples);
  free (walk->sample_first);
}
