/* Area:    runtime: sampling beside signals to the process
   Purpose: a signal to the process is the waiting main thread's, for whom
	    Linux has woken it, even if that thread cannot run before the
	    busy one that is sampled looks for signals: both are on one
	    processor, and the busy one goes first.  Prints how many of TIMES
	    the main thread got; the status is 77 where there is no real-time
	    scheduling.  One such program runs on a machine at a time: the
	    busy thread of another would not let the main thread run.  */

#define _GNU_SOURCE 1
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/types.h>
#include <sys/un.h>
#include <unistd.h>

#define TIMES 20

#define NOINLINE __attribute__ ((noipa))

static pthread_t first;
static volatile sig_atomic_t ticks, own;
static volatile sig_atomic_t waiting;	/* For which tick.  */

static void
tick (int number)
{
  (void) number;
  own += pthread_equal (pthread_self (), first) != 0;
  ticks++;
}

NOINLINE int
add (int a)
{
  return a + 1;
}

NOINLINE void *
work (void *unused)
{
  volatile int sum = 0;
  for (int i = 0; i < TIMES; i++)
    {
      /* While its handler runs, the signal would be anybody's.  */
      while (waiting <= i)
	usleep (1000);
      kill (getpid (), SIGUSR1);
      /* After a hundred samples the signal is the main thread's, if it is
	 not ours; but that may not have come to the end of its handler, and
	 without us it would never.  */
      for (long turns = 1; ticks == i; turns++)
	{
	  sum = add (sum);
	  if (turns % 50000000 == 0)
	    usleep (1000);
	}
    }
  return unused;
}

/* Wait until no other of these programs runs.  An abstract name of a socket
   is the whole machine's, and free when its owner ends.  */

static void
wait_for_turn (void)
{
  struct sockaddr_un name = { AF_UNIX, "\0cgprof meant.c" };
  int fd = socket (AF_UNIX, SOCK_STREAM, 0);
  while (bind (fd, (struct sockaddr *) &name, sizeof name) < 0)
    usleep (10000);
}

int
main (void)
{
  struct sigaction action = { .sa_handler = tick };
  struct sched_param low = { .sched_priority = 1 };
  struct sched_param high = { .sched_priority = 2 };
  pthread_attr_t attributes;
  pthread_t thread;
  cpu_set_t processor;

  wait_for_turn ();
  first = pthread_self ();
  sigaction (SIGUSR1, &action, NULL);
  CPU_ZERO (&processor);
  CPU_SET (sched_getcpu (), &processor);
  if (sched_setaffinity (0, sizeof processor, &processor) < 0
      || sched_setscheduler (0, SCHED_FIFO, &low) < 0)
    {
      perror ("no real-time scheduling");
      return 77;
    }
  pthread_attr_init (&attributes);
  pthread_attr_setinheritsched (&attributes, PTHREAD_EXPLICIT_SCHED);
  pthread_attr_setschedpolicy (&attributes, SCHED_FIFO);
  pthread_attr_setschedparam (&attributes, &high);
  if (pthread_create (&thread, &attributes, work, NULL))
    return 77;
  while (ticks < TIMES)
    {
      waiting = ticks + 1;
      poll (NULL, 0, 100);
    }
  pthread_join (thread, NULL);
  printf ("%d of %d\n", (int) own, TIMES);
  return 0;
}
