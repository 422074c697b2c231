/* Area:    runtime: threads without counted code
   Purpose: compiled without the plugin; with ASLEEP the thread never runs.  */

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

int
start_foreign (pthread_t *thread)
{
  return pthread_create (thread, NULL, foreign, NULL);
}
