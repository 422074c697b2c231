// Time of a call of each kind, in tight loops of calls to functions of one
// instruction, where a counter costs most.
//
// usage: micro CASE CALLS [ROUNDS]
// Prints the processor time of one call in ns, the least of ROUNDS; with
// threads, the mean over them.
// SPDX-License-Identifier: GPL-3.0-or-later

#include "micro.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static NOIPA int
local (int x)
{
  return x + 1;
}

static NOIPA long
direct (long calls)
{
  int x = 0;
  for (long i = 0; i < calls; i++)
    x = local (x);
  return x;
}

static NOIPA long
direct_exported (long calls)
{
  int x = 0;
  for (long i = 0; i < calls; i++)
    x = exported (x);
  return x;
}

template <int N> static NOIPA long
indirect (long calls)
{
  int x = 0;
  for (long i = 0; i < calls; i++)
    x = targets[i % N] (x);
  return x;
}

template <int N> static NOIPA long
through_vtable (long calls)
{
  object *o[N];
  int x = 0;
  for (int i = 0; i < N; i++)
    o[i] = make_object (i);
  for (long i = 0; i < calls; i++)
    x = o[i % N]->method (x);
  return x;
}

static const struct
{
  const char *name;
  long (*run) (long);
  int threads;
} cases[] =
{
  { "direct", direct, 1 },
  { "exported", direct_exported, 1 },
  { "library-direct", library_direct, 1 },
  { "library-exported", library_exported, 1 },
  { "indirect-1", indirect<1>, 1 },
  { "indirect-2", indirect<2>, 1 },
  { "indirect-16", indirect<16>, 1 },
  { "indirect-256", indirect<256>, 1 },
  { "virtual-1", through_vtable<1>, 1 },
  { "virtual-2", through_vtable<2>, 1 },
  { "virtual-4", through_vtable<4>, 1 },
  { "virtual-8", through_vtable<8>, 1 },
  { "threads-2", direct_exported, 2 },
  { "threads-8", direct_exported, 8 },
};

static long (*run) (long);
static long calls;
static volatile long sink;

// The time that CALLS calls take in a thread.

static void *
measure (void *result)
{
  timespec from, to;
  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &from);
  sink = run (calls);
  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &to);
  *static_cast<double *> (result)
    = (to.tv_sec - from.tv_sec) * 1e9 + (to.tv_nsec - from.tv_nsec);
  return NULL;
}

int
main (int argc, char **argv)
{
  int rounds = argc > 3 ? atoi (argv[3]) : 1;
  calls = argc > 2 ? atol (argv[2]) : 0;
  for (const auto &each : cases)
    if (argc > 2 && !strcmp (argv[1], each.name))
      {
	double best = 1e30;
	run = each.run;
	while (rounds-- > 0)
	  {
	    double times[8], sum = 0;
	    pthread_t threads[8];
	    for (int i = 1; i < each.threads; i++)
	      pthread_create (&threads[i], NULL, measure, &times[i]);
	    measure (&times[0]);
	    for (int i = 1; i < each.threads; i++)
	      pthread_join (threads[i], NULL);
	    for (int i = 0; i < each.threads; i++)
	      sum += times[i];
	    if (sum / each.threads / calls < best)
	      best = sum / each.threads / calls;
	  }
	printf ("%.3f\n", best);
	return 0;
      }
  fprintf (stderr, "usage: micro CASE CALLS [ROUNDS]\n");
  return 2;
}
