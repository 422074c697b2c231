/* Instances and positions of source while they are made.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "feedback/source-index.h"
#include "base/mem.h"
#include "base/sort.h"

#include <stdlib.h>
#include <string.h>

static uint64_t
index_key (int32_t line, uint32_t part)
{
  return (uint64_t) (uint32_t) line << 32 | part;
}

uint32_t
source_index_name (const struct source_index *index, const char *symbol)
{
  return dict_find (&index->names, symbol);
}

uint32_t
source_index_instance (struct source_index *index, uint32_t parent,
		       const char *symbol, uint32_t decl_line, int32_t line,
		       uint32_t discriminator)
{
  struct source_positions *positions = index->positions;
  uint32_t *name = dict_place (&index->names, symbol);
  if (*name == MAP_NONE)
    *name = index->names.used;
  uint32_t *place = map_place (&index->instances,
			       (uint64_t) parent << 32 | *name,
			       index_key (line, discriminator));
  if (*place == MAP_NONE)
    {
      *place = positions->instance_count;
      positions->instances
	= mem_grow (positions->instances, &positions->instance_room,
		    positions->instance_count + 1,
		    sizeof *positions->instances);
      positions->instances[positions->instance_count++]
	= (struct source_instance) {
	  .symbol = symbol, .decl_line = decl_line, .parent = parent,
	  .line = line, .discriminator = discriminator
	};
    }
  return *place;
}

uint32_t
source_index_function (const struct source_index *index, const char *symbol)
{
  uint32_t name = source_index_name (index, symbol);
  return name == MAP_NONE ? MAP_NONE
    : map_find (&index->instances, (uint64_t) MODEL_NONE << 32 | name, 0);
}

uint32_t
source_index_place (struct source_index *index, uint32_t instance,
		    int32_t line, uint32_t part)
{
  struct source_positions *positions = index->positions;
  uint32_t *place = map_place (&index->places, instance,
			       index_key (line, part));
  if (*place == MAP_NONE)
    {
      *place = positions->position_count;
      positions->positions
	= mem_grow (positions->positions, &positions->position_room,
		    positions->position_count + 1,
		    sizeof *positions->positions);
      positions->positions[positions->position_count++]
	= (struct source_position) {
	  .instance = instance, .line = line, .part = part
	};
    }
  return *place;
}

static int
index_compare_instances (const void *closure, uint32_t a, uint32_t b)
{
  const struct source_positions *positions = closure;
  const struct source_instance *x = &positions->instances[a];
  const struct source_instance *y = &positions->instances[b];
  return x->line != y->line ? (x->line < y->line ? -1 : 1)
    : x->discriminator != y->discriminator
    ? (x->discriminator < y->discriminator ? -1 : 1)
    : strcmp (x->symbol, y->symbol);
}

/* Put what was inlined into one instance together, behind that.  */

static void
index_sort_instances (struct source_positions *positions)
{
  size_t count = positions->instance_count;
  uint32_t *order = mem_alloc (count, sizeof *order);
  uint32_t *now = mem_alloc (count, sizeof *now);
  struct source_instance *sorted = mem_alloc (count, sizeof *sorted);
  struct sort_item *items = mem_alloc (count, sizeof *items);
  /* Parents have smaller numbers, so those of generations go up.  */
  uint32_t *depths = mem_alloc (count, sizeof *depths);
  for (size_t i = 0; i < count; i++)
    {
      uint32_t parent = positions->instances[i].parent;
      depths[i] = parent == MODEL_NONE ? 0 : depths[parent] + 1;
      items[i] = (struct sort_item) {
	(uint64_t) depths[i] << 32 | (parent == MODEL_NONE ? 0 : parent), i
      };
      positions->function_count += parent == MODEL_NONE;
    }
  sort_by_keys (items, order, count, index_compare_instances, positions);
  for (size_t i = 0; i < count; i++)
    {
      now[order[i]] = i;
      sorted[i] = positions->instances[order[i]];
      if (sorted[i].parent == MODEL_NONE)
	continue;
      struct source_instance *parent = &sorted[now[sorted[i].parent]];
      sorted[i].parent = now[sorted[i].parent];
      if (parent->child_count++ == 0)
	parent->children = i;
    }
  for (size_t i = 0; i < positions->position_count; i++)
    positions->positions[i].instance = now[positions->positions[i].instance];
  free (positions->instances);
  positions->instances = sorted;
  positions->instance_room = count;
  free (depths);
  free (items);
  free (order);
  free (now);
}

static int
index_compare_places (const void *a, const void *b)
{
  const struct source_position *x = a;
  const struct source_position *y = b;
  return x->instance != y->instance ? (x->instance < y->instance ? -1 : 1)
    : x->line != y->line ? (x->line < y->line ? -1 : 1)
    : x->part < y->part ? -1 : x->part > y->part;
}

static void
index_sort_places (struct source_positions *positions)
{
  if (positions->position_count > 0)
    qsort (positions->positions, positions->position_count,
	   sizeof *positions->positions, index_compare_places);
  for (size_t i = 0; i < positions->position_count; i++)
    {
      struct source_instance *instance
	= &positions->instances[positions->positions[i].instance];
      if (instance->position_count++ == 0)
	instance->positions = i;
    }
}

void
source_index_sort (struct source_index *index)
{
  index_sort_instances (index->positions);
  index_sort_places (index->positions);
}

void
source_index_free (struct source_index *index)
{
  dict_free (&index->names);
  map_free (&index->instances);
  map_free (&index->places);
}
