/* Functions that the compiler split, put together again.

   It splits them to inline a beginning that often suffices; the rest is
   called, or was inlined after all, into the beginning.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "feedback/split-functions.h"
#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

bool
split_functions_rest (const struct model_function *function)
{
  return strstr (function->symbol, ".part.") != NULL;
}

/* Instances by what they were inlined into, name and line.  */
struct split_children
{
  struct map last;		/* Index of the last one by parent and name,
				   and by line,  */
  uint32_t *before;		/* and of the one before each; MAP_NONE:
				   none.  */
};

static void
split_find_children (const struct source_index *index,
		     struct split_children *children)
{
  const struct source_positions *positions = index->positions;
  children->before = mem_alloc (positions->instance_count,
				sizeof *children->before);
  for (size_t i = 0; i < positions->instance_count; i++)
    {
      const struct source_instance *instance = &positions->instances[i];
      uint32_t name = source_index_name (index, instance->symbol);
      uint32_t *last = map_place (&children->last,
				  (uint64_t) instance->parent << 32 | name,
				  (uint32_t) instance->line);
      children->before[i] = *last;
      *last = i;
    }
}

/* Set PARTIAL of what the LEFT inlined calls LEVELS, of which the innermost is
   the first, lead to in INSTANCE: several, if their lines have several
   blocks.  */

static void
split_mark (const struct source_index *index,
	    const struct split_children *children,
	    const struct model_inline *levels, uint32_t left,
	    uint32_t instance, bool *partial)
{
  if (left == 0)
    {
      partial[instance] = true;
      return;
    }
  const struct model_inline *level = &levels[left - 1];
  uint32_t name = source_index_name (index, level->symbol);
  if (name == MAP_NONE)
    return;
  int32_t line
    = level->line - index->positions->instances[instance].decl_line;
  for (uint32_t child = map_find (&children->last,
				  (uint64_t) instance << 32 | name,
				  (uint32_t) line);
       child != MAP_NONE; child = children->before[child])
    split_mark (index, children, levels, left - 1, child, partial);
}

/* Set PARTIAL, one for each instance, of inlined calls that are a function's
   beginning only, which calls the rest.  */

static void
split_find_partial (const struct source_index *index,
		    const struct model *model, bool *partial)
{
  struct split_children children = { 0 };
  split_find_children (index, &children);
  for (size_t i = 0; i < model->site_count; i++)
    {
      const struct model_site *site = &model->sites[i];
      if (site->inlined == 0 || site->callee == MODEL_NONE
	  || !split_functions_rest (&model->functions[site->callee])
	  || strcmp (model->functions[site->callee].source,
		     model->inlines[site->inlines].symbol) != 0)
	continue;
      uint32_t instance
	= source_index_function (index, model->functions[site->caller].source);
      if (instance != MAP_NONE)
	split_mark (index, &children, &model->inlines[site->inlines],
		    site->inlined, instance, partial);
    }
  map_free (&children.last);
  free (children.before);
}

/* Whether INSTANCE of POSITIONS is the rest of a function that was inlined
   into its beginning, which calls it where its name is declared.  */

static bool
split_is_rest (const struct source_positions *positions,
	       const struct source_instance *instance)
{
  return instance->line == 0
    && strcmp (instance->symbol,
	       positions->instances[instance->parent].symbol) == 0;
}

void
split_functions_join (struct source_index *index, const struct model *model)
{
  struct source_positions *positions = index->positions;
  const struct source_positions old = *positions;
  bool *partial = mem_alloc (old.instance_count, sizeof *partial);
  split_find_partial (index, model, partial);
  uint32_t *now = mem_alloc (old.instance_count, sizeof *now);
  uint64_t *entered = mem_alloc (old.instance_count, sizeof *entered);
  *positions = (struct source_positions) { 0 };
  source_index_free (index);
  for (size_t i = 0; i < old.instance_count; i++)
    {
      const struct source_instance *each = &old.instances[i];
      if (each->parent == MODEL_NONE || partial[i])
	now[i] = source_index_instance (index, MODEL_NONE, each->symbol,
					each->decl_line, 0, 0);
      else if (split_is_rest (&old, each))
	now[i] = now[each->parent];
      else
	now[i] = source_index_instance (index, now[each->parent], each->symbol,
					each->decl_line, each->line,
					each->discriminator);
      if (each->file)
	positions->instances[now[i]].file = each->file;
    }
  for (size_t i = 0; i < old.position_count; i++)
    {
      const struct source_position *each = &old.positions[i];
      uint32_t place = source_index_place (index, now[each->instance],
					   each->line, each->part);
      positions->positions[place].count += each->count;
      positions->positions[place].branches |= each->branches;
      if (each->count > entered[each->instance])
	entered[each->instance] = each->count;
    }
  for (size_t i = 0; i < old.instance_count; i++)
    if (partial[i])
      {
	const struct source_instance *each = &old.instances[i];
	uint32_t place = source_index_place (index, now[each->parent],
					     each->line, each->discriminator);
	if (entered[i] > positions->positions[place].count)
	  positions->positions[place].count = entered[i];
	positions->instances[now[i]].head += entered[i];
      }
  free (old.instances);
  free (old.positions);
  free (partial);
  free (now);
  free (entered);
}
