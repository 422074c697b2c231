/* A profile as the analyses and the views see it.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "model/model.h"

#include <inttypes.h>
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
model_find_external (const struct model *model, const char *symbol)
{
  return dict_find (&model->external_map, symbol);
}

const char *const model_state_names[1 + MODEL_STATES] = {
  [1 + MODEL_STATE_RUNNING] = "running",
  [1 + MODEL_STATE_SYSTEM] = "system",
  [1 + MODEL_STATE_WAITING] = "waiting"
};

const char *const model_bytes_names[MODEL_BYTES_KINDS] = {
  [MODEL_BYTES_ALLOCATED] = "allocated",
  [MODEL_BYTES_HANDED_OUT] = "handed_out", [MODEL_BYTES_COPIED] = "copied",
  [MODEL_BYTES_SET] = "set", [MODEL_BYTES_READ] = "read",
  [MODEL_BYTES_WRITTEN] = "written"
};

enum model_bytes_kind
model_bytes_of (const struct model *model, const struct model_site *site)
{
  return site->bytes_kind == MODEL_BYTES_ALLOCATED
	 && (model->functions[site->callee].flags & MODEL_FUNCTION_ROW)
	 ? MODEL_BYTES_HANDED_OUT : site->bytes_kind;
}

enum model_state
model_state_of (const struct model *model, uint32_t function)
{
  static const char *const symbols[MODEL_STATES] = {
    [MODEL_STATE_SYSTEM] = MODEL_KERNEL, [MODEL_STATE_WAITING] = MODEL_WAITING
  };
  const struct model_function *each = &model->functions[function];
  for (int i = MODEL_STATE_RUNNING + 1;
       each->module == MODEL_NONE && i < MODEL_STATES; i++)
    if (strcmp (each->symbol, symbols[i]) == 0)
      return i;
  return MODEL_STATE_RUNNING;
}

uint32_t
model_get_inlined (struct model *model, uint32_t module, const char *symbol,
		   const char *file, uint32_t line)
{
  const char *key = arena_format (&model->arena, "%" PRIu32 " %s\n%s",
				  module, symbol, file ? file : "");
  uint32_t *place = dict_place (&model->inlined_map, key);
  if (*place == MAP_NONE)
    {
      *place = model_new_function (model, module, 0, symbol);
      struct model_function *function = &model->functions[*place];
      function->flags = MODEL_FUNCTION_INLINED;
      function->file = model_string (model, file);
      function->line = line;
    }
  return *place;
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
model_put_arc (struct model *model, uint32_t caller, uint32_t callee,
	       uint64_t count)
{
  if (count > MODEL_COUNT_MAX)
    return false;
  model->arcs = mem_grow (model->arcs, &model->arc_room,
			  model->arc_count + 1, sizeof *model->arcs);
  struct model_arc *arc = &model->arcs[model->arc_count++];
  arc->caller = caller;
  arc->callee = callee;
  arc->count = count;
  return true;
}

bool
model_add_arc (struct model *model, uint32_t caller, uint32_t callee,
	       uint64_t count)
{
  struct model_arc *last = model->arc_count > 0
    ? &model->arcs[model->arc_count - 1] : NULL;
  if (count == 0)
    return true;
  return last && last->caller == caller && last->callee == callee
    ? model_add_count (&last->count, count)
    : model_put_arc (model, caller, callee, count);
}

void
model_add_block (struct model *model, const struct model_block *block)
{
  model->blocks = mem_grow (model->blocks, &model->block_room,
			    model->block_count + 1, sizeof *model->blocks);
  model->blocks[model->block_count++] = *block;
}

struct model_code *
model_get_code (struct model *model, uint32_t function, uint64_t address)
{
  uint32_t *place = map_place (&model->code_map,
			       model->functions[function].module, address);
  if (*place == MAP_NONE)
    {
      *place = model->code_count;
      model->code = mem_grow (model->code, &model->code_room,
			      model->code_count + 1, sizeof *model->code);
      model->code[model->code_count++] = (struct model_code) {
	.function = function, .address = address
      };
    }
  return &model->code[*place];
}

struct model_code *
model_find_code (struct model *model, uint32_t function, uint64_t address)
{
  uint32_t found = map_find (&model->code_map,
			     model->functions[function].module, address);
  return found == MAP_NONE ? NULL : &model->code[found];
}

struct model_instruction *
model_get_instruction (struct model *model, uint32_t function,
		       uint64_t address)
{
  uint32_t *place = map_place (&model->instruction_map,
			       model->functions[function].module, address);
  if (*place == MAP_NONE)
    {
      *place = model->instruction_count;
      model->instructions = mem_grow (model->instructions,
				      &model->instruction_room,
				      model->instruction_count + 1,
				      sizeof *model->instructions);
      model->instructions[model->instruction_count++]
	= (struct model_instruction) {
	.function = function, .address = address
      };
    }
  return &model->instructions[*place];
}

void
model_add_line (struct model *model, const struct model_line *line)
{
  model->lines = mem_grow (model->lines, &model->line_room,
			   model->line_count + 1, sizeof *model->lines);
  model->lines[model->line_count++] = *line;
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

uint32_t
model_add_advice (struct model *model, const struct model_advice *advice)
{
  model->advice = mem_grow (model->advice, &model->advice_room,
			    model->advice_count + 1, sizeof *model->advice);
  model->advice[model->advice_count] = *advice;
  return model->advice_count++;
}

uint32_t
model_add_inlined_call (struct model *model,
			const struct model_inlined_call *call)
{
  model->inlined_calls
    = mem_grow (model->inlined_calls, &model->inlined_call_room,
		model->inlined_call_count + 1, sizeof *model->inlined_calls);
  model->inlined_calls[model->inlined_call_count] = *call;
  return model->inlined_call_count++;
}

/* Sort the arcs' indices by their caller by counting; those of F are from
   (*FIRST)[F] up to F + 1's.  */

static uint32_t *
model_bucket_arcs (const struct model *model, uint32_t **first)
{
  uint32_t *start = mem_alloc (model->function_count + 2, sizeof *start);
  uint32_t *sorted = mem_alloc (model->arc_count, sizeof *sorted);
  for (size_t i = 0; i < model->arc_count; i++)
    start[model->arcs[i].caller + 2]++;
  for (size_t f = 2; f < model->function_count + 2; f++)
    start[f] += start[f - 1];
  for (size_t i = 0; i < model->arc_count; i++)
    sorted[start[model->arcs[i].caller + 1]++] = i;
  *first = start;
  return sorted;
}

/* Sorting by caller brings the arcs that may be equal together, at two
   words an arc; a hash table would take ten, and a miss of the cache for
   each.  */

bool
model_merge_arcs (struct model *model)
{
  uint32_t *first;
  uint32_t *sorted = model_bucket_arcs (model, &first);
  uint32_t *kept = mem_alloc (model->function_count, sizeof *kept);
  bool good = true;
  for (size_t f = 0; f < model->function_count; f++)
    for (uint32_t i = first[f]; i < first[f + 1]; i++)
      {
	/* KEPT[callee] is 1 more than the arc from F to it; one left there
	   by another caller is recognized by its caller.  */
	struct model_arc *arc = &model->arcs[sorted[i]];
	uint32_t before = kept[arc->callee];
	if (before > 0 && model->arcs[before - 1].caller == f)
	  {
	    if (!model_add_count (&model->arcs[before - 1].count,
				  arc->count))
	      good = false;
	    arc->caller = MODEL_NONE;
	  }
	else
	  kept[arc->callee] = sorted[i] + 1;
      }
  size_t count = 0;
  for (size_t i = 0; i < model->arc_count; i++)
    if (model->arcs[i].caller != MODEL_NONE)
      model->arcs[count++] = model->arcs[i];
  model->arc_count = count;
  free (first);
  free (sorted);
  free (kept);
  return good;
}

uint32_t
model_add_context (struct model *model, const struct model_context *context)
{
  model->contexts = mem_grow (model->contexts, &model->context_room,
			      model->context_count + 1,
			      sizeof *model->contexts);
  model->contexts[model->context_count] = *context;
  return model->context_count++;
}

uint32_t
model_add_sample (struct model *model, const struct model_sample *sample)
{
  model->samples = mem_grow (model->samples, &model->sample_room,
			     model->sample_count + 1,
			     sizeof *model->samples);
  model->samples[model->sample_count] = *sample;
  return model->sample_count++;
}

uint32_t
model_add_thread (struct model *model, const struct model_thread *thread)
{
  model->threads = mem_grow (model->threads, &model->thread_room,
			     model->thread_count + 1,
			     sizeof *model->threads);
  struct model_thread *added = &model->threads[model->thread_count];
  *added = *thread;
  added->label = model_string (model, thread->label);
  return model->thread_count++;
}

uint32_t
model_add_process (struct model *model, const struct model_process *process)
{
  model->processes = mem_grow (model->processes, &model->process_room,
			       model->process_count + 1,
			       sizeof *model->processes);
  model->processes[model->process_count] = *process;
  return model->process_count++;
}

void
model_add_time (struct model *model, const struct model_time *time)
{
  model->times = mem_grow (model->times, &model->time_room,
			   model->time_count + 1, sizeof *model->times);
  model->times[model->time_count++] = *time;
}

void
model_add_mark (struct model *model, const struct model_mark *mark)
{
  model->marks = mem_grow (model->marks, &model->mark_room,
			   model->mark_count + 1, sizeof *model->marks);
  model->marks[model->mark_count++] = *mark;
}

uint64_t
model_find_offset (const struct model *model, uint32_t process, uint64_t at_ns)
{
  uint64_t start = model->processes[process].profile_ns;
  return at_ns > start ? at_ns - start : 0;
}

uint64_t
model_find_start (const struct model *model)
{
  uint64_t start = UINT64_MAX;
  for (size_t i = 0; i < model->process_count; i++)
    if (model->processes[i].start_ns < start)
      start = model->processes[i].start_ns;
  return start;
}

struct model_share *
model_get_share (struct model *model, uint32_t function, uint32_t process)
{
  uint32_t *place = map_place (&model->share_map, function, process);
  if (*place == MAP_NONE)
    {
      *place = model->share_count;
      model->shares = mem_grow (model->shares, &model->share_room,
				model->share_count + 1,
				sizeof *model->shares);
      model->shares[model->share_count++] = (struct model_share) {
	.function = function, .process = process
      };
    }
  return &model->shares[*place];
}

uint64_t
model_count_processes (const struct model *model)
{
  uint64_t count = 0;
  for (size_t i = 0; i < model->process_count; i++)
    count += model->processes[i].processes;
  return count;
}

void
model_forget_figures (struct model *model)
{
  for (size_t i = 0; i < model->function_count; i++)
    {
      struct model_function *function = &model->functions[i];
      function->entries = function->outside = function->instructions = 0;
      function->self_ns = 0;
    }
  for (size_t i = 0; i < model->site_count; i++)
    model->sites[i].count = model->sites[i].bytes = 0;
  for (size_t i = 0; i < model->advice_count; i++)
    memset (model->advice[i].values, 0, sizeof model->advice[i].values);
  for (size_t i = 0; i < model->inlined_call_count; i++)
    model->inlined_calls[i].count = 0;
  for (size_t i = 0; i < model->code_count; i++)
    {
      struct model_code *code = &model->code[i];
      code->executions = code->instructions = code->taken = 0;
      code->entered = code->rounds = 0;
      code->entered_unknown = false;
    }
  for (size_t i = 0; i < model->line_count; i++)
    model->lines[i].self = 0;
  for (size_t i = 0; i < model->share_count; i++)
    model->shares[i].calls = model->shares[i].entries = 0;
  model->arc_count = model->block_count = model->context_count = 0;
  model->sample_count = model->time_count = model->mark_count = 0;
  model->thread_count = model->process_count = 0;
}

void
model_free (struct model *model)
{
  arena_free (&model->arena);
  free (model->modules);
  free (model->functions);
  free (model->arcs);
  free (model->sites);
  free (model->advice);
  free (model->inlined_calls);
  free (model->inlines);
  free (model->blocks);
  free (model->code);
  free (model->instructions);
  free (model->lines);
  free (model->contexts);
  free (model->samples);
  free (model->times);
  free (model->marks);
  free (model->threads);
  free (model->processes);
  free (model->shares);
  map_free (&model->share_map);
  map_free (&model->function_map);
  map_free (&model->code_map);
  map_free (&model->instruction_map);
  dict_free (&model->external_map);
  dict_free (&model->inlined_map);
  memset (model, 0, sizeof *model);
}
