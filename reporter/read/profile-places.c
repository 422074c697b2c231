/* Reader of cgprof.out: the places in which processes counted.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "read/profile-parts.h"
#include "base/diag.h"
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

/* Add the place that the record PROCESS, at OFFSET of the file, is.  */

static bool
profile_add_place (struct profile *profile, uint64_t offset,
		   const struct cgprof_process *process)
{
  /* Who is changing it now is not of interest.  */
  uint32_t adjust = process->adjust & ((1u << CGPROF_ADJUST_HOLDER) - 1);
  if (adjust & ~(CGPROF_ADJUST_MINUS | CGPROF_ADJUST_STOPPED)
      || (adjust & CGPROF_ADJUST_MINUS) >= CGPROF_IMAGE_SETS)
    return profile_bad (profile, offset,
			"its adjustment is not 0 to 2 or 4 to 6");
  profile->places = mem_grow (profile->places, &profile->place_room,
			      profile->place_count + 1,
			      sizeof *profile->places);
  profile->places[profile->place_count++] = (struct profile_place) {
    .process = MODEL_NONE, .adjust = adjust
  };
  return true;
}

/* Add PROCESS, which counted in PLACE.  */

static void
profile_add_process (struct profile *profile, uint32_t place,
		     const struct cgprof_process *process)
{
  profile->processes = mem_grow (profile->processes, &profile->process_room,
				 profile->process_count + 1,
				 sizeof *profile->processes);
  profile->processes[profile->process_count++] = (struct profile_process) {
    .place = place, .command = process->command, .calls = process->calls,
    .ns = profile->header.pid != 0
	  ? 0 : (uint64_t) process->ns_high << 32 | process->ns_low,
    .about = {
      .pid = process->pid, .parent = process->ppid,
      .processes = process->processes,
      .profile_ns = profile->header.start_time,
      .start_ns = process->start_time,
      .end_ns = process->end_time, .user_ns = process->cpu_user,
      .system_ns = process->cpu_system,
      .system = profile_get_system (process->system),
      .ending = profile_ending (process->end),
      .status = process->status == CGPROF_STATUS_UNKNOWN
		? MODEL_NONE : process->status,
      /* 0, of no job, becomes MODEL_NONE.  */
      .rank = process->rank - 1
    }
  };
  struct profile_place *in = &profile->places[place];
  in->pid = process->pid;
  in->began = process->start_time - profile->header.start_time
	      + profile->header.start_clock;
  in->user_ns += process->cpu_user;
  in->system_ns += process->cpu_system;
  if (process->calls != CGPROF_CALLS_UNKNOWN)
    in->ns += profile->processes[profile->process_count - 1].ns;
  if (process->sampler != CGPROF_SAMPLER_NONE)
    in->sampler = in->sampler == CGPROF_SAMPLER_NONE
		  || in->sampler == process->sampler
		  ? process->sampler : CGPROF_SAMPLER_BOTH;
  if (process->end == CGPROF_END_NONE || process->end == CGPROF_END_SIGNAL)
    in->may_run = true;
  if (!profile->reader
      || profile_pids_have (profile->reader->processes, process->pid))
    in->wanted = true;
  else
    in->others = true;
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
      profile_add_process (profile, place, &process);
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

bool
profile_read_command (struct profile *profile, uint64_t offset, uint64_t size)
{
  const unsigned char *p = profile->bytes.data + offset;
  uint64_t length = FIELD_32 (cgprof_command, length);
  uint64_t host = FIELD_32 (cgprof_command, host_length);
  if (length + host > size - sizeof (struct cgprof_command))
    return profile_bad (profile, offset, "it has fewer bytes than it says");
  struct arena *arena = &profile->reader->model->arena;
  struct profile_command command = {
    .arguments = arena_copy (arena, (const char *) p
			     + sizeof (struct cgprof_command), length),
    .size = length
  };
  if (host > 0)
    command.host = arena_copy (arena, (const char *) p
			       + sizeof (struct cgprof_command) + length,
			       host);
  if (length > 0)
    {
      char *text = arena_copy (arena, command.arguments, length);
      for (size_t i = 0; i + 1 < length; i++)
	if (!text[i])
	  text[i] = ' ';
	else if ((unsigned char) text[i] < ' ' || text[i] == 0x7f)
	  text[i] = '?';
      command.text = text;
    }
  *map_place (&profile->command_ids, FIELD_32 (cgprof_record, id), 0)
    = profile->command_count;
  profile->commands = mem_grow (profile->commands, &profile->command_room,
				profile->command_count + 1,
				sizeof *profile->commands);
  profile->commands[profile->command_count++] = command;
  return true;
}

/* The command line of PROCESS, or NULL.  In a sum it has one of its own; else
   the first is everybody's: forked children have their parent's.  */

static const struct profile_command *
profile_find_command (const struct profile *profile,
		      const struct profile_process *process)
{
  uint32_t found = profile->header.pid == 0
    ? map_find (&profile->command_ids, process->command, 0)
    : profile->command_count > 0 ? 0 : MAP_NONE;
  return found == MAP_NONE ? NULL : &profile->commands[found];
}

void
profile_map_places (struct profile *profile)
{
  struct model *model = profile->reader->model;
  for (size_t i = 0; i < profile->process_count; i++)
    {
      struct profile_process *process = &profile->processes[i];
      struct profile_place *place = &profile->places[process->place];
      if (!place->wanted)
	continue;
      const struct profile_command *command
	= profile_find_command (profile, process);
      struct model_process *about = &process->about;
      about->program = about->command = profile->program;
      if (command)
	{
	  about->arguments = command->arguments;
	  about->arguments_size = command->size;
	  about->host = command->host;
	  if (command->text)
	    about->command = command->text;
	}
      uint32_t number = model_add_process (model, about);
      if (place->process == MODEL_NONE)
	place->process = number;
      model->processes[number].place = place->process;
      model->processes[number].counted = number == place->process;
    }
  for (size_t i = 0; i < profile->place_count; i++)
    if (profile->places[i].wanted && profile->places[i].others)
      {
	diag_warning (profile->file, "processes %s counted in one place with "
		      "others; what they did cannot be told apart",
		      profile->reader->processes);
	break;
      }
}

void
profile_finish_places (struct profile *profile)
{
  if (profile->header.pid != 0)
    return;
  struct model *model = profile->reader->model;
  size_t number = model->process_count;
  for (size_t i = profile->process_count; i-- > 0;)
    {
      const struct profile_process *process = &profile->processes[i];
      if (!profile->places[process->place].wanted)
	continue;
      struct model_process *about = &model->processes[--number];
      about->counted = process->calls != CGPROF_CALLS_UNKNOWN;
      about->calls = about->counted ? process->calls : 0;
      about->ns = about->counted ? (double) process->ns : 0;
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
		   uint64_t size, uint32_t module)
{
  /* A child with a file of its own has what ancestors loaded, but not
     them.  */
  uint32_t place = map_find (&profile->place_ids, id, 0);
  uint64_t unloaded = profile->modules[module].unloaded;
  uint64_t rank = unloaded && unloaded < PROFILE_RANK_FIRST
    ? unloaded : PROFILE_RANK_FIRST - 1;
  bool first = place == MAP_NONE || place == 0;
  address_space_add (&profile->space, address, size,
		     first ? rank | PROFILE_RANK_FIRST : rank, module);
  if (!first)
    address_space_add (&profile->places[place].space, address, size, rank,
		       module);
  profile->ranges = mem_grow (profile->ranges, &profile->range_room,
			      profile->range_count + 1,
			      sizeof *profile->ranges);
  profile->ranges[profile->range_count++]
    = (struct profile_range) { address, address + size, module, first };
}

void
profile_sort_ranges (struct profile *profile)
{
  address_space_sort (&profile->space);
  for (size_t i = 0; i < profile->place_count; i++)
    address_space_sort (&profile->places[i].space);
}

/* Whether MODULE was there when the last process in PLACE was forked.  */

static bool
profile_had_module (const struct profile *profile, uint32_t place,
		    uint32_t module)
{
  const struct profile_module *each = &profile->modules[module];
  uint64_t began = profile->places[place].began;
  return each->loaded <= began
    && (each->unloaded == 0 || each->unloaded > began);
}

/* What ancestors of the processes in PLACE had at ADDRESS when these were
   forked, FALLBACK if that is not known.  */

static uint32_t
profile_inherited (const struct profile *profile, uint32_t place,
		   uint64_t address, uint32_t fallback)
{
  uint32_t found = address_space_find (&profile->space, address);
  if (found == ADDRESS_SPACE_NONE
      || profile_had_module (profile, place, found))
    return found;
  /* What others loaded is nobody's but their children's.  */
  uint32_t inherited = ADDRESS_SPACE_NONE;
  for (size_t i = 0; i < profile->range_count; i++)
    {
      const struct profile_range *range = &profile->ranges[i];
      if (address >= range->start && address < range->end
	  && profile_had_module (profile, place, range->module)
	  && (range->first || inherited == ADDRESS_SPACE_NONE))
	inherited = range->module;
    }
  if (inherited != ADDRESS_SPACE_NONE)
    return inherited;
  return fallback != ADDRESS_SPACE_NONE ? fallback : found;
}

uint32_t
profile_find_module (const struct profile *profile, uint32_t place,
		     uint64_t *address)
{
  const struct address_space *own = &profile->places[place].space;
  if ((*address & CGPROF_ADDRESS_UNLOADED)
      && *address < CGPROF_ADDRESS_CODES)
    {
      uint32_t id = CGPROF_ADDRESS_ID (*address);
      *address &= UINT32_MAX;
      return map_find (&profile->module_ids, id, 0);
    }
  uint32_t found = own->count > 0 ? address_space_find (own, *address)
				  : ADDRESS_SPACE_NONE;
  /* What a process unloaded itself has names for its addresses.  */
  if (place == 0)
    found = address_space_find (&profile->space, *address);
  else if (found == ADDRESS_SPACE_NONE || profile->modules[found].unloaded)
    found = profile_inherited (profile, place, *address, found);
  if (found != ADDRESS_SPACE_NONE)
    *address -= profile->modules[found].bias;
  return found;
}
