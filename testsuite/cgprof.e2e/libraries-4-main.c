/* Four threads that live on while a library comes and goes twenty times.
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

#define NOIPA __attribute__ ((noipa))

#define ROUNDS 20

static pthread_barrier_t barrier;
static int (*entry) (int (*) (int), int);

NOIPA int
back (int x)
{
  return x + 1;
}

static NOIPA int
apply (int x)
{
  return entry (back, x) + 1;
}

static void *
worker (void *argument)
{
  int sum = 0;
  for (int round = 0; round < ROUNDS; round++)
    {
      pthread_barrier_wait (&barrier);
      for (int i = 0; i < 100; i++)
	sum += apply (i);
      pthread_barrier_wait (&barrier);
    }
  return sum == 1 ? argument : NULL;
}

int
main (int argc, char **argv)
{
  pthread_t threads[4];
  pthread_barrier_init (&barrier, NULL, 5);
  for (int i = 0; i < 4; i++)
    if (argc < 2 || pthread_create (&threads[i], NULL, worker, NULL))
      return 1;
  for (int round = 0; round < ROUNDS; round++)
    {
      void *library = dlopen (argv[1], RTLD_NOW);
      if (!library)
	{
	  fprintf (stderr, "%s\n", dlerror ());
	  return 2;
	}
      *(void **) &entry = dlsym (library, "entry");
      pthread_barrier_wait (&barrier);
      pthread_barrier_wait (&barrier);
      dlclose (library);
    }
  for (int i = 0; i < 4; i++)
    pthread_join (threads[i], NULL);
  return 0;
}
