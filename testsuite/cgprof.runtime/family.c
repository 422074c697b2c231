/* A family of processes: each tells how often it calls leaf.
   SPDX-License-Identifier: GPL-3.0-or-later  */

#define _GNU_SOURCE 1
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define JOIN_(A, B) A##B
#define JOIN(A, B) JOIN_ (A, B)

#ifdef LIBRARY

__attribute__ ((noipa)) void JOIN (inner_, LIBRARY) (void) { }
void (*volatile JOIN (pointer_, LIBRARY)) (void) = JOIN (inner_, LIBRARY);
void
outer (int n)
{
  while (n--)
    JOIN (pointer_, LIBRARY) ();
}

#else

#include <cgprof/cgprof.h>

__attribute__ ((noipa)) void leaf (void) { }

static long calls;

static void
work (long n)
{
  calls += n;
  while (n--)
    leaf ();
}

static void
tell (void)
{
  char text[64];
  int length = snprintf (text, sizeof text, "calls %ld %ld\n",
			 (long) getpid (), calls);
  if (write (1, text, (size_t) length) != length)
    _exit (9);
}

/* A child that calls leaf N times, tells and ends.  */

static pid_t
child (long n)
{
  pid_t pid = fork ();
  if (pid == 0)
    {
      calls = 0;
      work (n);
      tell ();
      if (n % 2)
	exit (0);
      _exit (0);
    }
  return pid;
}

static void
finish (void)
{
  while (wait (NULL) > 0)
    continue;
  tell ();
  exit (0);
}

static void *
from_thread (void *unused)
{
  child (7);
  wait (NULL);
  return unused;
}

static void
from_handler (int signal)
{
  (void) signal;
  child (8);
  wait (NULL);
}

int
main (int argc, char **argv)
{
  const char *how = argv[1];
  long count = argc > 2 ? atol (argv[2]) : 40;
  pid_t parent = getpid ();

  setvbuf (stdout, NULL, _IONBF, 0);
  work (5);
  if (!strcmp (how, "row"))
    for (int i = 0; i < count; i++)
      {
	child (100 + i % 7);
	wait (NULL);
      }
  else if (!strcmp (how, "crowd"))
    {
      /* All live until the pipe is closed.  */
      int ends[2];
      char byte;
      if (pipe (ends))
	return 1;
      for (int i = 0; i < 500; i++)
	if (fork () == 0)
	  {
	    calls = 0;
	    close (ends[1]);
	    work (50 + i);
	    while (read (ends[0], &byte, 1) != 0)
	      continue;
	    work (50);
	    tell ();
	    _exit (0);
	  }
      close (ends[0]);
      close (ends[1]);
    }
  else if (!strcmp (how, "thread"))
    {
      pthread_t thread;
      pthread_create (&thread, NULL, from_thread, NULL);
      pthread_join (thread, NULL);
    }
  else if (!strcmp (how, "handler"))
    {
      signal (SIGUSR1, from_handler);
      raise (SIGUSR1);
      raise (SIGUSR1);
    }
  else if (!strcmp (how, "spawn"))
    {
      char *arguments[] = { (char *) "true", NULL };
      char *environment[] = { NULL };
      pid_t pid;
      posix_spawnp (&pid, "true", NULL, NULL, arguments, environment);
    }
  else if (!strcmp (how, "endings"))
    {
      child (3);
      wait (NULL);
      child (4);
      wait (NULL);
      for (int i = 0; i < 2; i++)
	{
	  if (fork () == 0)
	    {
	      calls = 0;
	      work (6);
	      tell ();
	      if (i == 0)
		execlp ("true", "true", (char *) NULL);
	      raise (SIGKILL);
	    }
	  wait (NULL);
	}
    }
  else if (!strcmp (how, "daemon"))
    {
      /* The test's shell reads until it has ended.  */
      if (fork () == 0)
	{
	  calls = 0;
	  setsid ();
	  while (getppid () == parent)
	    usleep (1000);
	  work (9);
	  tell ();
	  exit (0);
	}
      tell ();
      exit (0);
    }
  else if (!strcmp (how, "orphan"))
    {
      /* Its own child goes on after it.  */
      if (fork () == 0)
	{
	  calls = 0;
	  work (2);
	  if (fork () == 0)
	    {
	      calls = 0;
	      usleep (20000);
	      work (3);
	      tell ();
	      exit (0);
	    }
	  tell ();
	  _exit (0);
	}
      wait (NULL);
      usleep (100000);
    }
  else if (!strcmp (how, "stopped"))
    {
      /* A child's stopping and starting is its own.  */
      for (int i = 0; i < 3; i++)
	{
	  if (fork () == 0)
	    {
	      calls = 0;
	      work (10);
	      cgprof_stop ();
	      for (int j = 0; j < 1000; j++)
		leaf ();
	      if (i == 1)
		cgprof_start ();
	      if (i == 1)
		work (4);
	      tell ();
	      exit (0);
	    }
	  work (1);
	  wait (NULL);
	}
    }
  else if (!strcmp (how, "reset"))
    for (int i = 0; i < 3; i++)
      {
	if (fork () == 0)
	  {
	    work (10);
	    if (cgprof_reset ())
	      _exit (3);
	    calls = 0;
	    work (4);
	    tell ();
	    exit (0);
	  }
	wait (NULL);
      }
  else if (!strcmp (how, "setuid"))
    {
      if (fork () == 0)
	{
	  calls = 0;
	  work (4);
	  if (setuid (65534))
	    _exit (1);
	  work (4);
	  tell ();
	  exit (0);
	}
      wait (NULL);
    }
  else if (!strcmp (how, "killed") || !strcmp (how, "parent"))
    {
      int dies = !strcmp (how, "killed");
      for (int i = 0; i < 4; i++)
	if (fork () == 0)
	  {
	    calls = 0;
	    work (100 + i);
	    tell ();
	    if (i == 2 && dies)
	      raise (SIGKILL);
	    while (!dies && getppid () == parent)
	      usleep (1000);
	    exit (0);
	  }
      if (!dies)
	{
	  usleep (100000);
	  tell ();
	  raise (SIGKILL);
	}
    }
  else if (!strcmp (how, "libraries"))
    for (int i = 0; i < 2; i++)
      {
	if (fork () == 0)
	  {
	    void *library = dlopen (i ? "./two.so" : "./one.so", RTLD_NOW);
	    void (*outer) (int);
	    *(void **) &outer = dlsym (library, "outer");
	    outer (i ? 50 : 30);
	    exit (0);
	  }
	wait (NULL);
      }
  else if (!strcmp (how, "namespace"))
    {
      if (unshare (CLONE_NEWPID))
	return 1;
      if (fork () == 0)
	{
	  calls = 0;
	  work (6);
	  printf ("calls 1 %ld\n", calls);
	  exit (0);
	}
    }
  else if (!strcmp (how, "room"))
    {
      for (int i = 0; i < 400; i++)
	{
	  if (fork () == 0)
	    {
	      calls = 0;
	      work (10);
	      tell ();
	      exit (0);
	    }
	  wait (NULL);
	}
    }
  finish ();
}

#endif
