/* Modules that are gone, and the places of processes that had them.

   SPDX-License-Identifier: MIT  */

#include "count/gone.h"

#include <stddef.h>

#include "count/unloaded.h"
#include "file/family.h"
#include "file/file.h"

/* When the last process in the place that cgrt_gone_fit found to fit had
   begun, CLOCK_REALTIME.  */
static uint64_t fit_start;

static const struct cgprof_segment *
segments_of (const struct cgprof_module_record *record)
{
  return (const struct cgprof_segment *) (record + 1);
}

/* Whether RECORD's segments overlap MODULE's.  */

static int
overlap (struct cgprof_module_record *record, const struct cgrt_module *module)
{
  const struct cgprof_segment *a = segments_of (record);

  for (uint32_t i = 0; i < record->segments; i++, a++)
    {
      const struct cgprof_segment *b = segments_of (module->record);
      for (uint32_t j = 0; j < module->record->segments; j++, b++)
	{
	  uint64_t a_start = record->bias + a->address;
	  uint64_t b_start = module->record->bias + b->address;
	  if (a_start < b_start + b->size && b_start < a_start + a->size)
	    return 1;
	}
    }
  return 0;
}

/* Return the record of a module that processes in PLACE loaded before TIME and
   that overlaps MODULE, if it was not unloaded, else NULL; set *SEEN to 0 if
   there may be others.  */

static struct cgprof_module_record *
find_over (const struct cgprof_process *place,
	   const struct cgrt_module *module, uint64_t time, int *seen)
{
  uint32_t id = place->modules;

  while (id && cgrt_file_has (id, sizeof (struct cgprof_module_record)))
    {
      struct cgprof_module_record *record = cgrt_file_record (id);
      if (!cgrt_file_has (id, record->record.size))
	break;
      if (!record->unloaded && record->loaded < time
	  && overlap (record, module))
	return record;
      id = record->older;
    }
  *seen &= !id;
  return NULL;
}

void
cgrt_gone_name (struct cgrt_module *module, uint32_t first, uint64_t time)
{
  struct cgrt_module *each;
  int seen = 1;

  if (!module->is_named)
    {
      /* What others loaded in this place has their calls.  */
      if (!find_over (cgrt_family_place, module, time, &seen)
	  || !cgrt_family_is_shared ())
	cgrt_unloaded_name (module->record);
      return;
    }
  for (uint32_t i = first; (each = cgrt_modules_at (i)) != NULL; i++)
    if (overlap (module->record, each))
      return;
  cgrt_unloaded_forget (module->record);
}

/* When MODULE was seen to go, CLOCK_REALTIME by the two times that the profile
   begins with; 0 if it is there.  */

static uint64_t
time_gone (const struct cgrt_module *module)
{
  const struct cgprof_header *header = cgrt_file_header ();
  uint64_t time = module->unloaded ? module->unloaded : module->left;

  return time ? time - header->start_clock + header->start_time : 0;
}

int
cgrt_gone_fit (const struct cgprof_process *place,
	       const struct cgprof_process *last)
{
  struct cgrt_module *module;
  int seen = 1;

  for (uint32_t i = 0; (module = cgrt_modules_at (i)) != NULL; i++)
    {
      uint64_t gone = time_gone (module);
      if ((!gone && find_over (place, module, UINT64_MAX, &seen))
	  /* A record of several processes has the time of the first.  */
	  || (last->processes > 1 && gone > last->start_time))
	return 0;
    }
  fit_start = last->start_time;
  return seen;
}

void
cgrt_gone_join (void)
{
  const struct cgprof_header *header = cgrt_file_header ();
  struct cgrt_module *module;
  int seen = 1;

  for (uint32_t i = 0; (module = cgrt_modules_at (i)) != NULL; i++)
    {
      /* What has names has them in the parent's place.  */
      if (module->is_named)
	module->is_named = 0;
      if (cgrt_family_is_shared () && time_gone (module) > fit_start
	  && module->record->loaded - header->start_clock + header->start_time
	     <= fit_start
	  && !find_over (cgrt_family_place, module, UINT64_MAX, &seen))
	cgrt_unloaded_name (module->record);
    }
}
