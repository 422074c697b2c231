/* Reader of cgprof.out: records for advice.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "read/profile-parts.h"

#include <cgprof/abi.h>

/* The model's record for the row ROW of MODULE (of the profile).  */

static struct model_advice *
profile_advice (struct profile *profile, uint32_t module, uint32_t row)
{
  struct reader *reader = profile->reader;
  struct model *model = reader->model;
  uint32_t index = profile->modules[module].module;
  const struct image *image = reader_image (reader, index);
  const struct site_tables_advice *from = &image->rows.advice[row];
  uint32_t *place = map_place (&reader->advice, index, row);
  if (*place != MAP_NONE)
    return &model->advice[*place];

  uint32_t range = IMAGE_NONE;
  if (from->function != UINT32_MAX)
    range = image_find (image, image->rows.functions[from->function].address);
  else if (from->within)
    {
      range = dict_find (&image->global_names, from->within);
      if (range == MAP_NONE)
	range = dict_find (&image->local_names, from->within);
    }
  struct model_advice added = {
    .kind = from->kind, .flags = from->flags,
    .function = range == IMAGE_NONE
		? MODEL_NONE : reader_get_function (reader, index, range),
    .within = from->within,
    .callee = MODEL_NONE, .symbol = from->callee,
    .object = from->object, .detail = from->detail, .file = from->file,
    .line = from->line, .column = from->column,
    .inlines = model->inline_count, .inlined = from->inlined
  };
  const char *called = from->kind == CGPROF_ADVICE_SORT ? from->detail
							: from->callee;
  if (from->kind >= CGPROF_ADVICE_VECTOR)
    called = NULL;
  uint32_t local = called ? dict_find (&image->local_names, called)
			  : MAP_NONE;
  if (local != MAP_NONE)
    added.callee = reader_get_function (reader, index, local);
  else if (called)
    added.callee = profile_resolve (profile, module, called);
  reader_add_inlines (profile->reader, image, from->inlines, from->inlined);
  *place = model_add_advice (model, &added);
  return &model->advice[*place];
}

bool
profile_map_advice (struct profile *profile, const struct profile_copy *copy)
{
  const struct image *image
    = reader_image (profile->reader, profile->modules[copy->module].module);
  struct profile_adjust adjust = profile_get_adjust (profile, copy->record,
						     copy->place);
  for (size_t i = 0; image && i < image->rows.advice_count; i++)
    {
      const struct site_tables_advice *row = &image->rows.advice[i];
      struct model_advice *advice = profile_advice (profile, copy->module, i);
      uint64_t offset = copy->offset + 8 * row->word;
      if (row->word > copy->words || row->words > copy->words - row->word)
	continue;
      for (size_t j = 0; j < MODEL_ADVICE_VALUES
	   && j < (size_t) row->sums + row->maxima; j++, offset += 8)
	{
	  uint64_t value
	    = j < row->sums
	      ? profile_get_count (profile, &adjust, offset)
	      : bytes_64 (profile->bytes.data + offset, profile->swap);
	  if (j < row->sums ? !model_add_count (&advice->values[j], value)
			    : value > MODEL_COUNT_MAX)
	    return profile_overflow (profile);
	  if (j >= row->sums && value > advice->values[j])
	    advice->values[j] = value;
	}
    }
  return true;
}
