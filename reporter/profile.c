/* Reader of cgprof.out (include/cgprof/format.h).

   The records are looked at twice: once for the modules, once for what
   refers to them.  Tables of targets and samples are read as records, not
   along their chains, so no chain can lead astray or around in a circle.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "profile.h"
#include "diag.h"
#include "profile-parts.h"

#include <cgprof/abi.h>
#include <cgprof/format.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HEADER_32(member) \
  bytes_32 (p + offsetof (struct cgprof_header, member), swap)
#define HEADER_64(member) \
  bytes_64 (p + offsetof (struct cgprof_header, member), swap)

bool
profile_overflow (const struct profile *profile)
{
  return diag_error (profile->file,
		     "counts add up to more than 2^63 - 1");
}

bool
profile_bad (const struct profile *profile, uint64_t offset,
	     const char *what)
{
  return diag_error (profile->file, "bad record at offset 0x%" PRIx64
		     ": %s", profile->start + offset, what);
}

/* Check the header, and read the file up to what it says is used.
   *FIRST becomes the offset of the first record.  */

static bool
profile_read_header (struct profile *profile, uint64_t *first)
{
  struct bytes head;
  if (!bytes_read_at (&head, profile->file, profile->start,
		      sizeof (struct cgprof_header)))
    return false;
  unsigned char p[sizeof (struct cgprof_header)] = { 0 };
  size_t size = head.size;
  uint64_t file_size = head.file_size;
  memcpy (p, head.data, size);
  bytes_free (&head);
  if (size < sizeof p)
    return diag_error (profile->file, "truncated: a header is %zu bytes, "
		       "file has %zu", sizeof p, size);
  if (memcmp (p, CGPROF_MAGIC, 8) != 0)
    return diag_error (profile->file, "not a profile of cgprof");

  uint32_t order = bytes_32 (p + offsetof (struct cgprof_header,
					   byte_order), false);
  bool swap = order != CGPROF_BYTE_ORDER;
  if (swap && order != __builtin_bswap32 (CGPROF_BYTE_ORDER))
    return diag_error (profile->file, "byte order mark is 0x%08" PRIx32
		       ", expected 0x%08x", order, CGPROF_BYTE_ORDER);
  profile->swap = swap;
  if (HEADER_32 (version) != CGPROF_FORMAT_VERSION)
    return diag_error (profile->file, "format version is %" PRIu32
		       ", this cgprof reads %u", HEADER_32 (version),
		       CGPROF_FORMAT_VERSION);
  uint32_t word_size = HEADER_32 (word_size);
  if (word_size != 4 && word_size != 8)
    return diag_error (profile->file, "word size is %" PRIu32
		       ", expected 4 or 8", word_size);
  *first = HEADER_32 (header_size);
  uint64_t used = HEADER_64 (used);
  if (*first < sizeof p || *first % CGPROF_ALIGN != 0 || *first > used)
    return diag_error (profile->file, "first record is at offset %" PRIu64
		       " of %" PRIu64 ", expected a multiple of %u from %zu",
		       *first, used, CGPROF_ALIGN, sizeof p);
  if (file_size > 0 && used > file_size)
    return diag_error (profile->file, "truncated: header promises %" PRIu64
		       " bytes, file has %" PRIu64, used, file_size);
  profile->next = HEADER_64 (next);
  if (profile->next != 0
      && (profile->next < used || profile->next % CGPROF_ALIGN != 0
	  || profile->next > UINT64_MAX - profile->start))
    return diag_error (profile->file, "next profile is at offset %" PRIu64
		       " of one with %" PRIu64 " bytes, expected a multiple "
		       "of %u behind them", profile->next, used,
		       CGPROF_ALIGN);
  if (!bytes_read_at (&profile->bytes, profile->file, profile->start, used))
    return false;
  if (profile->bytes.size < used)
    return diag_error (profile->file, "truncated: header promises %" PRIu64
		       " bytes, file has %zu", used, profile->bytes.size);

  profile->pid = HEADER_64 (pid);
  profile->adjust = HEADER_32 (adjust);
  if (profile->adjust & ~(CGPROF_ADJUST_MINUS | CGPROF_ADJUST_STOPPED)
      || (profile->adjust & CGPROF_ADJUST_MINUS) >= CGPROF_IMAGE_SETS)
    return diag_error (profile->file, "adjustment is %" PRIu32
		       ", expected 0 to 2 or 4 to 6", profile->adjust);

  struct model *model = profile->reader->model;
  model->has_time = model->has_arcs = true;
  double period = HEADER_64 (period);
  profile->period = HEADER_64 (period);
  profile->cpu_user = HEADER_64 (cpu_user);
  profile->cpu_system = HEADER_64 (cpu_system);
  profile->clock = HEADER_32 (clock);
  profile->sampler = HEADER_32 (sampler);
  if (HEADER_32 (clock) != CGPROF_CLOCK_NONE && period > model->sample_ns)
    {
      model->sample_ns = period;
      model->sample_bytes = 1;
    }
  return true;
}

/* Set *OFFSET's record's size and type.  */

static bool
profile_read_record (const struct profile *profile, uint64_t offset,
		     uint64_t *size, uint32_t *type)
{
  const unsigned char *p = profile->bytes.data + offset;
  uint64_t left = profile->bytes.size - offset;
  if (left < sizeof (struct cgprof_record))
    return profile_bad (profile, offset, "the file ends in it");
  *type = FIELD_32 (cgprof_record, type);
  *size = FIELD_64 (cgprof_record, size);
  if (*size < sizeof (struct cgprof_record) || *size % CGPROF_ALIGN != 0)
    return profile_bad (profile, offset, "its size is no multiple of 64");
  if (*size > left)
    return profile_bad (profile, offset, "it is longer than the file");

  static const size_t least[] = {
    [CGPROF_RECORD_COMMAND] = sizeof (struct cgprof_command),
    [CGPROF_RECORD_MODULE] = sizeof (struct cgprof_module_record),
    [CGPROF_RECORD_COUNTERS] = sizeof (struct cgprof_counters),
    [CGPROF_RECORD_THREAD] = sizeof (struct cgprof_thread),
    [CGPROF_RECORD_TARGETS] = sizeof (struct cgprof_table),
    [CGPROF_RECORD_SAMPLES] = sizeof (struct cgprof_table),
    [CGPROF_RECORD_IMAGE] = sizeof (struct cgprof_image)
  };
  if (*type >= sizeof least / sizeof *least)
    return profile_bad (profile, offset, "it is of no known type");
  if (*size < least[*type])
    return profile_bad (profile, offset, "it is too short for its type");
  return true;
}

static bool
profile_read_image (struct profile *profile, uint64_t offset, uint64_t size)
{
  const unsigned char *p = profile->bytes.data + offset;
  struct profile_image image = {
    .offset = offset + sizeof (struct cgprof_image),
    .words = FIELD_64 (cgprof_image, words)
  };
  uint32_t set = FIELD_32 (cgprof_image, set);
  if (image.words > (size - sizeof (struct cgprof_image)) / 8)
    return profile_bad (profile, offset, "it has fewer words than it says");
  uint32_t *place = map_place (&profile->image_ids,
			       FIELD_64 (cgprof_image, of), set);
  if (*place != MAP_NONE)
    return profile_bad (profile, offset,
			"its record has another image of this set");
  *place = profile->image_count;
  profile->images = mem_grow (profile->images, &profile->image_room,
			      profile->image_count + 1,
			      sizeof *profile->images);
  profile->images[profile->image_count++] = image;
  return true;
}

static const struct profile_image *
profile_find_image (const struct profile *profile, uint64_t of,
		    enum cgprof_image_set set)
{
  uint32_t found = map_find (&profile->image_ids, of, set);
  return found == MAP_NONE ? NULL : &profile->images[found];
}

struct profile_adjust
profile_get_adjust (const struct profile *profile, uint64_t of)
{
  struct profile_adjust adjust = { .of = of };
  uint32_t minus = profile->adjust & CGPROF_ADJUST_MINUS;
  if (minus)
    adjust.minus = profile_find_image (profile, of, minus);
  if (profile->adjust & CGPROF_ADJUST_STOPPED)
    {
      adjust.from = profile_find_image (profile, of, CGPROF_IMAGE_STOPPED);
      adjust.absent = !adjust.from;
    }
  return adjust;
}

/* The word of IMAGE that belongs to the one at OFFSET of the file.  */

static uint64_t
profile_image_word (const struct profile *profile,
		    const struct profile_adjust *adjust,
		    const struct profile_image *image, uint64_t offset)
{
  uint64_t index = (offset - adjust->of) / 8;
  return index < image->words
    ? bytes_64 (profile->bytes.data + image->offset + 8 * index,
		profile->swap)
    : 0;
}

uint64_t
profile_get_count (const struct profile *profile,
		   const struct profile_adjust *adjust, uint64_t offset)
{
  if (adjust->absent)
    return 0;
  uint64_t count = adjust->from
    ? profile_image_word (profile, adjust, adjust->from, offset)
    : bytes_64 (profile->bytes.data + offset, profile->swap);
  if (adjust->minus)
    count -= profile_image_word (profile, adjust, adjust->minus, offset);
  return count;
}

/* The image of the program, MAIN, must be the profiled one.  */

static bool
profile_check_program (const struct profile *profile, uint32_t module,
		       const char *build_id, uint64_t counters,
		       uint64_t counters_size)
{
  const struct image *image = reader_image (profile->reader, module);
  const char *have = image->build_id;
  if (have || build_id)
    {
      if (!have || !build_id || strcmp (have, build_id) != 0)
	return diag_error (profile->file, "is of another build than %s: "
			   "its build-id is %s, expected %s", image->path,
			   build_id ? build_id : "none",
			   have ? have : "none");
    }
  else if (counters != image->counters
	   || counters_size != image->counters_size)
    return diag_error (profile->file, "is of another build than %s: it has "
		       "0x%" PRIx64 " bytes of counters, expected 0x%" PRIx64,
		       image->path, counters_size, image->counters_size);
  return true;
}

/* Find the model's module for the record at P.  */

static bool
profile_open_module (struct profile *profile, const unsigned char *p,
		     const unsigned char *build_id, uint32_t build_id_length,
		     const char *path, uint32_t *module)
{
  struct reader *reader = profile->reader;
  struct arena *arena = &reader->model->arena;
  uint32_t flags = FIELD_32 (cgprof_module_record, flags);
  char *id = NULL;
  if (build_id_length > 0)
    {
      id = arena_take (arena, 2 * (size_t) build_id_length + 1);
      for (uint32_t i = 0; i < build_id_length; i++)
	{
	  id[2 * i] = "0123456789abcdef"[build_id[i] >> 4];
	  id[2 * i + 1] = "0123456789abcdef"[build_id[i] & 15];
	}
    }

  if (flags & CGPROF_MODULE_MAIN)
    {
      if (!reader->program)
	reader->program = path;
      *module = reader_get_program (reader);
      return *module != MODEL_NONE
	&& profile_check_program
	     (profile, *module, id,
	      FIELD_64 (cgprof_module_record, counters),
	      FIELD_64 (cgprof_module_record, counters_size));
    }
  if (flags & CGPROF_MODULE_VDSO)
    *module = reader_get_fileless (reader, "[vdso]");
  else if (path[0] != '/')
    *module = reader_get_fileless (reader, path[0] ? path : "[unnamed]");
  else
    *module = reader_get_module (reader, profile->file, path, id);
  return true;
}

static bool
profile_read_module (struct profile *profile, uint64_t offset,
		     uint64_t size)
{
  const unsigned char *p = profile->bytes.data + offset;
  uint64_t left = size - sizeof (struct cgprof_module_record);
  uint64_t segments = FIELD_32 (cgprof_module_record, segments);
  uint64_t segments_size = segments * sizeof (struct cgprof_segment);
  uint32_t build_id_length = FIELD_32 (cgprof_module_record,
				       build_id_length);
  uint32_t path_length = FIELD_32 (cgprof_module_record, path_length);
  if (segments_size > left || build_id_length > left - segments_size
      || path_length > left - segments_size - build_id_length)
    return profile_bad (profile, offset,
			"its parts are longer than the record");

  const unsigned char *segment = p + sizeof (struct cgprof_module_record);
  const unsigned char *build_id = segment + segments_size;
  const char *path = arena_copy (&profile->reader->model->arena,
				 (const char *) build_id + build_id_length,
				 path_length);
  struct profile_module module = {
    .bias = FIELD_64 (cgprof_module_record, bias),
    .counters_size = FIELD_64 (cgprof_module_record, counters_size),
    .flags = FIELD_32 (cgprof_module_record, flags)
  };
  if (!profile_open_module (profile, p, build_id, build_id_length, path,
			    &module.module))
    return false;

  /* Of two modules that were at one place at different times, what was
     there is more likely of the later, most likely of one still mapped. */
  uint64_t unloaded = FIELD_64 (cgprof_module_record, unloaded);
  for (uint64_t i = 0; i < segments; i++)
    {
      p = segment + i * sizeof (struct cgprof_segment);
      address_add (&profile->space,
		   module.bias + FIELD_64 (cgprof_segment, address),
		   FIELD_64 (cgprof_segment, size),
		   unloaded ? unloaded : UINT64_MAX,
		   profile->module_count);
    }

  p = profile->bytes.data + offset;
  uint32_t *place = map_place (&profile->module_ids,
			       FIELD_32 (cgprof_record, id), 0);
  if (*place != MAP_NONE)
    return profile_bad (profile, offset, "another module has its number");
  *place = profile->module_count;
  profile->modules = mem_grow (profile->modules, &profile->module_room,
			       profile->module_count + 1,
			       sizeof *profile->modules);
  profile->modules[profile->module_count++] = module;
  return true;
}

/* Add the words of the counters at OFFSET to their module's sums.  */

static bool
profile_read_counters (struct profile *profile, uint64_t offset,
		       uint64_t size)
{
  const unsigned char *p = profile->bytes.data + offset;
  uint64_t words = FIELD_64 (cgprof_counters, words);
  if (words > (size - sizeof (struct cgprof_counters)) / 8)
    return profile_bad (profile, offset, "it has fewer words than it says");
  uint32_t index = map_find (&profile->module_ids,
			     FIELD_32 (cgprof_counters, module), 0);
  if (index == MAP_NONE)
    return profile_bad (profile, offset, "its module has no record");
  struct profile_module *module = &profile->modules[index];
  if (words > module->counters_size / 8)
    return profile_bad (profile, offset,
			"it has more words than its module");

  uint32_t *place = map_place (&profile->copy_ids,
			       FIELD_32 (cgprof_record, id), 0);
  if (*place != MAP_NONE)
    return profile_bad (profile, offset, "other counters have its number");
  *place = profile->copy_count;
  profile->copies = mem_grow (profile->copies, &profile->copy_room,
			      profile->copy_count + 1,
			      sizeof *profile->copies);
  struct profile_copy *copy = &profile->copies[profile->copy_count++];
  copy->record = offset;
  copy->offset = offset + sizeof (struct cgprof_counters);
  copy->words = words;
  copy->module = index;

  /* Words of indirect sites hold addresses; their sums are not used.  */
  if (words > module->words)
    {
      uint64_t *sums = mem_alloc (words, sizeof *sums);
      if (module->sums)
	memcpy (sums, module->sums, module->words * sizeof *sums);
      free (module->sums);
      module->sums = sums;
      module->words = words;
    }
  struct profile_adjust adjust = profile_get_adjust (profile, offset);
  for (uint64_t i = 0; i < words; i++)
    {
      uint64_t count = profile_get_count (profile, &adjust,
					  copy->offset + 8 * i);
      if (!model_add_count (&module->sums[i], count))
	module->sums[i] = UINT64_MAX;
    }
  return true;
}

/* Find how many modules were loaded with the program: in the order of
   loading, those up to the last library that the program needs, directly
   or not.  */

static void
profile_find_initial (struct profile *profile)
{
  struct dict names = { 0 };
  for (size_t i = profile->module_count; i-- > 0;)
    {
      const struct profile_module *module = &profile->modules[i];
      const struct image *image = reader_image (profile->reader,
						module->module);
      const struct model_module *known
	= &profile->reader->model->modules[module->module];
      *dict_place (&names, known->name) = i;
      if (image && image->soname)
	*dict_place (&names, image->soname) = i;
    }

  uint32_t *work = mem_alloc (profile->module_count, sizeof *work);
  bool *seen = mem_alloc (profile->module_count, sizeof *seen);
  size_t left = 0;
  for (size_t i = 0; i < profile->module_count; i++)
    if (profile->modules[i].flags & CGPROF_MODULE_MAIN)
      {
	seen[i] = true;
	work[left++] = i;
      }
  while (left > 0)
    {
      uint32_t index = work[--left];
      if (index >= profile->initial)
	profile->initial = index + 1;
      const struct image *image
	= reader_image (profile->reader, profile->modules[index].module);
      for (size_t i = 0; image && i < image->needed_count; i++)
	{
	  uint32_t needed = dict_find (&names, image->needed[i]);
	  if (needed != MAP_NONE && !seen[needed])
	    {
	      seen[needed] = true;
	      work[left++] = needed;
	    }
	}
    }
  free (work);
  free (seen);
  dict_free (&names);
}

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

/* The function that MODULE (of the profile) shows to others as SYMBOL, or
   MODEL_NONE.  */

static uint32_t
profile_exported (const struct profile *profile, size_t module,
		  const char *symbol)
{
  uint32_t index = profile->modules[module].module;
  const struct image *image = reader_image (profile->reader, index);
  uint32_t found = image ? dict_find (&image->exported_names, symbol)
			 : MAP_NONE;
  return found == MAP_NONE
    ? MODEL_NONE
    : profile_name (profile,
		    reader_get_function (profile->reader, index, found),
		    symbol);
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
  for (size_t i = 0; i < profile->initial; i++)
    {
      uint32_t found = profile_exported (profile, i, symbol);
      if (found != MODEL_NONE)
	return found;
    }
  if (own != MAP_NONE)
    return profile_name (profile, own, symbol);
  for (size_t i = profile->initial; i < profile->module_count; i++)
    {
      uint32_t found = profile_exported (profile, i, symbol);
      if (found != MODEL_NONE)
	return found;
    }
  return model_get_external (reader->model, symbol);
}

/* A function of MODULE that is known by nothing but its ADDRESS.  */

static uint32_t
profile_nameless (struct profile *profile, uint32_t module,
		  uint64_t address)
{
  char name[32];
  snprintf (name, sizeof name, "0x%" PRIx64, address);
  return model_get_function (profile->reader->model, module, address, name,
			     NULL);
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

/* The function called at run-time ADDRESS, which lay in the module of record
   UNLOADED if that is not 0.  A stub leads to what it calls.  */

static uint32_t
profile_target (struct profile *profile, uint64_t address, uint64_t unloaded)
{
  struct reader *reader = profile->reader;
  uint32_t index = unloaded
    ? map_find (&profile->module_ids, unloaded, 0)
    : address_find (&profile->space, address);
  if (index == ADDRESS_NONE)
    return model_get_unknown (reader->model, MODEL_NONE);
  const struct profile_module *module = &profile->modules[index];
  address -= module->bias;
  const struct image *image = reader_image (reader, module->module);
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

void
profile_add_inlines (struct model *model, const struct image *image,
		     uint32_t first, uint32_t count)
{
  for (uint32_t i = 0; i < count; i++)
    {
      const struct rows_inline *from = &image->rows.inlines[first + i];
      model_add_inline (model, &(struct model_inline) {
	  .symbol = from->function ? from->function : "[unknown]",
	  .file = from->file, .line = from->line, .column = from->column });
    }
}

/* Record COUNT calls from the site SITE of MODULE (of the profile) to
   CALLEE.  */

static bool
profile_add_calls (struct profile *profile, uint32_t module, uint32_t site,
		   uint32_t callee, uint64_t count)
{
  struct reader *reader = profile->reader;
  struct model *model = reader->model;
  uint32_t index = profile->modules[module].module;
  const struct image *image = reader_image (reader, index);
  const struct rows_site *row = &image->rows.sites[site];
  uint32_t range
    = image_find (image, image->rows.functions[row->function].address);
  uint32_t caller = reader_get_function (reader, index, range);

  uint32_t *place = map_place (&reader->sites,
			       (uint64_t) index << 32 | site, callee);
  if (*place == MAP_NONE)
    {
      struct model_site added = {
	.caller = caller, .callee = callee, .kind = row->kind,
	.tail = (row->flags & CGPROF_SITE_TAIL) != 0,
	.file = row->file, .line = row->line, .column = row->column,
	.inlines = model->inline_count, .inlined = row->inlined
      };
      profile_add_inlines (model, image, row->inlines, row->inlined);
      *place = model_add_site (model, &added);
    }
  return (model_add_count (&model->sites[*place].count, count)
	  && model_add_arc (model, caller, callee, count))
    || profile_overflow (profile);
}

/* The callee of the direct site ROW of MODULE (of the profile).  */

static uint32_t
profile_callee (struct profile *profile, uint32_t module,
		const struct rows_site *row)
{
  uint32_t index = profile->modules[module].module;
  const struct image *image = reader_image (profile->reader, index);
  if (row->scope == CGPROF_SCOPE_ADDRESS)
    return profile_callee_at (profile, index, row->callee_address);
  if (row->scope == CGPROF_SCOPE_MODULE)
    {
      uint32_t found = dict_find (&image->global_names, row->callee);
      if (found == MAP_NONE)
	found = dict_find (&image->local_names, row->callee);
      if (found != MAP_NONE)
	return reader_get_function (profile->reader, index, found);
    }
  return profile_resolve (profile, module, row->callee);
}

/* Turn the sums of MODULE (of the profile) into entries and calls.  */

static bool
profile_map_counts (struct profile *profile, uint32_t module)
{
  const struct profile_module *each = &profile->modules[module];
  const struct image *image = reader_image (profile->reader, each->module);
  struct model *model = profile->reader->model;
  if (!image)
    return true;
  for (size_t i = 0; i < image->rows.function_count; i++)
    {
      const struct rows_function *row = &image->rows.functions[i];
      uint32_t range = image_find (image, row->address);
      if (!(row->flags & CGPROF_FUNCTION_ENTRY)
	  || row->word >= each->words)
	continue;
      uint32_t function = reader_get_function (profile->reader,
					       each->module, range);
      if (!model_add_count (&model->functions[function].entries,
			    each->sums[row->word]))
	return profile_overflow (profile);
    }
  for (size_t i = 0; i < image->rows.site_count; i++)
    {
      const struct rows_site *row = &image->rows.sites[i];
      if (row->kind != CGPROF_SITE_DIRECT)
	continue;
      uint64_t count = row->word < each->words ? each->sums[row->word] : 0;
      if (!profile_add_calls (profile, module, i,
			      profile_callee (profile, module, row), count))
	return false;
    }
  return true;
}

/* Add the targets that COPY holds in its own words.  */

static bool
profile_map_slots (struct profile *profile, const struct profile_copy *copy)
{
  const struct image *image
    = reader_image (profile->reader, profile->modules[copy->module].module);
  struct profile_adjust adjust = profile_get_adjust (profile, copy->record);
  for (size_t i = 0; image && i < image->rows.by_word_count; i++)
    {
      uint32_t site = image->rows.by_word[i];
      uint64_t word = image->rows.sites[site].word;
      if (word + CGPROF_SLOT_WORDS > copy->words)
	continue;
      uint64_t slot = copy->offset + 8 * word;
      uint64_t target
	= bytes_64 (profile->bytes.data + slot + 8 * CGPROF_SLOT_TARGET,
		    profile->swap);
      uint64_t count = profile_get_count (profile, &adjust,
					  slot + 8 * CGPROF_SLOT_COUNT);
      if (count > 0
	  && !profile_add_calls (profile, copy->module, site,
				 profile_target (profile, target, 0), count))
	return false;
    }
  return true;
}

bool
profile_read_table (const struct profile *profile, uint64_t offset,
		    uint64_t size, uint64_t *capacity)
{
  const unsigned char *p = profile->bytes.data + offset;
  *capacity = FIELD_64 (cgprof_table, capacity);
  if (*capacity > (size - sizeof (struct cgprof_table))
      / sizeof (struct cgprof_table_entry))
    return profile_bad (profile, offset,
			"it has fewer entries than it says");
  return true;
}

static bool
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
  const struct image *image
    = reader_image (profile->reader, profile->modules[module].module);
  if (!image)
    return true;
  uint32_t site = rows_find_word (&image->rows, FIELD_64 (cgprof_table, site));
  if (site == IMAGE_NONE)
    return profile_bad (profile, offset, "no indirect call counts there");

  struct profile_adjust adjust = profile_get_adjust (profile, offset);
  p += sizeof (struct cgprof_table);
  for (uint64_t i = 0; i < capacity;
       i++, p += sizeof (struct cgprof_table_entry))
    {
      uint64_t address = FIELD_64 (cgprof_table_entry, address);
      uint64_t parent = FIELD_64 (cgprof_table_entry, parent);
      uint64_t count
	= profile_get_count (profile, &adjust, p - profile->bytes.data
			     + offsetof (struct cgprof_table_entry, count));
      if (address != 0 && count != 0
	  && !profile_add_calls (profile, module, site,
				 profile_target (profile, address, parent),
				 count))
	return false;
    }
  return true;
}

/* Read the records from FIRST on: in pass 0 the modules and images, in
   pass 1 the counters and threads, in pass 2 what refers to both.  */

static bool
profile_read_records (struct profile *profile, uint64_t first, int pass)
{
  uint64_t size = 0;
  for (uint64_t offset = first; offset < profile->bytes.size; offset += size)
    {
      uint32_t type = CGPROF_RECORD_NONE;
      if (!profile_read_record (profile, offset, &size, &type))
	return false;
      if (pass == 0 && type == CGPROF_RECORD_MODULE
	  && !profile_read_module (profile, offset, size))
	return false;
      if (pass == 0 && type == CGPROF_RECORD_IMAGE
	  && !profile_read_image (profile, offset, size))
	return false;
      if (pass == 1 && type == CGPROF_RECORD_THREAD
	  && !profile_read_thread (profile, offset))
	return false;
      if (pass == 1 && type == CGPROF_RECORD_COUNTERS
	  && !profile_read_counters (profile, offset, size))
	return false;
      if (pass == 2 && type == CGPROF_RECORD_TARGETS
	  && !profile_read_targets (profile, offset, size))
	return false;
      if (pass == 2 && type == CGPROF_RECORD_SAMPLES
	  && !profile_read_samples (profile, offset, size))
	return false;
    }
  return true;
}

static bool
profile_read_all (struct profile *profile)
{
  uint64_t first = 0;
  if (!profile_read_header (profile, &first)
      || !profile_read_records (profile, first, 0))
    return false;
  bool has_program = false;
  for (size_t i = 0; i < profile->module_count; i++)
    if (profile->modules[i].flags & CGPROF_MODULE_MAIN)
      has_program = true;
  if (!has_program)
    return diag_error (profile->file, "names no program; the process ended "
		       "before its profile began");
  address_sort (&profile->space);
  profile_find_initial (profile);
  if (!profile_read_records (profile, first, 1))
    return false;
  for (size_t i = 0; i < profile->module_count; i++)
    if (!profile_map_counts (profile, i))
      return false;
  for (size_t i = 0; i < profile->copy_count; i++)
    if (!profile_map_slots (profile, &profile->copies[i])
	|| !profile_map_advice (profile, &profile->copies[i]))
      return false;
  if (!profile_read_records (profile, first, 2)
      || !profile_map_samples (profile))
    return false;
  profile_account (profile);
  return true;
}

/* Read the profile at *START of FILE; that becomes the start of the next one,
   or 0.  */

static bool
profile_read_at (struct reader *reader, const char *file, uint64_t *start)
{
  struct profile profile = { .reader = reader, .file = file, .start = *start };
  reader->model->processes++;
  bool good = profile_read_all (&profile);
  for (size_t i = 0; i < profile.module_count; i++)
    free (profile.modules[i].sums);
  free (profile.modules);
  free (profile.copies);
  free (profile.images);
  free (profile.entries);
  for (size_t i = 0; i < profile.slots_count; i++)
    free (profile.slots[i].entries);
  free (profile.slots);
  map_free (&profile.thread_ids);
  map_free (&profile.module_ids);
  map_free (&profile.copy_ids);
  map_free (&profile.image_ids);
  address_free (&profile.space);
  bytes_free (&profile.bytes);
  *start = profile.next == 0 ? 0 : *start + profile.next;
  return good;
}

bool
profile_read (struct reader *reader, const char *file)
{
  uint64_t start = 0;
  do
    if (!profile_read_at (reader, file, &start))
      return false;
  while (start != 0);
  return true;
}
