/* Calls of a cgprof.out: who was called, from where, how often.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "read/profile-parts.h"

#include <cgprof/abi.h>
#include <cgprof/format.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* FUNCTION was found as SYMBOL.  If several names mean its address and
   the plugin did not say which is its own, it is shown by the name that is
   used to call it first.  */

static uint32_t
profile_name (const struct profile *profile, uint32_t function,
	      const char *symbol)
{
  struct model *model = profile->reader->model;
  struct model_function *each = &model->functions[function];
  if ((each->flags & (MODEL_FUNCTION_ROW | MODEL_FUNCTION_CALLED)) == 0)
    {
      each->flags |= MODEL_FUNCTION_CALLED;
      each->symbol = each->source = arena_string (&model->arena, symbol);
    }
  return function;
}

/* What is looked for in other modules.  */
struct profile_wanted
{
  const char *symbol;
  char *versioned;		/* SYMBOL@VERSION, or NULL: any version.  */
  char *bare;			/* SYMBOL@, likewise.  */
};

/* The function that MODULE (of the profile) shows to others as WANTED, or
   MODEL_NONE.  As the loader has it, what has no version serves for any.  */

static uint32_t
profile_exported (const struct profile *profile, size_t module,
		  const struct profile_wanted *wanted)
{
  uint32_t index = profile->modules[module].module;
  const struct image *image = reader_image (profile->reader, index);
  if (!image)
    return MODEL_NONE;
  uint32_t found;
  if (wanted->versioned && image->versioned_names.used > 0)
    {
      found = dict_find (&image->versioned_names, wanted->versioned);
      if (found == MAP_NONE)
	found = dict_find (&image->versioned_names, wanted->bare);
    }
  else
    found = dict_find (&image->exported_names, wanted->symbol);
  return found == MAP_NONE
    ? MODEL_NONE
    : profile_name (profile,
		    reader_get_function (profile->reader, index, found),
		    wanted->symbol);
}

/* Likewise the modules from number FIRST to one before END, the first of
   them that does.  */

static uint32_t
profile_search (const struct profile *profile, size_t first, size_t end,
		const struct profile_wanted *wanted)
{
  uint32_t found = MODEL_NONE;
  for (size_t i = first; i < end && found == MODEL_NONE; i++)
    found = profile_exported (profile, i, wanted);
  return found;
}

/* What IMAGE, or NULL, means by SYMBOL.  To be freed.  */

static struct profile_wanted
profile_want (const struct image *image, const char *symbol)
{
  struct profile_wanted wanted = { .symbol = symbol };
  uint32_t needed = image ? dict_find (&image->needed_names, symbol)
			  : MAP_NONE;
  if (needed == MAP_NONE)
    return wanted;
  const char *version = image->versions[needed];
  size_t length = strlen (symbol);
  wanted.versioned = mem_alloc (length + strlen (version) + 2, 1);
  wanted.bare = mem_alloc (length + 2, 1);
  memcpy (wanted.bare, symbol, length);
  wanted.bare[length] = '@';
  strcpy (stpcpy (wanted.versioned, wanted.bare), version);
  return wanted;
}

static void
profile_free_wanted (struct profile_wanted *wanted)
{
  free (wanted->versioned);
  free (wanted->bare);
  wanted->versioned = wanted->bare = NULL;
}

uint32_t
profile_resolve (struct profile *profile, uint32_t from, const char *symbol)
{
  struct reader *reader = profile->reader;
  uint32_t module = profile->modules[from].module;
  const struct image *image = reader_image (reader, module);
  uint32_t own = image ? dict_find (&image->global_names, symbol) : MAP_NONE;
  if (own != MAP_NONE)
    {
      own = reader_get_function (reader, module, own);
      /* The linker bound it (hidden, -Bsymbolic) unless it left that to the
	 loader.  */
      if (dict_find (&image->exported_names, symbol) == MAP_NONE
	  || dict_find (&image->dynamic_names, symbol) == MAP_NONE)
	return profile_name (profile, own, symbol);
    }
  struct profile_wanted wanted = profile_want (image, symbol);
  bool versioned = wanted.versioned != NULL;
  uint32_t found = profile_search (profile, 0, profile->initial, &wanted);
  if (found == MODEL_NONE && own != MAP_NONE)
    found = profile_name (profile, own, symbol);
  if (found == MODEL_NONE)
    found = profile_search (profile, profile->initial, profile->module_count,
			    &wanted);
  profile_free_wanted (&wanted);
  /* Where no module has that version, one that has another is all there is
     to go by: the file may have changed since.  */
  if (found == MODEL_NONE && versioned)
    found = profile_search (profile, 0, profile->module_count, &wanted);
  return found != MODEL_NONE ? found
    : model_get_external (reader->model, symbol);
}

/* A function of MODULE that is known by nothing but its ADDRESS: with the
   module's name, as the program's own symbols do not tell where it is.  */

static uint32_t
profile_nameless (struct profile *profile, uint32_t module,
		  uint64_t address)
{
  struct model *model = profile->reader->model;
  const struct model_module *place = &model->modules[module];
  const char *name
    = arena_format (&model->arena, "%s%s0x%" PRIx64,
		    place->main ? "" : place->name, place->main ? "" : "+",
		    address);
  return model_get_function (model, module, address, name, NULL);
}

/* The function at link-time ADDRESS of MODULE (of the model).  */

static uint32_t
profile_callee_at (struct profile *profile, uint32_t module,
		   uint64_t address)
{
  const struct image *image = reader_image (profile->reader, module);
  uint32_t found = image ? image_find (image, address) : IMAGE_NONE;
  return found != IMAGE_NONE
    ? reader_get_function (profile->reader, module, found)
    : profile_nameless (profile, module, address);
}

/* The function called in PLACE at run-time ADDRESS.  A stub leads to what it
   calls.  */

static uint32_t
profile_target (struct profile *profile, uint32_t place, uint64_t address)
{
  struct reader *reader = profile->reader;
  uint32_t index = profile_find_module (profile, place, &address);
  if (index == ADDRESS_SPACE_NONE)
    return model_get_unknown (reader->model, MODEL_NONE);
  const struct profile_module *module = &profile->modules[index];
  const struct image *image = reader_image (reader, module->module);
  if (image)
    address &= image->code_mask;
  uint32_t found = image ? image_find (image, address) : IMAGE_NONE;
  if (found != IMAGE_NONE
      && (image->functions[found].flags & IMAGE_FUNCTION_PLT))
    {
      const char *symbol = image->functions[found].symbol;

      /* The stub of an ifunc that no other module knows.  */
      uint32_t local = dict_find (&image->dynamic_names, symbol) == MAP_NONE
	&& dict_find (&image->global_names, symbol) == MAP_NONE
	? dict_find (&image->local_names, symbol) : MAP_NONE;
      if (local != MAP_NONE)
	return reader_get_function (reader, module->module, local);
      return profile_resolve (profile, index, symbol);
    }
  return profile_callee_at (profile, module->module, address);
}

/* enum model_bytes_kind by enum cgprof_bytes_kind.  */
static const uint8_t profile_bytes_kinds[CGPROF_BYTES_KINDS] = {
  [CGPROF_BYTES_ALLOCATED] = MODEL_BYTES_ALLOCATED,
  [CGPROF_BYTES_COPIED] = MODEL_BYTES_COPIED,
  [CGPROF_BYTES_SET] = MODEL_BYTES_SET,
  [CGPROF_BYTES_READ] = MODEL_BYTES_READ,
  [CGPROF_BYTES_WRITTEN] = MODEL_BYTES_WRITTEN
};

/* Record COUNT calls from the site SITE of MODULE (of the profile) to
   CALLEE, with BYTES in all.  */

static bool
profile_add_calls (struct profile *profile, uint32_t module, uint32_t site,
		   uint32_t callee, uint64_t count, uint64_t bytes)
{
  struct reader *reader = profile->reader;
  struct model *model = reader->model;
  uint32_t index = profile->modules[module].module;
  uint32_t *place = reader_get_site (reader, index, site, callee);
  if (*place == MAP_NONE)
    {
      const struct image *image = reader_image (reader, index);
      const struct site_tables_site *row = &image->rows.sites[site];
      uint32_t range
	= image_find (image, image->rows.functions[row->function].address);
      struct model_site added = {
	.caller = reader_get_function (reader, index, range),
	.callee = callee, .kind = row->kind,
	.bytes_kind = profile_bytes_kinds[row->bytes_kind],
	.tail = (row->flags & CGPROF_SITE_TAIL) != 0,
	.file = row->file, .line = row->line, .column = row->column,
	.inlines = model->inline_count, .inlined = row->inlined
      };
      reader_add_inlines (profile->reader, image, row->inlines, row->inlined);
      *place = model_add_site (model, &added);
    }
  struct model_site *known = &model->sites[*place];
  return (model_add_count (&known->count, count)
	  && model_add_count (&known->bytes, bytes)
	  && model_add_arc (model, known->caller, callee, count))
    || profile_overflow (profile);
}

/* Add COUNT calls of CALLEE to those of the process in PLACE.  */

static bool
profile_count_in (struct profile *profile, uint32_t place, uint32_t callee,
		  uint64_t count)
{
  struct model *model = profile->reader->model;
  uint32_t process = profile->places[place].process;
  bool good = model_add_count (&model->processes[process].calls, count);
  if (good && model->wants_shares)
    good = model_add_count (&model_get_share (model, callee, process)->calls,
			    count);
  return good || profile_overflow (profile);
}

/* Add COUNT entries of FUNCTION to those of the process in PLACE.  */

static bool
profile_count_entries (struct profile *profile, uint32_t place,
		       uint32_t function, uint64_t count)
{
  struct model *model = profile->reader->model;
  uint32_t process = profile->places[place].process;
  return model_add_count (&model_get_share (model, function, process)->entries,
			  count)
    || profile_overflow (profile);
}

/* Find the callee of the direct site ROW of MODULE (of the profile).  */

static uint32_t
profile_find_callee (struct profile *profile, uint32_t module,
		     const struct site_tables_site *row)
{
  uint32_t index = profile->modules[module].module;
  const struct image *image = reader_image (profile->reader, index);
  uint32_t found = image_find_callee (image, row);
  return found != IMAGE_NONE
    ? reader_get_function (profile->reader, index, found)
    : row->scope == CGPROF_SCOPE_ADDRESS
    ? profile_nameless (profile, index, row->callee_address)
    : profile_resolve (profile, module, row->callee);
}

/* Return it for the direct site SITE.  It is found once in a scope.  */

static uint32_t
profile_callee (struct profile *profile, uint32_t module, uint32_t site)
{
  struct reader_module *each
    = &profile->reader->modules[profile->modules[module].module];
  if (each->callees[site] == MODEL_NONE)
    {
      uint32_t found = profile_find_callee (profile, module,
					    &each->image.rows.sites[site]);
      each->callees[site] = found;
    }
  return each->callees[site];
}

/* The bytes of COUNT calls from the site ROW of MODULE.  */

static uint64_t
profile_bytes (const struct profile_module *module,
	       const struct site_tables_site *row, uint64_t count)
{
  if (!row->bytes_kind)
    return 0;
  if (row->bytes_constant)
    return row->bytes && count > MODEL_COUNT_MAX / row->bytes
	   ? UINT64_MAX : count * row->bytes;
  return row->bytes < module->sums.count ? module->sums.all[row->bytes] : 0;
}

bool
profile_map_counts (struct profile *profile, uint32_t module)
{
  const struct profile_module *each = &profile->modules[module];
  const struct word_sums *sums = &each->sums;
  const struct image *image = reader_image (profile->reader, each->module);
  struct model *model = profile->reader->model;
  if (!image)
    return true;
  bool *counted = &profile->reader->modules[each->module].counted;
  bool known = *counted;
  *counted = true;
  for (size_t i = 0; i < image->rows.function_count; i++)
    {
      const struct site_tables_function *row = &image->rows.functions[i];
      if (!(row->flags & CGPROF_FUNCTION_ENTRY) || row->word >= sums->count
	  || (known && sums->all[row->word] == 0))
	continue;
      uint32_t range = image_find (image, row->address);
      uint32_t function = reader_get_function (profile->reader,
					       each->module, range);
      if (!model_add_count (&model->functions[function].entries,
			    sums->all[row->word]))
	return profile_overflow (profile);
    }
  for (size_t i = 0; i < image->rows.site_count; i++)
    {
      const struct site_tables_site *row = &image->rows.sites[i];
      if (row->kind != CGPROF_SITE_DIRECT)
	continue;
      uint64_t count = row->word < sums->count ? sums->all[row->word] : 0;
      if (count == 0 && known)
	continue;
      uint32_t callee = profile_callee (profile, module, i);
      if (!profile_add_calls (profile, module, i, callee, count,
			      profile_bytes (each, row, count)))
	return false;
      if (row->local
	  && !model_add_count (&model->functions[callee].entries, count))
	return profile_overflow (profile);
    }
  return true;
}

/* Add what COPY has of entries to the shares of its place.  */

static bool
profile_share_entries (struct profile *profile,
		       const struct profile_copy *copy)
{
  uint32_t module = profile->modules[copy->module].module;
  const struct image *image = reader_image (profile->reader, module);
  struct profile_adjust adjust = profile_get_adjust (profile, copy->record,
						     copy->place);
  for (size_t i = 0; i < image->rows.function_count; i++)
    {
      const struct site_tables_function *row = &image->rows.functions[i];
      if (!(row->flags & CGPROF_FUNCTION_ENTRY) || row->word >= copy->words)
	continue;
      uint64_t count = profile_get_count (profile, &adjust,
					  copy->offset + 8 * row->word);
      if (count == 0)
	continue;
      uint32_t function
	= reader_get_function (profile->reader, module,
			       image_find (image, row->address));
      if (!profile_count_entries (profile, copy->place, function, count))
	return false;
    }
  return true;
}

bool
profile_count_calls (struct profile *profile, const struct profile_copy *copy)
{
  bool wants_shares = profile->reader->model->wants_shares;
  const struct image *image
    = reader_image (profile->reader, profile->modules[copy->module].module);
  struct profile_adjust adjust = profile_get_adjust (profile, copy->record,
						     copy->place);
  for (size_t i = 0; image && i < image->rows.site_count; i++)
    {
      const struct site_tables_site *row = &image->rows.sites[i];
      if (row->kind != CGPROF_SITE_DIRECT || row->word >= copy->words)
	continue;
      uint64_t count = profile_get_count (profile, &adjust,
					  copy->offset + 8 * row->word);
      if (count == 0)
	continue;
      uint32_t callee = wants_shares
	? profile_callee (profile, copy->module, i) : MODEL_NONE;
      if (!profile_count_in (profile, copy->place, callee, count)
	  || (wants_shares && row->local
	      && !profile_count_entries (profile, copy->place, callee, count)))
	return false;
    }
  return !image || !wants_shares || profile_share_entries (profile, copy);
}

bool
profile_map_slots (struct profile *profile, const struct profile_copy *copy)
{
  const struct image *image
    = reader_image (profile->reader, profile->modules[copy->module].module);
  struct profile_adjust adjust = profile_get_adjust (profile, copy->record,
						     copy->place);
  for (size_t i = 0; image && i < image->rows.by_word_count; i++)
    {
      uint32_t site = image->rows.by_word[i];
      uint64_t word = image->rows.sites[site].word;
      if (word + CGPROF_SLOT_WORDS > copy->words)
	continue;
      for (unsigned n = 0; n < CGPROF_SLOT_PAIRS; n++)
	{
	  uint64_t pair = copy->offset
			  + 8 * (word + n * CGPROF_SLOT_PAIR_WORDS);
	  uint64_t target
	    = bytes_64 (profile->bytes.data + pair + 8 * CGPROF_SLOT_TARGET,
			profile->swap);
	  uint64_t count = profile_get_count (profile, &adjust,
					      pair + 8 * CGPROF_SLOT_COUNT);
	  if (count == 0)
	    continue;
	  uint32_t callee = profile_target (profile, copy->place, target);
	  if (!profile_add_calls (profile, copy->module, site, callee, count,
				  0)
	      || !profile_count_in (profile, copy->place, callee, count))
	    return false;
	}
    }
  return true;
}

bool
profile_read_targets (struct profile *profile, uint64_t offset,
		      uint64_t size)
{
  const unsigned char *p = profile->bytes.data + offset;
  uint64_t capacity;
  if (!profile_read_table (profile, offset, size, &capacity))
    return false;
  uint32_t owner = map_find (&profile->copy_ids,
			     FIELD_32 (cgprof_table, owner), 0);
  if (owner == MAP_NONE)
    return profile_bad (profile, offset, "its counters have no record");
  uint32_t module = profile->copies[owner].module;
  uint32_t place = profile->copies[owner].place;
  const struct image *image
    = reader_image (profile->reader, profile->modules[module].module);
  if (!image || !profile->places[place].wanted)
    return true;
  uint32_t site
    = site_tables_find_word (&image->rows, FIELD_64 (cgprof_table, site));
  if (site == IMAGE_NONE)
    return profile_bad (profile, offset, "no indirect call counts there");

  struct profile_adjust adjust = profile_get_adjust (profile, offset, place);
  p += sizeof (struct cgprof_table);
  for (uint64_t i = 0; i < capacity;
       i++, p += sizeof (struct cgprof_table_entry))
    {
      uint64_t address = FIELD_64 (cgprof_table_entry, address);
      uint64_t count
	= profile_get_count (profile, &adjust, p - profile->bytes.data
			     + offsetof (struct cgprof_table_entry, count));
      if (address == 0 || count == 0)
	continue;
      uint32_t callee = profile_target (profile, place, address);
      if (!profile_add_calls (profile, module, site, callee, count, 0)
	  || !profile_count_in (profile, place, callee, count))
	return false;
    }
  return true;
}
