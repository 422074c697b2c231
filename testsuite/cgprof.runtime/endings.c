/* Counts its own calls, tells them, and ends as its argument says.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#define _GNU_SOURCE 1
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static long calls;

__attribute__ ((noipa)) int
add (int a, int b)
{
  return a + b;
}

static void
work (int n)
{
  volatile int sum = 0;
  for (int i = 0; i < n; i++)
    {
      calls++;
      sum = add (sum, i);
    }
}

/* Without stdio: nothing may be left in a buffer.  */

static void
tell (void)
{
  char line[64];
  int length = snprintf (line, sizeof line, "calls %ld\n", calls);
  if (write (1, line, length) != length)
    _exit (99);
}

/* COUNT threads that live at once, a record each, and call other.  */

static pthread_barrier_t barrier;

__attribute__ ((noipa)) void other (void) { }

static void *
live (void *unused)
{
  other ();
  pthread_barrier_wait (&barrier);
  return unused;
}

static void
crowd (unsigned count)
{
  pthread_t threads[100];

  pthread_barrier_init (&barrier, NULL, count);
  for (unsigned i = 0; i < count; i++)
    if (pthread_create (&threads[i], NULL, live, NULL) != 0)
      exit (98);
  for (unsigned i = 0; i < count; i++)
    pthread_join (threads[i], NULL);
}

static int
is (const char *a, const char *b)
{
  return strcmp (a, b) == 0;
}

static void
fail_exec (void)
{
  for (int i = 0; i < 3; i++)
    execl ("/nonexistent/program", "program", (char *) 0);
}

/* Tell whether a handler of SIGBUS is told where the fault was.  */

static char *lost;

static void
tell_fault (int signal, siginfo_t *info, void *context)
{
  (void) signal;
  (void) context;
  char *page = (char *) ((unsigned long) info->si_addr & -4096ul);
  const char *text = page == lost ? "right\n" : "wrong\n";
  _exit (write (1, text, 6) != 6);
}

static void
fault (void)
{
  struct sigaction action = { .sa_sigaction = tell_fault,
			      .sa_flags = SA_SIGINFO };
  int fd = open ("lost", O_RDWR | O_CREAT | O_TRUNC, 0666);
  if (fd < 0 || ftruncate (fd, 4096) < 0)
    exit (98);
  lost = mmap (NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  sigaction (SIGBUS, &action, NULL);
  if (ftruncate (fd, 0) < 0)
    exit (98);
  *(volatile char *) lost = 1;
}

/* What is done to the profile, or to what the process may reach.  */

static void
meddle (const char *how)
{
  struct stat status;
  int fd;

  if (is (how, "remove") || is (how, "remove _exit"))
    unlink ("cgprof.out");
  else if (is (how, "replace"))
    {
      fd = open ("other", O_WRONLY | O_CREAT | O_TRUNC, 0666);
      if (fd < 0 || write (fd, "other", 5) != 5 || close (fd) < 0
	  || rename ("other", "cgprof.out") < 0)
	exit (98);
    }
  else if (is (how, "failed exec") || is (how, "failed exec in child"))
    {
      /* The child inherits what it does not add to.  */
      if (is (how, "failed exec in child") && fork () != 0)
	{
	  int status;
	  wait (&status);
	  exit (status != 0);
	}
      fail_exec ();
      calls = is (how, "failed exec") ? calls : 0;
    }
  else if (is (how, "move"))
    rename ("cgprof.out", "moved.out");
  else if (is (how, "overwrite"))
    {
      fd = open ("cgprof.out", O_WRONLY | O_TRUNC);
      if (fd >= 0 && write (fd, "mine", 4) != 4)
	exit (98);
      printf ("%s\n", fd < 0 ? "refused" : "done");
      fflush (stdout);
    }
  else if (is (how, "full after failed exec"))
    {
      /* Nothing more fits than what is there, until all has failed.  */
      struct rlimit limit;
      rlim_t before;
      fail_exec ();
      getrlimit (RLIMIT_FSIZE, &limit);
      before = limit.rlim_cur;
      limit.rlim_cur = 4096;
      setrlimit (RLIMIT_FSIZE, &limit);
      crowd (10);
      fail_exec ();
      limit.rlim_cur = before;
      setrlimit (RLIMIT_FSIZE, &limit);
    }
  else if (is (how, "cut") || is (how, "failed exec, cut")
	   || is (how, "cut behind"))
    {
      off_t to = 100;
      if (is (how, "cut behind"))
	{
	  /* The threads' records, which are not looked at any more.  */
	  crowd (100);
	  to = 8192;
	}
      if (is (how, "failed exec, cut"))
	{
	  /* The one page, which is the last.  */
	  fail_exec ();
	  to = 0;
	}
      printf ("%s\n", truncate ("cgprof.out", to) < 0 ? "refused" : "done");
    }
  else if (is (how, "cut, sampled"))
    {
      /* The first to find it are samples, as nothing is called.  */
      if (truncate ("cgprof.out", 100) < 0)
	exit (98);
      for (volatile long i = 0; i < 200000000; i++)
	continue;
    }
  else if (is (how, "mode"))
    printf ("mode %o\n",
	    stat ("cgprof.out", &status) < 0 ? 0 : status.st_mode & 07777);
  else if (is (how, "close all"))
    close_range (3, ~0u, 0);
  else if (is (how, "chdir"))
    chdir ("/");
  else if (is (how, "fault"))
    fault ();
  else if (is (how, "chroot"))
    {
      if (chroot ("root") < 0 || chdir ("/") < 0)
	exit (98);
    }
  else if (is (how, "setuid"))
    {
      if (setgid (65534) < 0 || setuid (65534) < 0)
	exit (98);
    }
}

int
main (int argc, char **argv)
{
  const char *how = argc > 1 ? argv[1] : "return";

  work (1000);
  if (is (how, "wait"))
    pause ();
  meddle (how);
  work (234);
  tell ();
  fflush (stdout);
  if (is (how, "exit"))
    exit (3);
  if (is (how, "_exit") || is (how, "remove _exit")
      || is (how, "failed exec in child"))
    _exit (4);
  if (is (how, "quick_exit"))
    quick_exit (5);
  if (is (how, "abort"))
    abort ();
  if (is (how, "assert"))
    assert (calls == 0);
  if (is (how, "SIGSEGV"))
    *(volatile int *) 16 = 1;
  if (is (how, "SIGTERM"))
    raise (SIGTERM);
  if (is (how, "SIGINT"))
    raise (SIGINT);
  if (is (how, "SIGKILL"))
    raise (SIGKILL);
  if (is (how, "SIGBUS"))
    raise (SIGBUS);
  if (is (how, "exec"))
    execl ("/bin/true", "true", (char *) 0);
  if (is (how, "exec itself"))
    execl (argv[0], argv[0], "return", (char *) 0);
  if (is (how, "exec thrice"))
    execl (argv[0], argv[0], "exec itself", (char *) 0);
  if (is (how, "exec in child") || is (how, "exec itself in child"))
    {
      int status;
      pid_t child = fork ();
      if (child == 0)
	{
	  if (is (how, "exec in child"))
	    execl ("/bin/true", "true", (char *) 0);
	  execl (argv[0], argv[0], "return", (char *) 0);
	  _exit (97);
	}
      waitpid (child, &status, 0);
      work (66);
      tell ();
    }
  return is (how, "return") ? 2 : 0;
}
