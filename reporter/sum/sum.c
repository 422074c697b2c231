/* Profiles of one program, added up: what there is, and sums of sums.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "sum/sum-parts.h"
#include "base/diag.h"
#include "model/model.h"

#include <stdlib.h>
#include <string.h>

struct sum *
sum_set_get (struct sum_set *set, const char *key, const char *file,
	     uint32_t word_size, uint32_t clock)
{
  uint32_t found = dict_find (&set->keys, key);
  if (found != MAP_NONE)
    {
      struct sum *known = set->sums[found];
      if (strcmp (file, known->file) < 0)
	known->file = file;
      return known;
    }
  struct sum *sum = mem_alloc (1, sizeof *sum);
  sum->file = file;
  sum->key = arena_string (&sum->arena, key);
  sum->word_size = word_size;
  sum->clock = clock;
  sum->room = SUM_ALIGN;
  set->sums = mem_grow (set->sums, &set->room, set->count + 1,
			sizeof *set->sums);
  *dict_place (&set->keys, sum->key) = set->count;
  set->sums[set->count++] = sum;
  return sum;
}

uint64_t
sum_place_module (struct sum_module *module, uint64_t base)
{
  uint64_t low = UINT64_MAX, high = 0;
  for (uint32_t i = 0; i < module->segment_count; i++)
    {
      const struct cgprof_segment *segment = &module->segments[i];
      uint64_t end = segment->address + segment->size;
      if (segment->size == 0 || end < segment->address)
	continue;
      low = segment->address < low ? segment->address : low;
      high = end > high ? end : high;
    }
  if (low > high)
    low = high = 0;
  module->low = low & -SUM_ALIGN;
  module->base = base;
  module->end = base + (high - module->low);
  return (module->end + 2 * SUM_ALIGN) & -SUM_ALIGN;
}

uint32_t
sum_get_module (struct sum *sum, const struct sum_module *like)
{
  uint32_t found = dict_find (&sum->module_keys, like->key);
  if (found != MAP_NONE)
    return found;
  struct arena *arena = &sum->arena;
  const struct sum_identity *identity = &like->identity;
  const size_t segments = like->segment_count * sizeof *like->segments;
  struct sum_module module = {
    .key = arena_string (arena, like->key), .flags = like->flags,
    .identity = *identity, .initial = like->initial,
    .segments = arena_take (arena, segments),
    .segment_count = like->segment_count
  };
  module.identity.path = arena_string (arena, identity->path);
  if (identity->build_id)
    module.identity.build_id = arena_string (arena, identity->build_id);
  if (segments > 0)
    memcpy (module.segments, like->segments, segments);
  sum->room = sum_place_module (&module, sum->room);
  sum->modules = mem_grow (sum->modules, &sum->module_room,
			   sum->module_count + 1, sizeof *sum->modules);
  *dict_place (&sum->module_keys, module.key) = sum->module_count;
  sum->modules[sum->module_count] = module;
  return sum->module_count++;
}

uint32_t
sum_find_module (const struct sum *sum, uint64_t address)
{
  size_t low = 0, high = sum->module_count;
  while (low < high)
    {
      size_t middle = low + (high - low) / 2;
      if (sum->modules[middle].base <= address)
	low = middle + 1;
      else
	high = middle;
    }
  return low > 0 && address <= sum->modules[low - 1].end
    ? low - 1 : MAP_NONE;
}

bool
sum_add_words (struct sum_module *module, const uint64_t *words,
	       uint64_t count)
{
  const uint8_t *kinds = module->image->words;
  if (!module->words)
    module->words = mem_alloc (module->image->word_count,
			       sizeof *module->words);
  if (count > module->image->word_count)
    count = module->image->word_count;
  if (count > module->word_count)
    module->word_count = count;
  for (uint64_t i = 0; i < count; i++)
    if (sum_word_adds_up (kinds[i]))
      {
	if (words[i] != 0 && !model_add_count (&module->words[i], words[i]))
	  return false;
      }
    else if (kinds[i] == SUM_WORD_MAXIMUM)
      {
	if (words[i] > MODEL_COUNT_MAX)
	  return false;
	if (words[i] > module->words[i])
	  module->words[i] = words[i];
      }
  return true;
}

bool
sum_add_target (struct sum *sum, uint32_t module, uint64_t word,
		uint64_t address, uint64_t count)
{
  uint32_t *place = map_place (&sum->target_map,
			       (uint64_t) module << 32 | word, address);
  if (*place == MAP_NONE)
    {
      *place = sum->target_count;
      sum->targets = mem_grow (sum->targets, &sum->target_room,
			       sum->target_count + 1, sizeof *sum->targets);
      sum->targets[sum->target_count++] = (struct sum_target) {
	.module = module, .word = word, .address = address
      };
    }
  return model_add_count (&sum->targets[*place].count, count);
}

uint32_t
sum_get_context (struct sum *sum, uint64_t address, uint32_t parent)
{
  uint32_t *place = map_place (&sum->context_map, address, parent);
  if (*place == MAP_NONE)
    {
      *place = sum->context_count;
      sum->contexts = mem_grow (sum->contexts, &sum->context_room,
				sum->context_count + 1,
				sizeof *sum->contexts);
      sum->contexts[sum->context_count++] = (struct sum_context) {
	.address = address, .parent = parent
      };
    }
  return *place;
}

bool
sum_add_samples (struct sum *sum, uint32_t context, uint64_t count,
		 uint64_t weight)
{
  return model_add_count (&sum->contexts[context].count, count)
    && model_add_count (&sum->contexts[context].weight, weight);
}

void
sum_add_periods (struct sum *sum, uint64_t period, uint64_t longest)
{
  if (period > sum->period)
    sum->period = period;
  if (longest > sum->longest)
    sum->longest = longest;
}

void
sum_add_threads (struct sum *sum, uint32_t kind,
		 const struct cgprof_thread *threads)
{
  struct cgprof_thread *all = &sum->threads[kind];
  all->threads += threads->threads;
  all->signals += threads->signals;
  all->lost += threads->lost;
  all->truncated += threads->truncated;
  all->folded += threads->folded;
}

/* SUM's copy of the LENGTH bytes of ARGUMENTS.  */

static const char *
sum_get_arguments (struct sum *sum, const char *arguments, uint64_t length)
{
  uint64_t hash = length;
  for (uint64_t i = 0; i < length; i++)
    hash = (hash ^ (unsigned char) arguments[i]) * UINT64_C (0x100000001b3);
  /* What has another's hash is not shared.  */
  uint32_t *place = map_place (&sum->arguments_map, hash, length);
  if (*place == MAP_NONE)
    *place = sum->process_count - 1;
  else if (memcmp (sum->processes[*place].arguments, arguments, length) == 0)
    return sum->processes[*place].arguments;
  return arena_copy (&sum->arena, arguments, length);
}

void
sum_add_process (struct sum *sum, const struct sum_process *process)
{
  sum->processes = mem_grow (sum->processes, &sum->process_room,
			     sum->process_count + 1, sizeof *sum->processes);
  struct sum_process *added = &sum->processes[sum->process_count++];
  *added = *process;

  /* Most have the command line of others.  */
  if (!process->arguments)
    return;
  added->arguments = sum_get_arguments (sum, process->arguments,
					process->length);
}

/* The address in SUM of what is ADDRESS in FROM, whose modules are SUM's
   NUMBERS.  */

static uint64_t
sum_move_address (const struct sum *sum, const struct sum *from,
		  const uint32_t *numbers, uint64_t address)
{
  uint32_t module = sum_find_module (from, address);
  return module == MAP_NONE ? address
    : address - from->modules[module].base
      + sum->modules[numbers[module]].base;
}

/* Add all that FROM has to SUM, of the same key.  */

static bool
sum_join (struct sum *sum, const struct sum *from)
{
  bool good = true;
  uint32_t *numbers = mem_alloc (from->module_count, sizeof *numbers);
  for (size_t i = 0; i < from->module_count && good; i++)
    {
      const struct sum_module *module = &from->modules[i];
      numbers[i] = sum_get_module (sum, module);
      struct sum_module *mine = &sum->modules[numbers[i]];
      if (!mine->image)
	mine->image = module->image;
      good = !module->words
	|| sum_add_words (mine, module->words, module->word_count);
    }
  for (size_t i = 0; i < from->target_count && good; i++)
    {
      const struct sum_target *target = &from->targets[i];
      good = sum_add_target (sum, numbers[target->module], target->word,
			     sum_move_address (sum, from, numbers,
					       target->address),
			     target->count);
    }
  /* Parents come before their children.  */
  uint32_t *contexts = mem_alloc (from->context_count, sizeof *contexts);
  for (size_t i = 0; i < from->context_count && good; i++)
    {
      const struct sum_context *context = &from->contexts[i];
      contexts[i]
	= sum_get_context (sum, sum_move_address (sum, from, numbers,
						  context->address),
			   context->parent < from->context_count
			   ? contexts[context->parent] : context->parent);
      good = sum_add_samples (sum, contexts[i], context->count,
			      context->weight);
    }
  free (contexts);
  free (numbers);
  sum_add_periods (sum, from->period, from->longest);
  for (uint32_t i = 0; i < SUM_KINDS; i++)
    sum_add_threads (sum, i, &from->threads[i]);
  for (size_t i = 0; i < from->process_count; i++)
    sum_add_process (sum, &from->processes[i]);
  return good || diag_error (NULL, "counts add up to more than 2^63 - 1");
}

static void
sum_free (struct sum *sum)
{
  for (size_t i = 0; i < sum->module_count; i++)
    free (sum->modules[i].words);
  free (sum->modules);
  free (sum->targets);
  free (sum->contexts);
  free (sum->processes);
  map_free (&sum->arguments_map);
  dict_free (&sum->module_keys);
  map_free (&sum->target_map);
  map_free (&sum->context_map);
  arena_free (&sum->arena);
  free (sum);
}

void
sum_set_drop (struct sum_set *set, size_t index)
{
  sum_free (set->sums[index]);
  memmove (&set->sums[index], &set->sums[index + 1],
	   (--set->count - index) * sizeof *set->sums);
}

bool
sum_set_join (struct sum_set *set, struct sum_set *from)
{
  bool good = true;
  for (size_t i = 0; i < from->count && good; i++)
    {
      const struct sum *sum = from->sums[i];
      good = sum_join (sum_set_get (set, sum->key, sum->file, sum->word_size,
				    sum->clock), sum);
    }
  sum_set_free (from);
  return good;
}

void
sum_set_free (struct sum_set *set)
{
  for (size_t i = 0; i < set->count; i++)
    sum_free (set->sums[i]);
  free (set->sums);
  dict_free (&set->keys);
  memset (set, 0, sizeof *set);
}
