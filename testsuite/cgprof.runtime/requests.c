/* Stops, starts and resets the counts, and tells what must be left.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <cgprof/cgprof.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef __cplusplus
extern "C" {
#endif
__attribute__ ((noipa)) int add (int a, int b) { return a + b; }
__attribute__ ((noipa)) int sub (int a, int b) { return a - b; }
__attribute__ ((noipa)) int mul (int a, int b) { return a * b; }
#ifdef __cplusplus
}
#endif

static int (*volatile table[3]) (int, int) = { add, sub, mul };
static int result;

/* N direct calls of add, N indirect ones of each of the three.  */

static void
work (int n)
{
  volatile int sum = 0;
  for (int i = 0; i < n; i++)
    {
      sum = add (sum, i);
      for (int j = 0; j < 3; j++)
	sum = table[j] (sum, i);
    }
}

static void *
thread (void *data)
{
  work (*(int *) data);
  return 0;
}

static void
threads (int n)
{
  pthread_t all[4];
  for (int i = 0; i < 4; i++)
    pthread_create (&all[i], 0, thread, &n);
  for (int i = 0; i < 4; i++)
    pthread_join (all[i], 0);
}

static void
check (int status)
{
  if (status != 0)
    result = 1;
}

/* Counts on while others are stopped and started.  */

static pthread_barrier_t barrier;

static void *
steady (void *data)
{
  (void) data;
  for (int i = 0; i < 4; i++)
    {
      work (i == 2 ? 1000 : 10);
      pthread_barrier_wait (&barrier);
      pthread_barrier_wait (&barrier);
    }
  return 0;
}

static void
finish (int calls)
{
  printf ("calls %d\nresult %d\n", calls, result);
  fflush (stdout);
}

int
main (int argc, char **argv)
{
  const char *how = argc > 1 ? argv[1] : "";

  if (!strcmp (how, "stop"))
    {
      work (100);
      check (cgprof_stop ());
      work (50);
      check (cgprof_stop ());
      work (50);
      finish (100);
      _exit (result);
    }
  else if (!strcmp (how, "start"))
    {
      check (cgprof_stop ());
      work (50);
      threads (20);
      check (cgprof_start ());
      work (7);
      check (cgprof_start ());
      threads (3);
      check (cgprof_stop ());
      work (50);
      check (cgprof_start ());
      work (5);
      finish (24);
    }
  else if (!strcmp (how, "reset"))
    {
      work (50);
      threads (20);
      check (cgprof_reset ());
      work (7);
      threads (3);
      finish (19);
    }
  else if (!strcmp (how, "stopped reset"))
    {
      work (50);
      check (cgprof_stop ());
      work (50);
      check (cgprof_reset ());
      work (50);
      check (cgprof_start ());
      work (9);
      finish (9);
    }
  else if (!strcmp (how, "phases"))
    {
      for (int i = 0; i < 1000; i++)
	{
	  check (cgprof_stop ());
	  work (2);
	  check (cgprof_start ());
	  work (1);
	}
      finish (1000);
    }
  else if (!strcmp (how, "others"))
    {
      pthread_t other;
      pthread_barrier_init (&barrier, 0, 2);
      pthread_create (&other, 0, steady, 0);
      for (int i = 0; i < 4; i++)
	{
	  pthread_barrier_wait (&barrier);
	  check (i % 2 ? cgprof_stop () : cgprof_reset ());
	  check (i == 2 ? 0 : cgprof_start ());
	  pthread_barrier_wait (&barrier);
	}
      pthread_join (other, 0);
      finish (10);
    }
  else if (!strcmp (how, "fork"))
    {
      int status;
      work (50);
      check (cgprof_stop ());
      if (fork () == 0)
	{
	  work (50);
	  check (cgprof_start ());
	  work (4);
	  _exit (result);
	}
      wait (&status);
      result |= status;
      finish (50);
    }
  else
    {
      work (5);
      printf ("none %d %d %d %d\n", cgprof_stop (), cgprof_start (),
	      cgprof_reset (), cgprof_dump ());
    }
  return result;
}
