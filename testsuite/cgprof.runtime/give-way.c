/* Area:    runtime: sampling beside the program's own signals
   Purpose: a busy thread is sent TIMES signals, to itself with the argument
	    thread, else to the process whose main thread blocks them.  It
	    handles all; prints how many.  */

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define TIMES 300

#define NOINLINE __attribute__ ((noipa))

static volatile sig_atomic_t ticks;
static volatile int stop;

static void
tick (int number)
{
  (void) number;
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
  sigset_t user;
  sigemptyset (&user);
  sigaddset (&user, SIGUSR1);
  pthread_sigmask (SIG_UNBLOCK, &user, NULL);
  while (!stop)
    sum = add (sum);
  return unused;
}

int
main (int argc, char **argv)
{
  struct sigaction action = { .sa_handler = tick };
  pthread_t thread;
  sigset_t user;

  sigaction (SIGUSR1, &action, NULL);
  sigemptyset (&user);
  sigaddset (&user, SIGUSR1);
  pthread_sigmask (SIG_BLOCK, &user, NULL);
  pthread_create (&thread, NULL, work, NULL);
  for (int i = 0; i < TIMES; i++)
    {
      int before = ticks;
      if (argc > 1 && !strcmp (argv[1], "thread"))
	pthread_kill (thread, SIGUSR1);
      else
	kill (getpid (), SIGUSR1);
      while (ticks == before)
	sched_yield ();
    }
  stop = 1;
  pthread_join (thread, NULL);
  printf ("%d\n", (int) ticks);
  return 0;
}
