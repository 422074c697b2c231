/* What to change in a program, and what it would save.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "advise/advice.h"

#include <stdlib.h>
#include <string.h>

static void (*const advice_diagnostics[]) (struct advice *) = {
  advice_one_target, advice_inline, advice_stdio, advice_repeated_call,
  advice_append, advice_realloc_step, advice_short_lived, advice_small_io,
  advice_sort_callback, advice_big_clear, advice_vector_growth,
  advice_hash_growth, advice_inefficient_hash, advice_ordered,
  advice_list_to_vector, advice_vector_to_list, advice_too_large,
  advice_function_order, advice_profile_feedback
};

/* A function of so many bytes, of which counting its entries takes a part,
   is about twenty instructions.  */
#define ADVICE_SMALL 96

bool
advice_is_small (const struct advice *advice, uint32_t function)
{
  const struct model_function *callee = &advice->model->functions[function];
  return (callee->flags & MODEL_FUNCTION_ROW) && callee->size > 0
    && callee->size <= ADVICE_SMALL;
}

void
advice_add (struct advice *advice, const struct advice_item *item)
{
  struct advice_item added = *item;
  /* No change saves more than the run took.  */
  if (advice->run_ns > 0 && added.gain_ns > advice->run_ns)
    added.gain_ns = advice->run_ns;
  if (added.gain_ns < advice->least_ns)
    {
      if (added.kind == ADVICE_OBSERVATION || added.gain_ns <= 0)
	return;
      if (added.kind == ADVICE_CHANGE)
	{
	  added.kind = ADVICE_REFUSED;
	  added.trifle
	    = added.gain_ns < advice->least_ns * ADVICE_TRIFLE_SHARE;
	  added.stopper
	    = arena_format (&advice->arena, "it would save %.3g ms; less "
			    "than %.3g ms is not worth a change",
			    added.gain_ns / 1e6, advice->least_ns / 1e6);
	}
    }
  if (added.function != MODEL_NONE)
    added.function_name = advice->model->functions[added.function].name;
  if (added.function_name)
    added.function_name = advice_short_name (&advice->arena,
					     added.function_name);
  advice->items = mem_grow (advice->items, &advice->room,
			    advice->count + 1, sizeof *advice->items);
  advice->items[advice->count++] = added;
}

static int
advice_compare (const void *a, const void *b)
{
  const struct advice_item *x = a;
  const struct advice_item *y = b;
  if (x->kind != y->kind)
    return x->kind < y->kind ? -1 : 1;
  if (x->gain_ns != y->gain_ns)
    return x->gain_ns > y->gain_ns ? -1 : 1;
  int order = strcmp (x->diagnostic, y->diagnostic);
  if (order == 0)
    order = strcmp (x->file ? x->file : "", y->file ? y->file : "");
  if (order != 0)
    return order;
  if (x->line != y->line)
    return x->line < y->line ? -1 : 1;
  return x->column < y->column ? -1 : x->column > y->column;
}

void
advice_make (struct advice *advice, const struct results *results,
	     const struct costs *costs)
{
  const struct model *model = results->model;
  memset (advice, 0, sizeof *advice);
  advice->model = model;
  advice->results = results;
  advice->costs = costs;
  if (results->second > 0)
    advice->run_ns = results->total / results->second * 1e9;
  advice->least_ns = advice->run_ns * ADVICE_LEAST_SHARE;
  if (advice->least_ns < ADVICE_LEAST_NS)
    advice->least_ns = ADVICE_LEAST_NS;
  for (size_t i = 0; i < sizeof advice_diagnostics
       / sizeof *advice_diagnostics; i++)
    advice_diagnostics[i] (advice);
  if (advice->count > 0)
    qsort (advice->items, advice->count, sizeof *advice->items,
	   advice_compare);
}

void
advice_free (struct advice *advice)
{
  free (advice->items);
  arena_free (&advice->arena);
}

struct advice_where
advice_place (const struct model *model, const char *file, uint32_t line,
	      uint32_t column, uint32_t inlines, uint32_t inlined)
{
  struct advice_where where = { file, line, column };
  for (uint32_t i = 0; i < inlined && where.file
       && strncmp (where.file, "/usr/", 5) == 0; i++)
    {
      const struct model_inline *level = &model->inlines[inlines + i];
      where = (struct advice_where) {
	level->file, level->line, level->column
      };
    }
  return where;
}

struct advice_where
advice_site_place (const struct model *model, const struct model_site *site)
{
  return advice_place (model, site->file, site->line, site->column,
		       site->inlines, site->inlined);
}

/* The model whose sites advice_compare_sites sorts.  */
static const struct model *advice_sorting;

static int
advice_compare_places (uint32_t i, uint32_t j)
{
  const struct model_site *a = &advice_sorting->sites[i];
  const struct model_site *b = &advice_sorting->sites[j];
  struct advice_where x = advice_site_place (advice_sorting, a);
  struct advice_where y = advice_site_place (advice_sorting, b);
  int order = strcmp (x.file ? x.file : "", y.file ? y.file : "");
  if (order != 0)
    return order;
  if (x.line != y.line)
    return x.line < y.line ? -1 : 1;
  if (x.column != y.column)
    return x.column < y.column ? -1 : 1;
  /* What has no place is told apart by its caller.  */
  if (x.line == 0 && a->caller != b->caller)
    return a->caller < b->caller ? -1 : 1;
  return 0;
}

static int
advice_compare_sites (const void *a, const void *b)
{
  uint32_t i = *(const uint32_t *) a;
  uint32_t j = *(const uint32_t *) b;
  uint32_t x = advice_sorting->sites[i].callee;
  uint32_t y = advice_sorting->sites[j].callee;
  int order = advice_compare_places (i, j);
  if (order == 0 && x != y)
    order = x < y ? -1 : 1;
  return order ? order : i < j ? -1 : i > j;
}

void
advice_collect (struct advice_places *places, const struct model *model,
		bool direct)
{
  memset (places, 0, sizeof *places);
  places->order = mem_alloc (model->site_count + 1, sizeof *places->order);
  uint32_t count = 0;
  for (size_t i = 0; i < model->site_count; i++)
    if ((model->sites[i].kind == MODEL_SITE_DIRECT) == direct
	&& model->sites[i].count > 0)
      places->order[count++] = i;
  advice_sorting = model;
  qsort (places->order, count, sizeof *places->order, advice_compare_sites);

  for (uint32_t i = 0; i < count; i++)
    {
      const struct model_site *site = &model->sites[places->order[i]];
      if (i == 0
	  || advice_compare_places (places->order[i - 1],
				    places->order[i]) != 0)
	{
	  struct advice_where where = advice_site_place (model, site);
	  places->places = mem_grow (places->places, &places->room,
				     places->count + 1,
				     sizeof *places->places);
	  places->places[places->count++] = (struct advice_place) {
	    .file = where.file, .line = where.line, .column = where.column,
	    .first = i
	  };
	}
      struct advice_place *place = &places->places[places->count - 1];
      place->count++;
      place->calls += site->count;
    }
}

void
advice_places_free (struct advice_places *places)
{
  free (places->places);
  free (places->order);
}
