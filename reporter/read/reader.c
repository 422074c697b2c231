/* What the readers of profiles share: images, and functions by address.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "read/reader.h"
#include "base/diag.h"
#include "base/path.h"
#include "model/naming.h"

#include <cgprof/abi.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool
reader_same_text (const char *a, const char *b)
{
  return a && b ? strcmp (a, b) == 0 : a == b;
}

/* The module with PATH and BUILD_ID (NULL: any) that is already known, or
   MODEL_NONE.  */

static uint32_t
reader_known (struct reader *reader, const char *path, const char *build_id)
{
  return dict_find (&reader->known,
		    arena_format (&reader->model->arena, "%s\n%s", path,
				  build_id ? build_id : ""));
}

/* Make MODULE known as PATH with BUILD_ID, or with any.  */

static void
reader_enter (struct reader *reader, uint32_t module, const char *path,
	      const char *build_id)
{
  uint32_t *place
    = dict_place (&reader->known,
		  arena_format (&reader->model->arena, "%s\n%s", path,
				build_id ? build_id : ""));
  if (*place == MAP_NONE)
    *place = module;
}

/* Add a module for PATH.  If OPENED, that is its image and is taken
   over.  */

static uint32_t
reader_add_module (struct reader *reader, const char *path,
		   const char *build_id, const struct image *opened)
{
  struct model_module module = {
    .name = path_base (path),
    .path = path,
    .build_id = opened ? opened->build_id : build_id,
    .instrumented = opened && opened->rows.function_count > 0,
    .readable = opened != NULL,
  };
  uint32_t index = model_add_module (reader->model, &module);
  reader->modules = mem_grow (reader->modules, &reader->module_room,
			      index + 1, sizeof *reader->modules);
  reader->module_count = index + 1;
  struct reader_module *added = &reader->modules[index];
  memset (added, 0, sizeof *added);
  reader_enter (reader, index, path, NULL);
  if (module.build_id)
    reader_enter (reader, index, path, module.build_id);
  if (opened)
    {
      added->image = *opened;
      added->open = true;
      added->functions = mem_alloc (opened->function_count,
				    sizeof *added->functions);
      for (size_t i = 0; i < opened->function_count; i++)
	added->functions[i] = MODEL_NONE;
      added->sites = mem_alloc (opened->rows.site_count,
				sizeof *added->sites);
      memset (added->sites, 0xff,
	      opened->rows.site_count * sizeof *added->sites);
      added->callees = mem_alloc (opened->rows.site_count,
				  sizeof *added->callees);
      memset (added->callees, 0xff,
	      opened->rows.site_count * sizeof *added->callees);
      for (size_t i = 0; i < opened->function_count; i++)
	if (opened->functions[i].row != IMAGE_NONE)
	  reader_get_function (reader, index, i);
    }
  return index;
}

uint32_t
reader_get_module (struct reader *reader, const char *profile,
		   const char *path, const char *build_id)
{
  uint32_t known = reader_known (reader, path, build_id);
  if (known != MODEL_NONE)
    return known;
  struct image image;
  if (access (path, R_OK) != 0)
    {
      diag_warning (profile, "%s: %s; what it did is shown without names",
		    path, strerror (errno));
      return reader_add_module (reader, path, build_id, NULL);
    }
  if (!image_open (&image, path, NULL))
    {
      image_close (&image);
      return reader_add_module (reader, path, build_id, NULL);
    }
  if (build_id && !reader_same_text (build_id, image.build_id))
    {
      diag_warning (profile, "%s has changed since (build-id %s, expected "
		    "%s); what it did is shown without names", path,
		    image.build_id ? image.build_id : "none", build_id);
      image_close (&image);
      return reader_add_module (reader, path, build_id, NULL);
    }
  return reader_add_module (reader, path, build_id, &image);
}

uint32_t
reader_get_program (struct reader *reader)
{
  uint32_t known = reader_known (reader, reader->program, NULL);
  if (known != MODEL_NONE)
    return known;
  struct image image;
  if (!image_open (&image, reader->program, &reader->choice))
    {
      image_close (&image);
      return MODEL_NONE;
    }
  uint32_t module = reader_add_module (reader, reader->program, NULL,
				       &image);
  reader->model->modules[module].main = true;
  return module;
}

uint32_t
reader_get_fileless (struct reader *reader, const char *name)
{
  uint32_t known = reader_known (reader, name, NULL);
  return known != MODEL_NONE
    ? known : reader_add_module (reader, name, NULL, NULL);
}

const struct image *
reader_image (const struct reader *reader, uint32_t module)
{
  return module != MODEL_NONE && reader->modules[module].open
    ? &reader->modules[module].image : NULL;
}

uint32_t
reader_find_function (const struct reader *reader, uint32_t module,
		      uint32_t function)
{
  const struct reader_module *each = &reader->modules[module];
  return each->functions[each->image.functions[function].owner];
}

uint32_t
reader_get_function (struct reader *reader, uint32_t module,
		     uint32_t function)
{
  struct reader_module *each = &reader->modules[module];
  const struct image *image = &each->image;
  struct model *model = reader->model;
  function = image->functions[function].owner;
  if (each->functions[function] != MODEL_NONE)
    return each->functions[function];

  const struct image_function *range = &image->functions[function];
  bool created;
  uint32_t index = model_get_function (model, module, range->address,
				       range->symbol, &created);
  each->functions[function] = index;
  if (!created)
    return index;

  struct model_function *made = &model->functions[index];
  made->size = range->end - range->address;
  size_t length = naming_source_length (made->symbol);
  if (made->symbol[length])
    made->source = arena_copy (&model->arena, made->symbol, length);
  if (range->flags & IMAGE_FUNCTION_LOCAL)
    made->flags |= MODEL_FUNCTION_LOCAL;
  if (range->flags & IMAGE_FUNCTION_PLT)
    made->flags |= MODEL_FUNCTION_PLT;
  if (range->flags & IMAGE_FUNCTION_LABEL)
    made->flags |= MODEL_FUNCTION_LABEL;
  made->file = range->file;
  if (range->row != IMAGE_NONE)
    {
      const struct site_tables_function *row
	= &image->rows.functions[range->row];
      made->flags |= MODEL_FUNCTION_ROW;
      if (row->flags & CGPROF_FUNCTION_ENTRY)
	made->flags |= MODEL_FUNCTION_ENTRIES;
      if (row->source_name)
	made->source = row->source_name;
      made->directory = row->directory;
      made->file = row->file;
      made->line = row->line;
    }
  return index;
}

void
reader_set_scope (struct reader *reader, const uint32_t *modules,
		  size_t count, size_t initial)
{
  if (count == reader->scope_count && initial == reader->initial
      && memcmp (modules, reader->scope, count * sizeof *modules) == 0)
    return;
  reader->scope = mem_grow (reader->scope, &reader->scope_room, count,
			    sizeof *reader->scope);
  memcpy (reader->scope, modules, count * sizeof *modules);
  reader->scope_count = count;
  reader->initial = initial;
  for (size_t i = 0; i < reader->module_count; i++)
    if (reader->modules[i].open)
      memset (reader->modules[i].callees, 0xff,
	      reader->modules[i].image.rows.site_count
	      * sizeof *reader->modules[i].callees);
}

uint32_t *
reader_get_site (struct reader *reader, uint32_t module, uint32_t row,
		 uint32_t callee)
{
  uint32_t *first = &reader->modules[module].sites[row];
  if (*first == MODEL_NONE || reader->model->sites[*first].callee == callee)
    return first;
  return map_place (&reader->sites, (uint64_t) module << 32 | row, callee);
}

void
reader_add_inlines (struct reader *reader, const struct image *image,
		    uint32_t first, uint32_t count)
{
  for (uint32_t i = 0; i < count; i++)
    {
      const struct site_tables_inline *from = &image->rows.inlines[first + i];
      model_add_inline (reader->model, &(struct model_inline) {
	  .symbol = from->function ? from->function : "[unknown]",
	  .file = from->file, .line = from->line, .column = from->column });
    }
}

void
reader_add_functions (struct reader *reader, uint32_t module)
{
  const struct image *image = reader_image (reader, module);
  for (size_t i = 0; image && i < image->function_count; i++)
    if ((image->functions[i].flags & IMAGE_FUNCTION_PLT) == 0)
      reader_get_function (reader, module, i);
}

void
reader_add_time (struct reader *reader, uint32_t function, uint64_t address,
		 double ns)
{
  struct model *model = reader->model;
  model->functions[function].self_ns += ns;
  if (!reader->lines)
    return;
  uint32_t *place = map_place (&reader->line_map, function, address);
  if (*place == MAP_NONE)
    {
      *place = model->line_count;
      struct model_line line = { .function = function, .address = address };
      model_add_line (model, &line);
    }
  model->lines[*place].self += ns;
}

void
reader_free (struct reader *reader)
{
  for (size_t i = 0; i < reader->module_count; i++)
    free (reader->modules[i].sums.all);
  for (size_t i = 0; i < reader->module_count; i++)
    if (reader->modules[i].open)
      {
	image_close (&reader->modules[i].image);
	free (reader->modules[i].functions);
	free (reader->modules[i].sites);
	free (reader->modules[i].callees);
      }
  free (reader->modules);
  free (reader->scope);
  map_free (&reader->sites);
  map_free (&reader->advice);
  map_free (&reader->inlined_calls);
  dict_free (&reader->known);
  map_free (&reader->line_map);
  memset (reader, 0, sizeof *reader);
}
