/* Threads of fork-allocating.c that run no counted code.
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <pthread.h>
#include <stdlib.h>

static void *
allocate (void *unused)
{
  volatile char *all[64];
  for (int i = 0; i < 4000; i++)
    {
      for (int j = 0; j < 64; j++)
	*(all[j] = malloc (2000 + j * 50)) = 1;
      for (int j = 0; j < 64; j++)
	free ((void *) all[j]);
    }
  return unused;
}

static void *
many (void *unused)
{
  pthread_t thread;
  while (pthread_create (&thread, NULL, allocate, NULL) == 0)
    pthread_join (thread, NULL);
  return unused;
}

void
start (int count)
{
  pthread_t thread;
  while (count--)
    pthread_create (&thread, NULL, many, NULL);
}
