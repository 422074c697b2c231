/* The processes that count in a live profile, and their places.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_STEER_PLACES_H
#define CGPROF_STEER_PLACES_H

#include "steer/live.h"

#include <stddef.h>
#include <sys/types.h>

/* A place and the last process in it.  */
struct steer_place
{
  uint32_t id;
  pid_t pid;
  pid_t parent;			/* 0: not known.  */
  bool alive;			/* It runs, as far as can be told.  */
  bool wanted;			/* It was chosen.  */
};

struct steer_places
{
  struct steer_place *places;	/* From the oldest to the newest.  */
  size_t count, room;
};

/* Find the places of LIVE that PLACES do not have yet.  Wanted are those of
   process PID and of what it and its children have forked; all if PID is 0.
   PLACES are empty at first, and to be freed by steer_places_free.  */
void steer_places_find (struct steer_places *places, const struct live *live,
			pid_t pid);

/* Whether a living process is wanted, that is, PID if it is not 0.  If not,
   there is a message.  */
bool steer_places_check (const struct steer_places *places,
			 const struct live *live, pid_t pid);

void steer_places_free (struct steer_places *places);

/* Return the PROCESS record of PLACE.  */
struct cgprof_process *steer_place_record (const struct live *live,
					   const struct steer_place *place);

#endif /* CGPROF_STEER_PLACES_H */
