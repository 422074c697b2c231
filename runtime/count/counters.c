/* The counters of each module: its own section, and a copy for each thread.

   SPDX-License-Identifier: MIT  */

#include "count/counters.h"

#include "base/arch.h"
#include "file/family.h"
#include "file/file.h"
#include "file/lock.h"
#include "sample/mask.h"
#include "base/message.h"
#include "sample/segment.h"
#include "sample/threads.h"

/* Make a COUNTERS record for MODULE and THREAD, NULL for the module's own
   section.  */

static struct cgprof_counters *
make_record (const struct cgrt_module *module, struct cgprof_thread *thread)
{
  uint32_t *newest
    = thread ? &thread->copies : &cgrt_family_place->sections;
  struct cgprof_counters *counters
    = cgrt_file_allocate (sizeof *counters
			  + module->words * sizeof (uint64_t));
  if (!counters)
    return NULL;
  counters->record.id = cgrt_file_id (counters);
  counters->module = module->record->record.id;
  counters->thread = thread ? thread->record.id : 0;
  counters->words = module->words;
  counters->process = cgrt_family_place->record.id;
  counters->older = *newest;
  cgrt_file_publish (counters, CGPROF_RECORD_COUNTERS);
  __atomic_store_n (newest, counters->record.id, __ATOMIC_RELEASE);
  return counters;
}

/* Return the copy of MODULE that an ended process has left in the place of
   THREAD, or NULL.  */

static struct cgprof_counters *
find_left (const struct cgrt_module *module, const struct cgprof_thread *thread)
{
  uint32_t id = thread->copies;

  while (id && cgrt_file_has (id, sizeof (struct cgprof_counters)))
    {
      struct cgprof_counters *counters = cgrt_file_record (id);
      if (counters->module == module->record->record.id
	  && counters->words == module->words
	  && cgrt_file_has (id, counters->record.size))
	return counters;
      id = counters->older;
    }
  return NULL;
}

/* Return MODULE's copy in PLACE, making it if need be, or NULL.  WORD is the
   thread's for that module.  */

static struct cgprof_counters *
get_copy (const struct cgrt_module *module, struct cgrt_place *place,
	  int64_t *word)
{
  struct cgprof_counters *counters;
  struct cgrt_copy *copy = cgrt_vector_make (&place->copies, module->index,
					     sizeof *copy);
  if (!copy)
    return NULL;
  copy->word = word;
  if (copy->offset)
    return cgrt_file_at (copy->offset);
  counters = cgrt_family_is_shared () ? find_left (module, place->record)
				      : NULL;
  if (!counters)
    counters = make_record (module, place->record);
  if (counters)
    __atomic_store_n (&copy->offset, cgrt_file_offset (counters),
		      __ATOMIC_RELEASE);
  return counters;
}

/* Whether a thread has been refused its base.  */
static int refused;

int64_t
cgrt_counters_enter (struct cgprof_module *hooks, int64_t *word)
{
  struct cgrt_module *module
    = (struct cgrt_module *) (uintptr_t) hooks->handle;
  int64_t distance;
  int is_new = !cgrt_threads_mine ();

  if (!cgrt_lock_counting (&cgrt_memory_lock))
    return *word;
  /* A handler may have been here since the prologue looked.  */
  distance = *word;
  if (distance == 0 && hooks->unset == 0)
    {
      struct cgrt_place *place = cgrt_threads_enter ();
      struct cgprof_counters *counters
	= place ? get_copy (module, place, word) : NULL;
      if (counters)
	{
	  distance = (int64_t) ((uintptr_t) counters->data
				- (uintptr_t) hooks->counters);
	  *word = distance;
	}
      else
	{
	  cgrt_message (NULL, "no memory for counters: threads may lose"
			" counts from now on", 0);
	  __atomic_store_n (&hooks->unset, -1, __ATOMIC_RELAXED);
	}
    }
  cgrt_segment_check ();
  /* A new thread has its maker's.  */
  if (hooks->segment == CGPROF_SEGMENT_USED
      && !arch_set_segment (distance) && !refused)
    {
      refused = 1;
      cgrt_message (NULL, "the kernel refused a negative base of gs: expected"
		    " Linux 5.9 or -fplugin-arg-cgprof-segment=no; threads"
		    " may lose counts", 0);
    }
  cgrt_unlock (&cgrt_memory_lock);
  /* It may block all signals from its beginning.  */
  if (is_new)
    cgrt_mask_open ();
  return distance;
}

struct cgprof_counters *
cgrt_counters_shared (struct cgrt_module *module)
{
  if (!module->shared)
    module->shared = make_record (module, NULL);
  return module->shared;
}

void
cgrt_counters_sync (struct cgrt_module *module)
{
  const uint64_t *section = module->section;
  uint64_t i = 0;

  if (!section)
    return;
  /* The record may be there for its targets alone, or be the parent's: a
     forked child would touch all of its pages.  */
  if (!module->synced)
    while (i < module->words && !section[i])
      i++;
  if (i == module->words || !cgrt_counters_shared (module))
    return;
  module->synced = 1;
  for (i = 0; i < module->words; i++)
    module->shared->data[i] = __atomic_load_n (&section[i],
					       __ATOMIC_RELAXED);
}

struct cgprof_counters *
cgrt_counters_copy (struct cgrt_module *module, uint32_t index)
{
  struct cgrt_place *place;
  struct cgrt_copy *copy;

  if (index == 0)
    return module->synced ? module->shared : NULL;
  place = cgrt_threads_at (index - 1);
  if (!place)
    return NULL;
  copy = cgrt_vector_at (&place->copies, module->index, sizeof *copy);
  return copy && copy->offset ? cgrt_file_at (copy->offset) : NULL;
}

uint32_t
cgrt_counters_limit (void)
{
  return cgrt_threads_count () + 1;
}

void
cgrt_counters_fork (struct cgrt_module *module)
{
  /* What is not written to stays the parent's page.  */
  for (uint64_t i = 0; module->section && i < module->words; i++)
    if (module->section[i])
      module->section[i] = 0;
  module->synced = 0;
}

/* Give the calling thread's PLACE the copy of MODULE that it counts in from now
   on, if it has counted there in the parent.  A word of 0 would have it count
   in the section, of which the profile of a killed process knows nothing.  */

static void
join (struct cgrt_module *module, struct cgrt_place *place)
{
  struct cgrt_copy *copy
    = cgrt_vector_at (&place->copies, module->index, sizeof *copy);
  struct cgprof_counters *counters;

  if (!copy || !copy->word || !module->section)
    return;
  counters = get_copy (module, place, copy->word);
  *copy->word = counters ? (int64_t) ((uintptr_t) counters->data
				      - (uintptr_t) module->section) : 0;
  if (module->hooks->segment == CGPROF_SEGMENT_USED)
    arch_set_segment (*copy->word);
}

void
cgrt_counters_join (void)
{
  struct cgrt_place *place = cgrt_threads_mine ();
  struct cgrt_module *module;

  for (uint32_t i = 0; (module = cgrt_modules_at (i)) != NULL; i++)
    {
      cgrt_counters_fork (module);
      module->shared = NULL;
      if (place)
	join (module, place);
    }
}

void
cgrt_counters_detach (struct cgrt_module *module)
{
  struct cgrt_place *place;

  for (uint32_t i = 0; (place = cgrt_threads_at (i)) != NULL; i++)
    {
      struct cgrt_copy *copy
	= cgrt_vector_at (&place->copies, module->index, sizeof *copy);
      if (copy)
	copy->word = NULL;
    }
}
