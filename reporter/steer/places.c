/* The processes that count in a live profile, and their places.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "steer/places.h"
#include "base/alive.h"
#include "base/diag.h"
#include "base/map.h"
#include "base/mem.h"

#include <inttypes.h>
#include <stdlib.h>

struct cgprof_process *
steer_place_record (const struct live *live, const struct steer_place *place)
{
  return live_at (live, place->id * (uint64_t) CGPROF_ALIGN);
}

/* The process that is in PLACE now, or was the last one.  */

static pid_t
steer_holder (const struct cgprof_process *place)
{
  return (uint32_t) __atomic_load_n (&place->holder, __ATOMIC_ACQUIRE);
}

/* The record of the last process in PLACE, NULL if it has not written that
   yet.  */

static const struct cgprof_process *
steer_last (const struct live *live, const struct cgprof_process *place)
{
  const struct cgprof_process *last = (const struct cgprof_process *)
    live_find (live, place->last, CGPROF_RECORD_PROCESS);
  if (!last)
    last = place;
  return (pid_t) last->pid == steer_holder (place) ? last : NULL;
}

/* Set what may have changed of PLACE.  */

static void
steer_place_look (const struct live *live, struct steer_place *place)
{
  const struct cgprof_process *record = steer_place_record (live, place);
  const struct cgprof_process *last = steer_last (live, record);
  place->pid = steer_holder (record);
  place->parent = last ? last->ppid : 0;
  place->alive = alive_process (place->pid, last ? last->start_time : 0,
				live->file);
}

static void
steer_places_add (struct steer_places *places, const struct live *live)
{
  uint32_t newest = places->count > 0 ? places->places[places->count - 1].id
				      : 0;
  for (struct cgprof_record *record = live_first (live); record;
       record = live_next (live, record))
    {
      const struct cgprof_process *process
	= (const struct cgprof_process *) record;
      uint32_t id = live_offset (live, record) / CGPROF_ALIGN;
      if (id <= newest || !live_find (live, id, CGPROF_RECORD_PROCESS)
	  || process->place != id)
	continue;
      places->places = mem_grow (places->places, &places->room,
				 places->count + 1, sizeof *places->places);
      places->places[places->count++] = (struct steer_place) { .id = id };
    }
}

/* Choose what was forked by those that are chosen, and again what these have
   forked.  A process forked by one that has ended before is known by the
   records of both.  */

static void
steer_places_choose (struct steer_places *places, const struct live *live,
		     pid_t pid)
{
  struct map chosen = { NULL };
  bool more = true;
  *map_place (&chosen, pid, 0) = 1;
  while (more)
    {
      more = false;
      for (struct cgprof_record *record = live_first (live); record;
	   record = live_next (live, record))
	{
	  const struct cgprof_process *process
	    = (const struct cgprof_process *) record;
	  uint32_t id = live_offset (live, record) / CGPROF_ALIGN;
	  if (!live_find (live, id, CGPROF_RECORD_PROCESS)
	      || map_find (&chosen, process->ppid, 0) == MAP_NONE)
	    continue;
	  uint32_t *is_chosen = map_place (&chosen, process->pid, 0);
	  more |= *is_chosen == MAP_NONE;
	  *is_chosen = 1;
	}
    }
  for (size_t i = 0; i < places->count; i++)
    {
      struct steer_place *place = &places->places[i];
      place->wanted = map_find (&chosen, place->pid, 0) != MAP_NONE
	|| (place->parent != 0
	    && map_find (&chosen, place->parent, 0) != MAP_NONE);
    }
  map_free (&chosen);
}

void
steer_places_find (struct steer_places *places, const struct live *live,
		   pid_t pid)
{
  steer_places_add (places, live);
  for (size_t i = 0; i < places->count; i++)
    {
      steer_place_look (live, &places->places[i]);
      places->places[i].wanted = pid == 0;
    }
  if (pid != 0)
    steer_places_choose (places, live, pid);
}

bool
steer_places_check (const struct steer_places *places, const struct live *live,
		    pid_t pid)
{
  for (size_t i = 0; i < places->count; i++)
    {
      const struct steer_place *place = &places->places[i];
      if (place->alive && (pid == 0 || place->pid == pid))
	return true;
    }
  if (pid != 0)
    return diag_error (live->file, "process %jd does not count in it",
		       (intmax_t) pid);
  return diag_error (live->file, "no process counts in it any more");
}

void
steer_places_free (struct steer_places *places)
{
  free (places->places);
}
