/* A thread that runs in step with the kernel's tick: for a moment in each, all
   of which one of two functions has where the tick comes.  Prints what each took
   by its own clock, in seconds, and how often it had to give way to others, as a
   share of the ticks in that time.  Exits with 77 where others had the processor
   when it was to begin in more than a tenth of its rounds: then it was not in
   step.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#define NOIPA __attribute__ ((noipa))
#define ROUNDS 400
#define WAITS 8

static uint64_t
now (clockid_t clock)
{
  struct timespec time;
  clock_gettime (clock, &time);
  return (uint64_t) time.tv_sec * 1000000000 + (uint64_t) time.tv_nsec;
}

static volatile unsigned steps;

static inline __attribute__ ((always_inline)) void
spin (uint64_t nanoseconds)
{
  uint64_t end = now (CLOCK_MONOTONIC) + nanoseconds;
  while (now (CLOCK_MONOTONIC) < end)
    for (int i = 0; i < 100; i++)
      steps++;
}

NOIPA void
before (uint64_t nanoseconds)
{
  spin (nanoseconds);
}

NOIPA void
after (uint64_t nanoseconds)
{
  spin (nanoseconds);
}

/* MEAN, up to a quarter more or less: perf's period is the same all the time, and
   rounds of one length would meet it where it has met them before.  */

static uint64_t
about (uint64_t mean)
{
  static unsigned seed = 1;
  seed = seed * 1103515245 + 12345;
  return mean - mean / 4 + mean / 2 * (seed >> 16) / 65536;
}

/* With "step" it is in step, with "waits" it waits some more times in each round,
   with "always" it runs all the time, for as long.  */

int
main (int argc, char **argv)
{
  int always = argc > 1 && strcmp (argv[1], "always") == 0;
  int waits = argc > 1 && strcmp (argv[1], "waits") == 0 ? WAITS : 0;
  struct timespec tick;
  uint64_t length, times[2] = { 0 };
  struct timespec shortest = { 0, 1 };
  struct rusage used;
  int late = 0;

  clock_getres (CLOCK_MONOTONIC_COARSE, &tick);
  length = (uint64_t) tick.tv_nsec;
  for (int i = 0; i < (always ? 4 * ROUNDS : ROUNDS); i++)
    {
      /* The tick comes at multiples of its length, or nearly.  */
      uint64_t at, begin, middle;
      struct timespec until;
      for (int j = 0; j < waits; j++)
	nanosleep (&shortest, NULL);
      at = (now (CLOCK_MONOTONIC) / length + 2) * length - length / 8;
      until.tv_sec = (time_t) (at / 1000000000);
      until.tv_nsec = (long) (at % 1000000000);
      if (!always)
	{
	  clock_nanosleep (CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL);
	  late += now (CLOCK_MONOTONIC) > at + length / 16;
	}
      begin = now (CLOCK_THREAD_CPUTIME_ID);
      before (about (length / 16));
      middle = now (CLOCK_THREAD_CPUTIME_ID);
      after (about (length / 8));
      times[0] += middle - begin;
      times[1] += now (CLOCK_THREAD_CPUTIME_ID) - middle;
    }
  getrusage (RUSAGE_SELF, &used);
  printf ("%.9f %.9f %.3f\n", (double) times[0] / 1e9, (double) times[1] / 1e9,
	  (double) used.ru_nivcsw * (double) length
	  / (double) (times[0] + times[1]));
  if (late > ROUNDS / 10)
    {
      fprintf (stderr, "%d of %d rounds began late\n", late, ROUNDS);
      return 77;
    }
  return 0;
}
