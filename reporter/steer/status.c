/* What the processes of a live profile do: counting or stopped.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "steer/status.h"
#include "steer/places.h"
#include "base/json.h"
#include "base/mem.h"

#include <inttypes.h>
#include <stdlib.h>
#include <time.h>

#define STATUS_SCHEMA_VERSION 1

/* What is said of a process.  */
struct status_row
{
  pid_t pid, parent;
  const char *state;
  double seconds;		/* For which it has been so.  */
  bool reset;			/* Counts were taken away.  */
  size_t marks;			/* With names.  */
};

/* Count the marks of PLACE in ROW.  Return the time of the last start, stop or
   reset, CLOCK_MONOTONIC, ns; 0 if there was none.  */

static uint64_t
status_find_marks (const struct live *live, uint32_t place,
		   struct status_row *row)
{
  uint64_t since = 0;
  for (struct cgprof_record *record = live_first (live); record;
       record = live_next (live, record))
    {
      const struct cgprof_mark *mark = (const struct cgprof_mark *) record;
      if (__atomic_load_n (&record->type, __ATOMIC_ACQUIRE)
	  != CGPROF_RECORD_MARK || record->size < sizeof *mark
	  || mark->process != place)
	continue;
      if (mark->kind == CGPROF_MARK_NAMED)
	row->marks++;
      else if (mark->time > since)
	since = mark->time;
    }
  return since;
}

/* Return the seconds since SINCE or, if that is 0, since PROCESS began.  */

static double
status_seconds (const struct cgprof_process *process, uint64_t since)
{
  struct timespec now;
  clock_gettime (since > 0 ? CLOCK_MONOTONIC : CLOCK_REALTIME, &now);
  double from = since > 0 ? since : process->start_time;
  double seconds = now.tv_sec + now.tv_nsec / 1e9 - from / 1e9;
  return seconds > 0 ? seconds : 0;
}

static struct status_row
status_make (const struct live *live, const struct steer_place *place)
{
  const struct cgprof_process *record = steer_place_record (live, place);
  struct status_row row = {
    .pid = place->pid, .parent = place->parent,
    .state = record->adjust & CGPROF_ADJUST_STOPPED ? "stopped" : "counting",
    .reset = (record->adjust & CGPROF_ADJUST_MINUS) != 0
  };
  row.seconds = status_seconds (record, status_find_marks (live, place->id,
							   &row));
  return row;
}

static void
status_print_json (FILE *out, const struct live *live,
		   const struct status_row *rows, size_t count)
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
  for (size_t i = 0; i < count; i++)
    {
      json_begin_object (&json, JSON_SPACED);
      json_count_member (&json, "pid", rows[i].pid);
      json_count_member (&json, "parent", rows[i].parent);
      json_member (&json, "state", rows[i].state);
      json_precise_member (&json, "seconds", rows[i].seconds);
      json_bool_member (&json, "reset", rows[i].reset);
      json_count_member (&json, "marks", rows[i].marks);
      json_end_object (&json);
    }
  json_end_array (&json);
  json_end_object (&json);
  json_close (&json);
}

static void
status_print_text (FILE *out, const struct live *live,
		   const struct status_row *rows, size_t count)
{
  fprintf (out, "%s: %.2f MB\n%10s  %-8s  %12s  %s\n", live->file,
	   live_header (live)->used / 1e6, "pid", "state", "for seconds",
	   "marks");
  for (size_t i = 0; i < count; i++)
    fprintf (out, "%10jd  %-8s  %12.3f  %zu\n", (intmax_t) rows[i].pid,
	     rows[i].state, rows[i].seconds, rows[i].marks);
}

bool
steer_print_status (FILE *out, const struct live *live, pid_t pid, bool json)
{
  struct steer_places places = { NULL };
  size_t count = 0;
  steer_places_find (&places, live, pid);
  bool good = steer_places_check (&places, live, pid);
  struct status_row *rows = mem_alloc (places.count, sizeof *rows);
  for (size_t i = 0; i < places.count; i++)
    if (places.places[i].wanted && places.places[i].alive)
      rows[count++] = status_make (live, &places.places[i]);
  if (good && json)
    status_print_json (out, live, rows, count);
  else if (good)
    status_print_text (out, live, rows, count);
  free (rows);
  steer_places_free (&places);
  return good;
}
