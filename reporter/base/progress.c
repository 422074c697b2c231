/* A line on a terminal that tells how far a long step has come.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "base/progress.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

/* Nanoseconds before the first line, and between lines.  */
#define PROGRESS_FIRST INT64_C (1000000000)
#define PROGRESS_NEXT INT64_C (200000000)

static struct
{
  const char *what;
  const char *file;
  int64_t next;			/* When to show the next line.  */
  bool shown;
} progress;

static int64_t
progress_now (void)
{
  struct timespec now;
  clock_gettime (CLOCK_MONOTONIC, &now);
  return now.tv_sec * INT64_C (1000000000) + now.tv_nsec;
}

void
progress_begin (const char *what, const char *file)
{
  progress_end ();
  if (!isatty (STDERR_FILENO))
    return;
  progress.what = what;
  progress.file = file;
  progress.next = progress_now () + PROGRESS_FIRST;
}

void
progress_tell (uint64_t done, uint64_t total)
{
  if (!progress.what || progress_now () < progress.next)
    return;
  progress.next = progress_now () + PROGRESS_NEXT;
  progress.shown = true;
  fprintf (stderr, "\rcgprof: %s%s%s", progress.what,
	   progress.file ? " " : "", progress.file ? progress.file : "");
  if (total > 0)
    fprintf (stderr, ": %.0f %%", 100.0 * (double) done / (double) total);
  fputs ("\033[K", stderr);
  fflush (stderr);
}

void
progress_end (void)
{
  if (progress.shown)
    {
      fputs ("\r\033[K", stderr);
      fflush (stderr);
    }
  progress.what = NULL;
  progress.shown = false;
}
