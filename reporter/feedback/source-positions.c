/* How often each place in the source of each function ran.

   A place has code in several blocks where the compiler took some of it to
   another place, so it ran as often as what ran most of it.  The compiler also
   computes early what is wanted on some ways only, but a branch never: where a
   place has branches, it ran as often as the one that ran most.  The test of a
   loop is copied in front of it, so it was done as often as all its copies: the
   one that ran most was done once a round, as if the loop were never left.
   Clones of a function, and copies of it in several modules, run beside each
   other, so their numbers are added up.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "feedback/source-positions.h"
#include "base/map.h"
#include "base/mem.h"
#include "base/sort.h"

#include <stdlib.h>
#include <string.h>

/* A position whose function is read.  */
struct positions_pending
{
  uint32_t function;		/* Of the model, that is read.  */
  uint64_t count;		/* Of what ran most of its code, or of its
				   branches.  */
  bool branches;		/* It has some.  */
};

/* What a place tests in the function that is read: the branches of one column.  */
struct positions_test
{
  uint32_t place;
  uint64_t count;		/* Of all copies, */
  uint64_t last;		/* of the last one.  */
  bool closes;			/* One closes a loop.  */
};

struct positions_maker
{
  struct source_positions *positions;
  const struct model *model;
  enum source_place place;
  struct dict names;		/* A number for each symbol.  */
  size_t name_count;
  struct map instances;		/* Index by parent and symbol, and by line and
				   discriminator.  */
  struct map places;		/* Index of positions by instance, and by line
				   and part.  */
  struct positions_pending *pending;	/* For each position.  */
  size_t pending_room;
  struct map test_map;		/* Index of a test by place and column.  */
  struct positions_test *tests;
  size_t test_count, test_room;
};

static uint64_t
positions_key (int32_t line, uint32_t part)
{
  return (uint64_t) (uint32_t) line << 32 | part;
}

/* The instance of SYMBOL that was inlined into PARENT, or MODEL_NONE, at LINE
   and DISCRIMINATOR.  */

static uint32_t
positions_instance (struct positions_maker *maker, uint32_t parent,
		    const char *symbol, uint32_t decl_line, int32_t line,
		    uint32_t discriminator)
{
  struct source_positions *positions = maker->positions;
  uint32_t *name = dict_place (&maker->names, symbol);
  if (*name == MAP_NONE)
    *name = maker->name_count++;
  uint32_t *place = map_place (&maker->instances,
			       (uint64_t) parent << 32 | *name,
			       positions_key (line, discriminator));
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

/* Note that the place of INSTANCE at PART of LINE has CODE; return its index.  */

static uint32_t
positions_note (struct positions_maker *maker, uint32_t instance,
		int32_t line, uint32_t part, const struct model_code *code)
{
  struct source_positions *positions = maker->positions;
  uint32_t *place = map_place (&maker->places, instance,
			       positions_key (line, part));
  if (*place == MAP_NONE)
    {
      *place = positions->position_count;
      positions->positions
	= mem_grow (positions->positions, &positions->position_room,
		    positions->position_count + 1,
		    sizeof *positions->positions);
      maker->pending = mem_grow (maker->pending, &maker->pending_room,
				 positions->position_count + 1,
				 sizeof *maker->pending);
      maker->pending[positions->position_count]
	= (struct positions_pending) { .function = code->function };
      positions->positions[positions->position_count++]
	= (struct source_position) {
	  .instance = instance, .line = line, .part = part
	};
    }
  positions->positions[*place].branches |= code->branch;
  struct positions_pending *pending = &maker->pending[*place];
  if (pending->function != code->function)
    {
      positions->positions[*place].count += pending->count;
      *pending = (struct positions_pending) { .function = code->function };
    }
  if (code->branch && !pending->branches)
    {
      pending->branches = true;
      pending->count = code->executions;
    }
  else if (code->branch == pending->branches
	   && code->executions > pending->count)
    pending->count = code->executions;
  return *place;
}

/* Note the branch of PLACE that CODE ends in; return the number of its test.  If
   that was LAST, of the code before, both may be of one copy, as comparisons of
   floating-point numbers are.  */

static uint32_t
positions_note_test (struct positions_maker *maker, uint32_t place,
		     const struct model_code *code, uint32_t last)
{
  uint32_t *index = map_place (&maker->test_map, place, code->column);
  if (*index == MAP_NONE)
    {
      *index = maker->test_count;
      maker->tests = mem_grow (maker->tests, &maker->test_room,
			       maker->test_count + 1, sizeof *maker->tests);
      maker->tests[maker->test_count++]
	= (struct positions_test) { .place = place };
    }
  struct positions_test *test = &maker->tests[*index];
  uint64_t before = *index == last && !code->loop ? test->last : 0;
  test->closes |= code->closes;
  test->last = code->executions > before ? code->executions : before;
  test->count += test->last - before;
  return *index;
}

/* Have places that test whether a loop goes on run as often as all copies of the
   test, now that their function is read.  */

static void
positions_end_tests (struct positions_maker *maker)
{
  for (size_t i = 0; i < maker->test_count; i++)
    {
      const struct positions_test *test = &maker->tests[i];
      struct positions_pending *pending = &maker->pending[test->place];
      if (test->closes && test->count > pending->count)
	pending->count = test->count;
    }
  map_free (&maker->test_map);
  maker->test_count = 0;
}

/* The instance that the INLINED calls from number INLINES on of the model lead to
   in FUNCTION, and where its function is declared, *DECL_LINE; MODEL_NONE if
   that is not known of one of them.  */

static uint32_t
positions_follow (struct positions_maker *maker, uint32_t function,
		  uint32_t inlines, uint32_t inlined, uint32_t *decl_line)
{
  const struct model_function *top = &maker->model->functions[function];
  uint32_t instance = positions_instance (maker, MODEL_NONE, top->source,
					  top->decl_line, 0, 0);
  maker->positions->instances[instance].file = top->decl_file;
  *decl_line = top->decl_line;
  for (uint32_t i = 0; i < inlined && *decl_line > 0; i++)
    {
      const struct model_inline *level = &maker->model->inlines[inlines + i];
      instance = positions_instance (maker, instance, level->symbol,
				     level->decl_line,
				     level->line - *decl_line,
				     maker->place == SOURCE_BLOCK
				     ? level->discriminator : 0);
      *decl_line = level->decl_line;
    }
  return *decl_line > 0 ? instance : MODEL_NONE;
}

static int
positions_compare_functions (const void *closure, uint32_t a, uint32_t b)
{
  const struct model *model = closure;
  uint32_t x = model->code[a].function, y = model->code[b].function;
  return x < y ? -1 : x > y;
}

/* Note what all code of MAKER's model did.  */

static void
positions_collect (struct positions_maker *maker)
{
  const struct model *model = maker->model;
  uint32_t *order = mem_alloc (model->code_count, sizeof *order);
  for (size_t i = 0; i < model->code_count; i++)
    order[i] = i;
  sort_indices (order, model->code_count, positions_compare_functions, model);
  uint32_t last = MODEL_NONE;
  for (size_t i = 0; i < model->code_count; i++)
    {
      const struct model_code *code = &model->code[order[i]];
      uint32_t test = MODEL_NONE;
      if (i > 0 && model->code[order[i - 1]].function != code->function)
	{
	  positions_end_tests (maker);
	  last = MODEL_NONE;
	}
      uint32_t decl_line;
      uint32_t instance = positions_follow (maker, code->function,
					    code->inlines, code->inlined,
					    &decl_line);
      if (instance != MODEL_NONE && code->line > 0)
	{
	  uint32_t place
	    = positions_note (maker, instance, code->line - decl_line,
			      maker->place == SOURCE_COLUMN
			      ? code->column : code->discriminator, code);
	  if (code->branch && code->column > 0)
	    test = positions_note_test (maker, place, code, last);
	}
      last = test;
    }
  positions_end_tests (maker);
  free (order);
  struct source_positions *positions = maker->positions;
  for (size_t i = 0; i < positions->position_count; i++)
    positions->positions[i].count += maker->pending[i].count;
}

/* Whether the block A of a line tells more of it than B.  */

static bool
positions_tells_more (const struct source_position *a,
		      const struct source_position *b)
{
  return (a->part == 0) != (b->part == 0) ? b->part == 0 : a->count > b->count;
}

/* Make one place of the blocks of each line.  */

static void
positions_join_lines (struct positions_maker *maker)
{
  struct source_position *all = maker->positions->positions;
  struct map lines = { 0 };
  size_t count = 0;
  for (size_t i = 0; i < maker->positions->position_count; i++)
    {
      uint32_t *place = map_place (&lines, all[i].instance,
				   positions_key (all[i].line, 0));
      if (*place == MAP_NONE)
	{
	  *place = count;
	  all[count++] = all[i];
	}
      else if (positions_tells_more (&all[i], &all[*place]))
	all[*place] = all[i];
    }
  for (size_t i = 0; i < count; i++)
    all[i].part = 0;
  maker->positions->position_count = count;
  map_free (&lines);
}

/* Add the calls of functions to their instances.  */

static void
positions_add_heads (struct positions_maker *maker,
		     const struct results *results)
{
  const struct model *model = maker->model;
  for (size_t i = 0; i < model->function_count; i++)
    {
      const struct model_function *function = &model->functions[i];
      uint32_t *name = dict_place (&maker->names, function->source);
      if (*name == MAP_NONE)
	*name = maker->name_count++;
      uint32_t found = map_find (&maker->instances,
				 (uint64_t) MODEL_NONE << 32 | *name, 0);
      /* A part that was split off is not the function's beginning.  */
      if (found != MAP_NONE && function->decl_line > 0
	  && !strstr (function->symbol, ".part."))
	maker->positions->instances[found].head
	  += results->functions[i].calls;
    }
}

static int
positions_compare_instances (const void *closure, uint32_t a, uint32_t b)
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
positions_sort_instances (struct source_positions *positions)
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
  sort_by_keys (items, order, count, positions_compare_instances, positions);
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
positions_compare_places (const void *a, const void *b)
{
  const struct source_position *x = a;
  const struct source_position *y = b;
  return x->instance != y->instance ? (x->instance < y->instance ? -1 : 1)
    : x->line != y->line ? (x->line < y->line ? -1 : 1)
    : x->part < y->part ? -1 : x->part > y->part;
}

static void
positions_sort_places (struct source_positions *positions)
{
  if (positions->position_count > 0)
    qsort (positions->positions, positions->position_count,
	   sizeof *positions->positions, positions_compare_places);
  for (size_t i = 0; i < positions->position_count; i++)
    {
      struct source_instance *instance
	= &positions->instances[positions->positions[i].instance];
      if (instance->position_count++ == 0)
	instance->positions = i;
    }
}

/* The position of the call instruction SITE, which was made COUNT times: of those
   of its line the one that ran so often, else the one that ran most; MODEL_NONE
   if none is known.  */

static uint32_t
positions_find_site (const struct source_positions *positions,
		     const struct model *model, const struct dict *functions,
		     const struct model_site *site, uint64_t count)
{
  const struct model_function *caller = &model->functions[site->caller];
  uint32_t instance = dict_find (functions, caller->source);
  if (instance == MAP_NONE)
    return MODEL_NONE;
  uint32_t best = MODEL_NONE;
  /* The innermost level is the first.  */
  for (uint32_t i = site->inlined; i-- > 0;)
    {
      const struct model_inline *level = &model->inlines[site->inlines + i];
      const struct source_instance *parent = &positions->instances[instance];
      uint32_t found = MODEL_NONE;
      for (uint32_t j = 0; j < parent->child_count; j++)
	{
	  const struct source_instance *child
	    = &positions->instances[parent->children + j];
	  if ((int64_t) parent->decl_line + child->line == level->line
	      && strcmp (child->symbol, level->symbol) == 0)
	    found = parent->children + j;
	}
      if (found == MODEL_NONE)
	return MODEL_NONE;
      instance = found;
    }
  const struct source_instance *in = &positions->instances[instance];
  for (uint32_t i = 0; i < in->position_count; i++)
    {
      uint32_t index = in->positions + i;
      const struct source_position *position = &positions->positions[index];
      if ((int64_t) in->decl_line + position->line != site->line)
	continue;
      if (best == MODEL_NONE
	  || position->count == count
	  || (positions->positions[best].count != count
	      && position->count > positions->positions[best].count))
	best = index;
    }
  return best;
}

static int
positions_compare_targets (const void *a, const void *b)
{
  const struct source_target *x = a;
  const struct source_target *y = b;
  int by_name = strcmp (x->symbol, y->symbol);
  return x->position != y->position ? (x->position < y->position ? -1 : 1)
    : by_name;
}

static int
positions_compare_counts (const void *a, const void *b)
{
  const struct source_target *x = a;
  const struct source_target *y = b;
  return x->position != y->position ? (x->position < y->position ? -1 : 1)
    : x->count != y->count ? (x->count > y->count ? -1 : 1)
    : strcmp (x->symbol, y->symbol);
}

/* Join the targets of each position that have one name.  */

static void
positions_join_targets (struct source_positions *positions)
{
  size_t count = 0;
  struct source_target *all = positions->targets;
  if (positions->target_count == 0)
    return;
  qsort (all, positions->target_count, sizeof *all, positions_compare_targets);
  for (size_t i = 0; i < positions->target_count; i++)
    if (count > 0 && all[count - 1].position == all[i].position
	&& strcmp (all[count - 1].symbol, all[i].symbol) == 0)
      all[count - 1].count += all[i].count;
    else
      all[count++] = all[i];
  positions->target_count = count;
  qsort (all, count, sizeof *all, positions_compare_counts);
  for (size_t i = 0; i < count; i++)
    {
      struct source_position *position
	= &positions->positions[all[i].position];
      if (position->target_count++ == 0)
	position->targets = i;
    }
}

/* Note where MODEL's indirect calls led to.  */

static void
positions_add_targets (struct source_positions *positions,
		       const struct model *model)
{
  struct dict functions = { 0 };
  struct map totals = { 0 };	/* Index of what is made at a place.  */
  uint64_t *made = mem_alloc (model->site_count, sizeof *made);
  size_t made_count = 0;
  for (size_t i = 0; i < positions->function_count; i++)
    *dict_place (&functions, positions->instances[i].symbol) = i;
  for (size_t i = 0; i < model->site_count; i++)
    {
      const struct model_site *site = &model->sites[i];
      if (site->kind == MODEL_SITE_DIRECT)
	continue;
      uint32_t *place
	= map_place (&totals, (uint64_t) site->caller << 32 | site->line,
		     site->column);
      if (*place == MAP_NONE)
	*place = made_count++;
      made[*place] += site->count;
    }
  for (size_t i = 0; i < model->site_count; i++)
    {
      const struct model_site *site = &model->sites[i];
      if (site->kind == MODEL_SITE_DIRECT || site->count == 0)
	continue;
      uint32_t total
	= map_find (&totals, (uint64_t) site->caller << 32 | site->line,
		    site->column);
      uint32_t found = positions_find_site (positions, model, &functions, site,
					    made[total]);
      if (found == MODEL_NONE)
	continue;
      positions->targets = mem_grow (positions->targets,
				     &positions->target_room,
				     positions->target_count + 1,
				     sizeof *positions->targets);
      positions->targets[positions->target_count++] = (struct source_target) {
	.position = found, .count = site->count,
	.symbol = model->functions[site->callee].source
      };
    }
  positions_join_targets (positions);
  dict_free (&functions);
  map_free (&totals);
  free (made);
}

void
source_positions_make (struct source_positions *positions,
		       const struct results *results,
		       enum source_place place)
{
  struct positions_maker maker = {
    .positions = positions, .model = results->model,
    .place = place
  };
  *positions = (struct source_positions) { 0 };
  positions_collect (&maker);
  if (place == SOURCE_LINE)
    positions_join_lines (&maker);
  positions_add_heads (&maker, results);
  positions_sort_instances (positions);
  positions_sort_places (positions);
  positions_add_targets (positions, results->model);
  dict_free (&maker.names);
  map_free (&maker.instances);
  map_free (&maker.places);
  free (maker.pending);
  free (maker.tests);
}

void
source_positions_free (struct source_positions *positions)
{
  free (positions->instances);
  free (positions->positions);
  free (positions->targets);
}
