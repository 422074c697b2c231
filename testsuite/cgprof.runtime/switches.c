/* Area:    runtime, reporter: threads that are switched to often
   Purpose: two threads take turns until they have no perf events any more and
	    then for a while; then the first of them runs alone until it has one
	    again, and for a while.  Prints whether that came about in each phase,
	    the length of a tick in seconds, and what the first thread did in each
	    phase, with the time of doing nothing as often.  Exits with 77 where
	    threads have no perf event.  */

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "phases.h"

#define NOIPA __attribute__ ((noipa))

/* Seconds of processor time: at most, and once a thread has another source.  */
#define MOST 60
#define REST_TURNS 4
#define REST_ALONE 0.5

/* Return how many perf events of this process have a ring.  */

static int
count_events (void)
{
  FILE *maps = fopen ("/proc/self/maps", "r");
  char line[4096];
  int count = 0;

  if (!maps)
    exit (77);
  while (fgets (line, sizeof line, maps))
    count += strstr (line, "[perf_event]") != NULL;
  fclose (maps);
  return count;
}

static volatile unsigned steps;

static inline __attribute__ ((always_inline)) void
spin (int count)
{
  for (int i = 0; i < count; i++)
    steps++;
}

NOIPA void
turn (void)
{
  spin (30000);
}

NOIPA void
alone (void)
{
  spin (30000);
}

static int there[2], back[2];

/* Answer each byte, until there are no more.  */

static void *
answer (void *unused)
{
  char byte;

  while (read (there[0], &byte, 1) == 1)
    {
      spin (15000);
      if (write (back[1], &byte, 1) != 1)
	exit (1);
    }
  return unused;
}

/* Work, and wait until the other thread has.  */

static void
take_turn (void)
{
  char byte = 0;

  PHASE (turn, turn ());
  PHASE (turn_nothing, (void) 0);
  if (write (there[1], &byte, 1) != 1 || read (back[0], &byte, 1) != 1)
    exit (1);
}

static void
work_alone (void)
{
  PHASE (alone, alone ());
  PHASE (alone_nothing, (void) 0);
}

/* Do ROUND until there are EVENTS perf events, but not for ever, then for REST
   seconds, and then until there are as many again: a thread may look in step once
   in a while.  Return whether there are.  */

static int
run (void (*round) (void), int events, double rest)
{
  double end = phases_clock (CLOCK_THREAD_CPUTIME_ID) + MOST, enough = end;
  double now;

  for (int i = 0; (now = phases_clock (CLOCK_THREAD_CPUTIME_ID)) < end; i++)
    {
      if (i % 64 == 0 && count_events () == events)
	{
	  if (now >= enough)
	    return 1;
	  if (enough == end)
	    enough = now + rest;
	}
      round ();
    }
  return 0;
}

int
main (void)
{
  int has_gone, has_come;
  struct timespec tick;
  pthread_t thread;

  clock_getres (CLOCK_MONOTONIC_COARSE, &tick);
  work_alone ();
  if (count_events () == 0)
    return 77;
  if (pipe (there) < 0 || pipe (back) < 0
      || pthread_create (&thread, NULL, answer, NULL) != 0)
    return 1;
  has_gone = run (take_turn, 0, REST_TURNS);
  close (there[1]);
  pthread_join (thread, NULL);
  has_come = run (work_alone, 1, REST_ALONE);
  printf ("%d %d %f\n", has_gone, has_come, (double) tick.tv_nsec / 1e9);
  phases_print ();
  return 0;
}
