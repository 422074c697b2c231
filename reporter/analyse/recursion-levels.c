/* Time and calls of functions at two levels of recursion.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "analyse/recursion-levels.h"
#include "base/intern.h"

#include <stdlib.h>
#include <string.h>

struct recursion_levels_builder
{
  struct recursion_levels *levels;
  const struct model *model;
  const struct results *results;
  const struct call_tree *tree;
  const struct call_places *calls;
  struct map self_map;		/* By (entry, file and line).  */
  struct map call_map;		/* By (from and to, file and line).  */
  struct map pair_map;		/* A place of the calls from one function to
				   another; RECURSION_LEVELS_MANY: there are
				   more than one.  */
  struct intern files;
};

#define RECURSION_LEVELS_MANY (MAP_NONE - 1)

static uint32_t
recursion_levels_outside (const struct recursion_levels_builder *builder)
{
  return builder->model->function_count * RECURSION_LEVELS;
}

static uint64_t
recursion_levels_place (struct recursion_levels_builder *builder,
			const char *file, uint32_t line)
{
  return (uint64_t) intern_get (&builder->files, file) << 32 | line;
}

static void
recursion_levels_add_self (struct recursion_levels_builder *builder,
			   uint32_t entry, const char *file, uint32_t line,
			   uint64_t count, double ns)
{
  struct recursion_levels *levels = builder->levels;
  uint32_t *place = map_place (&builder->self_map, entry,
			       recursion_levels_place (builder, file, line));
  if (*place == MAP_NONE)
    {
      *place = levels->self_count;
      levels->selfs = mem_grow (levels->selfs, &levels->self_room,
				levels->self_count + 1,
				sizeof *levels->selfs);
      levels->selfs[levels->self_count++] = (struct recursion_levels_self) {
	.entry = entry, .file = file, .line = line
      };
    }
  levels->selfs[*place].count += count;
  levels->selfs[*place].ns += ns;
}

static uint32_t
recursion_levels_get_call (struct recursion_levels_builder *builder,
			   uint32_t from, uint32_t to, const char *file,
			   uint32_t line)
{
  struct recursion_levels *levels = builder->levels;
  uint32_t *place = map_place (&builder->call_map,
			       (uint64_t) from << 32 | to,
			       recursion_levels_place (builder, file, line));
  if (*place == MAP_NONE)
    {
      *place = levels->call_count;
      levels->calls = mem_grow (levels->calls, &levels->call_room,
				levels->call_count + 1,
				sizeof *levels->calls);
      levels->calls[levels->call_count++] = (struct recursion_levels_call) {
	.from = from, .to = to, .owner = from / RECURSION_LEVELS, .file = file,
	.line = line
      };
    }
  return *place;
}

/* How far ahead pairs are looked up: what memory takes for it goes on
   meanwhile.  */
#define RECURSION_LEVELS_AHEAD 12

/* Begin to look in MAP for the pair of functions, the caller being the OWNER
   if that is asked for, of the call RECURSION_LEVELS_AHEAD after I.  */

static void
recursion_levels_prefetch (const struct map *map,
			   const struct recursion_levels *levels, size_t i,
			   bool owner)
{
  if (i + RECURSION_LEVELS_AHEAD >= levels->call_count)
    return;
  const struct recursion_levels_call *call
    = &levels->calls[i + RECURSION_LEVELS_AHEAD];
  map_prefetch (map, owner ? call->owner : call->from / RECURSION_LEVELS,
		call->to / RECURSION_LEVELS);
}

/* Likewise for places of CALLS.  */

static void
recursion_levels_prefetch_place (const struct map *map,
				 const struct call_places *calls, size_t i)
{
  if (i + RECURSION_LEVELS_AHEAD < calls->count)
    map_prefetch (map, calls->places[i + RECURSION_LEVELS_AHEAD].caller,
		  calls->places[i + RECURSION_LEVELS_AHEAD].callee);
}

/* What is open while the tree is walked.  */
struct recursion_levels_walk
{
  uint32_t *path;		/* Nodes, by depth.  */
  size_t path_room;
  uint32_t depth;		/* Of PATH.  */
  uint32_t *open;		/* Occurrences, by function.  */
  bool *again;			/* By node: its function is open already.  */
};

/* Take the nodes at DEPTH and below off the path.  */

static void
recursion_levels_leave (const struct recursion_levels_builder *builder,
			struct recursion_levels_walk *walk, uint32_t depth)
{
  const struct call_tree *tree = builder->tree;
  while (walk->depth > depth)
    walk->open[tree->frames[tree->nodes[walk->path[--walk->depth]].frame]
	       .function]--;
}

/* The place of the call by which PARENT, a node, comes to FUNCTION.  */

static uint32_t
recursion_levels_line (const struct recursion_levels_builder *builder,
		       uint32_t parent, uint32_t function, const char **file)
{
  const struct call_tree *tree = builder->tree;
  const struct call_tree_frame *frame
    = &tree->frames[tree->nodes[parent].frame];
  if (frame->site != MODEL_NONE
      && builder->model->sites[frame->site].caller == frame->function)
    return call_places_line (builder->model,
			     &builder->model->sites[frame->site], file);
  uint32_t place = map_find (&builder->pair_map, frame->function, function);
  if (frame->line == 0 && place < RECURSION_LEVELS_MANY)
    {
      *file = builder->calls->places[place].file;
      return builder->calls->places[place].line;
    }
  *file = frame->file;
  return frame->line;
}

/* The function in whose code NODE's is.  */

static uint32_t
recursion_levels_owner (const struct call_tree *tree, uint32_t node)
{
  while ((tree->frames[tree->nodes[node].frame].flags & MODEL_FRAME_INLINED)
	 && tree->nodes[node].parent != CALL_TREE_NONE)
    node = tree->nodes[node].parent;
  return tree->frames[tree->nodes[node].frame].function;
}

static void
recursion_levels_visit (struct recursion_levels_builder *builder,
			struct recursion_levels_walk *walk, uint32_t node)
{
  const struct call_tree *tree = builder->tree;
  const struct call_tree_node *each = &tree->nodes[node];
  const struct call_tree_frame *frame = &tree->frames[each->frame];
  uint32_t function = frame->function;
  recursion_levels_leave (builder, walk, each->depth);
  walk->path = mem_grow (walk->path, &walk->path_room, each->depth + 1,
			 sizeof *walk->path);
  walk->path[walk->depth++] = node;
  uint32_t open = ++walk->open[function];
  uint32_t entry = function * RECURSION_LEVELS + (open > 1);
  walk->again[node] = open > 1;

  if (open <= RECURSION_LEVELS)
    {
      uint32_t from = recursion_levels_outside (builder);
      const char *file = NULL;
      uint32_t line = 0;
      if (each->parent != CALL_TREE_NONE)
	{
	  from = tree->frames[tree->nodes[each->parent].frame].function
	    * RECURSION_LEVELS + walk->again[each->parent];
	  line
	    = recursion_levels_line (builder, each->parent, function, &file);
	}
      uint32_t call
	= recursion_levels_get_call (builder, from, entry, file, line);
      if (each->parent != CALL_TREE_NONE)
	builder->levels->calls[call].owner
	  = recursion_levels_owner (tree, each->parent);
      builder->levels->calls[call].ns += each->total_ns;
      builder->levels->calls[call].count += each->total_count;
    }
  if (each->count > 0 || each->ns > 0)
    recursion_levels_add_self (builder, entry, frame->file, frame->line,
			       each->count, each->ns);
}

static void
recursion_levels_measure (struct recursion_levels_builder *builder)
{
  const struct model *model = builder->model;
  const struct call_tree *tree = builder->tree;
  struct recursion_levels_walk walk = {
    .open = mem_alloc (model->function_count, sizeof *walk.open),
    .again = mem_alloc (tree->node_count, sizeof *walk.again)
  };
  for (uint32_t i = 0; i < tree->node_count; i++)
    recursion_levels_visit (builder, &walk, i);
  free (walk.path);
  free (walk.open);
  free (walk.again);
}

/* Take the times that were shared by numbers of calls: an arc's all stands
   at its first place.  */

static void
recursion_levels_estimate (struct recursion_levels_builder *builder)
{
  const struct model *model = builder->model;
  const struct results *results = builder->results;
  const struct call_places *calls = builder->calls;
  double scale = 1e9 / results->second;
  double each = model->sample_ns > 0 ? model->sample_ns : 1;
  for (size_t i = 0; i < model->function_count; i++)
    {
      const struct model_function *function = &model->functions[i];
      const struct result_function *result = &results->functions[i];
      double ns = result->self * scale;
      if (ns > 0)
	recursion_levels_add_self (builder, i * RECURSION_LEVELS,
				   function->file, function->line,
				   (uint64_t) (ns / each + 0.5), ns);
    }
  for (size_t i = 0; i < model->function_count; i++)
    {
      const struct result_function *result = &results->functions[i];
      double ns = (result->spontaneous_self + result->spontaneous_child)
	* scale;
      if (!(ns > 0))
	continue;
      uint32_t call = recursion_levels_get_call
	(builder, recursion_levels_outside (builder), i * RECURSION_LEVELS,
	 NULL, 0);
      struct recursion_levels_call *added = &builder->levels->calls[call];
      added->ns += ns;
      added->count = (uint64_t) (ns / each + 0.5);
    }
  bool *seen = mem_alloc (results->arc_count, sizeof *seen);
  for (size_t i = 0; i < calls->count; i++)
    {
      const struct call_place *place = &calls->places[i];
      const struct result_arc *arc = &results->arcs[place->arc];
      if (seen[place->arc] || arc->self + arc->child <= 0)
	continue;
      seen[place->arc] = true;
      uint32_t call = recursion_levels_get_call
	(builder, place->caller * RECURSION_LEVELS,
	 place->callee * RECURSION_LEVELS, place->file, place->line);
      struct recursion_levels_call *added = &builder->levels->calls[call];
      added->ns += (arc->self + arc->child) * scale;
      added->count = (uint64_t) (added->ns / each + 0.5);
    }
  free (seen);
}

/* Give the counted calls from one function to another to those at the least
   levels at which such were seen.  */

static void
recursion_levels_count (struct recursion_levels_builder *builder)
{
  const struct call_places *calls = builder->calls;
  const struct recursion_levels *levels = builder->levels;
  struct map least = { 0 };
  map_reserve (&least, levels->call_count);
  for (size_t i = 0; i < levels->call_count; i++)
    {
      uint32_t from = levels->calls[i].from;
      uint32_t to = levels->calls[i].to;
      recursion_levels_prefetch (&least, levels, i, false);
      uint32_t level
	= from % RECURSION_LEVELS * RECURSION_LEVELS + to % RECURSION_LEVELS;
      uint32_t *place
	= map_place (&least, from / RECURSION_LEVELS, to / RECURSION_LEVELS);
      if (*place == MAP_NONE || *place > level)
	*place = level;
    }
  for (size_t i = 0; i < calls->count; i++)
    {
      const struct call_place *place = &calls->places[i];
      recursion_levels_prefetch_place (&least, calls, i);
      uint32_t level = map_find (&least, place->caller, place->callee);
      if (level == MAP_NONE)
	level = place->caller == place->callee && builder->results->measured;
      uint32_t call = recursion_levels_get_call
	(builder, place->caller * RECURSION_LEVELS + level / RECURSION_LEVELS,
	 place->callee * RECURSION_LEVELS + level % RECURSION_LEVELS,
	 place->file, place->line);
      builder->levels->calls[call].calls += place->count;
    }
  map_free (&least);
}

/* Give the calls of functions that no counted code made to what was seen
   calling them: most of them to what was below it longest.  */

static void
recursion_levels_count_outside (struct recursion_levels_builder *builder)
{
  const struct model *model = builder->model;
  const struct results *results = builder->results;
  struct recursion_levels *levels = builder->levels;
  uint32_t *longest = mem_alloc (model->function_count, sizeof *longest);
  for (size_t i = 0; i < model->function_count; i++)
    longest[i] = MODEL_NONE;
  for (size_t i = 0; i < levels->call_count; i++)
    {
      uint32_t to = levels->calls[i].to / RECURSION_LEVELS;
      recursion_levels_prefetch (&builder->pair_map, levels, i, true);
      if (map_find (&builder->pair_map, levels->calls[i].owner, to)
	  == MAP_NONE
	  && (longest[to] == MODEL_NONE
	      || levels->calls[longest[to]].ns < levels->calls[i].ns))
	longest[to] = i;
    }
  for (size_t i = 0; i < model->function_count; i++)
    if (results->functions[i].spontaneous > 0)
      {
	uint32_t call = longest[i];
	if (call == MODEL_NONE)
	  call = recursion_levels_get_call (builder,
					    recursion_levels_outside (builder),
					    i * RECURSION_LEVELS, NULL, 0);
	levels->calls[call].calls += results->functions[i].spontaneous;
      }

  /* By (caller, callee); the callers that do not count are one.  */
  struct map most = { 0 };
  map_reserve (&most, levels->call_count);
  uint32_t outside = recursion_levels_outside (builder) / RECURSION_LEVELS;
  for (int pass = 0; pass < 2; pass++)
    for (size_t i = 0; i < levels->call_count; i++)
      {
	struct recursion_levels_call *call = &levels->calls[i];
	uint32_t to = call->to / RECURSION_LEVELS;
	uint32_t from = call->owner;
	recursion_levels_prefetch (&builder->pair_map, levels, i, true);
	recursion_levels_prefetch (&most, levels, i, true);
	if (map_find (&builder->pair_map, from, to) == MAP_NONE)
	  from = outside;
	if (pass == 0 && call->calls > 0)
	  {
	    uint32_t *place = map_place (&most, from, to);
	    if (*place == MAP_NONE
		|| levels->calls[*place].calls < call->calls)
	      *place = i;
	  }
	else if (pass == 1 && call->calls == 0)
	  {
	    uint32_t place = map_find (&most, from, to);
	    if (place != MAP_NONE && levels->calls[place].calls > 1)
	      levels->calls[place].calls--;
	    call->calls = 1;
	  }
      }
  map_free (&most);
  free (longest);
}

/* Remember where one function calls another.  */

static void
recursion_levels_find_pairs (struct recursion_levels_builder *builder)
{
  map_reserve (&builder->pair_map, builder->calls->count);
  for (size_t i = 0; i < builder->calls->count; i++)
    {
      const struct call_place *place = &builder->calls->places[i];
      recursion_levels_prefetch_place (&builder->pair_map, builder->calls, i);
      uint32_t *pair = map_place (&builder->pair_map, place->caller,
				  place->callee);
      *pair = *pair == MAP_NONE ? i : RECURSION_LEVELS_MANY;
    }
}

/* The order of COUNT things by the entry at OFFSET of each, of SIZE bytes,
   as they lie in DATA, which is freed; *FIRST becomes the first of each of
   LIMIT entries.  */

static void *
recursion_levels_sort (void *data, size_t count, size_t size, size_t offset,
		       size_t limit, uint32_t **first)
{
  uint32_t *start = mem_alloc (limit + 2, sizeof *start);
  unsigned char *sorted = mem_alloc (count, size);
  const unsigned char *from = data;
  uint32_t entry;
  for (size_t i = 0; i < count; i++)
    {
      memcpy (&entry, from + i * size + offset, sizeof entry);
      start[entry + 2]++;
    }
  for (size_t i = 2; i < limit + 2; i++)
    start[i] += start[i - 1];
  for (size_t i = 0; i < count; i++)
    {
      memcpy (&entry, from + i * size + offset, sizeof entry);
      memcpy (sorted + start[entry + 1]++ * size, from + i * size, size);
    }
  free (data);
  *first = start;
  return sorted;
}

void
recursion_levels_make (struct recursion_levels *levels,
		       const struct results *results,
		       const struct call_tree *tree,
		       const struct call_places *calls)
{
  const struct model *model = results->model;
  *levels = (struct recursion_levels) { 0 };
  struct recursion_levels_builder builder = { .levels = levels,
				    .model = model,
				    .results = results,
				    .tree = tree,
				    .calls = calls };
  recursion_levels_find_pairs (&builder);
  map_reserve (&builder.call_map, calls->count);
  if (results->measured)
    recursion_levels_measure (&builder);
  else
    recursion_levels_estimate (&builder);
  recursion_levels_count (&builder);
  recursion_levels_count_outside (&builder);
  size_t entries = model->function_count * RECURSION_LEVELS + 1;
  levels->selfs = recursion_levels_sort
    (levels->selfs, levels->self_count, sizeof *levels->selfs,
     offsetof (struct recursion_levels_self, entry), entries,
     &levels->self_first);
  levels->calls = recursion_levels_sort
    (levels->calls, levels->call_count, sizeof *levels->calls,
     offsetof (struct recursion_levels_call, from), entries,
     &levels->call_first);
  map_free (&builder.self_map);
  map_free (&builder.call_map);
  map_free (&builder.pair_map);
  intern_free (&builder.files);
}

void
recursion_levels_free (struct recursion_levels *levels)
{
  free (levels->selfs);
  free (levels->calls);
  free (levels->self_first);
  free (levels->call_first);
  memset (levels, 0, sizeof *levels);
}
