/* A profile as the analyses and the views see it.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "model.h"

#include <stdlib.h>
#include <string.h>

static const char *
model_string (struct model *model, const char *text)
{
  return text ? arena_string (&model->arena, text) : NULL;
}

uint32_t
model_add_module (struct model *model, const struct model_module *module)
{
  model->modules = mem_grow (model->modules, &model->module_room,
			     model->module_count + 1,
			     sizeof *model->modules);
  struct model_module *added = &model->modules[model->module_count];
  *added = *module;
  added->name = model_string (model, module->name);
  added->path = model_string (model, module->path);
  added->build_id = model_string (model, module->build_id);
  return model->module_count++;
}

static uint32_t
model_new_function (struct model *model, uint32_t module, uint64_t address,
		    const char *symbol)
{
  model->functions = mem_grow (model->functions, &model->function_room,
			       model->function_count + 1,
			       sizeof *model->functions);
  struct model_function *function
    = &model->functions[model->function_count];
  memset (function, 0, sizeof *function);
  function->module = module;
  function->address = address;
  function->symbol = model_string (model, symbol);
  function->source = function->symbol;
  function->cycle = MODEL_NONE;
  return model->function_count++;
}

uint32_t
model_get_function (struct model *model, uint32_t module, uint64_t address,
		    const char *symbol, bool *created)
{
  uint32_t *place = map_place (&model->function_map, module, address);
  if (created)
    *created = *place == MAP_NONE;
  if (*place == MAP_NONE)
    *place = model_new_function (model, module, address, symbol);
  return *place;
}

uint32_t
model_get_external (struct model *model, const char *symbol)
{
  uint32_t found = dict_find (&model->external_map, symbol);
  if (found == MAP_NONE)
    {
      found = model_new_function (model, MODEL_NONE, 0, symbol);
      model->functions[found].flags = MODEL_FUNCTION_EXTERNAL;
      *dict_place (&model->external_map, model->functions[found].symbol)
	= found;
    }
  return found;
}

uint32_t
model_get_unknown (struct model *model, uint32_t module)
{
  /* No function begins at the last address.  */
  bool created;
  uint32_t unknown = model_get_function (model, module, UINT64_MAX,
					 "[unknown]", &created);
  struct model_function *function = &model->functions[unknown];
  if (created)
    {
      function->flags = MODEL_FUNCTION_UNKNOWN;
      if (module != MODEL_NONE && !model->modules[module].readable)
	{
	  const char *name = model->modules[module].name;
	  function->symbol = name[0] == '['
	    ? name : arena_format (&model->arena, "[%s]", name);
	  function->source = function->symbol;
	}
    }
  return unknown;
}

bool
model_add_count (uint64_t *sum, uint64_t count)
{
  if (count > MODEL_COUNT_MAX || *sum > MODEL_COUNT_MAX - count)
    return false;
  *sum += count;
  return true;
}

bool
model_add_arc (struct model *model, uint32_t caller, uint32_t callee,
	       uint64_t count)
{
  if (count == 0)
    return true;
  uint32_t *place = map_place (&model->arc_map, caller, callee);
  if (*place == MAP_NONE)
    {
      model->arcs = mem_grow (model->arcs, &model->arc_room,
			      model->arc_count + 1, sizeof *model->arcs);
      model->arcs[model->arc_count]
	= (struct model_arc) { .caller = caller, .callee = callee };
      *place = model->arc_count++;
    }
  return model_add_count (&model->arcs[*place].count, count);
}

uint32_t
model_add_site (struct model *model, const struct model_site *site)
{
  model->sites = mem_grow (model->sites, &model->site_room,
			   model->site_count + 1, sizeof *model->sites);
  struct model_site *added = &model->sites[model->site_count];
  *added = *site;
  return model->site_count++;
}

void
model_add_inline (struct model *model, const struct model_inline *level)
{
  model->inlines = mem_grow (model->inlines, &model->inline_room,
			     model->inline_count + 1,
			     sizeof *model->inlines);
  model->inlines[model->inline_count++] = *level;
}

/* Sort the arcs' indices by their caller (OUT) or callee by counting.  */

static uint32_t *
model_bucket_arcs (const struct model *model, bool out, uint32_t **first)
{
  uint32_t *start = mem_alloc (model->function_count + 2, sizeof *start);
  uint32_t *sorted = mem_alloc (model->arc_count, sizeof *sorted);
  for (size_t i = 0; i < model->arc_count; i++)
    start[(out ? model->arcs[i].caller : model->arcs[i].callee) + 2]++;
  for (size_t f = 2; f < model->function_count + 2; f++)
    start[f] += start[f - 1];
  for (size_t i = 0; i < model->arc_count; i++)
    sorted[start[(out ? model->arcs[i].caller
		  : model->arcs[i].callee) + 1]++] = i;
  *first = start;
  return sorted;
}

void
model_index_arcs (struct model *model)
{
  free (model->out);
  free (model->out_first);
  free (model->in);
  free (model->in_first);
  model->out = model_bucket_arcs (model, true, &model->out_first);
  model->in = model_bucket_arcs (model, false, &model->in_first);
}

void
model_free (struct model *model)
{
  arena_free (&model->arena);
  free (model->modules);
  free (model->functions);
  free (model->arcs);
  free (model->sites);
  free (model->inlines);
  free (model->cycles);
  free (model->members);
  free (model->cycle_arcs);
  free (model->out);
  free (model->out_first);
  free (model->in);
  free (model->in_first);
  map_free (&model->function_map);
  dict_free (&model->external_map);
  map_free (&model->arc_map);
  memset (model, 0, sizeof *model);
}
