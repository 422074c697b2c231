/* Area:    plugin and runtime, vfork beside a thread that forks
   Purpose: a vfork child needs the locks that a forking thread of its parent
	    holds; both get on, and nothing is counted twice or lost, in the
	    forked children either, which count in the same file.
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-native "the emulator makes vfork a fork" } */
/* { dg-only "-O2" } */
/* { dg-link-options "-pthread" } */
/* { dg-environment "CGPROF_OPTIONS=rate=10000:gmon=no" } */
/* { dg-count "child -> leaf" 1250 } */
/* { dg-count "child -> t0" 32 } */
/* { dg-count "child -> t7" 31 } */
/* { dg-count "fork_often -> fork" 50 } */
/* { dg-count "thread -> leaf" 200 } */
/* { dg-count-spontaneous "child" 0 } */

#define _GNU_SOURCE 1
#include <pthread.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#define VFORKS 200
#define FORKS 50
#define NOIPA __attribute__ ((noipa))

#define TARGET(N) NOIPA int t##N (int x) { return x + N; }
TARGET (0) TARGET (1) TARGET (2) TARGET (3)
TARGET (4) TARGET (5) TARGET (6) TARGET (7)
static int (*const targets[]) (int) = { t0, t1, t2, t3, t4, t5, t6, t7 };

NOIPA int leaf (int x) { return x + 1; }

/* One more target each time makes the site's table grow here.  */

NOIPA int
child (int x)
{
  for (int i = 0; i < 5; i++)
    leaf (i);
  return targets[x % 8] (x) - x;
}

NOIPA void *
fork_often (void *argument)
{
  for (int i = 0; i < FORKS; i++)
    {
      int status;
      pid_t pid = fork ();
      if (pid == 0)
	_exit (child (i) - i % 8);
      if (pid < 0 || waitpid (pid, &status, 0) != pid || status != 0)
	abort ();
    }
  return argument;
}

NOIPA void *
thread (void *argument)
{
  leaf (0);
  return argument;
}

/* Threads take the lock, too.  */

NOIPA void *
begin_often (void *argument)
{
  for (int i = 0; i < 200; i++)
    {
      pthread_t id;
      if (pthread_create (&id, NULL, thread, NULL) != 0)
	abort ();
      pthread_join (id, NULL);
    }
  return argument;
}

int
main (void)
{
  pthread_t forking, beginning;

  if (pthread_create (&forking, NULL, fork_often, NULL) != 0
      || pthread_create (&beginning, NULL, begin_often, NULL) != 0)
    return 1;
  for (int i = 0; i < VFORKS; i++)
    {
      int status;
      pid_t pid = vfork ();
      if (pid == 0)
	_exit (child (i));
      if (pid < 0 || waitpid (pid, &status, 0) != pid
	  || WEXITSTATUS (status) != i % 8)
	return 2;
    }
  pthread_join (forking, NULL);
  pthread_join (beginning, NULL);
  return 0;
}
