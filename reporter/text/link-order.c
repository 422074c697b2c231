/* The order of functions, and of the object files they are in, for linkers.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "text/link-order.h"
#include "base/diag.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

void
view_function_order (const struct model *model,
		     const struct function_order *order, FILE *out)
{
  for (size_t i = 0; i < order->count; i++)
    fprintf (out, "%s\n", model->functions[order->functions[i]].symbol);
}

/* The files of a map.  */
struct order_map
{
  struct arena arena;
  const char **files;
  size_t file_count, file_room;
  struct dict file_ids;
  struct dict functions;	/* File by symbol.  */
};

/* Take in LINE, "FILE:ADDRESS TYPE SYMBOL" or "FILE: ...".  */

static void
order_read_line (struct order_map *map, char *line)
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
order_read_map (struct order_map *map, const char *name)
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
      order_read_line (map, line);
    }
  bool good = !ferror (in)
    || diag_error (name, "cannot read: %s", strerror (errno));
  free (line);
  fclose (in);
  if (!good)
    return false;
  return map->file_count > 0
    || diag_error (name, "has no line like \"a.o:00000000 T main\"");
}

static void
order_print_files (const struct model *model,
		   const struct function_order *order,
		   const struct order_map *map, FILE *out)
{
  bool *printed = mem_alloc (map->file_count, sizeof *printed);
  for (size_t i = 0; i < order->count + map->file_count; i++)
    {
      uint32_t file = i < order->count
	? dict_find (&map->functions,
		     model->functions[order->functions[i]].symbol)
	: i - order->count;
      if (file == MAP_NONE || printed[file])
	continue;
      printed[file] = true;
      fprintf (out, "%s\n", map->files[file]);
    }
  free (printed);
}

bool
view_file_order (const struct model *model,
		 const struct function_order *order, const char *name,
		 FILE *out)
{
  struct order_map map = { 0 };
  bool good = order_read_map (&map, name);
  if (good)
    order_print_files (model, order, &map, out);
  arena_free (&map.arena);
  free (map.files);
  dict_free (&map.file_ids);
  dict_free (&map.functions);
  return good;
}
