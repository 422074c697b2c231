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

/* Return MODULE's copy in PLACE, making it if need be, or NULL.  */

static struct cgprof_counters *
get_copy (const struct cgrt_module *module, struct cgrt_place *place)
{
  struct cgprof_counters *counters;
  uint64_t *offset = cgrt_vector_make (&place->copies, module->index,
				       sizeof *offset);
  if (!offset)
    return NULL;
  if (*offset)
    return cgrt_file_at (*offset);
  counters = make_record (module, place->record);
  if (counters)
    __atomic_store_n (offset, cgrt_file_offset (counters),
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
	= place ? get_copy (module, place) : NULL;
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
  uint64_t *offset;

  if (index == 0)
    return module->synced ? module->shared : NULL;
  place = cgrt_threads_at (index - 1);
  if (!place)
    return NULL;
  offset = cgrt_vector_at (&place->copies, module->index, sizeof *offset);
  return offset && *offset ? cgrt_file_at (*offset) : NULL;
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
