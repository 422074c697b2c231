/* Area:    runtime, reporter: where system time is found
   Purpose: calls that take a set of signals, and between them work that makes
	    no system call.  */

#define _GNU_SOURCE 1
#include <poll.h>
#include <signal.h>

#define NOINLINE __attribute__ ((noipa))
#define ROUNDS 60000

static volatile unsigned steps;

NOINLINE void
work (void)
{
  for (int i = 0; i < 8000; i++)
    steps++;
}

NOINLINE void
look (const sigset_t *set)
{
  struct timespec none = { 0, 0 };
  ppoll (NULL, 0, &none, set);
}

int
main (void)
{
  sigset_t set;

  sigemptyset (&set);
  for (int i = 0; i < ROUNDS; i++)
    {
      look (&set);
      work ();
    }
  return 0;
}
