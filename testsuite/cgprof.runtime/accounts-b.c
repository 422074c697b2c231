/* Area:    runtime: threads without counted code
   Purpose: compiled without the plugin; with ASLEEP the thread never runs, with
	    SLEEPERS as many others never do.  */

#include <pthread.h>
#include <time.h>
#include <unistd.h>

static volatile unsigned long sink;

static void *
foreign (void *unused)
{
  struct timespec now;
  (void) unused;
#ifdef ASLEEP
  for (;;)
    pause ();
#endif
  do
    {
      for (int i = 0; i < 100000; i++)
	sink++;
      clock_gettime (CLOCK_THREAD_CPUTIME_ID, &now);
    }
  while (now.tv_sec * 1000000000ll + now.tv_nsec < 700000000ll);
  return NULL;
}

#ifdef SLEEPERS
/* Ends if a signal of the profiler's interrupts the call.  */

static void *
sleeper (void *unused)
{
  pause ();
  _exit (3);
  return unused;
}
#endif

int
start_foreign (pthread_t *thread)
{
#ifdef SLEEPERS
  for (int i = 0; i < SLEEPERS; i++)
    if (pthread_create (thread, NULL, sleeper, NULL) != 0)
      return -1;
#endif
  return pthread_create (thread, NULL, foreign, NULL);
}
