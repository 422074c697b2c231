/* Area:    runtime: sampling beside the program's own signals
   Purpose: stop THREADS busy threads TIMES times as a garbage collector does:
	    by a signal to each, whose handler says that it has come and waits
	    for another.  Prints how often threads stopped, and went on.  */

#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>

#define THREADS 3
#define TIMES 300
#define STOP SIGPWR
#define GO SIGXCPU

#define NOINLINE __attribute__ ((noipa))

static sem_t stopped;
static int stops, goes;
static volatile int round_now, stop;

static void
handle_stop (int number)
{
  int mine = round_now;
  sigset_t others;
  (void) number;
  sigfillset (&others);
  sigdelset (&others, GO);
  __atomic_fetch_add (&stops, 1, __ATOMIC_RELAXED);
  sem_post (&stopped);
  while (round_now == mine)
    sigsuspend (&others);
}

static void
handle_go (int number)
{
  (void) number;
  __atomic_fetch_add (&goes, 1, __ATOMIC_RELAXED);
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
  struct sigaction action = { .sa_handler = handle_stop,
			      .sa_flags = SA_RESTART };
  pthread_t threads[THREADS];

  sem_init (&stopped, 0, 0);
  sigfillset (&action.sa_mask);
  sigaction (STOP, &action, NULL);
  action.sa_handler = handle_go;
  sigaction (GO, &action, NULL);
  for (int i = 0; i < THREADS; i++)
    pthread_create (&threads[i], NULL, work, NULL);
  for (int i = 0; i < TIMES; i++)
    {
      for (int j = 0; j < THREADS; j++)
	pthread_kill (threads[j], STOP);
      for (int j = 0; j < THREADS; j++)
	sem_wait (&stopped);
      round_now++;
      for (int j = 0; j < THREADS; j++)
	pthread_kill (threads[j], GO);
      while (__atomic_load_n (&goes, __ATOMIC_RELAXED) < THREADS * (i + 1))
	sched_yield ();
    }
  stop = 1;
  for (int i = 0; i < THREADS; i++)
    pthread_join (threads[i], NULL);
  printf ("%d %d\n", stops, goes);
  return 0;
}
