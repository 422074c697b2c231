/* Reader of cgprof.out: threads and the stacks seen in them.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "read/profile-parts.h"
#include "base/sort.h"

#include <cgprof/format.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Whether FUNCTION of IMAGE is of the runtime, which may be linked into the
   program, or of what the plugin adds to a module.  */

static bool
profile_is_own (const struct image *image, uint32_t function)
{
  return (image->functions[function].flags & IMAGE_FUNCTION_OWN)
    || (image->soname && strncmp (image->soname, "libcgprof.so", 12) == 0);
}

/* Standard errors on each side that hold 95 of 100 cases.  */
#define PROFILE_ERRORS 1.96

/* The function in which a sample at run-time *ADDRESS was taken in PLACE, or
   that made a call there; the address becomes the link-time one.  */

static uint32_t
profile_sampled (struct profile *profile, uint32_t place, uint64_t *address)
{
  struct reader *reader = profile->reader;
  if (*address == CGPROF_ADDRESS_FOLDED)
    return model_get_external (reader->model, MODEL_FOLDED);
  if (*address == CGPROF_ADDRESS_KERNEL)
    return model_get_external (reader->model, MODEL_KERNEL);
  if (*address == CGPROF_ADDRESS_WAITING)
    return model_get_external (reader->model, MODEL_WAITING);
  uint32_t index = profile_find_module (profile, place, address);
  if (index == ADDRESS_SPACE_NONE)
    return model_get_unknown (reader->model, MODEL_NONE);
  const struct profile_module *module = &profile->modules[index];
  const struct image *image = reader_image (reader, module->module);
  uint32_t found = image ? image_find (image, *address) : IMAGE_NONE;
  if (found == IMAGE_NONE)
    return model_get_unknown (reader->model, module->module);
  return profile_is_own (image, found)
    ? model_get_external (reader->model, MODEL_OWN)
    : reader_get_function (reader, module->module, found);
}

/* How far the number of ticks may be above what is expected at random:
   standard errors, and a share.  */
#define PROFILE_TICKS_ERRORS 4
#define PROFILE_TICKS_SHARE 0.25

/* Whether the thread at P runs in step with the kernel's tick.  One that does
   not is met by a tick for each tick's length of its processor time.  That
   there are fewer says nothing: signals are lost where another one is pending,
   and ticks of a virtual machine; and of a thread that no tick meets there are
   no such samples whose error could be wrong.  */

static bool
profile_in_step (const struct profile *profile, const unsigned char *p)
{
  double tick = FIELD_32 (cgprof_thread, tick) * 1e3;
  double ticks = FIELD_32 (cgprof_thread, ticks);
  double cpu = FIELD_64 (cgprof_thread, ticks_cpu);
  double period = profile->header.period;
  if (tick == 0 || ticks == 0)
    return false;
  double most = cpu / fmax (tick, period);
  return ticks > most * (1 + PROFILE_TICKS_SHARE)
		 + PROFILE_TICKS_ERRORS * (sqrt (most) + 1);
}

bool
profile_read_thread (struct profile *profile, uint64_t offset)
{
  struct model *model = profile->reader->model;
  const unsigned char *p = profile->bytes.data + offset;
  uint32_t in;
  if (!profile_find_place (profile, offset,
			   FIELD_32 (cgprof_thread, process), &in))
    return false;
  const struct profile_place *of = &profile->places[in];
  struct model_thread thread = {
    .process = of->process,
    .pid = profile->header.pid == 0 ? 0 : of->pid,
    .tid = FIELD_64 (cgprof_thread, tid),
    .threads = FIELD_64 (cgprof_thread, threads),
    .lost = FIELD_64 (cgprof_thread, lost),
    .truncated = FIELD_64 (cgprof_thread, truncated),
    .folded = FIELD_64 (cgprof_thread, folded),
    .in_step = profile_in_step (profile, p),
    .only_ticks = of->sampler == CGPROF_SAMPLER_TIMER
		  || of->sampler == CGPROF_SAMPLER_BOTH
  };
  uint32_t *place = map_place (&profile->thread_ids,
			       FIELD_32 (cgprof_record, id), 0);
  if (*place != MAP_NONE)
    return profile_bad (profile, offset, "another thread has its number");
  *map_place (&profile->thread_places, FIELD_32 (cgprof_record, id), 0)
    = in;
  /* A forked child in a file of its own has the places of its parent's
     threads.  */
  if (thread.threads == 0 || !of->wanted)
    {
      *place = PROFILE_NOBODY;
      return true;
    }
  const char *which = thread.tid == thread.pid ? "main thread" : "thread";
  thread.label = thread.tid == 0
    ? arena_format (&model->arena, "%" PRIu64 " threads", thread.threads)
    : thread.threads > 1
    ? arena_format (&model->arena, "%s %" PRIu64 " and %" PRIu64
		    " before it", which, thread.tid, thread.threads - 1)
    : arena_format (&model->arena, "%s %" PRIu64, which, thread.tid);
  *place = model_add_thread (model, &thread);
  return true;
}

bool
profile_read_samples (struct profile *profile, uint64_t offset,
		      uint64_t size)
{
  const unsigned char *p = profile->bytes.data + offset;
  uint64_t capacity;
  if (!profile_read_table (profile, offset, size, &capacity))
    return false;
  uint32_t thread = map_find (&profile->thread_ids,
			      FIELD_32 (cgprof_table, owner), 0);
  if (thread == MAP_NONE)
    return profile_bad (profile, offset, "its thread has no record");
  uint32_t place = map_find (&profile->thread_places,
			     FIELD_32 (cgprof_table, owner), 0);
  if (!profile->places[place].wanted)
    return true;
  if (thread == PROFILE_NOBODY)
    return profile_bad (profile, offset, "there was no thread in its place");
  struct profile_adjust adjust = profile_get_adjust (profile, offset, place);
  p += sizeof (struct cgprof_table);
  profile->slots = mem_grow (profile->slots, &profile->slots_room,
			     profile->slots_count + 1,
			     sizeof *profile->slots);
  uint32_t *slots = mem_alloc (capacity, sizeof *slots);
  profile->slots[profile->slots_count++] = (struct profile_slots) {
    .offset = offset + sizeof (struct cgprof_table), .count = capacity,
    .entries = slots
  };
  for (uint64_t i = 0; i < capacity;
       i++, p += sizeof (struct cgprof_table_entry))
    {
      slots[i] = MODEL_NONE;
      if (FIELD_64 (cgprof_table_entry, address) == 0)
	continue;
      uint64_t at = p - profile->bytes.data;
      struct profile_entry entry = {
	.address = FIELD_64 (cgprof_table_entry, address),
	.parent = FIELD_64 (cgprof_table_entry, parent), .record = offset,
	.count = profile_get_count (profile, &adjust, at
				    + offsetof (struct cgprof_table_entry,
						count)),
	.weight = profile_get_count (profile, &adjust, at
				     + offsetof (struct cgprof_table_entry,
						 weight)),
	.caller = MODEL_NONE, .context = MODEL_NONE, .sample = MODEL_NONE,
	.thread = thread, .place = place
      };
      if (entry.address == CGPROF_ADDRESS_DEAD)
	continue;
      slots[i] = profile->entry_count;
      profile->entries = mem_grow (profile->entries, &profile->entry_room,
				   profile->entry_count + 1,
				   sizeof *profile->entries);
      profile->entries[profile->entry_count++] = entry;
    }
  return true;
}

/* While the contexts of an entry's callers are being made.  */
#define PROFILE_PENDING (MODEL_NONE - 1)

/* Make contexts of ENTRY and of its callers, as far as there are none yet.
   STACK has room for all entries.  False if they go around in a circle.  */

static bool
profile_make_contexts (struct profile *profile, uint32_t entry,
		       uint32_t *stack)
{
  struct profile_entry *entries = profile->entries;
  size_t depth = 0;
  while (entry != MODEL_NONE && entries[entry].context == MODEL_NONE)
    {
      entries[entry].context = PROFILE_PENDING;
      stack[depth++] = entry;
      entry = entries[entry].caller;
    }
  if (entry != MODEL_NONE && entries[entry].context == PROFILE_PENDING)
    return profile_bad (profile, entries[entry].record,
			"callers of a sample go around in a circle");
  uint32_t parent = entry == MODEL_NONE ? MODEL_NONE
					: entries[entry].context;
  while (depth > 0)
    {
      struct profile_entry *each = &entries[stack[--depth]];
      /* The call is what comes before the return address.  */
      uint64_t place = each->address
	- (each->address < CGPROF_ADDRESS_CODES);
      uint32_t function = profile_sampled (profile, each->place, &place);
      parent = each->context
	= model_add_context (profile->reader->model,
			     &(struct model_context) {
	    .function = function, .parent = parent, .site = MODEL_NONE,
	    .address = profile->reader->model->functions[function].module
		       == MODEL_NONE ? 0 : place });
    }
  return true;
}

/* The tables were read in their order in the file.  */

uint32_t
profile_find_entry (const struct profile *profile, uint64_t offset)
{
  size_t before
    = sort_count_up_to (profile->slots, profile->slots_count,
			sizeof *profile->slots,
			offsetof (struct profile_slots, offset), offset);
  if (before == 0)
    return MODEL_NONE;
  const struct profile_slots *slots = &profile->slots[before - 1];
  uint64_t distance = offset - slots->offset;
  uint64_t slot = distance / sizeof (struct cgprof_table_entry);
  return distance % sizeof (struct cgprof_table_entry) == 0
    && slot < slots->count ? slots->entries[slot] : MODEL_NONE;
}

/* What the samples of a place say of both kinds of time, in nanoseconds.  */
struct profile_sums
{
  double user;
  double system;
  uint64_t samples;		/* Of system time.  */
};

/* Return what samples of system time in PLACE, whose SUMS are known, are to be
   multiplied by, so that they add up to what was measured.

   That is what the user's samples leave of the processor time, or the kernel's
   own figure, if that is less.  Both that and the samples are numbers of the
   kernel's ticks: within the error of such a number they are taken for more,
   and what remains is nobody's.  */

static double
profile_scale_place (const struct profile_place *place,
		     const struct profile_sums *sums)
{
  double all = (double) place->user_ns + place->system_ns;
  if (place->sampler == CGPROF_SAMPLER_TIMER || place->adjust != 0 || all == 0
      || sums->system == 0 || sums->samples == 0)
    return 1;
  double most = 1 + PROFILE_ERRORS / sqrt (sums->samples);
  double measured = fmin (all - sums->user, place->system_ns * most);
  return fmin (fmax (measured, 0) / sums->system, most);
}

/* Set the SYSTEM_SCALE of all places of PROFILE.  A sum has each process's
   samples as they are to be.  */

static void
profile_scale_system (struct profile *profile)
{
  struct profile_sums *sums = mem_alloc (profile->place_count, sizeof *sums);
  for (size_t i = 0; i < profile->entry_count; i++)
    {
      const struct profile_entry *entry = &profile->entries[i];
      struct profile_sums *each = &sums[entry->place];
      if (entry->address == CGPROF_ADDRESS_KERNEL)
	{
	  each->system += entry->weight;
	  each->samples += entry->count;
	}
      else
	each->user += entry->weight;
    }
  for (size_t i = 0; i < profile->place_count; i++)
    profile->places[i].system_scale
      = profile->header.pid == 0
	? 1 : profile_scale_place (&profile->places[i], &sums[i]);
  free (sums);
}

bool
profile_link_samples (struct profile *profile, bool *stacks)
{
  *stacks = false;
  for (size_t i = 0; i < profile->entry_count; i++)
    {
      struct profile_entry *entry = &profile->entries[i];
      if (entry->parent == 0)
	continue;
      entry->caller = profile_find_entry (profile, entry->parent);
      /* A table that was read before may have got the caller since: the stack
	 begins here then.  */
      if (entry->caller == MODEL_NONE
	  && !profile->places[entry->place].may_run)
	return profile_bad (profile, entry->record,
			    "the caller of a sample is no entry");
      /* A system call has a caller without stacks, too.  */
      if (profile_state_of (entry) == MODEL_STATE_RUNNING)
	*stacks = true;
    }
  profile_scale_system (profile);
  return true;
}

/* Whether samples of ENTRY are in one of the states that READER is to
   know.  */

static bool
profile_wants (const struct reader *reader, const struct profile_entry *entry)
{
  return reader->states == 0
    || (reader->states >> profile_state_of (entry) & 1);
}

bool
profile_map_samples (struct profile *profile)
{
  struct model *model = profile->reader->model;
  bool has_stacks;
  if (!profile_link_samples (profile, &has_stacks))
    return false;
  profile->reader->has_states = true;
  profile_choose_times (profile);
  uint32_t *stack = mem_alloc (profile->entry_count, sizeof *stack);
  bool good = true, has_time = false;
  for (size_t i = 0; good && i < profile->entry_count; i++)
    {
      struct profile_entry *entry = &profile->entries[i];
      if (!profile_has_samples (entry)
	  || !profile_wants (profile->reader, entry))
	continue;
      good = profile_make_contexts (profile, entry->caller, stack);
      if (!good)
	break;
      uint64_t place = entry->address;
      uint32_t function = profile_sampled (profile, entry->place, &place);
      double ns = entry->weight;
      if (entry->address == CGPROF_ADDRESS_KERNEL)
	{
	  struct profile_place *of = &profile->places[entry->place];
	  /* Others round what they show, each by itself.  */
	  ns = round (ns * of->system_scale);
	  of->system += ns;
	}
      reader_add_time (profile->reader, function, place, ns);
      /* How often it was called is not known.  */
      if (profile_state_of (entry) != MODEL_STATE_RUNNING
	  && entry->caller != MODEL_NONE)
	model_put_arc (model, model->contexts[
			 profile->entries[entry->caller].context].function,
		       function, 0);
      entry->sample = model_add_sample (model, &(struct model_sample) {
	  .function = function, .ns = ns,
	  .thread = entry->thread, .count = entry->count,
	  .shared = profile->reader->latency && entry->chosen > 0
		    ? 1 - (double) entry->weight / (double) entry->chosen : 0,
	  .address = model->functions[function].module == MODEL_NONE
		     ? 0 : place,
	  .context = entry->caller == MODEL_NONE
		     ? MODEL_NONE : profile->entries[entry->caller].context
	});
      struct model_thread *thread = &model->threads[entry->thread];
      thread->ns += ns;
      thread->samples += entry->count;
      model->processes[thread->process].ns += ns;
      has_time = true;
    }
  free (stack);
  if (has_stacks)
    model->has_stacks = true;
  else if (has_time)
    model->has_stackless = true;
  return good;
}


/* Add NS of PROCESS, of which no sample tells, to the row NAME, unless it is
   less than a sample.  */

static void
profile_add_rest (struct profile *profile, struct model_process *process,
		  const char *name, double ns)
{
  struct model *model = profile->reader->model;
  if (ns < profile->header.longest)
    return;
  reader_add_time (profile->reader, model_get_external (model, name), 0, ns);
  process->ns += ns;
}

bool
profile_compares_time (const struct profile *profile,
		       const struct profile_place *place)
{
  return profile->header.clock == CGPROF_CLOCK_CPU && place->adjust == 0
    && place->sampler != CGPROF_SAMPLER_NONE;
}

static void
profile_account_place (struct profile *profile,
		       const struct profile_place *place)
{
  struct model_process *process
    = &profile->reader->model->processes[place->process];
  if (!profile_compares_time (profile, place))
    return;
  double system = place->system_ns;
  double rest = fmax (place->user_ns + system, place->ns) - process->ns;
  double kernel = 0;
  /* What a timer alone has not seen may be either.  */
  if (place->sampler != CGPROF_SAMPLER_TIMER && rest > 0)
    kernel = fmin (fmax (system - place->system, 0), rest);
  profile_add_rest (profile, process, MODEL_KERNEL, kernel);
  profile_add_rest (profile, process, "[unsampled]", rest - kernel);
}

void
profile_account (struct profile *profile)
{
  /* When that was is not known, nor by whom or in what state.  */
  const struct reader *reader = profile->reader;
  if (reader->from || reader->to || reader->latency || reader->states)
    return;
  for (size_t i = 0; i < profile->place_count; i++)
    if (profile->places[i].wanted)
      profile_account_place (profile, &profile->places[i]);
}
