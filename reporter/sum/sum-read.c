/* A profile that is added to a sum.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "sum/sum-parts.h"
#include "base/diag.h"
#include "base/path.h"
#include "read/initial.h"
#include "read/profile-header.h"
#include "read/profile-parts.h"

#include <cgprof/abi.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* While a profile is read.  */
struct sum_reading
{
  struct profile profile;
  struct sum_images *images;
  struct sum *sum;		/* What it is added to.  */
  struct sum_module *modules;	/* As the sum's, of PROFILE.modules.  */
  size_t room;			/* Of MODULES.  */
  const struct sum_image **files;	/* Of the same.  */
  struct map commands;		/* Offset / CGPROF_ALIGN of a COMMAND record by
				   (id, 0); of the first one by (0, 1).  */
  uint32_t *kinds;		/* Of PROFILE.places, */
  uint64_t *calls;		/* what was called in each, */
  uint64_t *sampled;		/* and the time of their samples.  */
  struct arena arena;
};

/* ---- Modules.  */

/* Set MODULE's key.  */

static void
sum_make_key (struct arena *arena, struct sum_module *module)
{
  const struct sum_identity *identity = &module->identity;
  char *text;
  size_t size;
  FILE *out = open_memstream (&text, &size);
  if (!out)
    mem_failed ();
  fprintf (out, "%s\n%s\n%" PRIu32 " %" PRIx64 " %" PRIx64, identity->path,
	   identity->build_id ? identity->build_id : "", module->flags,
	   identity->counters, identity->counters_size);
  for (uint32_t i = 0; i < module->segment_count; i++)
    fprintf (out, " %" PRIx64 "+%" PRIx64 "%c%" PRIu32,
	     module->segments[i].address, module->segments[i].size, ':',
	     module->segments[i].flags);
  if (fclose (out) != 0)
    mem_failed ();
  module->key = arena_copy (arena, text, size);
  free (text);
}

static bool
sum_read_module (struct sum_reading *reading, uint64_t offset, uint64_t size)
{
  struct profile *profile = &reading->profile;
  struct arena *arena = &reading->arena;
  struct profile_module_parts parts;
  if (!profile_parse_module (profile, offset, size, &parts))
    return false;
  const struct profile_module *read
    = &profile->modules[profile->module_count - 1];
  struct sum_module module = {
    .flags = read->flags,
    .identity = {
      .path = arena_copy (arena, parts.path, parts.path_length),
      .build_id = parts.build_id_length == 0
		  ? NULL : profile_hex (arena, parts.build_id,
					parts.build_id_length),
      .counters = parts.counters, .counters_size = read->counters_size,
      .main = (read->flags & CGPROF_MODULE_MAIN) != 0
    },
    .segment_count = parts.segment_count,
    .segments = arena_take (arena, parts.segment_count
			    * sizeof *module.segments)
  };
  for (uint32_t i = 0; i < parts.segment_count; i++)
    {
      const unsigned char *p
	= parts.segments + i * sizeof (struct cgprof_segment);
      module.segments[i] = (struct cgprof_segment) {
	.address = FIELD_64 (cgprof_segment, address),
	.size = FIELD_64 (cgprof_segment, size),
	.flags = FIELD_32 (cgprof_segment, flags)
      };
    }
  sum_make_key (arena, &module);
  reading->modules = mem_grow (reading->modules, &reading->room,
			       profile->module_count,
			       sizeof *reading->modules);
  reading->modules[profile->module_count - 1] = module;
  return true;
}

/* Find the files of all modules.  Returns SUM_APART, with a message, if one
   that is needed to understand counters cannot be had.  */

static enum sum_result
sum_find_files (struct sum_reading *reading)
{
  struct profile *profile = &reading->profile;
  reading->files = mem_alloc (profile->module_count, sizeof *reading->files);
  for (size_t i = 0; i < profile->module_count; i++)
    reading->files[i] = sum_images_get (reading->images,
					&reading->modules[i].identity);
  for (size_t i = 0; i < profile->copy_count; i++)
    {
      const struct sum_image *image
	= reading->files[profile->copies[i].module];
      if (profile->copies[i].words > 0 && image->trouble)
	{
	  sum_images_complain (reading->images, image, profile->file);
	  return SUM_APART;
	}
    }
  return SUM_ADDED;
}

/* Find the sum of SET that the profile belongs to, and its modules there.
   The vDSO is the kernel's, not the program's.  */

static void
sum_find_sum (struct sum_reading *reading, struct sum_set *set)
{
  struct profile *profile = &reading->profile;
  size_t count = profile->module_count;
  struct initial_module *modules = mem_alloc (count, sizeof *modules);
  for (size_t i = 0; i < count; i++)
    {
      const struct sum_identity *identity = &reading->modules[i].identity;
      modules[i] = (struct initial_module) {
	.name = path_base (identity->path),
	.image = reading->files[i]->trouble ? NULL
					    : &reading->files[i]->image,
	.main = identity->main
      };
    }
  size_t initial = initial_count (modules, count);
  free (modules);

  char *key;
  size_t size;
  FILE *out = open_memstream (&key, &size);
  if (!out)
    mem_failed ();
  fprintf (out, "%" PRIu32 " %" PRIu32 "\n", profile->header.word_size,
	   profile->header.clock);
  for (size_t i = 0; i < initial; i++)
    if (!(reading->modules[i].flags & CGPROF_MODULE_VDSO))
      {
	reading->modules[i].initial = true;
	fprintf (out, "%s\n", reading->modules[i].key);
      }
  if (fclose (out) != 0)
    mem_failed ();
  reading->sum = sum_set_get (set, key, profile->file,
			      profile->header.word_size,
			      profile->header.clock);
  free (key);
  for (size_t i = 0; i < count; i++)
    profile->modules[i].module
      = sum_get_module (reading->sum, &reading->modules[i]);
}

/* ---- Calls.  */

/* The run-time ADDRESS in PLACE as it is in the sum.  */

static uint64_t
sum_address (const struct sum_reading *reading, uint32_t place,
	     uint64_t address)
{
  uint32_t index = profile_find_module (&reading->profile, place, &address);
  if (index == ADDRESS_SPACE_NONE)
    return CGPROF_ADDRESS_UNKNOWN;
  const struct profile_module *module = &reading->profile.modules[index];
  const struct sum_module *mine = &reading->sum->modules[module->module];
  return address - mine->low + mine->base;
}

/* Add the words of COPY, and what its slots have counted.  */

static bool
sum_read_copy (struct sum_reading *reading, const struct profile_copy *copy)
{
  struct profile *profile = &reading->profile;
  if (copy->words == 0)
    return true;
  uint32_t number = profile->modules[copy->module].module;
  struct sum_module *module = &reading->sum->modules[number];
  const struct sum_image *image = reading->files[copy->module];
  struct profile_adjust adjust = profile_get_adjust (profile, copy->record,
						      copy->place);
  uint64_t *calls = &reading->calls[copy->place];
  if (!module->image)
    module->image = image;

  uint64_t *words = mem_alloc (copy->words, sizeof *words);
  const unsigned char *from = profile->bytes.data + copy->offset;
  for (uint64_t i = 0; i < copy->words && i < image->word_count; i++)
    words[i] = sum_word_adds_up (image->words[i])
      ? profile_get_count (profile, &adjust, copy->offset + 8 * i)
      : bytes_64 (from + 8 * i, profile->swap);
  bool good = sum_add_words (module, words, copy->words);
  for (uint64_t i = 0; good && i < copy->words && i < image->word_count; i++)
    for (unsigned sites = words[i] > 0 ? image->sites[i] : 0;
	 good && sites > 0; sites--)
      good = model_add_count (calls, words[i]);
  free (words);

  const struct site_tables *rows = &image->image.rows;
  for (size_t i = 0; good && i < rows->by_word_count; i++)
    {
      uint64_t word = rows->sites[rows->by_word[i]].word;
      if (word + CGPROF_SLOT_WORDS > copy->words)
	continue;
      for (unsigned n = 0; good && n < CGPROF_SLOT_PAIRS; n++)
	{
	  uint64_t pair = word + n * CGPROF_SLOT_PAIR_WORDS;
	  uint64_t count
	    = profile_get_count (profile, &adjust, copy->offset
				 + 8 * (pair + CGPROF_SLOT_COUNT));
	  uint64_t target = bytes_64 (from + 8 * (pair + CGPROF_SLOT_TARGET),
				      profile->swap);
	  good = count == 0
	    || (sum_add_target (reading->sum, number, word,
				sum_address (reading, copy->place, target),
				count)
		&& model_add_count (calls, count));
	}
    }
  return good || profile_overflow (profile);
}

static bool
sum_read_targets (struct sum_reading *reading, uint64_t offset, uint64_t size)
{
  struct profile *profile = &reading->profile;
  const unsigned char *p = profile->bytes.data + offset;
  uint64_t capacity;
  if (!profile_read_table (profile, offset, size, &capacity))
    return false;
  uint32_t owner = map_find (&profile->copy_ids,
			     FIELD_32 (cgprof_table, owner), 0);
  if (owner == MAP_NONE)
    return profile_bad (profile, offset, "its counters have no record");
  uint32_t index = profile->copies[owner].module;
  if (profile->copies[owner].words == 0)
    return true;
  const struct site_tables *rows = &reading->files[index]->image.rows;
  uint32_t site = site_tables_find_word (rows, FIELD_64 (cgprof_table, site));
  if (site == IMAGE_NONE)
    return profile_bad (profile, offset, "no indirect call counts there");
  uint32_t place = profile->copies[owner].place;
  struct profile_adjust adjust = profile_get_adjust (profile, offset, place);
  for (uint64_t i = 0; i < capacity; i++)
    {
      uint64_t at = offset + sizeof (struct cgprof_table)
		    + i * sizeof (struct cgprof_table_entry);
      p = profile->bytes.data + at;
      uint64_t address = FIELD_64 (cgprof_table_entry, address);
      uint64_t count
	= profile_get_count (profile, &adjust, at
			     + offsetof (struct cgprof_table_entry, count));
      if (address == 0 || count == 0)
	continue;
      uint64_t target
	= sum_address (reading, place, address);
      if (!sum_add_target (reading->sum, profile->modules[index].module,
			   rows->sites[site].word, target, count)
	  || !model_add_count (&reading->calls[place], count))
	return profile_overflow (profile);
    }
  return true;
}

/* ---- Samples.  */

/* The address of ENTRY in the sum; CALLER: as one that others have for their
   caller, where the call is what comes before.  */

static uint64_t
sum_entry_address (const struct sum_reading *reading,
		   const struct profile_entry *entry, bool caller)
{
  if (entry->address >= CGPROF_ADDRESS_CODES)
    return entry->address;
  uint64_t address = sum_address (reading, entry->place,
				  entry->address - caller);
  return address == CGPROF_ADDRESS_UNKNOWN ? address : address + caller;
}

/* While the contexts of an entry's callers are being made.  */
#define SUM_PENDING (SUM_ROOT (SUM_KINDS))

/* Make contexts of ENTRY and of its callers, as far as there are none yet,
   below ROOT.  STACK has room for all entries.  False if they go around in a
   circle.  */

static bool
sum_make_contexts (struct sum_reading *reading, uint32_t entry,
		   uint32_t root, uint32_t *stack)
{
  struct profile_entry *entries = reading->profile.entries;
  size_t depth = 0;
  while (entry != MODEL_NONE && entries[entry].context == MAP_NONE)
    {
      entries[entry].context = SUM_PENDING;
      stack[depth++] = entry;
      entry = entries[entry].caller;
    }
  if (entry != MODEL_NONE && entries[entry].context == SUM_PENDING)
    return profile_bad (&reading->profile, entries[entry].record,
			"callers of a sample go around in a circle");
  uint32_t parent = entry == MODEL_NONE ? root : entries[entry].context;
  while (depth > 0)
    {
      struct profile_entry *each = &entries[stack[--depth]];
      parent = each->context
	= sum_get_context (reading->sum,
			   sum_entry_address (reading, each, true), parent);
    }
  return true;
}

/* WEIGHT times SCALE, or UINT64_MAX.  */

static uint64_t
sum_scale (uint64_t weight, double scale)
{
  if (scale == 1)
    return weight;
  double scaled = round (weight * scale);
  return scaled < 0x1p64 ? (uint64_t) scaled : UINT64_MAX;
}

static bool
sum_read_samples (struct sum_reading *reading)
{
  struct profile *profile = &reading->profile;
  bool stacks;
  if (!profile_link_samples (profile, &stacks))
    return false;
  uint32_t *stack = mem_alloc (profile->entry_count, sizeof *stack);
  bool good = true;
  for (size_t i = 0; good && i < profile->entry_count; i++)
    {
      const struct profile_entry *entry = &profile->entries[i];
      if (!profile_has_samples (entry))
	continue;
      /* A thread's number is its place.  */
      uint32_t root = SUM_ROOT (reading->kinds[entry->thread]);
      good = sum_make_contexts (reading, entry->caller, root, stack);
      if (!good)
	break;
      uint32_t parent = entry->caller == MODEL_NONE
	? root : profile->entries[entry->caller].context;
      uint32_t context
	= sum_get_context (reading->sum,
			   sum_entry_address (reading, entry, false), parent);
      /* Each process has a scale of its own, so there is none for all.  */
      uint64_t weight = entry->address == CGPROF_ADDRESS_KERNEL
	? sum_scale (entry->weight,
		     profile->places[entry->place].system_scale)
	: entry->weight;
      good = (sum_add_samples (reading->sum, context, entry->count, weight)
	      && model_add_count (&reading->sampled[entry->thread], weight))
	|| profile_overflow (profile);
    }
  free (stack);
  return good;
}

static bool
sum_read_thread (struct sum_reading *reading, uint64_t offset)
{
  struct profile *profile = &reading->profile;
  const unsigned char *p = profile->bytes.data + offset;
  uint32_t *place = map_place (&profile->thread_ids,
			       FIELD_32 (cgprof_record, id), 0);
  if (*place != MAP_NONE)
    return profile_bad (profile, offset, "another thread has its number");
  uint32_t in;
  if (!profile_find_place (profile, offset, FIELD_32 (cgprof_thread, process),
			   &in))
    return false;
  *place = in;
  *map_place (&profile->thread_places, FIELD_32 (cgprof_record, id), 0) = in;
  struct cgprof_thread thread = {
    .threads = FIELD_64 (cgprof_thread, threads),
    .signals = FIELD_64 (cgprof_thread, signals),
    .lost = FIELD_64 (cgprof_thread, lost),
    .truncated = FIELD_64 (cgprof_thread, truncated),
    .folded = FIELD_64 (cgprof_thread, folded)
  };
  if (thread.threads == 0)
    *map_place (&profile->thread_ids, FIELD_32 (cgprof_record, id), 0)
      = PROFILE_NOBODY;
  else
    sum_add_threads (reading->sum, reading->kinds[in], &thread);
  return true;
}

/* ---- Processes.  */

/* Find the kind of each place.  Where one of its processes was seen to end,
   its time can be compared with its samples, as it is without a sum.  */

static void
sum_find_kinds (struct sum_reading *reading)
{
  struct profile *profile = &reading->profile;
  size_t count = profile->place_count;
  reading->kinds = mem_alloc (count, sizeof *reading->kinds);
  reading->calls = mem_alloc (count, sizeof *reading->calls);
  reading->sampled = mem_alloc (count, sizeof *reading->sampled);
  for (size_t i = 0; i < count; i++)
    if (profile->places[i].adjust == 0
	&& profile->places[i].sampler < SUM_KINDS)
      reading->kinds[i] = profile->places[i].sampler;
  bool *ended = mem_alloc (count, sizeof *ended);
  struct cgprof_process process;
  for (uint64_t offset = profile->header.header_size;
       profile_next_process (&profile->bytes, profile->swap, &offset,
			     &process);)
    if (process.end_time != 0)
      ended[map_find (&profile->place_ids, process.place, 0)] = true;
  for (size_t i = 0; i < count; i++)
    if (!ended[i])
      reading->kinds[i] = 0;
  free (ended);
}

/* Note the COMMAND record at OFFSET.  */

static bool
sum_read_command (struct sum_reading *reading, uint64_t offset, uint64_t size)
{
  struct profile *profile = &reading->profile;
  const unsigned char *p = profile->bytes.data + offset;
  if ((uint64_t) FIELD_32 (cgprof_command, length)
      + FIELD_32 (cgprof_command, host_length)
      > size - sizeof (struct cgprof_command))
    return profile_bad (profile, offset, "it has fewer bytes than it says");
  if (reading->commands.used == 0)
    *map_place (&reading->commands, 0, 1) = offset / CGPROF_ALIGN;
  *map_place (&reading->commands, FIELD_32 (cgprof_record, id), 0)
    = offset / CGPROF_ALIGN;
  return true;
}

/* Set the arguments and host of PROCESS to those of its COMMAND record;
   without a sum, the first one is everybody's.  */

static void
sum_find_arguments (struct sum_reading *reading, struct sum_process *process)
{
  const struct profile *profile = &reading->profile;
  process->arguments = NULL;
  process->length = process->host_length = 0;
  uint32_t found = profile->header.pid == 0
    ? map_find (&reading->commands, process->about.command, 0)
    : map_find (&reading->commands, 0, 1);
  if (found == MAP_NONE || (profile->header.pid == 0
			    && process->about.command == 0))
    return;
  const unsigned char *p
    = profile->bytes.data + (uint64_t) found * CGPROF_ALIGN;
  process->host_length = FIELD_32 (cgprof_command, host_length);
  process->length = (uint64_t) FIELD_32 (cgprof_command, length)
    + process->host_length;
  process->arguments = (const char *) p + sizeof (struct cgprof_command);
}

/* Set what the first process of PLACE has in a sum: all that was counted
   there, and the time of all of it.  */

static void
sum_set_figures (const struct sum_reading *reading, uint32_t index,
		 struct cgprof_process *about)
{
  const struct profile *profile = &reading->profile;
  const struct profile_place *place = &profile->places[index];
  uint64_t ns = reading->sampled[index];
  uint64_t cpu = place->user_ns + place->system_ns;
  /* Less than a sample is not shown.  */
  if (profile_compares_time (profile, place)
      && cpu >= ns + profile->header.longest)
    ns = cpu;
  about->calls = reading->calls[index];
  about->ns_low = (uint32_t) ns;
  about->ns_high = (uint32_t) (ns >> 32);
}

/* Add all processes.  What one did is known where it was the first or only one
   of its place.  */

static void
sum_read_processes (struct sum_reading *reading)
{
  struct profile *profile = &reading->profile;
  struct sum_process process = { .kind = 0 };
  uint32_t *used = mem_alloc (profile->place_count, sizeof *used);
  uint64_t offset = profile->header.header_size;
  while (profile_next_process (&profile->bytes, profile->swap, &offset,
			       &process.about))
    used[map_find (&profile->place_ids, process.about.place, 0)]++;
  bool sum = profile->header.pid == 0;
  for (offset = profile->header.header_size;
       profile_next_process (&profile->bytes, profile->swap, &offset,
				     &process.about);)
    {
      struct cgprof_process *about = &process.about;
      uint32_t place = map_find (&profile->place_ids, about->place, 0);
      process.kind = reading->kinds[place];
      sum_find_arguments (reading, &process);
      if (!sum && used[place] > 1 && about->place != about->record.id)
	about->calls = CGPROF_CALLS_UNKNOWN;
      else if (!sum)
	sum_set_figures (reading, place, about);
      if (!sum && used[place] == 1 && about->end_time == 0)
	about->cpu_user = reading->sampled[place];
      *about = (struct cgprof_process) {
	.pid = about->pid, .ppid = about->ppid,
	.start_time = about->start_time, .end_time = about->end_time,
	.cpu_user = about->cpu_user, .cpu_system = about->cpu_system,
	.end = about->end, .status = about->status,
	.processes = about->processes, .sampler = about->sampler,
	.system = about->system, .calls = about->calls,
	.ns_low = about->ns_low, .ns_high = about->ns_high,
	.rank = about->rank
      };
      sum_add_process (reading->sum, &process);
    }
  free (used);
}

/* ---- All of it.  */

/* Read the records: in pass 0 commands, modules and images, in pass 1 copies
   of counters, in pass 2 threads, in pass 3 tables.  */

static bool
sum_read_records (struct sum_reading *reading, int pass)
{
  struct profile *profile = &reading->profile;
  uint64_t size = 0;
  for (uint64_t offset = profile->header.header_size;
       offset < profile->bytes.size; offset += size)
    {
      uint32_t type = CGPROF_RECORD_NONE;
      bool good = profile_read_record (profile, offset, &size, &type);
      if (good && pass == 0 && type == CGPROF_RECORD_COMMAND)
	good = sum_read_command (reading, offset, size);
      if (good && pass == 0 && type == CGPROF_RECORD_MODULE)
	good = sum_read_module (reading, offset, size);
      if (good && pass == 0 && type == CGPROF_RECORD_IMAGE)
	good = profile_read_image (profile, offset, size);
      if (good && pass == 1 && type == CGPROF_RECORD_COUNTERS)
	good = profile_parse_counters (profile, offset, size);
      if (good && pass == 2 && type == CGPROF_RECORD_THREAD)
	good = sum_read_thread (reading, offset);
      if (good && pass == 3 && type == CGPROF_RECORD_TARGETS)
	good = sum_read_targets (reading, offset, size);
      if (good && pass == 3 && type == CGPROF_RECORD_SAMPLES)
	good = profile_read_samples (profile, offset, size);
      if (!good)
	return false;
    }
  return true;
}

static enum sum_result
sum_read (struct sum_reading *reading, struct sum_set *set)
{
  struct profile *profile = &reading->profile;
  if (!profile_header_read (&profile->bytes, profile->file, profile->start,
			    &profile->header, &profile->swap)
      || !profile_read_places (profile)
      || !sum_read_records (reading, 0) || !sum_read_records (reading, 1))
    return SUM_FAILED;
  enum sum_result result = sum_find_files (reading);
  if (result != SUM_ADDED)
    return result;
  profile_sort_ranges (profile);
  sum_find_sum (reading, set);
  sum_find_kinds (reading);
  for (size_t i = 0; i < profile->copy_count; i++)
    if (!sum_read_copy (reading, &profile->copies[i]))
      return SUM_FAILED;
  if (!sum_read_records (reading, 2) || !sum_read_records (reading, 3)
      || !sum_read_samples (reading))
    return SUM_FAILED;
  sum_read_processes (reading);
  sum_add_periods (reading->sum, profile->header.period,
		   profile->header.longest);
  return SUM_ADDED;
}

enum sum_result
sum_set_add (struct sum_set *set, struct sum_images *images, const char *file,
	     uint64_t start)
{
  struct sum_reading reading = {
    .profile = { .file = file, .start = start }, .images = images
  };
  enum sum_result result = sum_read (&reading, set);
  profile_close (&reading.profile);
  free (reading.modules);
  free (reading.files);
  map_free (&reading.commands);
  free (reading.kinds);
  free (reading.calls);
  free (reading.sampled);
  arena_free (&reading.arena);
  return result;
}
