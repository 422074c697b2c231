/* THREADS threads that are busy for SECONDS of processor time each, in as many
   as 1,365 different stacks a thread.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define DEPTH 5

static double seconds;
static volatile unsigned sink;

static double
used (void)
{
  struct timespec now;
  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &now);
  return (double) now.tv_sec + 1e-9 * (double) now.tv_nsec;
}

#define NOIPA __attribute__ ((noipa))

typedef void function (int depth, unsigned way);
static function north, east, south, west;
static function *const functions[] = { north, east, south, west };

NOIPA static void
walk (int depth, unsigned way)
{
  unsigned x = way;
  for (int i = 0; i < 2000; i++)
    x = x * 1664525 + 1013904223;
  sink = x;
  if (depth > 0)
    functions[way % 4] (depth - 1, way / 4);
}

NOIPA static void north (int depth, unsigned way) { walk (depth, way); sink++; }
NOIPA static void east (int depth, unsigned way) { walk (depth, way); sink++; }
NOIPA static void south (int depth, unsigned way) { walk (depth, way); sink++; }
NOIPA static void west (int depth, unsigned way) { walk (depth, way); sink++; }

static void *
run (void *unused)
{
  for (unsigned way = 0; used () < seconds; way++)
    walk (DEPTH, way);
  return unused;
}

int
main (int argc, char **argv)
{
  int count = argc > 2 ? atoi (argv[1]) : 0;
  pthread_t *threads = calloc (count, sizeof *threads);
  if (count < 1 || !threads)
    {
      fputs ("usage: times THREADS SECONDS\n", stderr);
      return 2;
    }
  seconds = atof (argv[2]);
  for (int i = 0; i < count; i++)
    pthread_create (&threads[i], NULL, run, NULL);
  for (int i = 0; i < count; i++)
    pthread_join (threads[i], NULL);
  free (threads);
  return 0;
}
