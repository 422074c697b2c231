/* Area:    runtime: sampling beside signals to the process
   Purpose: a signal to the process is for the waiting main thread, which
	    Linux prefers, though busy threads that are sampled look for
	    signals a thousand times a second.  Prints how many of TIMES it
	    got.  */

#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <sys/time.h>

#define TIMES 60
#define THREADS 8

#define NOINLINE __attribute__ ((noipa))

static pthread_t first;
static volatile sig_atomic_t ticks, own;
static volatile int stop;

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
  while (!stop)
    sum = add (sum);
  return unused;
}

int
main (void)
{
  struct itimerval time = { { 0, 0 }, { 0, 20000 } };
  struct sigaction action = { .sa_handler = tick };
  pthread_t threads[THREADS];

  first = pthread_self ();
  sigaction (SIGALRM, &action, NULL);
  for (int i = 0; i < THREADS; i++)
    pthread_create (&threads[i], NULL, work, NULL);
  for (int i = 0; i < TIMES; i++)
    {
      int before = ticks;
      setitimer (ITIMER_REAL, &time, NULL);
      while (ticks == before)
	poll (NULL, 0, 100);
    }
  stop = 1;
  for (int i = 0; i < THREADS; i++)
    pthread_join (threads[i], NULL);
  printf ("%d\n", (int) own);
  return 0;
}
