/* The tree of calls that the stacks of a profile make.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "analyse/call-tree.h"
#include "analyse/stackless-time.h"
#include "base/intern.h"

#include <stdlib.h>
#include <string.h>

/* What is needed only while a tree is made.  */
struct call_tree_builder
{
  struct call_tree *tree;
  const struct model *model;
  const struct results *results;
  unsigned choices;		/* enum call_tree_choice.  */
  uint32_t *plain;		/* Frame without a line, by function and
				   flags.  */
  struct map frame_map;		/* Frame by (function, file and line).  */
  struct intern files;
  struct map node_map;		/* Node by (parent + 1, frame).  */
  uint32_t *sample_nodes;	/* Node of each of the model's samples; NULL:
				   they have no stacks.  */
  double carry;			/* Of time turned into samples.  */
};

/* Sets of enum model_frame_flag.  */
#define CALL_TREE_FLAGS 4

static uint32_t
call_tree_add_frame (struct call_tree *tree,
		     const struct call_tree_frame *frame)
{
  tree->frames = mem_grow (tree->frames, &tree->frame_room,
			   tree->frame_count + 1, sizeof *tree->frames);
  tree->frames[tree->frame_count] = *frame;
  return tree->frame_count++;
}

static uint32_t
call_tree_get_frame (struct call_tree_builder *builder,
		     struct call_tree_frame frame)
{
  uint32_t *place;
  if (!(builder->choices & CALL_TREE_LINES) || (!frame.file && frame.line == 0
						&& frame.site == MODEL_NONE))
    {
      frame.file = NULL;
      frame.line = 0;
      frame.site = MODEL_NONE;
      place = &builder->plain[(size_t) frame.function * CALL_TREE_FLAGS
			      + frame.flags % CALL_TREE_FLAGS];
    }
  else
    place = map_place (&builder->frame_map,
		       (uint64_t) frame.function << 32 | frame.line,
		       ((uint64_t) intern_get (&builder->files, frame.file)
			<< 40)
		       | (uint64_t) frame.flags << 32 | frame.site);
  if (*place == MAP_NONE)
    *place = call_tree_add_frame (builder->tree, &frame);
  return *place;
}

static uint32_t
call_tree_get_node (struct call_tree_builder *builder, uint32_t parent,
		    uint32_t frame)
{
  struct call_tree *tree = builder->tree;
  uint32_t *place = map_place (&builder->node_map, (uint64_t) parent + 1,
			       frame);
  if (*place == MAP_NONE)
    {
      *place = tree->node_count;
      tree->nodes = mem_grow (tree->nodes, &tree->node_room,
			      tree->node_count + 1, sizeof *tree->nodes);
      tree->nodes[tree->node_count++] = (struct call_tree_node) {
	.frame = frame, .parent = parent,
	.depth = parent == CALL_TREE_NONE ? 0 : tree->nodes[parent].depth + 1
      };
    }
  return *place;
}

static void
call_tree_add_sample (struct call_tree_builder *builder, uint32_t node,
		      uint32_t thread, uint64_t count, double shared,
		      double ns)
{
  struct call_tree *tree = builder->tree;
  tree->samples = mem_grow (tree->samples, &tree->sample_room,
			    tree->sample_count + 1, sizeof *tree->samples);
  tree->samples[tree->sample_count++] = (struct call_tree_sample) {
    .node = node, .thread = thread, .count = count, .shared = shared,
    .ns = ns
  };
}

/* Turn NS into samples; what rounding adds or takes is carried on, so that
   the total is right.  */

static uint64_t
call_tree_samples (struct call_tree_builder *builder, double ns)
{
  double each = builder->model->sample_ns;
  if (!(each > 0))
    return 0;
  double samples = (ns + builder->carry) / each;
  uint64_t whole = samples + 0.5 > 0 ? (uint64_t) (samples + 0.5) : 0;
  builder->carry += ns - (double) whole * each;
  return whole;
}

/* How far ahead nodes are looked up: what memory takes for it goes on
   meanwhile.  */
#define CALL_TREE_AHEAD 12

/* Begin to look for the node of FRAME below PARENT.  */

static void
call_tree_prefetch (const struct call_tree_builder *builder, uint32_t parent,
		    uint32_t frame)
{
  map_prefetch (&builder->node_map, (uint64_t) parent + 1, frame);
}

/* The nodes of all contexts, to be freed.  */

static uint32_t *
call_tree_add_contexts (struct call_tree_builder *builder)
{
  const struct model *model = builder->model;
  const struct model_context *contexts = model->contexts;
  size_t count = model->context_count;
  uint32_t *frames = mem_alloc (count, sizeof *frames);
  uint32_t *nodes = mem_alloc (count, sizeof *nodes);
  for (size_t i = 0; i < count; i++)
    frames[i] = call_tree_get_frame (builder, (struct call_tree_frame) {
	.function = contexts[i].function, .file = contexts[i].file,
	.line = contexts[i].line, .site = contexts[i].site,
	.flags = contexts[i].flags });
  for (size_t i = 0; i < count; i++)
    {
      size_t ahead = i + CALL_TREE_AHEAD;
      if (ahead < count && contexts[ahead].parent < i)
	call_tree_prefetch (builder, nodes[contexts[ahead].parent],
			    frames[ahead]);
      nodes[i] = call_tree_get_node (builder,
				     contexts[i].parent == MODEL_NONE
				       ? CALL_TREE_NONE
				       : nodes[contexts[i].parent],
				     frames[i]);
    }
  free (frames);
  return nodes;
}

static void
call_tree_add_stacks (struct call_tree_builder *builder)
{
  const struct model *model = builder->model;
  const struct model_sample *samples = model->samples;
  size_t count = model->sample_count;
  uint32_t *nodes = call_tree_add_contexts (builder);
  uint32_t *frames = mem_alloc (count, sizeof *frames);
  builder->sample_nodes = mem_alloc (count, sizeof *builder->sample_nodes);
  for (size_t i = 0; i < count; i++)
    frames[i] = call_tree_get_frame (builder, (struct call_tree_frame) {
	.function = samples[i].function, .file = samples[i].file,
	.line = samples[i].line, .site = MODEL_NONE,
	.flags = samples[i].flags });
  for (size_t i = 0; i < count; i++)
    {
      size_t ahead = i + CALL_TREE_AHEAD;
      if (ahead < count && samples[ahead].context != MODEL_NONE)
	call_tree_prefetch (builder, nodes[samples[ahead].context],
			    frames[ahead]);
      uint32_t node = call_tree_get_node (builder,
					  samples[i].context == MODEL_NONE
					    ? CALL_TREE_NONE
					    : nodes[samples[i].context],
					  frames[i]);
      builder->sample_nodes[i] = node;
      call_tree_add_sample (builder, node, samples[i].thread, samples[i].count,
			    samples[i].shared * samples[i].count,
			    samples[i].ns);
    }
  free (frames);
  free (nodes);
}

static void
call_tree_add_guess (struct call_tree_builder *builder, uint32_t caller,
		     uint32_t function, double ns)
{
  const struct model_function *each = &builder->model->functions[function];
  struct call_tree_frame frame = {
    .function = function, .site = MODEL_NONE, .file = each->file,
    .line = each->line
  };
  uint32_t parent = CALL_TREE_NONE;
  if (caller != MODEL_NONE)
    parent = call_tree_get_node
      (builder, CALL_TREE_NONE,
       call_tree_get_frame
	 (builder,
	  (struct call_tree_frame) {
	    .function = caller, .site = MODEL_NONE }));
  uint64_t samples = call_tree_samples (builder, ns);
  call_tree_add_sample
    (builder,
     call_tree_get_node (builder, parent,
			 call_tree_get_frame (builder, frame)),
     builder->model->thread_count, samples, 0, ns);
  builder->tree->thread_count = builder->model->thread_count + 1;
}

/* Share REST, the time in ns that no stack tells of, of FUNCTION among its
   callers.  */

static void
call_tree_guess (struct call_tree_builder *builder, uint32_t function,
		 double rest)
{
  const struct results *results = builder->results;
  uint64_t calls = results->functions[function].spontaneous;
  for (uint32_t i = results->in_first[function];
       i < results->in_first[function + 1]; i++)
    if (results->arcs[results->in[i]].caller != function)
      calls += results->arcs[results->in[i]].count;
  if (calls > 0)
    builder->tree->guessed += rest;
  double left = rest;
  for (uint32_t i = results->in_first[function];
       (builder->choices & CALL_TREE_CALLERS)
       && i < results->in_first[function + 1]; i++)
    {
      const struct result_arc *arc = &results->arcs[results->in[i]];
      if (arc->caller == function || arc->count == 0)
	continue;
      double part = rest * (double) arc->count / (double) calls;
      part = part < left ? part : left;
      call_tree_add_guess (builder, arc->caller, function, part);
      left -= part;
    }
  /* Also what rounding left.  */
  if (left > 0)
    call_tree_add_guess (builder, MODEL_NONE, function, left);
}

/* Number the nodes so that what one calls follows it, in the order in which
   it was met first.  */

static void
call_tree_arrange (struct call_tree_builder *builder)
{
  struct call_tree *tree = builder->tree;
  size_t count = tree->node_count;
  uint32_t *child = mem_alloc (count, sizeof *child);
  uint32_t *sibling = mem_alloc (count, sizeof *sibling);
  uint32_t *number = mem_alloc (count, sizeof *number);
  struct call_tree_node *nodes = mem_alloc (count, sizeof *nodes);
  uint32_t root = CALL_TREE_NONE;
  for (size_t i = 0; i < count; i++)
    child[i] = CALL_TREE_NONE;
  for (size_t i = count; i-- > 0;)
    {
      uint32_t parent = tree->nodes[i].parent;
      uint32_t *list = parent == CALL_TREE_NONE ? &root : &child[parent];
      sibling[i] = *list;
      *list = i;
    }
  uint32_t next = 0;
  for (uint32_t node = root; node != CALL_TREE_NONE;)
    {
      number[node] = next;
      nodes[next] = tree->nodes[node];
      if (nodes[next].parent != CALL_TREE_NONE)
	nodes[next].parent = number[nodes[next].parent];
      next++;
      if (child[node] != CALL_TREE_NONE)
	{
	  node = child[node];
	  continue;
	}
      while (node != CALL_TREE_NONE && sibling[node] == CALL_TREE_NONE)
	node = tree->nodes[node].parent;
      if (node != CALL_TREE_NONE)
	node = sibling[node];
    }
  free (tree->nodes);
  tree->nodes = nodes;
  for (size_t i = 0; i < tree->sample_count; i++)
    tree->samples[i].node = number[tree->samples[i].node];
  for (size_t i = 0; builder->sample_nodes && i < builder->model->sample_count;
       i++)
    builder->sample_nodes[i] = number[builder->sample_nodes[i]];
  free (child);
  free (sibling);
  free (number);
}

/* Sort the samples by what KEY tells of them, below LIMIT, keeping the order
   of equal ones.  */

static void
call_tree_sort_samples (struct call_tree *tree, size_t limit, bool by_thread)
{
  size_t *start = mem_alloc (limit + 1, sizeof *start);
  struct call_tree_sample *sorted = mem_alloc (tree->sample_count,
					       sizeof *sorted);
  for (size_t i = 0; i < tree->sample_count; i++)
    start[(by_thread ? tree->samples[i].thread : tree->samples[i].node) + 1]
      ++;
  for (size_t i = 0; i < limit; i++)
    start[i + 1] += start[i];
  for (size_t i = 0; i < tree->sample_count; i++)
    sorted[start[by_thread ? tree->samples[i].thread
		 : tree->samples[i].node]++] = tree->samples[i];
  free (tree->samples);
  tree->samples = sorted;
  tree->sample_room = tree->sample_count;
  free (start);
}

/* Make one sample of those of one stack and thread.  */

static void
call_tree_merge_samples (struct call_tree *tree)
{
  call_tree_sort_samples (tree, tree->node_count, false);
  call_tree_sort_samples (tree, tree->thread_count, true);
  size_t kept = 0;
  for (size_t i = 0; i < tree->sample_count; i++)
    {
      const struct call_tree_sample *each = &tree->samples[i];
      struct call_tree_sample *last = &tree->samples[kept > 0 ? kept - 1 : 0];
      if (kept > 0 && last->node == each->node
	  && last->thread == each->thread)
	{
	  last->count += each->count;
	  last->shared += each->shared;
	  last->ns += each->ns;
	}
      else
	tree->samples[kept++] = *each;
    }
  tree->sample_count = kept;
  tree->thread_first = mem_alloc (tree->thread_count + 1,
				  sizeof *tree->thread_first);
  for (size_t i = 0; i < kept; i++)
    tree->thread_first[tree->samples[i].thread + 1]++;
  for (size_t i = 0; i < tree->thread_count; i++)
    tree->thread_first[i + 1] += tree->thread_first[i];
}

static void
call_tree_add_up (struct call_tree *tree)
{
  for (size_t i = 0; i < tree->sample_count; i++)
    {
      struct call_tree_node *node = &tree->nodes[tree->samples[i].node];
      node->count += tree->samples[i].count;
      node->shared += tree->samples[i].shared;
      node->ns += tree->samples[i].ns;
    }
  for (size_t i = tree->node_count; i-- > 0;)
    {
      struct call_tree_node *node = &tree->nodes[i];
      node->total_count += node->count;
      node->total_ns += node->ns;
      if (node->parent != CALL_TREE_NONE)
	{
	  tree->nodes[node->parent].total_count += node->total_count;
	  tree->nodes[node->parent].total_ns += node->total_ns;
	}
    }
}

static int
call_tree_compare_times (const void *x, const void *y)
{
  const struct call_tree_time *a = x, *b = y;
  return a->at_ns < b->at_ns ? -1 : a->at_ns > b->at_ns;
}

/* What the times and samples of a thread say of a node, ns.  */
struct call_tree_scale
{
  double times;
  double samples;
};

/* Let the times of THREAD add up to its samples: those of each stack, or if
   some stack has none, as a log that was thinned may, all together.  SCALES
   has one for each node, all zero, and is left so.  */

static void
call_tree_scale_times (struct call_tree *tree, size_t thread,
		       struct call_tree_scale *scales)
{
  const struct call_tree_sample *samples = tree->samples;
  size_t first = tree->times_first[thread];
  size_t end = tree->times_first[thread + 1];
  struct call_tree_scale all = { 0, 0 };
  bool complete = true;
  for (size_t i = first; i < end; i++)
    {
      scales[tree->times[i].node].times += tree->times[i].ns;
      all.times += tree->times[i].ns;
    }
  for (size_t i = tree->thread_first[thread];
       i < tree->thread_first[thread + 1]; i++)
    {
      scales[samples[i].node].samples = samples[i].ns;
      all.samples += samples[i].ns;
      complete &= samples[i].ns == 0 || scales[samples[i].node].times > 0;
    }
  for (size_t i = first; i < end; i++)
    {
      const struct call_tree_scale *scale
	= complete ? &scales[tree->times[i].node] : &all;
      if (scale->times > 0)
	tree->times[i].ns *= scale->samples / scale->times;
    }
  for (size_t i = first; i < end; i++)
    scales[tree->times[i].node] = (struct call_tree_scale) { 0, 0 };
  for (size_t i = tree->thread_first[thread];
       i < tree->thread_first[thread + 1]; i++)
    scales[samples[i].node] = (struct call_tree_scale) { 0, 0 };
}

/* Add when the stacks of the model's threads were seen.  */

static void
call_tree_add_times (const struct call_tree_builder *builder)
{
  const struct model *model = builder->model;
  struct call_tree *tree = builder->tree;
  size_t *first = mem_alloc (tree->thread_count + 1, sizeof *first);
  size_t *next = mem_alloc (tree->thread_count + 1, sizeof *next);
  tree->times_first = first;
  tree->times = mem_alloc (model->time_count, sizeof *tree->times);
  for (size_t i = 0; i < model->time_count; i++)
    first[model->samples[model->times[i].sample].thread + 1]++;
  for (size_t i = 0; i < tree->thread_count; i++)
    {
      first[i + 1] += first[i];
      next[i] = first[i];
    }
  for (size_t i = 0; i < model->time_count; i++)
    {
      const struct model_time *time = &model->times[i];
      tree->times[next[model->samples[time->sample].thread]++]
	= (struct call_tree_time) {
	  .at_ns = time->at_ns, .ns = time->ns,
	  .node = builder->sample_nodes[time->sample]
	};
    }
  free (next);
  struct call_tree_scale *scales = mem_alloc (tree->node_count,
					      sizeof *scales);
  for (size_t i = 0; i < tree->thread_count; i++)
    if (first[i] < first[i + 1])
      {
	qsort (tree->times + first[i], first[i + 1] - first[i],
	       sizeof *tree->times, call_tree_compare_times);
	call_tree_scale_times (tree, i, scales);
      }
  free (scales);
}

/* Below this a difference of times is one of rounding, ns.  */
#define CALL_TREE_LEAST 0.5

void
call_tree_make (struct call_tree *tree, const struct results *results,
		unsigned choices)
{
  const struct model *model = results->model;
  *tree = (struct call_tree) {
    .thread_count = model->thread_count ? model->thread_count : 1
  };
  struct call_tree_builder builder = {
    .tree = tree, .model = model, .results = results, .choices = choices
  };
  size_t plain = model->function_count * CALL_TREE_FLAGS;
  builder.plain = mem_alloc (plain, sizeof *builder.plain);
  for (size_t i = 0; i < plain; i++)
    builder.plain[i] = MAP_NONE;
  map_reserve (&builder.node_map, model->context_count);
  if (model->has_stacks)
    call_tree_add_stacks (&builder);
  double *rest = stackless_time_find (results, CALL_TREE_LEAST);
  for (size_t i = 0; i < model->function_count; i++)
    if (rest[i] > 0)
      call_tree_guess (&builder, i, rest[i]);
  free (rest);
  call_tree_arrange (&builder);
  call_tree_merge_samples (tree);
  if ((choices & CALL_TREE_TIMES) && builder.sample_nodes
      && model->time_count > 0)
    call_tree_add_times (&builder);
  call_tree_add_up (tree);
  free (builder.plain);
  free (builder.sample_nodes);
  map_free (&builder.frame_map);
  intern_free (&builder.files);
  map_free (&builder.node_map);
}

void
call_tree_free (struct call_tree *tree)
{
  free (tree->frames);
  free (tree->nodes);
  free (tree->samples);
  free (tree->thread_first);
  free (tree->times);
  free (tree->times_first);
  memset (tree, 0, sizeof *tree);
}
