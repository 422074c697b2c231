/* Reader of cgprof.out: the places in which processes counted.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "read/profile-parts.h"
#include "read/profile-header.h"
#include "read/profile-program.h"

#include <cgprof/format.h>

static const char *
profile_ending (uint32_t end)
{
  static const char *const endings[] = {
    [CGPROF_END_EXIT] = "exit", [CGPROF_END_QUICK] = "_exit",
    [CGPROF_END_EXEC] = "exec", [CGPROF_END_SIGNAL] = "signal"
  };
  return end < sizeof endings / sizeof *endings ? endings[end] : NULL;
}

/* Whether samples tell who used system time, by SYSTEM of a record.  A timer
   alone, which sees both kinds of time, leaves it in those who made the system
   calls if it cannot tell.  */

static enum model_system
profile_get_system (uint32_t system)
{
  static const enum model_system systems[] = {
    [CGPROF_SYSTEM_NONE] = MODEL_SYSTEM_NONE,
    [CGPROF_SYSTEM_SAMPLED] = MODEL_SYSTEM_SAMPLED,
    [CGPROF_SYSTEM_PROCESSOR] = MODEL_SYSTEM_PROCESSOR,
    [CGPROF_SYSTEM_KERNEL] = MODEL_SYSTEM_KERNEL,
    [CGPROF_SYSTEM_REFUSED] = MODEL_SYSTEM_REFUSED
  };
  return system < sizeof systems / sizeof *systems ? systems[system]
						   : MODEL_SYSTEM_NONE;
}

/* What the record PROCESS, at OFFSET of the file, says of a place of its
   own.  */

static bool
profile_add_place (struct profile *profile, uint64_t offset,
		   const struct cgprof_process *process)
{
  if (process->adjust & ~(CGPROF_ADJUST_MINUS | CGPROF_ADJUST_STOPPED)
      || (process->adjust & CGPROF_ADJUST_MINUS) >= CGPROF_IMAGE_SETS)
    return profile_bad (profile, offset,
			"its adjustment is not 0 to 2 or 4 to 6");
  profile->places = mem_grow (profile->places, &profile->place_room,
			      profile->place_count + 1,
			      sizeof *profile->places);
  profile->places[profile->place_count++] = (struct profile_place) {
    .about = { .start_ns = process->start_time, .status = MODEL_NONE },
    .process = MODEL_NONE, .adjust = process->adjust
  };
  return true;
}

/* Add what PROCESS, the last one so far, tells to PLACE.  */

static void
profile_add_process (struct profile *profile, struct profile_place *place,
		     const struct cgprof_process *process)
{
  struct model_process *about = &place->about;
  about->pid = process->pid;
  about->parent = process->ppid;
  about->processes += process->processes;
  about->end_ns = process->end_time;
  about->user_ns += process->cpu_user;
  about->system_ns += process->cpu_system;
  about->ending = profile_ending (process->end);
  about->status = process->status == CGPROF_STATUS_UNKNOWN
    ? MODEL_NONE : process->status;
  if (process->sampler != CGPROF_SAMPLER_NONE)
    place->sampler = process->sampler;
  if (process->system != CGPROF_SYSTEM_NONE)
    about->system = profile_get_system (process->system);
  if (profile_pids_have (profile->reader->processes, process->pid))
    place->wanted = true;
}

bool
profile_read_places (struct profile *profile)
{
  struct cgprof_process process;
  uint64_t end = profile->header.header_size;
  while (profile_next_process (&profile->bytes, profile->swap, &end,
			       &process))
    {
      uint64_t offset = end - process.record.size;
      uint32_t *own = map_place (&profile->place_ids, process.record.id, 0);
      if (*own != MAP_NONE)
	return profile_bad (profile, offset,
			    "another process has its number");
      uint32_t place = profile->place_count;
      if (process.place != process.record.id)
	{
	  place = map_find (&profile->place_ids, process.place, 0);
	  if (place == MAP_NONE)
	    return profile_bad (profile, offset,
				"its place has no record before it");
	}
      else if (!profile_add_place (profile, offset, &process))
	return false;
      *map_place (&profile->place_ids, process.record.id, 0) = place;
      profile_add_process (profile, &profile->places[place], &process);
    }
  return true;
}

bool
profile_has_places (const struct profile *profile)
{
  for (size_t i = 0; i < profile->place_count; i++)
    if (profile->places[i].wanted)
      return true;
  return false;
}

void
profile_map_places (struct profile *profile)
{
  struct model *model = profile->reader->model;
  const char *command = profile->program;
  if (profile->arguments_size > 0)
    {
      char *text = arena_copy (&model->arena, profile->arguments,
			       profile->arguments_size);
      for (size_t i = 0; i + 1 < profile->arguments_size; i++)
	if (!text[i])
	  text[i] = ' ';
	else if ((unsigned char) text[i] < ' ' || text[i] == 0x7f)
	  text[i] = '?';
      command = text;
    }
  for (size_t i = 0; i < profile->place_count; i++)
    {
      struct profile_place *place = &profile->places[i];
      if (!place->wanted)
	continue;
      place->about.program = profile->program;
      place->about.arguments = profile->arguments;
      place->about.arguments_size = profile->arguments_size;
      place->about.command = command;
      place->process = model_add_process (model, &place->about);
    }
}

bool
profile_find_place (const struct profile *profile, uint64_t offset,
		    uint32_t id, uint32_t *place)
{
  *place = map_find (&profile->place_ids, id, 0);
  return *place != MAP_NONE
    || profile_bad (profile, offset, "its process has no record");
}

/* Ranks of ranges: the first place's come before those of others, what stayed
   before what was unloaded, the later before the earlier.  */
#define PROFILE_RANK_FIRST (UINT64_C (1) << 63)

void
profile_add_range (struct profile *profile, uint32_t id, uint64_t address,
		   uint64_t size, uint64_t unloaded, uint32_t module)
{
  /* A child with a file of its own has what ancestors loaded, but not
     them.  */
  uint32_t place = map_find (&profile->place_ids, id, 0);
  uint64_t rank = unloaded && unloaded < PROFILE_RANK_FIRST
    ? unloaded : PROFILE_RANK_FIRST - 1;
  bool first = place == MAP_NONE || place == 0;
  address_space_add (&profile->space, address, size,
		     first ? rank | PROFILE_RANK_FIRST : rank, module);
  if (!first)
    address_space_add (&profile->places[place].space, address, size, rank,
		       module);
}

uint32_t
profile_find_module (const struct profile *profile, uint32_t place,
		     uint64_t address)
{
  const struct address_space *own = &profile->places[place].space;
  uint32_t found = own->count > 0 ? address_space_find (own, address)
				  : ADDRESS_SPACE_NONE;
  return found != ADDRESS_SPACE_NONE
    ? found : address_space_find (&profile->space, address);
}
