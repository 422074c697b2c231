/* How often each place in the source of each function ran.

   A place has code in several blocks where the compiler took some of it to
   another place, so it ran as often as what ran most of it.  The compiler also
   computes early what is wanted on some ways only, but a branch never: where a
   place has branches, it ran as often as the one that ran most.  The test of a
   loop is copied in front of it, so it was done as often as all its copies: the
   one that ran most was done once a round, as if the loop were never left.
   Clones of a function, and copies of it in several modules, run beside each
   other, so their numbers are added up.

   The compiler also splits functions, to inline a beginning that often suffices.
   What reads the positions sees them whole, so they are put together again.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "feedback/source-positions.h"
#include "feedback/source-targets.h"
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
  uint32_t before;		/* If all its code is a test that ends a block,
				   the place that the first of these blocks
				   begins with; else MODEL_NONE.  */
};

/* What a place tests in the function that is read: the branches of one column.  */
struct positions_test
{
  uint32_t place;
  uint64_t count;		/* Of all copies, */
  uint64_t last;		/* of the last one.  */
  bool closes;			/* One closes a loop.  */
  uint64_t tests;		/* What loops' ends tell of them.  */
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

/* The index of the position of INSTANCE at PART of LINE.  */

static uint32_t
positions_place (struct positions_maker *maker, uint32_t instance, int32_t line,
		 uint32_t part)
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
      positions->positions[positions->position_count++]
	= (struct source_position) {
	  .instance = instance, .line = line, .part = part
	};
    }
  return *place;
}

/* Note that the place of INSTANCE at PART of LINE has CODE, a test behind the code of
   BEFORE in its block if that is not MODEL_NONE; return its index.  */

static uint32_t
positions_note (struct positions_maker *maker, uint32_t instance,
		int32_t line, uint32_t part, const struct model_code *code,
		uint32_t before)
{
  size_t known = maker->positions->position_count;
  uint32_t place = positions_place (maker, instance, line, part);
  if (place == known)
    {
      maker->pending = mem_grow (maker->pending, &maker->pending_room,
				 known + 1, sizeof *maker->pending);
      maker->pending[place] = (struct positions_pending) {
	.function = code->function, .before = before
      };
    }
  struct source_position *position = &maker->positions->positions[place];
  position->branches |= code->branch;
  struct positions_pending *pending = &maker->pending[place];
  if (pending->function != code->function)
    {
      position->count += pending->count;
      *pending = (struct positions_pending) {
	.function = code->function, .before = pending->before
      };
    }
  if (before == MODEL_NONE)
    pending->before = MODEL_NONE;
  if (code->branch && !pending->branches)
    {
      pending->branches = true;
      pending->count = code->executions;
    }
  else if (code->branch == pending->branches
	   && code->executions > pending->count)
    pending->count = code->executions;
  return place;
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
  test->tests += code->tests;
  test->last = code->executions > before ? code->executions : before;
  test->count += test->last - before;
  return *index;
}

/* Have places that test whether a loop goes on run as often as all copies of the
   test, now that their function is read, and as the source has it: of a loop that is
   entered for certain the first test is left out.  */

static void
positions_end_tests (struct positions_maker *maker)
{
  for (size_t i = 0; i < maker->test_count; i++)
    {
      const struct positions_test *test = &maker->tests[i];
      struct positions_pending *pending = &maker->pending[test->place];
      if (test->closes && test->count > pending->count)
	pending->count = test->count;
      if (test->tests > pending->count)
	pending->count = test->tests;
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

/* Whether CODE is a test at the end of the block that BEFORE, the code in front of
   it, is of, and no loop's.  */

static bool
positions_ends_block (const struct model_code *before,
		      const struct model_code *code)
{
  return code->branch && !code->closes && !code->loop && !before->branch
    && before->executions == code->executions && before->line != code->line;
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
  uint32_t last = MODEL_NONE, last_place = MODEL_NONE;
  for (size_t i = 0; i < model->code_count; i++)
    {
      const struct model_code *code = &model->code[order[i]];
      uint32_t test = MODEL_NONE;
      if (i > 0 && model->code[order[i - 1]].function != code->function)
	{
	  positions_end_tests (maker);
	  last = last_place = MODEL_NONE;
	}
      uint32_t decl_line;
      uint32_t instance = positions_follow (maker, code->function,
					    code->inlines, code->inlined,
					    &decl_line);
      uint32_t place = MODEL_NONE;
      if (instance != MODEL_NONE && code->line > 0)
	{
	  bool ends_block
	    = last_place != MODEL_NONE
	      && positions_ends_block (&model->code[order[i - 1]], code)
	      && maker->positions->positions[last_place].instance == instance;
	  place = positions_note (maker, instance, code->line - decl_line,
				  maker->place == SOURCE_COLUMN
				  ? code->column : code->discriminator, code,
				  ends_block ? last_place : MODEL_NONE);
	  if (code->branch && code->column > 0)
	    test = positions_note_test (maker, place, code, last);
	}
      last = test;
      last_place = place;
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

/* Leave out places that are but a test behind other code, no test, in its block,
   which tells how often the test was done: its count would be taken for that of what
   is on the same line behind it and has become one with the like of other lines.
   A call ends a block, so that is in none of these.  */

static void
positions_drop_tests (struct positions_maker *maker)
{
  struct source_position *all = maker->positions->positions;
  size_t count = 0, old = maker->positions->position_count;
  bool *told = mem_alloc (old, sizeof *told);
  for (size_t i = 0; i < old; i++)
    {
      uint32_t before = maker->pending[i].before;
      told[i] = before != MODEL_NONE && !all[before].branches;
    }
  for (size_t i = 0; i < old; i++)
    if (!told[i])
      all[count++] = all[i];
  maker->positions->position_count = count;
  free (told);
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

/* Whether FUNCTION is what the compiler split off another's beginning.  */

static bool
positions_is_part (const struct model_function *function)
{
  return strstr (function->symbol, ".part.") != NULL;
}

/* Instances by what they were inlined into, name and line.  */
struct positions_children
{
  struct map last;		/* Index of the last one by parent and name, and
				   by line, */
  uint32_t *before;		/* and of the one before each; MAP_NONE: none.  */
};

static void
positions_find_children (const struct positions_maker *maker,
			 struct positions_children *children)
{
  const struct source_positions *positions = maker->positions;
  children->before = mem_alloc (positions->instance_count,
				sizeof *children->before);
  for (size_t i = 0; i < positions->instance_count; i++)
    {
      const struct source_instance *instance = &positions->instances[i];
      uint32_t name = dict_find (&maker->names, instance->symbol);
      uint32_t *last = map_place (&children->last,
				  (uint64_t) instance->parent << 32 | name,
				  positions_key (instance->line, 0));
      children->before[i] = *last;
      *last = i;
    }
}

/* Set PARTIAL of what the LEFT inlined calls LEVELS, of which the innermost is the
   first, lead to in INSTANCE: several, if their lines have several blocks.  */

static void
positions_mark (const struct positions_maker *maker,
		const struct positions_children *children,
		const struct model_inline *levels, uint32_t left,
		uint32_t instance, bool *partial)
{
  if (left == 0)
    {
      partial[instance] = true;
      return;
    }
  const struct model_inline *level = &levels[left - 1];
  uint32_t name = dict_find (&maker->names, level->symbol);
  if (name == MAP_NONE)
    return;
  int32_t line
    = level->line - maker->positions->instances[instance].decl_line;
  for (uint32_t child = map_find (&children->last,
				  (uint64_t) instance << 32 | name,
				  positions_key (line, 0));
       child != MAP_NONE; child = children->before[child])
    positions_mark (maker, children, levels, left - 1, child, partial);
}

/* Set PARTIAL, one for each instance, of inlined calls that are a function's
   beginning only, which calls the rest.  */

static void
positions_find_partial (const struct positions_maker *maker, bool *partial)
{
  const struct model *model = maker->model;
  struct positions_children children = { 0 };
  positions_find_children (maker, &children);
  for (size_t i = 0; i < model->site_count; i++)
    {
      const struct model_site *site = &model->sites[i];
      if (site->inlined == 0 || site->callee == MODEL_NONE
	  || !positions_is_part (&model->functions[site->callee])
	  || strcmp (model->functions[site->callee].source,
		     model->inlines[site->inlines].symbol) != 0)
	continue;
      uint32_t name = dict_find (&maker->names,
				 model->functions[site->caller].source);
      uint32_t instance
	= name == MAP_NONE ? MAP_NONE
	  : map_find (&children.last, (uint64_t) MODEL_NONE << 32 | name, 0);
      if (instance == MAP_NONE)
	continue;
      positions_mark (maker, &children, &model->inlines[site->inlines],
		      site->inlined, instance, partial);
    }
  map_free (&children.last);
  free (children.before);
}

/* Whether INSTANCE of POSITIONS is the rest of a function that was inlined into its
   beginning, which calls it where its name is declared.  */

static bool
positions_is_rest (const struct source_positions *positions,
		   const struct source_instance *instance)
{
  return instance->line == 0
    && strcmp (instance->symbol,
	       positions->instances[instance->parent].symbol) == 0;
}

/* The compiler splits functions, to inline a beginning that often suffices; the
   rest is called, or was inlined after all, into the beginning.  What reads the
   positions sees functions that are whole yet: have a call of which the beginning
   was inlined be a call, and one part of what the rest was inlined into.  */

static void
positions_undo_splits (struct positions_maker *maker)
{
  struct source_positions *positions = maker->positions;
  const struct source_positions old = *positions;
  bool *partial = mem_alloc (old.instance_count, sizeof *partial);
  positions_find_partial (maker, partial);
  uint32_t *now = mem_alloc (old.instance_count, sizeof *now);
  uint64_t *entered = mem_alloc (old.instance_count, sizeof *entered);
  *positions = (struct source_positions) { 0 };
  map_free (&maker->instances);
  map_free (&maker->places);
  for (size_t i = 0; i < old.instance_count; i++)
    {
      const struct source_instance *each = &old.instances[i];
      if (each->parent == MODEL_NONE || partial[i])
	now[i] = positions_instance (maker, MODEL_NONE, each->symbol,
				     each->decl_line, 0, 0);
      else if (positions_is_rest (&old, each))
	now[i] = now[each->parent];
      else
	now[i] = positions_instance (maker, now[each->parent], each->symbol,
				     each->decl_line, each->line,
				     each->discriminator);
      if (each->file)
	positions->instances[now[i]].file = each->file;
    }
  for (size_t i = 0; i < old.position_count; i++)
    {
      const struct source_position *each = &old.positions[i];
      uint32_t place = positions_place (maker, now[each->instance],
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
	uint32_t place = positions_place (maker, now[each->parent],
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
	  && !positions_is_part (function))
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
    {
      positions_drop_tests (&maker);
      positions_join_lines (&maker);
    }
  if (place != SOURCE_COLUMN)
    positions_undo_splits (&maker);
  positions_add_heads (&maker, results);
  positions_sort_instances (positions);
  positions_sort_places (positions);
  source_targets_add (positions, results->model);
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
