/* Reading the profile of a running program again and again.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "top/watch.h"
#include "base/alive.h"

#include <limits.h>
#ifdef __GLIBC__
# include <malloc.h>
#endif
#include <string.h>
#include <time.h>

static double
watch_clock (clockid_t clock)
{
  struct timespec now;
  clock_gettime (clock, &now);
  return now.tv_sec + now.tv_nsec / 1e9;
}

/* Whether a process of what was read is alive, as far as can be told.  */

static bool
watch_is_running (const struct watch *watch)
{
  const struct model *model = &watch->analysis.model;
  for (size_t i = 0; i < model->process_count; i++)
    {
      const struct model_process *process = &model->processes[i];
      /* Of several it is the last one's number, but not when that started.  */
      if (process->end_ns == 0
	  && alive_process (process->pid,
			    process->processes == 1 ? process->start_ns : 0,
			    watch->profile))
	return true;
    }
  return false;
}

/* Until when MODEL tells what a program did that has ended, in seconds since
   1970: its last process's end; of what was killed, the last that it has the
   time of.  0 if it has none.  */

static double
watch_find_end (const struct model *model)
{
  uint64_t end_ns = 0;
  for (size_t i = 0; i < model->process_count; i++)
    if (model->processes[i].end_ns > end_ns)
      end_ns = model->processes[i].end_ns;
  for (size_t i = 0; i < model->time_count; i++)
    if (model->times[i].at_ns > end_ns)
      end_ns = model->times[i].at_ns;
  for (size_t i = 0; i < model->mark_count; i++)
    if (model->marks[i].at_ns > end_ns)
      end_ns = model->marks[i].at_ns;
  return end_ns / 1e9;
}

/* Note when the profile is read, and return how long ago that was done
   before.  */

static double
watch_note (struct watch *watch)
{
  double clock = watch_clock (CLOCK_MONOTONIC);
  double seconds = clock - watch->clock;
  watch->clock = clock;
  watch->time = watch_clock (CLOCK_REALTIME);
  return seconds;
}

/* If the program has ended, go back to when that was; return how long.  */

static double
watch_go_back (struct watch *watch)
{
  double end = watch->running ? 0 : watch_find_end (&watch->analysis.model);
  double seconds = watch->time - end;
  /* The time of day may have been set meanwhile.  */
  if (end <= 0 || seconds <= 0)
    return 0;
  watch->clock -= seconds;
  watch->time = end;
  return seconds;
}

bool
watch_start (struct watch *watch, const char *profile, bool begun)
{
  *watch = (struct watch) {
    .profile = profile,
    .request = {
      .without_instructions = true,
      .recorded = true, .demangle = true, .unordered = true,
      .profile_count = 1
    }
  };
  watch->request.profiles = &watch->profile;
#ifdef __GLIBC__
  /* What one interval frees the next one takes: nothing is given back to the
     kernel, which would have to clear it again.  */
  mallopt (M_MMAP_MAX, 0);
  mallopt (M_TRIM_THRESHOLD, INT_MAX);
#endif
  watch_note (watch);
  if (!analysis_make (&watch->analysis, &watch->request))
    return false;
  watch->running = watch_is_running (watch);
  /* Of an ended program all is one interval.  */
  if (begun && watch->running)
    rates_next (&watch->rates, &watch->analysis.results, 0);
  else
    {
      uint64_t start_ns = model_find_start (&watch->analysis.model);
      watch->clock -= watch->time - start_ns / 1e9;
    }
  return true;
}

bool
watch_next (struct watch *watch)
{
  double seconds = watch_note (watch);
  if (!analysis_read_again (&watch->analysis, &watch->request))
    return false;
  watch->running = watch_is_running (watch);
  seconds -= watch_go_back (watch);
  rates_next (&watch->rates, &watch->analysis.results,
	      seconds > 0 ? seconds : 0);
  return true;
}

void
watch_free (struct watch *watch)
{
  rates_free (&watch->rates);
  analysis_free (&watch->analysis);
}
