/* The lines of source of a profile by line.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "analyse/line-rows.h"
#include "base/map.h"
#include "base/path.h"

#include <inttypes.h>
#include <stdlib.h>

/* The name of LINE, whose first address with time is ADDRESS.  */

static const char *
line_rows_name (struct results *results, const struct model_line *line,
		uint64_t address, bool path)
{
  const char *name = results->model->functions[line->function].name;
  return !line->file ? name
    : arena_format (&results->arena, "%s (%s:%" PRIu32 " @ %" PRIx64 ")",
		    name, path ? line->file : path_base (line->file),
		    line->line, address);
}

void
line_rows_make (struct results *results, bool path)
{
  const struct model *model = results->model;
  struct map rows = { 0 };	/* By function and place; files are compared by
				   their address.  */
  uint32_t *firsts = mem_alloc (model->line_count, sizeof *firsts);
  results->lines = mem_alloc (model->line_count, sizeof *results->lines);
  for (size_t i = 0; i < model->line_count; i++)
    {
      const struct model_line *line = &model->lines[i];
      if (line->entry && results->functions[line->function].calls == 0)
	continue;
      uint64_t place = ((uint64_t) line->function << 32) | line->line;
      uint32_t *at = map_place (&rows, place, (uintptr_t) line->file);
      if (*at == MAP_NONE)
	{
	  *at = results->line_count;
	  firsts[results->line_count] = i;
	  results->lines[results->line_count++] = (struct result_line) {
	    .function = line->function, .address = line->address
	  };
	}
      struct result_line *row = &results->lines[*at];
      row->self += line->self;
      row->entry = row->entry || line->entry;
      if (line->address < row->address)
	row->address = line->address;
    }
  for (size_t i = 0; i < results->line_count; i++)
    results->lines[i].name
      = line_rows_name (results, &model->lines[firsts[i]],
			results->lines[i].address, path);
  free (firsts);
  map_free (&rows);
}
