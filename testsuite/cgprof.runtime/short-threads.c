/* Area:    runtime: samples of short threads
   Purpose: 600 threads that run for 4 ms each are shown whole: each ends half
	    a sampling period, on average, after its last sample.  Prints the
	    kernel's tick in seconds, by which it tells system time.  */

#include <pthread.h>
#include <stdio.h>
#include <time.h>

#define THREADS 600
#define EACH 4000000ll

#define NOINLINE __attribute__ ((noipa))

static long long
now (void)
{
  struct timespec time;
  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &time);
  return time.tv_sec * 1000000000ll + time.tv_nsec;
}

NOINLINE int
add (int a)
{
  return a + 1;
}

NOINLINE void *
work (void *unused)
{
  volatile int sum = 0;
  while (now () < EACH)
    for (int i = 0; i < 1000; i++)
      sum = add (sum);
  return unused;
}

int
main (void)
{
  struct timespec tick;
  for (int i = 0; i < THREADS; i++)
    {
      pthread_t thread;
      if (pthread_create (&thread, NULL, work, NULL))
	return 1;
      pthread_join (thread, NULL);
    }
  clock_getres (CLOCK_MONOTONIC_COARSE, &tick);
  printf ("%.9f\n", tick.tv_nsec * 1e-9);
  return 0;
}
