/* Area:    runtime, reporter: where time is found
   Purpose: a library that is loaded and unloaded.  */

#include <time.h>

#define NOINLINE __attribute__ ((noipa))

static volatile unsigned long sink;

/* Work for MILLISECONDS, and have AGAIN work as long.  */

NOINLINE void
library_step (long milliseconds)
{
  struct timespec time;
  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &time);
  long long end = time.tv_sec * 1000000000ll + time.tv_nsec
		  + milliseconds * 1000000ll;
  do
    {
      for (int i = 0; i < 20000; i++)
	sink++;
      clock_gettime (CLOCK_THREAD_CPUTIME_ID, &time);
    }
  while (time.tv_sec * 1000000000ll + time.tv_nsec < end);
}

NOINLINE void
library_work (long milliseconds, void (*again) (long))
{
  library_step (milliseconds);
  again (milliseconds);
  sink++;
}
