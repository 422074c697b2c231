/* One half of the program of builds.exp, whose counts are known.
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "builds.h"

int (*volatile targets[3]) (int) = { first, second, third };

static NOIPA int
local (int x)
{
  return other (x) + 1;
}

static void *
worker (void *argument)
{
  int x = 0;
  for (int i = 0; i < 3000; i++)
    {
      x ^= local (i);
      x += targets[i % 3] (x & 1023);
    }
  return x == 1 ? argument : 0;
}

static __attribute__ ((constructor)) void
before (void)
{
  for (int i = 0; i < 5; i++)
    leaf (i);
}

static __attribute__ ((destructor)) void
after (void)
{
  for (int i = 0; i < 6; i++)
    leaf (i);
}

int
main (void)
{
  pthread_t threads[4];
  for (int i = 0; i < 4; i++)
    if (pthread_create (&threads[i], 0, worker, 0))
      return 1;
  for (int i = 0; i < 4; i++)
    pthread_join (threads[i], 0);
  return recurse (100) != 100;
}
