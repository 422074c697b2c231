/* How often each place in the source of each function ran.

   A place has code in several blocks where the compiler took some of it to
   another place, so it ran as often as what ran most of it.  The compiler also
   computes early what is wanted on some ways only, but a branch never: where a
   place has branches, it ran as often as the one that ran most.  The test of a
   loop is copied in front of it, so it was done as often as all its copies:
   the one that ran most was done once a round, as if the loop were never left.
   Clones of a function, and copies of it in several modules, run beside each
   other, so their numbers are added up.

   What reads the positions sees functions whole that the compiler split, so
   they are put together again.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "feedback/source-positions.h"
#include "feedback/source-index.h"
#include "feedback/source-targets.h"
#include "feedback/split-functions.h"
#include "base/map.h"
#include "base/mem.h"
#include "base/sort.h"

#include <stdlib.h>

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

/* What a place tests in the function that is read: the branches of one
   column.  */
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
  struct source_index index;
  struct source_positions *positions;	/* The index's.  */
  const struct model *model;
  enum source_place place;
  struct positions_pending *pending;	/* For each position.  */
  size_t pending_room;
  struct map test_map;		/* Index of a test by place and column.  */
  struct positions_test *tests;
  size_t test_count, test_room;
};

/* Note that the place of INSTANCE at PART of LINE has CODE, a test behind the
   code of BEFORE in its block if that is not MODEL_NONE; return its index.  */

static uint32_t
positions_note (struct positions_maker *maker, uint32_t instance,
		int32_t line, uint32_t part, const struct model_code *code,
		uint32_t before)
{
  size_t known = maker->positions->position_count;
  uint32_t place = source_index_place (&maker->index, instance, line, part);
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

/* Note the branch of PLACE that CODE ends in; return the number of its test.
   If that was LAST, of the code before, both may be of one copy, as
   comparisons of floating-point numbers are.  */

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

/* Have places that test whether a loop goes on run as often as all copies of
   the test, now that their function is read, and as the source has it: of a
   loop that is entered for certain the first test is left out.  */

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

/* The instance that the INLINED calls from number INLINES on of the model lead
   to in FUNCTION, and where its function is declared, *DECL_LINE; MODEL_NONE
   if that is not known of one of them.  */

static uint32_t
positions_follow (struct positions_maker *maker, uint32_t function,
		  uint32_t inlines, uint32_t inlined, uint32_t *decl_line)
{
  const struct model_function *top = &maker->model->functions[function];
  uint32_t instance
    = source_index_instance (&maker->index, MODEL_NONE, top->source,
			     top->decl_line, 0, 0);
  maker->positions->instances[instance].file = top->decl_file;
  *decl_line = top->decl_line;
  for (uint32_t i = 0; i < inlined && *decl_line > 0; i++)
    {
      const struct model_inline *level = &maker->model->inlines[inlines + i];
      instance
	= source_index_instance (&maker->index, instance, level->symbol,
				 level->decl_line, level->line - *decl_line,
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

/* Whether CODE is a test at the end of the block that BEFORE, the code in
   front of it, is of, and no loop's.  */

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

/* Leave out places that are but a test behind other code, no test, in its
   block, which tells how often the test was done: its count would be taken for
   that of what is on the same line behind it and has become one with the like
   of other lines.  A call ends a block, so that is in none of these.  */

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
				   (uint32_t) all[i].line);
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
      uint32_t found = source_index_function (&maker->index,
					      function->source);
      /* A part that was split off is not the function's beginning.  */
      if (found != MAP_NONE && function->decl_line > 0
	  && !split_functions_rest (function))
	maker->positions->instances[found].head
	  += results->functions[i].calls;
    }
}

void
source_positions_make (struct source_positions *positions,
		       const struct results *results,
		       enum source_place place)
{
  *positions = (struct source_positions) { 0 };
  struct positions_maker maker = {
    .index = { .positions = positions }, .positions = positions,
    .model = results->model, .place = place
  };
  positions_collect (&maker);
  if (place == SOURCE_LINE)
    {
      positions_drop_tests (&maker);
      positions_join_lines (&maker);
    }
  if (place != SOURCE_COLUMN)
    split_functions_join (&maker.index, results->model);
  positions_add_heads (&maker, results);
  source_index_sort (&maker.index);
  source_targets_add (positions, results->model);
  source_index_free (&maker.index);
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
