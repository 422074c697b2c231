/* Area:    runtime: sampling beside threads that sleep
   Purpose: the main thread, compiled with MAIN and without the plugin, waits
	    in pause beside a thread that works, for TIME seconds of processor
	    time.  Prints how often pause returned: no signal is sent.  */

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

void work (void);

#ifdef MAIN

static volatile long returned;

static void *
run (void *unused)
{
  (void) unused;
  work ();
  printf ("%ld\n", returned);
  exit (0);
}

int
main (void)
{
  pthread_t thread;
  if (pthread_create (&thread, NULL, run, NULL) != 0)
    return 1;
  for (;;)
    {
      pause ();
      returned++;
    }
}

#else

#define TIME 2

__attribute__ ((noipa)) int
add (int a)
{
  return a + 1;
}

void
work (void)
{
  volatile int sum = 0;
  struct timespec now;
  do
    {
      for (int i = 0; i < 10000; i++)
	sum = add (sum);
      clock_gettime (CLOCK_THREAD_CPUTIME_ID, &now);
    }
  while (now.tv_sec < TIME);
}

#endif
