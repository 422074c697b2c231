/* Area:    runtime, reporter: all of the processor time
   Purpose: user time, system time, and time of a thread that runs no counted
	    code; the line says what getrusage says, in microseconds, and how
	    long the kernel's tick is, in seconds.  With ASLEEP that thread
	    sleeps, and the two kinds of time follow each other.  */

#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#define NOINLINE __attribute__ ((noipa))

int start_foreign (pthread_t *thread);

static volatile unsigned long sink;

/* Burn MILLISECONDS of the thread's time.  */

NOINLINE void
spin (long milliseconds)
{
  struct timespec now;
  long long end;
  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &now);
  end = now.tv_sec * 1000000000ll + now.tv_nsec + milliseconds * 1000000ll;
  do
    {
      for (int i = 0; i < 100000; i++)
	sink++;
      clock_gettime (CLOCK_THREAD_CPUTIME_ID, &now);
    }
  while (now.tv_sec * 1000000000ll + now.tv_nsec < end);
}

NOINLINE void
system_time (long milliseconds)
{
  static char buffer[1 << 20];
  struct timespec now;
  long long end;
  int zero = open ("/dev/zero", O_RDONLY);
  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &now);
  end = now.tv_sec * 1000000000ll + now.tv_nsec + milliseconds * 1000000ll;
  do
    {
      sink += (unsigned long) read (zero, buffer, sizeof buffer);
      clock_gettime (CLOCK_THREAD_CPUTIME_ID, &now);
    }
  while (now.tv_sec * 1000000000ll + now.tv_nsec < end);
  close (zero);
}

int
main (void)
{
  pthread_t thread;
  struct rusage usage;
  struct timespec tick;
  if (start_foreign (&thread) != 0)
    return 1;
  spin (1000);
  system_time (600);
#ifdef ASLEEP
  for (int i = 0; i < 10; i++)
    {
      spin (50);
      system_time (50);
    }
#else
  pthread_join (thread, NULL);
#endif
  getrusage (RUSAGE_SELF, &usage);
  clock_getres (CLOCK_MONOTONIC_COARSE, &tick);
  printf ("%ld %ld %.9f\n", usage.ru_utime.tv_sec * 1000000
	  + usage.ru_utime.tv_usec, usage.ru_stime.tv_sec * 1000000
	  + usage.ru_stime.tv_usec, tick.tv_nsec * 1e-9);
  return 0;
}
