/* Area:    runtime, reporter: where time is found
   Purpose: what a program itself says of the time that its phases took, to
	    compare the profile with.  How fast a loop runs is the machine's
	    affair, and not the same all the time.  */

#ifndef PHASES_H
#define PHASES_H

#include <stdio.h>
#include <time.h>

static struct { const char *name; double seconds; } phases[16];

/* Return the time of CLOCK in seconds.  */

static inline __attribute__ ((always_inline)) double
phases_clock (clockid_t clock)
{
  struct timespec time;
  clock_gettime (clock, &time);
  return (double) time.tv_sec + 1e-9 * (double) time.tv_nsec;
}

/* Add SECONDS to the phase NAME, the same constant each time.  */

static inline __attribute__ ((always_inline)) void
phases_add (const char *name, double seconds)
{
  unsigned i = 0;
  while (phases[i].name && phases[i].name != name)
    i++;
  phases[i].name = name;
  phases[i].seconds += seconds;
}

/* Have WORK done and its time, by CLOCK, added to the phase NAME.  */

#define PHASE_BY(CLOCK, NAME, WORK) \
  do { \
    double begin_ = phases_clock (CLOCK); \
    WORK; \
    phases_add (#NAME, phases_clock (CLOCK) - begin_); \
  } while (0)

/* The same by the thread's processor time.  */
#define PHASE(NAME, WORK) PHASE_BY (CLOCK_THREAD_CPUTIME_ID, NAME, WORK)

/* Print each phase with its seconds, all in a line.  */

static inline __attribute__ ((always_inline)) void
phases_print (void)
{
  for (unsigned i = 0; phases[i].name; i++)
    printf ("%s %.6f ", phases[i].name, phases[i].seconds);
  putchar ('\n');
}

#endif /* PHASES_H */
