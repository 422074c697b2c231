/* A program that counts calls, and has a shell do something to the disk in
   between: once for each argument.
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define NOIPA __attribute__ ((noipa))
#define CALLS 1000

NOIPA int
add (int x)
{
  return x + 1;
}

NOIPA void
call (void)
{
  int x = 0;
  for (int i = 0; i < CALLS; i++)
    x = add (x);
}

static void *
work (void *argument)
{
  call ();
  return argument;
}

/* A thread needs room of its own in the profile, unless it comes after
   another.  */

static void
call_beside (int count)
{
  pthread_t threads[100];
  for (int i = 0; i < count; i++)
    if (pthread_create (&threads[i], NULL, work, NULL) != 0)
      abort ();
  for (int i = 0; i < count; i++)
    pthread_join (threads[i], NULL);
}

int
main (int argc, char **argv)
{
  int calls = 1;

  call ();
  for (int i = 1; i < argc; i++)
    {
      printf ("calls %d\n", calls * CALLS);
      fflush (stdout);
      if (system (argv[i]) == -1)
	abort ();
      call ();
      call_beside (10);
      call ();
      calls += 12;
    }
  printf ("calls %d\n", calls * CALLS);
  return 0;
}
