/* Area:    runtime, reporter: where time is found
   Purpose: programs whose shares are known.  The first argument says which, a
	    second one how much.  Prints the processor time of the process and
	    how long its phases took.  */

#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "phases.h"

#define NOINLINE __attribute__ ((noipa))

static volatile unsigned long sink;

static long long
now (clockid_t clock)
{
  struct timespec time;
  clock_gettime (clock, &time);
  return time.tv_sec * 1000000000ll + time.tv_nsec;
}

NOINLINE void
first (unsigned long turns)
{
  while (turns--)
    sink++;
}

NOINLINE void
second (unsigned long turns)
{
  while (turns--)
    sink++;
}

/* Sleep to a boundary of 4 ms and OFFSET more, then work twice for 1.5 ms or
   what is that on a machine with nothing else to do.  */

NOINLINE void
boundaries (int offset)
{
  long long begin = now (CLOCK_THREAD_CPUTIME_ID);
  first (1000000);
  unsigned long turns
    = 1500000ull * 1000000 / (now (CLOCK_THREAD_CPUTIME_ID) - begin + 1);
  second (1000000);
  for (int i = 0; i < 400; i++)
    {
      long long wake = (now (CLOCK_MONOTONIC) / 4000000 + 1) * 4000000
		       + offset * 1000000ll;
      struct timespec time = { wake / 1000000000, wake % 1000000000 };
      clock_nanosleep (CLOCK_MONOTONIC, TIMER_ABSTIME, &time, NULL);
      PHASE (first, first (turns));
      PHASE (second, second (turns));
    }
}

/* Work for MILLISECONDS of the thread's time.  */

static inline __attribute__ ((always_inline)) void
burn (long milliseconds)
{
  volatile unsigned long own = 0;
  long long end = now (CLOCK_THREAD_CPUTIME_ID) + milliseconds * 1000000ll;
  do
    for (int i = 0; i < 20000; i++)
      own++;
  while (now (CLOCK_THREAD_CPUTIME_ID) < end);
}

#define WORK(N) NOINLINE void work##N (long time) { burn (time); sink++; }
WORK (1) WORK (2) WORK (3) WORK (4) WORK (5) WORK (6) WORK (7) WORK (8)

static void (*const works[]) (long) = { work1, work2, work3, work4, work5,
					work6, work7, work8 };
static long unit;

static void *
thread (void *data)
{
  long number = (long) data;
  works[number] (unit * (number + 1));
  return NULL;
}

/* COUNT threads, each with its number's share of 2.4 seconds.  */

static void
threads (int count)
{
  pthread_t thread_of[8];
  unit = 2400 / (count * (count + 1) / 2);
  for (long i = 0; i < count; i++)
    pthread_create (&thread_of[i], NULL, thread, (void *) i);
  for (int i = 0; i < count; i++)
    pthread_join (thread_of[i], NULL);
}

NOINLINE void
call_library (void)
{
#ifndef STATIC
  void *handle = dlopen ("./times-lib.so", RTLD_NOW);
  void (*work) (long, void (*) (long));
  if (!handle)
    exit (1);
  *(void **) &work = dlsym (handle, "library_work");
  work (300, work1);
  dlclose (handle);
#endif
  work2 (600);
}

NOINLINE void
copy (unsigned times)
{
  static char from[16384], to[16384];
  size_t volatile size = sizeof from;
  while (times--)
    {
      memcpy (to, from, size);
      sink++;
    }
}

NOINLINE void
copy_much (void)
{
  copy (1500000);
  sink++;
}

NOINLINE void
copy_little (void)
{
  copy (500000);
  sink++;
}

/* Blocked, by the wall's clock: 3 parts in a read, 1 in a lock.  */

static int pipe_ends[2];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void
rest (long milliseconds)
{
  struct timespec part = { 0, milliseconds * 1000000 };
  while (nanosleep (&part, &part) != 0)
    ;
}

static void *
let_go (void *unused)
{
  char byte = 0;
  pthread_mutex_lock (&lock);
  rest (900);
  if (write (pipe_ends[1], &byte, 1) != 1)
    exit (1);
  rest (300);
  pthread_mutex_unlock (&lock);
  return unused;
}

NOINLINE void
wait_read (void)
{
  char byte;
  if (read (pipe_ends[0], &byte, 1) != 1)
    exit (2);
}

NOINLINE void
wait_lock (void)
{
  pthread_mutex_lock (&lock);
  pthread_mutex_unlock (&lock);
}

static void
blocked (void)
{
  pthread_t other;
  if (pipe (pipe_ends) != 0)
    exit (3);
  pthread_create (&other, NULL, let_go, NULL);
  PHASE_BY (CLOCK_MONOTONIC, read, wait_read ());
  PHASE_BY (CLOCK_MONOTONIC, lock, wait_lock ());
  pthread_join (other, NULL);
}

/* In a signal's handler on a stack of its own: half in the kernel's page of
   code, if that has the clock.  */

NOINLINE void
clocks (long milliseconds)
{
  long long end = now (CLOCK_THREAD_CPUTIME_ID) + milliseconds * 1000000ll;
  do
    for (int i = 0; i < 10000; i++)
      sink += now (CLOCK_MONOTONIC);
  while (now (CLOCK_THREAD_CPUTIME_ID) < end);
}

NOINLINE void
tick (int number)
{
  work1 (300);
  clocks (300);
  sink += number;
}

NOINLINE void
signals (void)
{
  static char stack[65536];
  stack_t other = { .ss_sp = stack, .ss_size = sizeof stack };
  struct sigaction action = { .sa_handler = tick, .sa_flags = SA_ONSTACK };
  sigaltstack (&other, NULL);
  sigaction (SIGUSR1, &action, NULL);
  raise (SIGUSR1);
  sink++;
}

int
main (int argc, char **argv)
{
  const char *what = argc > 1 ? argv[1] : "";
  int much = argc > 2 ? atoi (argv[2]) : 0;
  if (!strcmp (what, "boundaries"))
    boundaries (much);
  else if (!strcmp (what, "threads"))
    threads (much);
  else if (!strcmp (what, "library"))
    call_library ();
  else if (!strcmp (what, "memcpy"))
    {
      PHASE (much, copy_much ());
      PHASE (little, copy_little ());
    }
  else if (!strcmp (what, "blocked"))
    blocked ();
  else if (!strcmp (what, "signals"))
    signals ();
  else
    return 1;
  printf ("%lld\n", now (CLOCK_PROCESS_CPUTIME_ID));
  phases_print ();
  return 0;
}
