/* Area:    runtime: sampling by the wall's clock
   Purpose: be in each state for a while, and say for how long, in seconds of
	    CLOCK_MONOTONIC: FUNCTION SECONDS.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define NOIPA __attribute__ ((noipa))
#define MILLISECONDS 300

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static int done, ends[2];
static char block[1 << 20];

static double
now (void)
{
  struct timespec time;
  clock_gettime (CLOCK_MONOTONIC, &time);
  return time.tv_sec + time.tv_nsec / 1e9;
}

/* The kernel begins a read again that a signal ended, */

NOIPA void
wait_to_read (void)
{
  char byte;
  if (read (ends[0], &byte, 1) != 1)
    abort ();
}

/* and goes on with a sleep, */

NOIPA void
wait_in_sleep (void)
{
  struct timespec time = { 0, MILLISECONDS * 1000000 };
  if (nanosleep (&time, NULL) != 0)
    abort ();
}

/* but not with a poll.  */

NOIPA void
wait_in_poll (void)
{
  if (poll (NULL, 0, MILLISECONDS) != 0)
    abort ();
}

/* No sample comes in this.  */

NOIPA void
wait_for_signal (void)
{
  struct timespec time = { 0, MILLISECONDS * 1000000 };
  sigset_t set;
  sigemptyset (&set);
  sigaddset (&set, SIGUSR1);
  if (sigtimedwait (&set, NULL, &time) != -1 || errno != EAGAIN)
    abort ();
}

NOIPA void
wait_for_thread (void)
{
  pthread_mutex_lock (&mutex);
  while (!done)
    pthread_cond_wait (&condition, &mutex);
  pthread_mutex_unlock (&mutex);
}

/* Most of this is in the kernel, which waits for nothing.  A signal may cut a
   long read short.  */

NOIPA void
be_in_kernel (void)
{
  double end = now () + MILLISECONDS / 1e3;
  int zero = open ("/dev/zero", O_RDONLY);
  while (now () < end)
    if (read (zero, block, sizeof block) <= 0)
      abort ();
  close (zero);
}

NOIPA void
run (void)
{
  double end = now () + MILLISECONDS / 1e3;
  while (now () < end)
    for (volatile int i = 0; i < 1000000; i++)
      continue;
}

static double
measure (void (*state) (void), const char *name)
{
  double begin = now (), seconds;
  state ();
  seconds = now () - begin;
  printf ("%s %.6f\n", name, seconds);
  return seconds;
}

#define MEASURE(STATE) measure (STATE, #STATE)

static void *
other (void *unused)
{
  MEASURE (wait_for_thread);
  return unused;
}

int
main (void)
{
  pthread_t thread;

  if (pipe (ends) != 0)
    return 1;
  setvbuf (stdout, NULL, _IOLBF, BUFSIZ);
  if (fork () == 0)
    {
      usleep (MILLISECONDS * 1000);
      _exit (write (ends[1], "", 1) != 1);
    }
  pthread_create (&thread, NULL, other, NULL);
  MEASURE (wait_to_read);
  wait (NULL);
  MEASURE (wait_in_sleep);
  MEASURE (wait_in_poll);
  MEASURE (wait_for_signal);
  MEASURE (be_in_kernel);
  MEASURE (run);
  pthread_mutex_lock (&mutex);
  done = 1;
  pthread_cond_signal (&condition);
  pthread_mutex_unlock (&mutex);
  pthread_join (thread, NULL);
  return 0;
}
