/* Area:    runtime: finding threads
   Purpose: where each thread is known from its begin on, no timer looks for
	    others.  Begins N threads, one after the other, and fails if a
	    wait beside one fails.  */

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ipc.h>
#include <sys/sem.h>

static int semaphores;

static void *
raise_it (void *unused)
{
  struct sembuf up = { 0, 1, 0 };
  semop (semaphores, &up, 1);
  return unused;
}

int
main (int argc, char **argv)
{
  struct sembuf down = { 0, -1, 0 };
  int n = argc > 1 ? atoi (argv[1]) : 0, failed = 0;
  pthread_t thread;

  semaphores = semget (IPC_PRIVATE, 1, 0600);
  for (int i = 0; i < n; i++)
    {
      if (pthread_create (&thread, NULL, raise_it, NULL) != 0)
	return 2;
      /* The kernel does not begin this one again.  */
      while (semop (semaphores, &down, 1) != 0)
	failed++;
      pthread_join (thread, NULL);
    }
  semctl (semaphores, 0, IPC_RMID);
  printf ("%d failed\n", failed);
  return failed != 0;
}
