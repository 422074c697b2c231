/* Area:    runtime, reporter: when samples were taken
   Purpose: phases in a known order, with marks between them.  */

#define _GNU_SOURCE
#include <cgprof/cgprof.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define NOIPA __attribute__ ((noipa))

static volatile unsigned long sink;

/* Use SECONDS of the thread's processor time, in turns of a loop.  */

NOIPA static void
burn (double seconds)
{
  struct timespec now;
  double end = 0;
  for (;;)
    {
      clock_gettime (CLOCK_THREAD_CPUTIME_ID, &now);
      double time = (double) now.tv_sec + 1e-9 * (double) now.tv_nsec;
      if (end == 0)
	end = time + seconds;
      if (time >= end)
	return;
      for (int i = 0; i < 100000; i++)
	sink++;
    }
}

NOIPA static void first (double seconds) { burn (seconds); sink++; }
NOIPA static void second (double seconds) { burn (seconds); sink++; }
NOIPA static void third (double seconds) { burn (seconds); sink++; }
NOIPA static void nothing (void) { sink++; }

static void
mark (const char *name)
{
  if (cgprof_mark (name))
    printf ("no mark %s\n", name);
}

static pthread_barrier_t barrier;

static void *
work (void *unused)
{
  first (0.1);
  pthread_barrier_wait (&barrier);
  pthread_barrier_wait (&barrier);
  second (0.1);
  return unused;
}

/* Two threads, whose phases are the same.  */

static void
run_threads (void)
{
  pthread_t threads[2];
  pthread_barrier_init (&barrier, NULL, 3);
  for (int i = 0; i < 2; i++)
    pthread_create (&threads[i], NULL, work, NULL);
  pthread_barrier_wait (&barrier);
  mark ("half");
  pthread_barrier_wait (&barrier);
  for (int i = 0; i < 2; i++)
    pthread_join (threads[i], NULL);
}

static volatile sig_atomic_t ticked;

static void
note_tick (int signal)
{
  (void) signal;
  ticked = 1;
}

/* Call PHASE until one of the kernel's ticks has met the thread, from which on all
   of a child's time has samples: on a machine where much else runs that takes a
   while.  */

static void
meet_tick (void (*phase) (double))
{
  struct itimerspec at_once = { { 0, 0 }, { 0, 1 } };
  struct sigevent event
    = { .sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGUSR2 };
  timer_t timer;
  signal (SIGUSR2, note_tick);
  if (timer_create (CLOCK_THREAD_CPUTIME_ID, &event, &timer) != 0
      || timer_settime (timer, 0, &at_once, NULL) != 0)
    exit (2);
  while (!ticked)
    phase (0.001);
}

/* One child after another, which may use each other's place.  */

static void
run_children (void)
{
  static void (*const phases[]) (double) = { first, second, third };
  for (int i = 0; i < 3; i++)
    {
      pid_t child = fork ();
      if (child == 0)
	{
	  if (i == 1)
	    mark ("child");
	  meet_tick (phases[i]);
	  phases[i] (0.1);
	  exit (0);
	}
      waitpid (child, NULL, 0);
      if (i == 1)
	mark ("later");
    }
}

NOIPA static void
wait_long (void)
{
  struct timespec time = { 0, 300000000 };
  nanosleep (&time, NULL);
  sink++;
}

int
main (int argc, char **argv)
{
  const char *how = argc > 1 ? argv[1] : "";

  nothing ();
  if (strcmp (how, "threads") == 0)
    run_threads ();
  else if (strcmp (how, "children") == 0)
    run_children ();
  else if (strcmp (how, "wait") == 0)
    {
      mark ("begin");
      wait_long ();
      mark ("end");
      first (0.05);
    }
  else if (strcmp (how, "adjust") == 0)
    {
      first (0.1);
      cgprof_reset ();
      second (0.1);
      cgprof_stop ();
      first (0.1);
      cgprof_start ();
      mark ("again");
      third (0.1);
    }
  else if (strcmp (how, "marks") == 0)
    {
      static char name[1000];
      int i = 0;
      memset (name, 'x', sizeof name - 1);
      mark (name);
      for (i = 1; cgprof_mark ("again") == 0; i++)
	continue;
      printf ("%d marks\n", i);
    }
  else
    {
      first (0.2);
      if (strcmp (how, "signal") == 0)
	raise (SIGUSR1);
      else
	mark ("one");
      second (0.2);
      if (strcmp (how, "signal") == 0)
	raise (SIGUSR1);
      else
	mark ("two");
      third (0.1);
      if (strcmp (how, "kill") == 0)
	raise (SIGKILL);
    }
  return 0;
}
