/* The half of threads-10.c that is compiled without the plugin.
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <pthread.h>

extern int named (int);

static void *
worker (void *argument)
{
  int (*function) (int) = *(int (**) (int)) argument;
  int x = 0;
  for (int i = 0; i < 10; i++)
    x ^= function (i);
  x ^= named (1);
  return x == 1 ? argument : NULL;
}

int
plain_threads (int (*function) (int))
{
  pthread_t threads[6];
  for (int i = 0; i < 6; i++)
    if (pthread_create (&threads[i], NULL, worker, &function))
      return 1;
  for (int i = 0; i < 6; i++)
    pthread_join (threads[i], NULL);
  return 0;
}
