/* A program that does what the lines say that it reads, each of which it
   answers: calls of leaf by work, more threads, processes, requests.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <cgprof/cgprof.h>
#include <dlfcn.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define NOIPA __attribute__ ((noipa))
#define THREADS 64

/* What each busy thread has counted itself, behind its calls.  */
static struct
{
  _Alignas (64) volatile uint64_t calls;
} busy[THREADS];
static int busy_count;
static volatile int enough;
static uint64_t done;		/* Calls of leaf by work in the main thread.  */

NOIPA void
leaf (void)
{
}

NOIPA void
work (long calls)
{
  for (long i = 0; i < calls; i++)
    leaf ();
}

/* Another function, of which each depth is a context.  */

NOIPA uint64_t
deep (int depth, uint64_t bits)
{
  uint64_t result = 0;
  if (depth > 0)
    result = bits & 1 ? deep (depth - 1, bits >> 1) + 1
		      : deep (depth - 1, bits >> 1) * 3;
  else
    for (volatile int i = 0; i < 200; i++)
      result += i;
  return result;
}

static void *
be_busy (void *data)
{
  int own = (int) (intptr_t) data;
  while (!enough)
    {
      leaf ();
      busy[own].calls++;
    }
  return NULL;
}

static void *
wander (void *data)
{
  uint64_t bits = (uintptr_t) data;
  while (!enough)
    {
      bits = bits * 6364136223846793005u + 1442695040888963407u;
      deep (12, bits >> 40);
    }
  return NULL;
}

/* A thread that begins and ends again and again, with a copy of its own while
   others do.  */

static void *
come_and_go (void *data)
{
  pthread_t thread;
  work (1);
  if (!enough && pthread_create (&thread, NULL, come_and_go, data) == 0)
    pthread_detach (thread);
  return NULL;
}

static void
start (void *(*run) (void *), long count)
{
  pthread_t thread;
  for (long i = 0; i < count; i++)
    if (pthread_create (&thread, NULL, run,
			(void *) (intptr_t) (busy_count + i)) == 0)
      pthread_detach (thread);
}

static uint64_t
sum (void)
{
  uint64_t calls = 0;
  for (int i = 0; i < busy_count; i++)
    calls += busy[i].calls;
  return calls;
}

static void
spin (double seconds)
{
  struct timespec now;
  double from = -1, at;
  do
    {
      work (1000);
      done += 1000;
      clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &now);
      at = now.tv_sec + now.tv_nsec / 1e9;
      if (from < 0)
	from = at;
    }
  while (at < from + seconds);
}

static void
fork_and_wait (long calls)
{
  pid_t child = fork ();
  if (child == 0)
    {
      work (calls);
      _exit (0);
    }
  waitpid (child, NULL, 0);
}

/* Have work_there of ./lib.so, which is loaded now or was before, make CALLS.  */

static int
work_there (long calls)
{
  void *library = dlopen ("./lib.so", RTLD_NOW);
  void (*there) (long);
  if (!library)
    return 1;
  *(void **) &there = dlsym (library, "work_there");
  there (calls);
  return 0;
}

/* A child that reads from the pipe "in" and answers to "out".  */

static void
fork_another (void)
{
  if (fork () != 0)
    return;
  if (!freopen ("in", "r", stdin) || !freopen ("out", "w", stdout))
    _exit (1);
  setvbuf (stdout, NULL, _IOLBF, 0);
}

int
main (void)
{
  char line[100], what[20];
  long number;

  setvbuf (stdout, NULL, _IOLBF, 0);
  while (fgets (line, sizeof line, stdin))
    {
      uint64_t answer = 0;
      number = 0;
      sscanf (line, "%19s %ld", what, &number);
      if (strcmp (what, "work") == 0)
	{
	  work (number);
	  done += (uint64_t) number;
	}
      else if (strcmp (what, "busy") == 0)
	{
	  start (be_busy, number);
	  busy_count += (int) number;
	}
      else if (strcmp (what, "wander") == 0)
	start (wander, number);
      else if (strcmp (what, "come-and-go") == 0)
	start (come_and_go, number);
      else if (strcmp (what, "spin") == 0)
	spin ((double) number / 1e3);
      else if (strcmp (what, "done") == 0)
	answer = done;
      else if (strcmp (what, "enough") == 0)
	{
	  enough = 1;
	  usleep (100000);
	}
      else if (strcmp (what, "fork") == 0)
	fork_and_wait (number);
      else if (strcmp (what, "another") == 0)
	fork_another ();
      else if (strcmp (what, "start") == 0)
	answer = (uint64_t) cgprof_start ();
      else if (strcmp (what, "stop") == 0)
	answer = (uint64_t) cgprof_stop ();
      else if (strcmp (what, "reset") == 0)
	answer = (uint64_t) cgprof_reset ();
      else if (strcmp (what, "limit") == 0)
	answer = (uint64_t) prctl (PR_SET_SECCOMP, SECCOMP_MODE_STRICT);
      else if (strcmp (what, "space") == 0)
	{
	  struct rlimit limit = { (rlim_t) 1 << 40, RLIM_INFINITY };
	  answer = (uint64_t) setrlimit (RLIMIT_AS, &limit);
	}
      else if (strcmp (what, "there") == 0)
	answer = (uint64_t) work_there (number);
      else if (strcmp (what, "pid") == 0)
	answer = (uint64_t) getpid ();
      else if (strcmp (what, "sum") == 0)
	answer = sum ();
      printf ("%lu\n", (unsigned long) answer);
      fflush (stdout);
    }
  return 0;
}
