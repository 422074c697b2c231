/* How evenly processes share the work.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "balance/balance.h"

#include <inttypes.h>
#include <stdlib.h>

const char *const balance_by_names[BALANCE_BYS] = { "process", "rank" };

/* Make the groups, and return the group of each process; MODEL_NONE: it has
   none of its own, as it counted in another one's place.  To be freed.  */

static uint32_t *
balance_group (struct balance *balance, const struct model *model)
{
  uint32_t *groups = mem_alloc (model->process_count, sizeof *groups);
  struct map ranks = { NULL };
  for (size_t i = 0; i < model->process_count; i++)
    {
      const struct model_process *process = &model->processes[i];
      groups[i] = MODEL_NONE;
      if (process->place != i)
	continue;
      uint32_t number = balance->group_count;
      uint32_t *place = balance->by == BALANCE_RANK
	? map_place (&ranks, process->rank, 0) : &number;
      if (*place != MAP_NONE && place != &number)
	{
	  groups[i] = *place;
	  continue;
	}
      *place = groups[i] = number;
      balance->groups = mem_grow (balance->groups, &balance->group_room,
				  number + 1, sizeof *balance->groups);
      balance->groups[balance->group_count++] = (struct balance_group) {
	.process = i, .rank = process->rank
      };
    }
  map_free (&ranks);
  return groups;
}

static int
balance_compare_groups (const void *x, const void *y)
{
  const struct balance_group *a = x, *b = y;
  if (a->rank != b->rank)
    return a->rank < b->rank ? -1 : 1;
  return a->process < b->process ? -1 : a->process > b->process;
}

/* Sort the groups by rank, in which those of none come last, and name them.
   GROUPS, by process, are made to fit.  */

static void
balance_sort_groups (struct balance *balance, const struct model *model,
		     uint32_t *groups)
{
  size_t count = balance->group_count;
  uint32_t *places = mem_alloc (count, sizeof *places);
  uint32_t *of = mem_alloc (model->process_count, sizeof *of);
  for (size_t i = 0; i < count; i++)
    of[balance->groups[i].process] = i;
  if (balance->by == BALANCE_RANK && count > 0)
    qsort (balance->groups, count, sizeof *balance->groups,
	   balance_compare_groups);
  for (size_t i = 0; i < count; i++)
    {
      struct balance_group *group = &balance->groups[i];
      places[of[group->process]] = i;
      group->name = balance->by == BALANCE_PROCESS
	? arena_format (&balance->arena, "%" PRIu64,
			model->processes[group->process].pid)
	: group->rank == MODEL_NONE ? "-"
	: arena_format (&balance->arena, "%" PRIu32, group->rank);
    }
  for (size_t i = 0; i < model->process_count; i++)
    if (groups[i] != MODEL_NONE)
      groups[i] = places[groups[i]];
  free (places);
  free (of);
}

/* Note that group AT has VALUE.  */

static void
balance_note (struct balance_spread *spread, uint32_t at, double value,
	      size_t groups)
{
  if (at == 0 || value < spread->least)
    spread->least = value;
  if (at == 0 || value > spread->greatest)
    {
      spread->greatest = value;
      spread->at = at;
    }
  spread->mean += value / groups;
  spread->ratio = spread->mean > 0 ? spread->greatest / spread->mean : 0;
}

static int
balance_compare (const void *x, const void *y)
{
  const struct balance_function *a = x, *b = y;
  double more = (b->time.greatest - b->time.mean)
    - (a->time.greatest - a->time.mean);
  if (more == 0)
    more = (b->count.greatest - b->count.mean)
      - (a->count.greatest - a->count.mean);
  return more > 0 ? 1 : more < 0 ? -1
    : a->function < b->function ? -1 : a->function > b->function;
}

/* The row of FUNCTION in BALANCE; ROWS has it if there is one.  */

static struct balance_function *
balance_row (struct balance *balance, uint32_t *rows, uint32_t function)
{
  if (rows[function] == MODEL_NONE)
    {
      size_t count = balance->group_count;
      rows[function] = balance->function_count;
      balance->functions[balance->function_count++]
	= (struct balance_function) {
	  .function = function,
	  .seconds = arena_take (&balance->arena, count * sizeof (double)),
	  .calls = arena_take (&balance->arena, count * sizeof (uint64_t))
	};
    }
  return &balance->functions[rows[function]];
}

bool
balance_make (struct balance *balance, const struct results *results,
	      enum balance_by by)
{
  const struct model *model = results->model;
  *balance = (struct balance) { .by = by };
  bool ranks = false;
  for (size_t i = 0; i < model->process_count; i++)
    ranks |= model->processes[i].rank != MODEL_NONE;
  if (by == BALANCE_RANK && !ranks)
    return false;
  uint32_t *groups = balance_group (balance, model);
  balance_sort_groups (balance, model, groups);
  balance->functions = mem_alloc (model->function_count,
				  sizeof *balance->functions);
  uint32_t *rows = mem_alloc (model->function_count, sizeof *rows);
  for (size_t i = 0; i < model->function_count; i++)
    rows[i] = MODEL_NONE;
  for (size_t i = 0; i < model->sample_count; i++)
    {
      const struct model_sample *sample = &model->samples[i];
      uint32_t process = model->threads[sample->thread].process;
      balance_row (balance, rows, sample->function)
	->seconds[groups[process]] += sample->ns / 1e9;
    }
  for (size_t i = 0; i < model->share_count; i++)
    {
      /* What entered it, or more that came by call sites: as in
	 call-totals.c.  */
      const struct model_share *share = &model->shares[i];
      balance_row (balance, rows, share->function)
	->calls[groups[share->process]]
	  += share->entries > share->calls ? share->entries : share->calls;
    }
  for (size_t i = 0; i < balance->function_count; i++)
    {
      struct balance_function *each = &balance->functions[i];
      for (size_t j = 0; j < balance->group_count; j++)
	{
	  balance_note (&each->time, j, each->seconds[j],
			balance->group_count);
	  balance_note (&each->count, j, each->calls[j],
			balance->group_count);
	}
    }
  if (balance->function_count > 0)
    qsort (balance->functions, balance->function_count,
	   sizeof *balance->functions, balance_compare);
  free (rows);
  free (groups);
  return true;
}

void
balance_free (struct balance *balance)
{
  free (balance->groups);
  free (balance->functions);
  arena_free (&balance->arena);
  *balance = (struct balance) { 0 };
}
