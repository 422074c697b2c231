/* Threads that block all signals work, and see their signals as they left
   them.
   SPDX-License-Identifier: GPL-3.0-or-later  */

#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define NOIPA __attribute__ ((noipa))
#define MILLISECONDS 1000

static pthread_barrier_t barrier;

/* Use the processor for so long.  */

NOIPA void
burn (void)
{
  struct timespec now, end;
  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &end);
  end.tv_sec += MILLISECONDS / 1000;
  do
    {
      for (volatile int i = 0; i < 10000; i++)
	continue;
      clock_gettime (CLOCK_THREAD_CPUTIME_ID, &now);
    }
  while (now.tv_sec < end.tv_sec
	 || (now.tv_sec == end.tv_sec && now.tv_nsec < end.tv_nsec));
}

/* How many of the signals that can be blocked are.  */

NOIPA int
count_blocked (void)
{
  sigset_t set;
  int blocked = 0;
  pthread_sigmask (SIG_BLOCK, NULL, &set);
  for (int i = 1; i < 32; i++)
    blocked += sigismember (&set, i);
  return blocked;
}

/* A child shares our memory until it is another program, which tells what it
   begins with; what the child itself sees, its status does.  It blocks SET, or
   what its parent does if that is NULL.  */

NOIPA void
run_other (const sigset_t *set)
{
  pid_t child = vfork ();
  if (child == 0)
    {
      if (set)
	{
	  sigprocmask (SIG_SETMASK, set, NULL);
	  if (count_blocked () != 0)
	    _exit (2);
	}
      execl ("/bin/grep", "grep", "SigBlk", "/proc/self/status",
	     (char *) NULL);
      _exit (1);
    }
  int status;
  waitpid (child, &status, 0);
  if (status != 0)
    printf ("child: %x\n", status);
}

static void *
count_in_thread (void *argument)
{
  *(int *) argument = count_blocked ();
  return NULL;
}

static void *
work (void *argument)
{
  int *seen = argument;
  pthread_t thread;
  sigset_t none;
  sigemptyset (&none);
  burn ();
  run_other (NULL);
  run_other (&none);
  seen[0] = count_blocked ();
  pthread_create (&thread, NULL, count_in_thread, &seen[1]);
  pthread_join (thread, NULL);
  pthread_barrier_wait (&barrier);
  /* A signal for the process comes to nobody.  */
  pthread_barrier_wait (&barrier);
  for (volatile int i = 0; i < 10000000; i++)
    continue;
  seen[2] = count_blocked ();
  return NULL;
}

int
main (void)
{
  struct timespec soon = { 1, 0 };
  int seen[3] = { 0 }, taken;
  sigset_t all, old, urgent;
  siginfo_t info;
  pthread_t thread;

  memset (&info, 0, sizeof info);
  pthread_barrier_init (&barrier, NULL, 2);
  sigfillset (&all);
  pthread_sigmask (SIG_SETMASK, &all, &old);
  pthread_create (&thread, NULL, work, seen);
  pthread_barrier_wait (&barrier);
  kill (getpid (), SIGURG);
  usleep (1000);
  pthread_barrier_wait (&barrier);
  pthread_join (thread, NULL);
  sigemptyset (&urgent);
  sigaddset (&urgent, SIGURG);
  taken = sigtimedwait (&urgent, &info, &soon);
  printf ("blocked %d %d %d %d\n", seen[0], seen[1], seen[2],
	  count_blocked ());
  printf ("taken %d, sent by kill: %d\n", taken == SIGURG,
	  info.si_code == SI_USER && info.si_pid == getpid ());
  pthread_sigmask (SIG_SETMASK, &old, NULL);
  printf ("at last %d\n", count_blocked ());
  return 0;
}
