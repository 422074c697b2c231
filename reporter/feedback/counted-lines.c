/* What the plugin's option use=FILE reads.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "feedback/counted-lines.h"
#include "base/map.h"
#include "base/mem.h"
#include "base/sort.h"

#include <cgprof/abi.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum counted_kind
{
  COUNTED_LINE,
  COUNTED_PART,			/* What of it is of one column.  */
  COUNTED_SITE,			/* A call there.  */
  COUNTED_CALL			/* What an indirect one led to.  */
};

/* What is told of a line.  */
struct counted_line
{
  uint32_t function;		/* Number of its name.  */
  enum counted_kind kind;
  int32_t line;
  uint32_t column;		/* Of a PART.  */
  bool branches;		/* It has some.  */
  const char *target;		/* "" for the line itself.  */
  uint64_t count;		/* 0 of a SITE.  */
};

struct counted_function
{
  const char *symbol;
  uint32_t decl_line;		/* 0: unknown.  */
  uint64_t calls;
  uint64_t instructions;	/* Of its own code, with what was inlined.  */
  bool ran;			/* It, or where it was inlined.  */
};

struct counted_lines
{
  struct dict names;		/* Leads to FUNCTIONS.  */
  struct counted_function *functions;
  size_t function_count, function_room;
  struct counted_line *lines;
  size_t line_count, line_room;
};

/* Return the number of the function SYMBOL.  */

static uint32_t
counted_function (struct counted_lines *counted, const char *symbol)
{
  uint32_t *place = dict_place (&counted->names, symbol);
  if (*place == MAP_NONE)
    {
      *place = counted->function_count;
      counted->functions = mem_grow (counted->functions,
				     &counted->function_room,
				     counted->function_count + 1,
				     sizeof *counted->functions);
      counted->functions[counted->function_count++]
	= (struct counted_function) { .symbol = symbol };
    }
  return *place;
}

static void
counted_add (struct counted_lines *counted, const struct counted_line *line)
{
  counted->lines = mem_grow (counted->lines, &counted->line_room,
			     counted->line_count + 1, sizeof *counted->lines);
  counted->lines[counted->line_count++] = *line;
}

/* By function, kind, line, column and target.  */

static int
counted_compare (const void *closure, uint32_t i, uint32_t j)
{
  const struct counted_line *a = (const struct counted_line *) closure + i;
  const struct counted_line *b = (const struct counted_line *) closure + j;
  if (a->function != b->function)
    return a->function < b->function ? -1 : 1;
  if (a->kind != b->kind)
    return a->kind < b->kind ? -1 : 1;
  if (a->line != b->line)
    return a->line < b->line ? -1 : 1;
  if (a->column != b->column)
    return a->column < b->column ? -1 : 1;
  return strcmp (a->target, b->target);
}

/* Whether SYMBOL is an assembler name: of some local functions debug
   information has others, of C++ templates for instance.  */

static bool
counted_is_name (const char *symbol)
{
  return strpbrk (symbol, " \t<(") == NULL;
}

/* Whether anything of INSTANCE ran.  */

static bool
counted_ran (const struct source_positions *positions,
	     const struct source_instance *instance)
{
  for (uint32_t i = 0; i < instance->position_count; i++)
    if (positions->positions[instance->positions + i].count > 0)
      return true;
  return false;
}

/* Add the parts of the line of FUNCTION that POSITION begins, which LEFT more
   follow, and the line itself: it ran as often as the part that ran most, of
   those with branches if there are some.  Return how many parts there are.  */

static uint32_t
counted_add_line (struct counted_lines *counted, uint32_t function,
		  const struct source_position *position, uint32_t left)
{
  struct counted_line line = {
    .function = function, .kind = COUNTED_LINE, .line = position->line,
    .target = ""
  };
  uint32_t count = 0;
  for (; count <= left && position[count].line == line.line; count++)
    {
      const struct source_position *each = &position[count];
      if (each->branches > line.branches
	  || (each->branches == line.branches && each->count > line.count))
	line.count = each->count;
      line.branches |= each->branches;
      struct counted_line part = line;
      part.kind = COUNTED_PART;
      part.column = each->part;
      part.branches = each->branches;
      part.count = each->count;
      if (each->part > 0)
	counted_add (counted, &part);
    }
  counted_add (counted, &line);
  return count;
}

/* Take all lines and targets of POSITIONS, and what is known of the functions
   of RESULTS.  */

static void
counted_collect (struct counted_lines *counted,
		 const struct source_positions *positions,
		 const struct results *results)
{
  const struct model *model = results->model;
  for (size_t i = 0; i < positions->instance_count; i++)
    {
      const struct source_instance *instance = &positions->instances[i];
      if (!counted_is_name (instance->symbol))
	continue;
      uint32_t function = counted_function (counted, instance->symbol);
      counted->functions[function].ran |= counted_ran (positions, instance);
      if (instance->decl_line > 0)
	counted->functions[function].decl_line = instance->decl_line;
    }
  for (size_t i = 0; i < positions->instance_count; i++)
    {
      const struct source_instance *instance = &positions->instances[i];
      if (!counted_is_name (instance->symbol))
	continue;
      uint32_t function = counted_function (counted, instance->symbol);
      /* A copy that never ran tells nothing of one that did, which may be
	 without some of its lines.  */
      if (counted->functions[function].ran
	  && !counted_ran (positions, instance))
	continue;
      const struct source_position *all
	= positions->positions + instance->positions;
      for (uint32_t j = 0; j < instance->position_count;)
	j += counted_add_line (counted, function, &all[j],
			       instance->position_count - j - 1);
      for (uint32_t j = 0; j < instance->position_count; j++)
	{
	  const struct source_position *position = &all[j];
	  for (uint32_t k = 0; k < position->target_count; k++)
	    {
	      const struct source_target *target
		= &positions->targets[position->targets + k];
	      const struct counted_line call = {
		.function = function, .kind = COUNTED_CALL,
		.line = position->line, .target = target->symbol,
		.count = target->count
	      };
	      if (counted_is_name (target->symbol))
		counted_add (counted, &call);
	    }
	}
    }
  for (size_t i = 0; i < model->function_count; i++)
    {
      const struct model_function *each = &model->functions[i];
      if ((each->flags & MODEL_FUNCTION_INSTRUCTIONS) == 0)
	continue;
      struct counted_function *function
	= &counted->functions[counted_function (counted, each->source)];
      function->calls += results->functions[i].calls;
      function->instructions += each->instructions;
    }
}

/* Add the call of TARGET on LINE of the function SYMBOL, which it is written
   in.  */

static void
counted_add_site (struct counted_lines *counted, const char *symbol,
		  uint32_t line, const char *target)
{
  uint32_t function = dict_find (&counted->names, symbol);
  if (function == MAP_NONE || line == 0
      || counted->functions[function].decl_line == 0
      || !counted_is_name (target))
    return;
  const struct counted_line site = {
    .function = function, .kind = COUNTED_SITE,
    .line = (int32_t) line - (int32_t) counted->functions[function].decl_line,
    .target = target
  };
  counted_add (counted, &site);
}

/* Add all calls of RESULTS, made or inlined.  */

static void
counted_add_sites (struct counted_lines *counted, const struct model *model)
{
  for (size_t i = 0; i < model->site_count; i++)
    {
      const struct model_site *site = &model->sites[i];
      const char *caller = site->inlined > 0
	? model->inlines[site->inlines].symbol
	: model->functions[site->caller].source;
      bool direct = site->kind == MODEL_SITE_DIRECT
	&& site->callee != MODEL_NONE;
      counted_add_site (counted, caller, site->line, direct
			? model->functions[site->callee].source : "*");
    }
  for (size_t i = 0; i < model->inlined_call_count; i++)
    {
      const struct model_inlined_call *call = &model->inlined_calls[i];
      const struct model_inline *self = &model->inlines[call->inlines];
      const char *caller = call->inlined > 1
	? self[1].symbol : model->functions[call->function].source;
      counted_add_site (counted, caller, self->line, self->symbol);
      /* One of which nothing is left may have run.  */
      uint32_t callee = dict_find (&counted->names, self->symbol);
      if (callee != MAP_NONE)
	counted->functions[callee].calls += call->known ? call->count : 1;
    }
}

void
counted_lines_print (const struct source_positions *positions,
		     const struct results *results, FILE *out)
{
  struct counted_lines counted = { 0 };
  counted_collect (&counted, positions, results);
  counted_add_sites (&counted, results->model);
  uint32_t *order = mem_alloc (counted.line_count, sizeof *order);
  for (size_t i = 0; i < counted.line_count; i++)
    order[i] = i;
  sort_indices (order, counted.line_count, counted_compare, counted.lines);
  fprintf (out, "%s\n", CGPROF_USE_HEAD);
  size_t next = 0;
  for (size_t i = 0; i < counted.function_count; i++)
    {
      const struct counted_function *function = &counted.functions[i];
      fprintf (out, "function %s %" PRIu64 " %" PRIu64 "\n", function->symbol,
	       function->calls, function->instructions);
      while (next < counted.line_count
	     && counted.lines[order[next]].function == i)
	{
	  const struct counted_line *line = &counted.lines[order[next]];
	  uint64_t count = 0;
	  bool branches = false;
	  for (; next < counted.line_count
		 && counted_compare (counted.lines, line - counted.lines,
				     order[next]) == 0; next++)
	    {
	      count += counted.lines[order[next]].count;
	      branches |= counted.lines[order[next]].branches;
	    }
	  if (line->kind == COUNTED_LINE)
	    fprintf (out, "line %" PRId32 " %" PRIu64 "\n", line->line, count);
	  else if (line->kind == COUNTED_PART)
	    fprintf (out, "%s %" PRId32 " %" PRIu32 " %" PRIu64 "\n",
		     branches ? "test" : "part", line->line, line->column,
		     count);
	  else if (line->kind == COUNTED_SITE)
	    fprintf (out, "site %" PRId32 " %s\n", line->line, line->target);
	  else
	    fprintf (out, "call %" PRId32 " %s %" PRIu64 "\n", line->line,
		     line->target, count);
	}
    }
  free (order);
  free (counted.lines);
  free (counted.functions);
  dict_free (&counted.names);
}
