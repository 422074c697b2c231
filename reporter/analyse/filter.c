/* Which of a model's functions and arcs the user wants to see.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "analyse/filter.h"
#include "base/path.h"

#include <stdlib.h>
#include <string.h>

/* Functions of profiling itself, which appear where code was compiled with
   gcc -pg.  */
static const char *const filter_profilers[] = {
  "_gprof_mcount", "mcount", "_mcount", "__mcount", "__mcount_internal",
  "__mcleanup", "__fentry__"
};

/* Whether NAME is WHOLE, with or without what is in parentheses behind it.  */

static bool
select_begins (const char *whole, const char *name)
{
  size_t length = strlen (name);
  return strncmp (whole, name, length) == 0
    && (whole[length] == 0 || whole[length] == '('
	|| strncmp (whole + length, " (", 2) == 0);
}

bool
filter_is_named (const struct model_function *function, const char *name)
{
  return select_begins (function->name, name)
    || strcmp (function->symbol, name) == 0
    || strcmp (function->source, name) == 0;
}

bool
select_is_shown (const struct results *results, uint32_t function,
		 const char *name)
{
  return filter_is_named (&results->model->functions[function], name)
    || select_begins (results->names[function], name);
}

static bool
filter_is_in_file (const struct model_function *function, const char *file)
{
  return function->file
    && (strcmp (path_base (function->file), file) == 0
	|| strcmp (function->file, file) == 0);
}

/* Whether FUNCTION is what END says.  */

static bool
filter_matches (const struct model_function *function,
		const struct filter_spec_end *end)
{
  if (end->plain)
    return filter_is_in_file (function, end->file)
      || filter_is_named (function, end->file);
  return (!end->file || filter_is_in_file (function, end->file))
    && (end->line == 0 || function->line == end->line)
    && (!end->name || filter_is_named (function, end->name));
}

static bool
filter_shows (const struct filter *filter, uint32_t function,
	      enum filter_use in, enum filter_use out)
{
  return filter_has (filter, function, in)
    || (!filter_uses (filter, in) && !filter_has (filter, function, out));
}

static void
filter_mark (struct filter *filter, uint32_t function, enum filter_use use)
{
  filter->masks[function] |= 1 << use;
  filter->used |= 1 << use;
}

void
filter_functions (struct filter *filter, struct results *results,
		  const struct filter_specs *specs)
{
  const struct model *model = results->model;
  size_t count = model->function_count;
  filter->masks = mem_alloc (count, sizeof *filter->masks);
  filter->used = 0;
  for (uint32_t i = 0; i < count; i++)
    {
      const struct model_function *function = &model->functions[i];
      for (size_t j = 0; j < specs->count; j++)
	if (!specs->specs[j].has_right
	    && filter_matches (function, &specs->specs[j].left))
	  filter_mark (filter, i, specs->specs[j].use);
      for (size_t j = 0;
	   j < sizeof filter_profilers / sizeof *filter_profilers; j++)
	if (strcmp (function->symbol, filter_profilers[j]) == 0)
	  {
	    filter_mark (filter, i, FILTER_FLAT_OUT);
	    filter_mark (filter, i, FILTER_GRAPH_OUT);
	    filter_mark (filter, i, FILTER_TIME_OUT);
	  }
    }

  /* One who named only what does not exist sees nothing.  */
  for (size_t j = 0; j < specs->count; j++)
    filter->used |= 1 << specs->specs[j].use;
  for (uint32_t i = 0; i < count; i++)
    {
      struct result_function *result = &results->functions[i];
      if (!filter_shows (filter, i, FILTER_FLAT_IN, FILTER_FLAT_OUT))
	result->selection |= RESULT_UNLISTED;
      if (!filter_shows (filter, i, FILTER_COUNTS_IN, FILTER_COUNTS_OUT))
	result->selection |= RESULT_UNCOUNTED;
      if (!filter_shows (filter, i, FILTER_SOURCE_IN, FILTER_SOURCE_OUT))
	result->selection |= RESULT_UNANNOTATED;
    }
}

/* Whether one of SPECS for USE has an arc from CALLER to CALLEE.  */

static bool
filter_has_arc (const struct model *model, const struct filter_specs *specs,
		enum filter_use use, const struct result_arc *arc)
{
  for (size_t i = 0; i < specs->count; i++)
    {
      const struct filter_spec *spec = &specs->specs[i];
      if (spec->use == use && spec->has_right
	  && filter_matches (&model->functions[arc->caller], &spec->left)
	  && filter_matches (&model->functions[arc->callee], &spec->right))
	return true;
    }
  return false;
}

void
filter_arcs (struct results *results, const struct filter_specs *specs)
{
  const struct model *model = results->model;
  bool in = false;
  bool out = false;
  for (size_t i = 0; i < specs->count; i++)
    {
      in = in || specs->specs[i].use == FILTER_ARCS_IN;
      out = out || specs->specs[i].use == FILTER_ARCS_OUT;
    }
  if (!in && !out)
    return;
  size_t count = 0;
  for (size_t i = 0; i < results->arc_count; i++)
    {
      const struct result_arc *arc = &results->arcs[i];
      if (in ? filter_has_arc (model, specs, FILTER_ARCS_IN, arc)
	  : !filter_has_arc (model, specs, FILTER_ARCS_OUT, arc))
	{
	  results->arcs[count++] = *arc;
	  continue;
	}

      /* The calls are gone, not come from somewhere unknown.  */
      struct result_function *callee = &results->functions[arc->callee];
      callee->entries -= callee->entries < arc->count ? callee->entries
						      : arc->count;
    }
  results->arc_count = count;
}

void
filter_free (struct filter *filter)
{
  free (filter->masks);
  memset (filter, 0, sizeof *filter);
}
