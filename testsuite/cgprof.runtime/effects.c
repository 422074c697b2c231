/* What a process can see of itself, one line each.
   SPDX-License-Identifier: GPL-3.0-or-later  */

#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <fenv.h>
#include <locale.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static int
count_entries (const char *path)
{
  DIR *folder = opendir (path);
  int count = 0;
  while (folder && readdir (folder))
    count++;
  if (folder)
    closedir (folder);
  return count;
}

/* Lines of the thread's status that begin with one of these.  */

static void
show_status (void)
{
  static const char *const wanted[] = {
    "Umask", "Threads", "SigQ", "SigPnd", "ShdPnd", "SigBlk", "SigIgn",
    "SigCgt", "Cap", "NoNewPrivs", "Seccomp:", "Cpus_allowed:", "CoreDumping",
    "THP_enabled"
  };
  char line[256];
  FILE *from = fopen ("/proc/thread-self/status", "r");

  while (from && fgets (line, sizeof line, from))
    for (unsigned i = 0; i < sizeof wanted / sizeof wanted[0]; i++)
      if (strncmp (line, wanted[i], strlen (wanted[i])) == 0)
	fputs (line, stdout);
  if (from)
    fclose (from);
}

static void
show (const char *when)
{
  char place[4096];
  struct itimerval timer;
  struct rlimit limit;
  stack_t stack;
  int fd;

  printf ("%s\n", when);
  show_status ();
  printf ("descriptors %d, next", count_entries ("/proc/self/fd"));
  fd = open ("/dev/null", O_RDONLY);
  printf (" %d\n", fd);
  close (fd);
  printf ("tasks %d\n", count_entries ("/proc/self/task"));
  for (int i = 0; i < 3; i++)
    {
      getitimer (i, &timer);
      printf ("itimer %d: %ld\n", i,
	      (long) (timer.it_value.tv_sec + timer.it_value.tv_usec
		      + timer.it_interval.tv_sec + timer.it_interval.tv_usec));
    }
  for (int i = 0; i < RLIMIT_NLIMITS; i++)
    if (getrlimit (i, &limit) == 0)
      printf ("limit %d: %lx %lx\n", i, (unsigned long) limit.rlim_cur,
	      (unsigned long) limit.rlim_max);
  sigaltstack (NULL, &stack);
  printf ("alternate stack %d\n", stack.ss_flags);
  printf ("folder %s\n", getcwd (place, sizeof place) ? place : "?");
  printf ("nice %d, policy %d, personality %d, dumpable %d, subreaper %d\n",
	  getpriority (PRIO_PROCESS, 0), sched_getscheduler (0),
	  personality (0xffffffff), prctl (PR_GET_DUMPABLE, 0, 0, 0, 0),
	  prctl (PR_GET_CHILD_SUBREAPER, &fd, 0, 0, 0) ? -1 : fd);
  printf ("rounding %d, exceptions %d\n", fegetround (),
	  fetestexcept (FE_ALL_EXCEPT));
  printf ("locale %s\n", setlocale (LC_ALL, NULL));
  printf ("child %d\n", waitpid (-1, NULL, WNOHANG) < 0 ? errno : 0);
  if (prctl (PR_GET_NAME, place, 0, 0, 0) == 0)
    printf ("name %zu\n", strlen (place));
}

static void *
thread (void *argument)
{
  show ("thread");
  return argument;
}

int
main (void)
{
  int error = errno;
  pthread_t id;

  printf ("errno %d\n", error);
  for (char **each = environ; *each; each++)
    if (strncmp (*each, "_=", 2) != 0)
      printf ("environment %s\n", *each);
  show ("main");
  pthread_create (&id, NULL, thread, NULL);
  pthread_join (id, NULL);
  show ("after");
  return 0;
}
