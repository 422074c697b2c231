/* What the processes of a live profile do: counting or stopped.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "steer/status.h"
#include "steer/places.h"
#include "base/json.h"

#include <inttypes.h>
#include <time.h>

#define STATUS_SCHEMA_VERSION 1

/* What the marks of a process say.  */
struct status_marks
{
  size_t named;
  uint64_t since;		/* CLOCK_MONOTONIC, ns, of the last start, stop
				   or reset; 0: there was none.  */
};

static struct status_marks
status_find_marks (const struct live *live, uint32_t place)
{
  struct status_marks marks = { 0 };
  for (struct cgprof_record *record = live_first (live); record;
       record = live_next (live, record))
    {
      const struct cgprof_mark *mark = (const struct cgprof_mark *) record;
      if (__atomic_load_n (&record->type, __ATOMIC_ACQUIRE)
	  != CGPROF_RECORD_MARK || record->size < sizeof *mark
	  || mark->process != place)
	continue;
      if (mark->kind == CGPROF_MARK_NAMED)
	marks.named++;
      else if (mark->time > marks.since)
	marks.since = mark->time;
    }
  return marks;
}

/* Return the seconds since MARKS's last change or, without one, since PROCESS
   began.  */

static double
status_seconds (const struct cgprof_process *process,
		const struct status_marks *marks)
{
  struct timespec now;
  clock_gettime (marks->since > 0 ? CLOCK_MONOTONIC : CLOCK_REALTIME, &now);
  double since = marks->since > 0 ? marks->since : process->start_time;
  double seconds = now.tv_sec + now.tv_nsec / 1e9 - since / 1e9;
  return seconds > 0 ? seconds : 0;
}

static void
status_print_json (FILE *out, const struct live *live,
		   const struct steer_places *places)
{
  struct json json;
  json_open (&json, out, false);
  json_begin_object (&json, JSON_INDENTED);
  json_member (&json, "schema", "cgprof-ctl");
  json_count_member (&json, "schema_version", STATUS_SCHEMA_VERSION);
  json_member (&json, "profile", live->file);
  json_count_member (&json, "bytes", live_header (live)->used);
  json_key (&json, "processes");
  json_begin_array (&json, JSON_INDENTED);
  for (size_t i = 0; i < places->count; i++)
    {
      const struct steer_place *place = &places->places[i];
      const struct cgprof_process *record = steer_place_record (live, place);
      struct status_marks marks = status_find_marks (live, place->id);
      if (!place->wanted || !place->alive)
	continue;
      json_begin_object (&json, JSON_SPACED);
      json_count_member (&json, "pid", place->pid);
      json_count_member (&json, "parent", place->parent);
      json_member (&json, "state", record->adjust & CGPROF_ADJUST_STOPPED
		   ? "stopped" : "counting");
      json_precise_member (&json, "seconds", status_seconds (record, &marks));
      json_bool_member (&json, "reset",
			(record->adjust & CGPROF_ADJUST_MINUS) != 0);
      json_count_member (&json, "marks", marks.named);
      json_end_object (&json);
    }
  json_end_array (&json);
  json_end_object (&json);
  json_close (&json);
}

static void
status_print_text (FILE *out, const struct live *live,
		   const struct steer_places *places)
{
  fprintf (out, "%s: %.1f MB\n%10s  %-8s  %12s  %s\n", live->file,
	   live_header (live)->used / 1e6, "pid", "state", "for seconds",
	   "marks");
  for (size_t i = 0; i < places->count; i++)
    {
      const struct steer_place *place = &places->places[i];
      const struct cgprof_process *record = steer_place_record (live, place);
      struct status_marks marks = status_find_marks (live, place->id);
      if (!place->wanted || !place->alive)
	continue;
      fprintf (out, "%10jd  %-8s  %12.3f  %zu\n", (intmax_t) place->pid,
	       record->adjust & CGPROF_ADJUST_STOPPED ? "stopped" : "counting",
	       status_seconds (record, &marks), marks.named);
    }
}

bool
steer_print_status (FILE *out, const struct live *live, pid_t pid, bool json)
{
  struct steer_places places = { NULL };
  steer_places_find (&places, live, pid);
  bool good = steer_places_check (&places, live, pid);
  if (good && json)
    status_print_json (out, live, &places);
  else if (good)
    status_print_text (out, live, &places);
  steer_places_free (&places);
  return good;
}
