/* A good order of functions, or of object files, for the linker.

   The chains of caller and callee of the most used arc are joined, then
   those of the next one, and so on (Pettis and Hansen); every function
   begins as a chain of its own.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "compat/link-order.h"
#include "base/diag.h"
#include "base/sort.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Calls from one thing to another.  */
struct layout_arc
{
  uint32_t from;
  uint32_t to;
  uint64_t count;
};

struct layout
{
  size_t count;			/* Things to be ordered.  */
  struct layout_arc *arcs;
  size_t arc_count;
  uint32_t *chain;		/* By thing: one of its chain, nearer to */
  uint32_t *next;		/* its head; and the one behind it.  */
  uint32_t *last;		/* By head: the end of its chain.  */
};

static int
layout_compare (const void *closure, uint32_t i, uint32_t j)
{
  const struct layout_arc *arcs = closure;
  if (arcs[i].count != arcs[j].count)
    return arcs[i].count > arcs[j].count ? -1 : 1;
  return i < j ? -1 : i > j;
}

static uint32_t
layout_head (struct layout *layout, uint32_t thing)
{
  while (layout->chain[thing] != thing)
    {
      layout->chain[thing] = layout->chain[layout->chain[thing]];
      thing = layout->chain[thing];
    }
  return thing;
}

/* Set ORDER, which has room for all, to the things in a good order: chains
   as their heaviest arcs come, then what no arc leads to or from.  */

static void
layout_order (struct layout *layout, uint32_t *order)
{
  size_t count = layout->count;
  layout->chain = mem_alloc (count, sizeof *layout->chain);
  layout->next = mem_alloc (count, sizeof *layout->next);
  layout->last = mem_alloc (count, sizeof *layout->last);
  bool *placed = mem_alloc (count, sizeof *placed);
  uint32_t *sorted = mem_alloc (layout->arc_count, sizeof *sorted);
  for (size_t i = 0; i < count; i++)
    {
      layout->chain[i] = layout->last[i] = i;
      layout->next[i] = MODEL_NONE;
    }
  for (size_t i = 0; i < layout->arc_count; i++)
    sorted[i] = i;
  sort_indices (sorted, layout->arc_count, layout_compare, layout->arcs);
  for (size_t i = 0; i < layout->arc_count; i++)
    {
      const struct layout_arc *arc = &layout->arcs[sorted[i]];
      uint32_t a = layout_head (layout, arc->from);
      uint32_t b = layout_head (layout, arc->to);
      if (a == b || arc->count == 0)
	continue;
      layout->next[layout->last[a]] = b;
      layout->last[a] = layout->last[b];
      layout->chain[b] = a;
    }
  size_t done = 0;
  for (size_t i = 0; i < layout->arc_count + count; i++)
    {
      uint32_t thing = i < layout->arc_count
	? layout->arcs[sorted[i]].from : i - layout->arc_count;
      if (placed[thing]
	  || (i < layout->arc_count && layout->arcs[sorted[i]].count == 0))
	continue;
      for (thing = layout_head (layout, thing); thing != MODEL_NONE;
	   thing = layout->next[thing])
	{
	  placed[thing] = true;
	  order[done++] = thing;
	}
    }
  free (layout->chain);
  free (layout->next);
  free (layout->last);
  free (placed);
  free (sorted);
}

void
layout_functions (struct view *view)
{
  const struct model *model = view->model;
  const struct results *results = view->results;
  size_t count = model->function_count;
  struct layout layout = {
    .count = count,
    .arcs = mem_alloc (results->arc_count, sizeof *layout.arcs),
    .arc_count = results->arc_count
  };
  for (size_t i = 0; i < results->arc_count; i++)
    layout.arcs[i] = (struct layout_arc) {
      results->arcs[i].caller, results->arcs[i].callee, results->arcs[i].count
    };
  uint32_t *order = mem_alloc (count, sizeof *order);
  const char **names = mem_alloc (count, sizeof *names);
  layout_order (&layout, order);
  size_t named = 0;
  const unsigned nothing = MODEL_FUNCTION_UNKNOWN | MODEL_FUNCTION_EXTERNAL
    | MODEL_FUNCTION_PLT;
  for (int called = 1; called >= 0; called--)
    for (size_t i = 0; i < count; i++)
      {
	const struct model_function *function = &model->functions[order[i]];
	const struct result_function *result = &results->functions[order[i]];
	bool is_called = result->calls > 0
	  || results->out_first[order[i]] < results->out_first[order[i] + 1];
	if (is_called == (called == 1) && (function->flags & nothing) == 0)
	  names[named++] = function->symbol;
      }
  view_ordering (view, names, named);
  free (layout.arcs);
  free (order);
  free (names);
}

/* The files of a map.  */
struct layout_map
{
  struct arena arena;
  const char **files;
  size_t file_count, file_room;
  struct dict file_ids;
  struct dict functions;	/* File by symbol.  */
};

/* Take in LINE, "FILE:ADDRESS TYPE SYMBOL" or "FILE: ...".  */

static void
layout_read_line (struct layout_map *map, char *line)
{
  char *colon = strchr (line, ':');
  if (!colon || strncmp (line, "No symbols in ", 14) == 0)
    return;
  *colon = 0;
  uint32_t file = dict_find (&map->file_ids, line);
  if (file == MAP_NONE)
    {
      file = map->file_count;
      map->files = mem_grow (map->files, &map->file_room,
			     map->file_count + 1, sizeof *map->files);
      map->files[map->file_count++] = arena_string (&map->arena, line);
      *dict_place (&map->file_ids, map->files[file]) = file;
    }
  char *space = strrchr (colon + 1, ' ');
  if (!space || !space[1])
    return;
  uint32_t *place = dict_place (&map->functions,
				arena_string (&map->arena, space + 1));
  if (*place == MAP_NONE)
    *place = file;
}

static bool
layout_read_map (struct layout_map *map, const char *name)
{
  FILE *in = fopen (name, "r");
  if (!in)
    return diag_error (name, "cannot open: %s", strerror (errno));
  char *line = NULL;
  size_t room = 0;
  ssize_t length;
  while ((length = getline (&line, &room, in)) > 0)
    {
      line[strcspn (line, "\r\n")] = 0;
      layout_read_line (map, line);
    }
  free (line);
  fclose (in);
  return map->file_count > 0
    || diag_error (name, "has no line like \"a.o:00000000 T main\"");
}

bool
layout_files (struct view *view, const char *name)
{
  struct layout_map map = { 0 };
  bool good = layout_read_map (&map, name);
  if (good)
    {
      const struct model *model = view->model;
      const struct results *results = view->results;
      struct layout layout = {
	.count = map.file_count,
	.arcs = mem_alloc (results->arc_count, sizeof *layout.arcs)
      };
      struct map known = { 0 };
      for (size_t i = 0; i < results->arc_count; i++)
	{
	  const struct result_arc *arc = &results->arcs[i];
	  uint32_t from = dict_find (&map.functions,
				     model->functions[arc->caller].symbol);
	  uint32_t to = dict_find (&map.functions,
				   model->functions[arc->callee].symbol);
	  if (from == MAP_NONE || to == MAP_NONE || from == to)
	    continue;
	  uint32_t *place = map_place (&known, from, to);
	  if (*place == MAP_NONE)
	    {
	      *place = layout.arc_count++;
	      layout.arcs[*place] = (struct layout_arc) { from, to, 0 };
	    }
	  layout.arcs[*place].count += arc->count;
	}
      uint32_t *order = mem_alloc (map.file_count, sizeof *order);
      const char **names = mem_alloc (map.file_count, sizeof *names);
      layout_order (&layout, order);
      for (size_t i = 0; i < map.file_count; i++)
	names[i] = map.files[order[i]];
      view_ordering (view, names, map.file_count);
      map_free (&known);
      free (layout.arcs);
      free (order);
      free (names);
    }
  arena_free (&map.arena);
  free (map.files);
  dict_free (&map.file_ids);
  dict_free (&map.functions);
  return good;
}
