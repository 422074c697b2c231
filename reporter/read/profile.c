/* Reader of cgprof.out (include/cgprof/format.h).

   profile_read_places goes through the records once, for processes, and
   profile_read_records three times more: for modules, for counters and
   threads, and for what refers to these.  Tables of targets and samples are
   read as records, not along their chains, so no chain can lead astray or
   around in a circle.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "read/profile.h"
#include "base/diag.h"
#include "read/counted-blocks.h"
#include "read/initial.h"
#include "read/profile-header.h"
#include "read/profile-parts.h"
#include "read/profile-program.h"

#include <cgprof/abi.h>
#include <cgprof/format.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

/* Read the header, the file up to what it says is used, and which processes
   it is of.  */

static bool
profile_read_header (struct profile *profile)
{
  struct cgprof_header *header = &profile->header;
  return profile_header_read (&profile->bytes, profile->file, profile->start,
			      header, &profile->swap)
    && profile_read_places (profile);
}

bool
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
    [CGPROF_RECORD_IMAGE] = sizeof (struct cgprof_image),
    [CGPROF_RECORD_PROCESS] = sizeof (struct cgprof_process),
    [CGPROF_RECORD_TIMES] = sizeof (struct cgprof_times),
    [CGPROF_RECORD_MARK] = sizeof (struct cgprof_mark)
  };
  if (*type >= sizeof least / sizeof *least)
    return profile_bad (profile, offset, "it is of no known type");
  if (*size < least[*type])
    return profile_bad (profile, offset, "it is too short for its type");
  return true;
}

bool
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
profile_find_image (const struct profile *profile, uint64_t record,
		    enum cgprof_image_set set)
{
  uint32_t found = map_find (&profile->image_ids, record, set);
  return found == MAP_NONE ? NULL : &profile->images[found];
}

struct profile_adjust
profile_get_adjust (const struct profile *profile, uint64_t record,
		    uint32_t place)
{
  struct profile_adjust adjust = { .record = record };
  uint32_t how = profile->places[place].adjust;
  uint32_t minus = how & CGPROF_ADJUST_MINUS;
  if (minus)
    adjust.minus = profile_find_image (profile, record, minus);
  if (how & CGPROF_ADJUST_STOPPED)
    {
      adjust.from = profile_find_image (profile, record, CGPROF_IMAGE_STOPPED);
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
  uint64_t index = (offset - adjust->record) / 8;
  return index < image->words
    ? bytes_64 (profile->bytes.data + image->offset + 8 * index,
		profile->swap)
    : 0;
}

uint64_t
profile_adjust_count (const struct profile *profile,
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

/* Find the model's module for MODULE, which has PARTS.  */

static bool
profile_open_module (struct profile *profile,
		     const struct profile_module_parts *parts,
		     struct profile_module *module)
{
  struct reader *reader = profile->reader;
  struct arena *arena = &reader->model->arena;
  const char *path = arena_copy (arena, parts->path, parts->path_length);
  char *id = parts->build_id_length == 0
    ? NULL : profile_hex (arena, parts->build_id, parts->build_id_length);

  if (module->flags & CGPROF_MODULE_MAIN)
    {
      profile->program = path;
      if (!reader->program)
	reader->program = path;
      module->module = reader_get_program (reader);
      return module->module != MODEL_NONE
	&& profile_check_program (profile, module->module, id,
				  parts->counters, module->counters_size);
    }
  if (module->flags & CGPROF_MODULE_VDSO)
    module->module = reader_get_fileless (reader, "[vdso]");
  else if (path[0] != '/')
    module->module = reader_get_fileless (reader, path[0] ? path
							  : "[unnamed]");
  else
    module->module = reader_get_module (reader, profile->file, path, id);
  return true;
}

bool
profile_parse_module (struct profile *profile, uint64_t offset,
		      uint64_t size, struct profile_module_parts *parts)
{
  const unsigned char *p = profile->bytes.data + offset;
  uint64_t left = size - sizeof (struct cgprof_module_record);
  uint64_t segments_size = FIELD_32 (cgprof_module_record, segments)
			   * (uint64_t) sizeof (struct cgprof_segment);
  *parts = (struct profile_module_parts) {
    .counters = FIELD_64 (cgprof_module_record, counters),
    .segment_count = FIELD_32 (cgprof_module_record, segments),
    .build_id_length = FIELD_32 (cgprof_module_record, build_id_length),
    .path_length = FIELD_32 (cgprof_module_record, path_length),
    .segments = p + sizeof (struct cgprof_module_record)
  };
  if (segments_size > left || parts->build_id_length > left - segments_size
      || parts->path_length > left - segments_size - parts->build_id_length)
    return profile_bad (profile, offset,
			"its parts are longer than the record");
  parts->build_id = parts->segments + segments_size;
  parts->path = (const char *) parts->build_id + parts->build_id_length;

  uint32_t *place = map_place (&profile->module_ids,
			       FIELD_32 (cgprof_record, id), 0);
  if (*place != MAP_NONE)
    return profile_bad (profile, offset, "another module has its number");
  *place = profile->module_count;
  profile->modules = mem_grow (profile->modules, &profile->module_room,
			       profile->module_count + 1,
			       sizeof *profile->modules);
  struct profile_module *module = &profile->modules[profile->module_count++];
  *module = (struct profile_module) {
    .bias = FIELD_64 (cgprof_module_record, bias),
    .counters_size = FIELD_64 (cgprof_module_record, counters_size),
    .loaded = FIELD_64 (cgprof_module_record, loaded),
    .unloaded = FIELD_64 (cgprof_module_record, unloaded),
    .flags = FIELD_32 (cgprof_module_record, flags), .module = MODEL_NONE
  };

  /* Of two modules that were at one place at different times, what was
     there is more likely of the later, most likely of one still mapped. */
  uint32_t process = FIELD_32 (cgprof_module_record, process);
  for (uint32_t i = 0; i < parts->segment_count; i++)
    {
      p = parts->segments + i * sizeof (struct cgprof_segment);
      profile_add_range (profile, process,
			 module->bias + FIELD_64 (cgprof_segment, address),
			 FIELD_64 (cgprof_segment, size),
			 profile->module_count - 1);
    }
  return true;
}

char *
profile_hex (struct arena *arena, const unsigned char *bytes, uint32_t count)
{
  char *text = arena_take (arena, 2 * (size_t) count + 1);
  for (uint32_t i = 0; i < count; i++)
    {
      text[2 * i] = "0123456789abcdef"[bytes[i] >> 4];
      text[2 * i + 1] = "0123456789abcdef"[bytes[i] & 15];
    }
  return text;
}

static bool
profile_read_module (struct profile *profile, uint64_t offset, uint64_t size)
{
  struct profile_module_parts parts;
  return profile_parse_module (profile, offset, size, &parts)
    && profile_open_module (profile, &parts,
			    &profile->modules[profile->module_count - 1]);
}

bool
profile_parse_counters (struct profile *profile, uint64_t offset,
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
  if (words > profile->modules[index].counters_size / 8)
    return profile_bad (profile, offset,
			"it has more words than its module");
  uint32_t which;
  if (!profile_find_place (profile, offset,
			   FIELD_32 (cgprof_counters, process), &which))
    return false;

  uint32_t *place = map_place (&profile->copy_ids,
			       FIELD_32 (cgprof_record, id), 0);
  if (*place != MAP_NONE)
    return profile_bad (profile, offset, "other counters have its number");
  *place = profile->copy_count;
  profile->copies = mem_grow (profile->copies, &profile->copy_room,
			      profile->copy_count + 1,
			      sizeof *profile->copies);
  profile->copies[profile->copy_count++] = (struct profile_copy) {
    .record = offset, .offset = offset + sizeof (struct cgprof_counters),
    .words = words, .module = index, .place = which
  };
  return true;
}

/* Add the words of the counters at OFFSET to their module's sums.  */

static bool
profile_read_counters (struct profile *profile, uint64_t offset,
		       uint64_t size)
{
  if (!profile_parse_counters (profile, offset, size))
    return false;
  const struct profile_copy *copy
    = &profile->copies[profile->copy_count - 1];
  struct profile_module *module = &profile->modules[copy->module];
  uint64_t words = copy->words;
  if (!profile->places[copy->place].wanted)
    return true;

  word_sums_grow (&module->sums, words);
  struct profile_adjust adjust = profile_get_adjust (profile, offset,
						      copy->place);
  for (uint64_t i = 0; i < words; i++)
    word_sums_add (&module->sums, i,
		   profile_get_count (profile, &adjust, copy->offset + 8 * i));
  return true;
}

static void
profile_find_initial (struct profile *profile)
{
  struct initial_module *modules
    = mem_alloc (profile->module_count, sizeof *modules);
  uint32_t *scope = mem_alloc (profile->module_count, sizeof *scope);
  for (size_t i = 0; i < profile->module_count; i++)
    {
      const struct profile_module *module = &profile->modules[i];
      modules[i] = (struct initial_module) {
	.name = profile->reader->model->modules[module->module].name,
	.image = reader_image (profile->reader, module->module),
	.main = (module->flags & CGPROF_MODULE_MAIN) != 0
      };
      scope[i] = module->module;
    }
  profile->initial = initial_count (modules, profile->module_count);
  reader_set_scope (profile->reader, scope, profile->module_count,
		    profile->initial);
  free (modules);
  free (scope);
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

/* Read the records: in pass 0 the command, the modules and images, in
   pass 1 the counters and threads, in pass 2 what refers to both.  */

static bool
profile_read_records (struct profile *profile, int pass)
{
  uint64_t size = 0;
  for (uint64_t offset = profile->header.header_size;
       offset < profile->bytes.size; offset += size)
    {
      uint32_t type = CGPROF_RECORD_NONE;
      if (!profile_read_record (profile, offset, &size, &type))
	return false;
      if (pass == 0 && type == CGPROF_RECORD_COMMAND
	  && !profile_read_command (profile, offset, size))
	return false;
      if (pass == 0 && type == CGPROF_RECORD_MODULE
	  && !profile_read_module (profile, offset, size))
	return false;
      if (pass == 0 && type == CGPROF_RECORD_IMAGE
	  && !profile_read_image (profile, offset, size))
	return false;
      if (pass == 0 && type == CGPROF_RECORD_MARK
	  && !profile_read_mark (profile, offset, size))
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
      if (pass == 2 && type == CGPROF_RECORD_TIMES
	  && !profile_read_times (profile, offset, size))
	return false;
    }
  return true;
}

static bool
profile_read_all (struct profile *profile)
{
  if (!profile_read_header (profile))
    return false;
  if (!profile_has_places (profile))
    return true;
  struct model *model = profile->reader->model;
  double period = profile->header.period;
  model->has_time = model->has_arcs = true;
  if (profile->header.clock != CGPROF_CLOCK_NONE && period > model->sample_ns)
    {
      model->sample_ns = period;
      model->sample_bytes = 1;
    }
  if (profile->header.clock != CGPROF_CLOCK_NONE)
    model->longest_ns = fmax (model->longest_ns, profile->header.longest);
  if (profile->header.clock == CGPROF_CLOCK_WALL)
    model->has_waits = true;
  if (!profile_read_records (profile, 0))
    return false;
  bool has_program = false;
  for (size_t i = 0; i < profile->module_count; i++)
    if (profile->modules[i].flags & CGPROF_MODULE_MAIN)
      has_program = true;
  if (!has_program)
    return diag_error (profile->file, "names no program; the process ended "
		       "before its profile began");
  if (model->wants_shares && profile->header.pid == 0)
    return diag_error (profile->file, "is a sum (merge --sum), which does not "
		       "tell what each process called");
  profile_map_places (profile);
  profile_sort_ranges (profile);
  profile_find_initial (profile);
  if (!profile_read_records (profile, 1))
    return false;
  for (size_t i = 0; i < profile->module_count; i++)
    {
      const struct profile_module *module = &profile->modules[i];
      if (!profile_map_counts (profile, i))
	return false;
      counted_blocks_add (profile->reader, module->module, &module->sums);
    }
  for (size_t i = 0; i < profile->copy_count; i++)
    {
      const struct profile_copy *copy = &profile->copies[i];
      if (profile->places[copy->place].wanted
	  && !(profile_count_calls (profile, copy)
	       && profile_map_slots (profile, copy)
	       && profile_map_advice (profile, copy)))
	return false;
    }
  if (!profile_read_records (profile, 2)
      || !profile_map_samples (profile))
    return false;
  profile_map_times (profile);
  profile_account (profile);
  profile_finish_places (profile);
  return true;
}

void
profile_close (struct profile *profile)
{
  for (size_t i = 0; i < profile->module_count; i++)
    free (profile->modules[i].sums.all);
  free (profile->modules);
  free (profile->copies);
  free (profile->images);
  free (profile->entries);
  for (size_t i = 0; i < profile->slots_count; i++)
    free (profile->slots[i].entries);
  free (profile->slots);
  free (profile->times);
  free (profile->marks);
  map_free (&profile->thread_ids);
  map_free (&profile->module_ids);
  map_free (&profile->copy_ids);
  map_free (&profile->image_ids);
  map_free (&profile->place_ids);
  map_free (&profile->thread_places);
  for (size_t i = 0; i < profile->place_count; i++)
    address_space_free (&profile->places[i].space);
  free (profile->places);
  free (profile->processes);
  free (profile->commands);
  map_free (&profile->command_ids);
  address_space_free (&profile->space);
  free (profile->ranges);
  bytes_free (&profile->bytes);
}

/* Read the profile at START of FILE.  */

static bool
profile_read_at (struct reader *reader, const char *file, uint64_t start)
{
  struct profile profile = { .reader = reader, .file = file, .start = start };
  bool good = profile_read_all (&profile);
  profile_close (&profile);
  return good;
}

/* How well a program fits.  */
enum
{
  PROFILE_OTHER,
  PROFILE_SAME_BUILD,		/* A copy. */
  PROFILE_SAME_PATH,		/* It was built anew.  */
  PROFILE_SAME
};

/* How well PROGRAM fits one with that PATH and BUILD_ID, either of which may
   be NULL.  */

static unsigned
profile_fit (const struct profile_program *program, const char *path,
	     const char *build_id)
{
  const char *build = strchr (program->build, ' ') + 1;
  bool same_path = path && strcmp (program->path, path) == 0;
  bool same_build = build_id && strcmp (build, build_id) == 0;
  return same_path && same_build ? PROFILE_SAME
    : same_path ? PROFILE_SAME_PATH
    : same_build ? PROFILE_SAME_BUILD : PROFILE_OTHER;
}

/* Set WANTED, one for each program in LIST, of which there are several, to
   whether READER is for it.  */

static bool
profile_choose_programs (struct reader *reader, const char *file,
			 const struct profile_list *list, bool *wanted)
{
  if (!reader->program)
    return profile_list_complain (list, file, NULL);
  uint32_t module = reader_get_program (reader);
  if (module == MODEL_NONE)
    return false;
  const char *build_id = reader_image (reader, module)->build_id;
  char *path = realpath (reader->program, NULL);
  unsigned best = PROFILE_OTHER;
  for (size_t i = 0; i < list->program_count; i++)
    {
      unsigned fit = profile_fit (&list->programs[i], path, build_id);
      if (fit > best)
	best = fit;
    }
  for (size_t i = 0; i < list->program_count; i++)
    wanted[i] = profile_fit (&list->programs[i], path, build_id) == best;
  free (path);
  return best != PROFILE_OTHER
    || profile_list_complain (list, file, reader->program);
}

/* Set WANTED likewise for READER's build.  */

static void
profile_choose_build (const struct reader *reader,
		      const struct profile_list *list, bool *wanted)
{
  for (size_t i = 0; i < list->program_count; i++)
    wanted[i] = strcmp (list->programs[i].path, reader->program) == 0
      && strcmp (list->programs[i].build, reader->build) == 0;
}

bool
profile_read (struct reader *reader, const char *file)
{
  bool single;
  if (!profile_is_single (file, &single))
    return false;
  if (single && !reader->build)
    return profile_read_at (reader, file, 0);

  struct profile_list list = { NULL };
  bool *wanted = NULL;
  bool good = profile_list_add (&list, file);
  if (good && (list.program_count > 1 || reader->build))
    {
      wanted = mem_alloc (list.program_count, sizeof *wanted);
      if (reader->build)
	profile_choose_build (reader, &list, wanted);
      else
	good = profile_choose_programs (reader, file, &list, wanted);
    }
  for (size_t i = 0; i < list.count && good; i++)
    {
      const struct profile_listed *listed = &list.profiles[i];
      /* A process that ended before its profile began did nothing.  */
      if (listed->program == MAP_NONE && list.program_count > 0)
	continue;
      if ((!wanted || wanted[listed->program])
	  && profile_pids_have_any (reader->processes, listed->pids,
				    listed->pid_count))
	good = profile_read_at (reader, file, listed->start);
    }
  free (wanted);
  profile_list_free (&list);
  return good;
}
