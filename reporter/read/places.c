/* Where a model's functions, blocks and lines stand in the source.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "read/places.h"
#include "base/sort.h"
#include "elf/lines.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* One who wants to know a place: it has MODULE and ADDRESS, and gets FILE
   and LINE.  */
struct places_query
{
  uint32_t module;
  uint64_t address;
  const char **file;
  uint32_t *line;
};

static int
places_compare (const void *closure, uint32_t i, uint32_t j)
{
  const struct places_query *queries = closure;
  const struct places_query *a = &queries[i];
  const struct places_query *b = &queries[j];
  if (a->module != b->module)
    return a->module < b->module ? -1 : 1;
  return a->address < b->address ? -1 : a->address > b->address;
}

/* Answer COUNT QUERIES, opening each module's debug information once.
   Equal names become one string.  */

static void
places_answer (struct reader *reader, const struct places_query *queries,
	      size_t count)
{
  struct arena *arena = &reader->model->arena;
  uint32_t *order = mem_alloc (count, sizeof *order);
  for (size_t i = 0; i < count; i++)
    order[i] = i;
  sort_indices (order, count, places_compare, queries);
  struct dict known = { 0 };
  const char **files = NULL;
  size_t file_count = 0;
  size_t file_room = 0;
  struct lines *lines = NULL;
  for (size_t i = 0; i < count; i++)
    {
      const struct places_query *query = &queries[order[i]];
      if (i == 0 || queries[order[i - 1]].module != query->module)
	{
	  const struct image *image = reader_image (reader, query->module);
	  lines_close (lines);
	  lines = image ? lines_open (image) : NULL;
	}
      uint32_t line;
      const char *file
	= lines ? lines_look (lines, query->address, &line) : NULL;
      if (!file)
	continue;
      uint32_t found = dict_find (&known, file);
      if (found == MAP_NONE)
	{
	  found = file_count;
	  files = mem_grow (files, &file_room, file_count + 1,
			    sizeof *files);
	  files[file_count++] = arena_string (arena, file);
	  *dict_place (&known, files[found]) = found;
	}
      *query->file = files[found];
      *query->line = line;
    }
  lines_close (lines);
  dict_free (&known);
  free (files);
  free (order);
}

void
places_find_functions (struct reader *reader, bool only_equal)
{
  struct model *model = reader->model;
  const unsigned placeless = MODEL_FUNCTION_EXTERNAL
    | MODEL_FUNCTION_UNKNOWN | MODEL_FUNCTION_PLT;
  struct places_query *queries = mem_alloc (model->function_count,
					   sizeof *queries);
  size_t count = 0;
  struct dict names = { 0 };
  dict_reserve (&names, model->function_count);
  for (size_t i = 0; i < model->function_count; i++)
    {
      uint32_t *place = dict_place (&names, model->functions[i].source);
      *place = *place == MAP_NONE ? 1 : 2;
    }
  for (size_t i = 0; i < model->function_count; i++)
    {
      struct model_function *function = &model->functions[i];
      if (function->module != MODEL_NONE && function->line == 0
	  && (function->flags & placeless) == 0
	  && (!only_equal || dict_find (&names, function->source) == 2))
	queries[count++] = (struct places_query) {
	  function->module, function->address, &function->file,
	  &function->line
	};
    }
  dict_free (&names);
  places_answer (reader, queries, count);
  free (queries);
}

/* FILE, which FUNCTION's unit names, as a whole path if that is known.  */

static const char *
places_whole (struct model *model, uint32_t function, const char *file)
{
  const char *directory = model->functions[function].directory;
  return file && file[0] != '/' && directory
    ? arena_format (&model->arena, "%s/%s", directory, file) : file;
}

/* A call site is executed as often as it calls.  Those at one place, which
   differ in their callees, are one.  */

static void
places_add_sites (struct model *model)
{
  struct map known = { 0 };
  for (size_t i = 0; i < model->site_count; i++)
    {
      const struct model_site *site = &model->sites[i];
      if (!site->file || site->line == 0)
	continue;
      uint32_t *place
	= map_place (&known, ((uint64_t) site->caller << 32) | site->line,
		     ((uint64_t) (uintptr_t) site->file << 16)
		     ^ site->column);
      if (*place == MAP_NONE)
	{
	  *place = model->block_count;
	  struct model_block block = {
	    .function = site->caller, .line = site->line,
	    .file = places_whole (model, site->caller, site->file)
	  };
	  model_add_block (model, &block);
	}
      model->blocks[*place].count += site->count;
    }
  map_free (&known);
}

void
places_find_blocks (struct reader *reader)
{
  struct model *model = reader->model;
  places_add_sites (model);
  for (size_t i = 0; i < model->function_count; i++)
    model->functions[i].file = places_whole (model, i,
					    model->functions[i].file);
  struct places_query *queries = mem_alloc (model->block_count,
					   sizeof *queries);
  size_t count = 0;
  for (size_t i = 0; i < model->block_count; i++)
    {
      struct model_block *block = &model->blocks[i];
      if (block->line == 0)
	queries[count++] = (struct places_query) {
	  model->functions[block->function].module, block->address,
	  &block->file, &block->line
	};
    }
  places_answer (reader, queries, count);
  free (queries);
}

/* Add the beginnings of those functions of MODEL that may have been called to
   its lines.  */

static void
places_add_entries (struct model *model)
{
  bool *called = mem_alloc (model->function_count, sizeof *called);
  for (size_t i = 0; i < model->arc_count; i++)
    called[model->arcs[i].callee] = true;
  for (uint32_t i = 0; i < model->function_count; i++)
    {
      const struct model_function *function = &model->functions[i];
      struct model_line line = {
	.function = i, .address = function->address, .entry = true
      };
      if (called[i] || function->entries > 0 || function->outside > 0)
	model_add_line (model, &line);
    }
  free (called);
}

void
places_find_lines (struct reader *reader)
{
  struct model *model = reader->model;
  places_add_entries (model);
  struct places_query *queries = mem_alloc (model->line_count,
					   sizeof *queries);
  size_t count = 0;
  for (size_t i = 0; i < model->line_count; i++)
    {
      struct model_line *line = &model->lines[i];
      uint32_t module = model->functions[line->function].module;
      if (module != MODEL_NONE)
	queries[count++] = (struct places_query) {
	  module, line->address, &line->file, &line->line
	};
    }
  places_answer (reader, queries, count);
  free (queries);
}
