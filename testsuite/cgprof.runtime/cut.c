/* The profile is cut to nothing while many threads count.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <pthread.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#define THREADS 8

static volatile int stop;
static pthread_barrier_t barrier;

__attribute__ ((noipa)) void leaf (void) { }

static void *
count (void *unused)
{
  leaf ();
  pthread_barrier_wait (&barrier);
  while (!stop)
    leaf ();
  return unused;
}

int
main (void)
{
  pthread_t threads[THREADS];
  int wrong = 0;

  pthread_barrier_init (&barrier, NULL, THREADS + 1);
  for (int i = 0; i < THREADS; i++)
    wrong |= pthread_create (&threads[i], NULL, count, NULL);
  pthread_barrier_wait (&barrier);
  wrong |= chmod ("cgprof.out", 0600) || truncate ("cgprof.out", 0);
  stop = 1;
  for (int i = 0; i < THREADS; i++)
    wrong |= pthread_join (threads[i], NULL);
  leaf ();
  puts (wrong ? "wrong" : "done");
  return wrong;
}
