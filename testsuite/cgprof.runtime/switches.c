/* Area:    runtime, reporter: threads that are switched to often
   Purpose: two threads take turns until they have no perf events any more and
	    then for a while; then the first of them runs alone until it has one
	    again, with priority if they may: threads that others take the
	    processor from can be in step with the tick.  Prints how many events
	    there were at the end of each phase, whether there was priority, and
	    what the first thread did.  Exits with 77 where threads have no perf
	    event.  */

#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "phases.h"

#define NOIPA __attribute__ ((noipa))

/* Seconds of processor time: at most, until a thread has another source, and
   then.  */
#define MOST 20
#define REST 0.5

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
path_long (void)
{
  spin (60000);
}

NOIPA void
path_short (void)
{
  spin (20000);
}

static void
work (void)
{
  PHASE (path_long, path_long ());
  PHASE (path_short, path_short ());
}

static int there[2], back[2];

/* Answer each byte, until there are no more.  */

static void *
answer (void *unused)
{
  char byte;

  while (read (there[0], &byte, 1) == 1)
    {
      spin (60000);
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

  work ();
  if (write (there[1], &byte, 1) != 1 || read (back[0], &byte, 1) != 1)
    exit (1);
}

/* Do ROUND until there are EVENTS perf events, but not for ever, and then for a
   while.  */

static void
run (void (*round) (void), int events)
{
  double end = phases_clock (CLOCK_THREAD_CPUTIME_ID) + MOST;
  int found = 0;

  for (int i = 0; phases_clock (CLOCK_THREAD_CPUTIME_ID) < end; i++)
    {
      if (!found && i % 64 == 0 && count_events () == events)
	{
	  found = 1;
	  end = phases_clock (CLOCK_THREAD_CPUTIME_ID) + REST;
	}
      round ();
    }
}

int
main (void)
{
  struct sched_param parameter = { 1 };
  int turns, alone, priority;
  pthread_t thread;

  work ();
  if (count_events () == 0)
    return 77;
  priority = sched_setscheduler (0, SCHED_FIFO, &parameter) == 0;
  if (pipe (there) < 0 || pipe (back) < 0
      || pthread_create (&thread, NULL, answer, NULL) != 0)
    return 1;
  run (take_turn, 0);
  turns = count_events ();
  close (there[1]);
  pthread_join (thread, NULL);
  run (work, 1);
  alone = count_events ();
  printf ("%d %d %d\n", turns, alone, priority);
  phases_print ();
  return 0;
}
