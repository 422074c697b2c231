/* Cycles as GNU gprof 2.40 finds them.

   It visits functions by address and callees latest arc first.  Meeting a
   function that is being visited, it joins all that are on the way from
   there into one cycle: the list of each is appended to that of the one
   that was entered first.

   gprof looks at the whole way each time.  Here those on it that are in no
   cycle, or head of one, are kept on a stack of their own (Gabow), and the
   head of any function is found through ever shorter paths, so that all
   takes time in proportion to the arcs, and no recursion.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "compat/cycles.h"

#include <stdlib.h>
#include <string.h>

struct compat_walk
{
  const struct results *results;
  struct compat_cycles *cycles;
  uint32_t *last;		/* By head: the last member.  */
  uint32_t *place;		/* By function: where it is in PATH, counted
				   from 1; 0 if it is not.  */
  uint32_t *todo;		/* By function: arcs still to be followed. */
  bool *met;
  uint32_t *path;		/* Functions being visited, from 1.  */
  uint32_t depth;
  uint32_t *heads;		/* Places in PATH of those that are head of
				   a cycle or in none.  */
  size_t head_count;
  uint32_t finished;
};

static uint32_t
compat_head (struct compat_cycles *cycles, uint32_t function)
{
  uint32_t *head = cycles->head;
  while (head[function] != function)
    {
      head[function] = head[head[function]];
      function = head[function];
    }
  return function;
}

/* An arc leads to FUNCTION, which has been met and is not finished.  */

static void
compat_join (struct compat_walk *walk, uint32_t function)
{
  struct compat_cycles *cycles = walk->cycles;
  uint32_t place = walk->place[function];
  if (place == 0)
    place = walk->place[compat_head (cycles, function)];
  if (place == walk->depth)
    return;
  uint32_t head = compat_head (cycles, walk->path[place]);
  size_t first = walk->head_count;
  while (first > 0 && walk->heads[first - 1] > place)
    first--;
  for (size_t i = first; i < walk->head_count; i++)
    {
      uint32_t joined = walk->path[walk->heads[i]];
      cycles->next[walk->last[head]] = joined;
      walk->last[head] = walk->last[joined];
      cycles->head[joined] = head;
    }
  walk->head_count = first;
}

static void
compat_enter (struct compat_walk *walk, uint32_t function)
{
  walk->met[function] = true;
  walk->path[++walk->depth] = function;
  walk->place[function] = walk->depth;
  walk->heads[walk->head_count++] = walk->depth;
  walk->todo[function] = walk->results->out_first[function + 1];
}

static void
compat_leave (struct compat_walk *walk, uint32_t function)
{
  struct compat_cycles *cycles = walk->cycles;
  if (cycles->head[function] == function)
    {
      walk->head_count--;
      walk->finished++;
      for (uint32_t member = function; member != MODEL_NONE;
	   member = cycles->next[member])
	cycles->order[member] = walk->finished;
    }
  walk->place[function] = 0;
  walk->depth--;
}

static void
compat_visit (struct compat_walk *walk, uint32_t root)
{
  const struct results *results = walk->results;
  compat_enter (walk, root);
  while (walk->depth > 0)
    {
      uint32_t function = walk->path[walk->depth];
      if (walk->todo[function] == results->out_first[function])
	{
	  compat_leave (walk, function);
	  continue;
	}
      uint32_t arc = results->out[--walk->todo[function]];
      uint32_t callee = results->arcs[arc].callee;
      if (!walk->met[callee])
	compat_enter (walk, callee);
      else if (walk->cycles->order[callee] == 0)
	compat_join (walk, callee);
    }
}

void
compat_cycles_find (struct compat_cycles *cycles,
		    const struct results *results)
{
  const struct model *model = results->model;
  size_t count = model->function_count;
  struct compat_walk walk = { .results = results, .cycles = cycles };
  cycles->next = mem_alloc (count, sizeof *cycles->next);
  cycles->order = mem_alloc (count, sizeof *cycles->order);
  cycles->head = mem_alloc (count, sizeof *cycles->head);
  walk.last = mem_alloc (count, sizeof *walk.last);
  walk.place = mem_alloc (count, sizeof *walk.place);
  walk.todo = mem_alloc (count, sizeof *walk.todo);
  walk.met = mem_alloc (count, sizeof *walk.met);
  walk.path = mem_alloc (count + 1, sizeof *walk.path);
  walk.heads = mem_alloc (count, sizeof *walk.heads);
  for (size_t i = 0; i < count; i++)
    {
      cycles->next[i] = MODEL_NONE;
      cycles->head[i] = walk.last[i] = i;
    }
  for (size_t i = 0; i < count; i++)
    if (!walk.met[i])
      compat_visit (&walk, i);
  for (size_t i = 0; i < count; i++)
    cycles->head[i] = compat_head (cycles, i);
  free (walk.last);
  free (walk.place);
  free (walk.todo);
  free (walk.met);
  free (walk.path);
  free (walk.heads);
}

void
compat_cycles_free (struct compat_cycles *cycles)
{
  free (cycles->next);
  free (cycles->order);
  free (cycles->head);
  memset (cycles, 0, sizeof *cycles);
}
