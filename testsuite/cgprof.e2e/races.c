/* Threads that each load, use and unload libraries of their own.
   SPDX-License-Identifier: GPL-3.0-or-later  */

#define THREADS 8
#define ROUNDS 5
#define CALLS 100

#ifdef LIBRARY

__attribute__ ((noipa)) static int
leaf (int x)
{
  return x + 1;
}

int
work (int x)
{
  for (int i = 0; i < CALLS; i++)
    x = leaf (x);
  return x;
}

#else

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

static void *
load (void *argument)
{
  char name[32];
  int number = *(int *) argument;

  snprintf (name, sizeof name, "./libraces%d.so", number);
  for (int i = 0; i < ROUNDS; i++)
    {
      void *library = dlopen (name, RTLD_NOW);
      int (*work) (int);
      if (!library)
	return argument;
      *(void **) &work = dlsym (library, "work");
      if (work (i) != CALLS + i || dlclose (library) != 0)
	return argument;
    }
  return NULL;
}

int
main (void)
{
  static int numbers[THREADS];
  pthread_t threads[THREADS];
  int failed = 0;

  for (int i = 0; i < THREADS; i++)
    {
      numbers[i] = i;
      pthread_create (&threads[i], NULL, load, &numbers[i]);
    }
  for (int i = 0; i < THREADS; i++)
    {
      void *result;
      pthread_join (threads[i], &result);
      failed |= result != NULL;
    }
  return failed;
}

#endif
