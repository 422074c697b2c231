/* A program that takes the signals which may announce samples, while it runs
   or, built with BEFORE, before the runtime starts.  Its arguments are done in
   turn: a signal's name with "handle " or "ignore " before it; "block", which
   blocks all signals; "thread", which
   begins one that runs on meanwhile; "latch", which forks a child that is woken by
   SIGURG through a descriptor; a signal's name with "sleep " before it, which
   sleeps while a child sends it.  Prints what processor time each function took
   by the program's own clock, how many signals its handler saw, and whether
   the child was woken.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define NOIPA __attribute__ ((noipa))

/* take-signal-b.c */
extern volatile sig_atomic_t seen;
void take (int number, const char *how);
void *run (void *data);

static volatile int has_begun;

static double
now (void)
{
  struct timespec time;
  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &time);
  return (double) time.tv_sec + (double) time.tv_nsec / 1e9;
}

/* Use SECONDS of the thread's time; return how much it was.  */

static inline __attribute__ ((always_inline)) double
use (double seconds)
{
  static volatile unsigned steps;
  double begin = now (), end;
  do
    {
      for (int i = 0; i < 100000; i++)
	steps++;
      end = now ();
    }
  while (end - begin < seconds);
  return end - begin;
}

NOIPA double
before (void)
{
  return use (0.1);
}

NOIPA double
after (void)
{
  return use (0.3);
}

NOIPA void
last (void)
{
}

/* A new thread's first call with a floating-point argument: that is where the
   signal may be found taken.  */
NOIPA double
beside (double seconds)
{
  has_begun = 1;
  return use (seconds);
}

NOIPA double
woken (void)
{
  return use (0.3);
}

/* As servers of many processes wake each other: the signal is blocked, and
   read.  */

static void
latch (void)
{
  sigset_t set;
  int ready[2], fd;
  char byte = 0;
  pid_t child;

  sigemptyset (&set);
  sigaddset (&set, SIGURG);
  if (pipe (ready) < 0)
    return;
  child = fork ();
  if (child == 0)
    {
      struct signalfd_siginfo info;
      struct pollfd wait = { .events = POLLIN };
      sigprocmask (SIG_BLOCK, &set, NULL);
      fd = signalfd (-1, &set, SFD_CLOEXEC);
      wait.fd = fd;
      if (write (ready[1], &byte, 1) == 1 && poll (&wait, 1, -1) == 1
	  && read (fd, &info, sizeof info) == sizeof info)
	printf ("woken %f by %s\n", woken (),
		info.ssi_pid == (unsigned) getppid () ? "its parent" : "others");
      fflush (stdout);
      _exit (0);
    }
  if (read (ready[0], &byte, 1) == 1)
    kill (child, SIGURG);
  waitpid (child, NULL, 0);
}

/* Return whether a sleep goes on where SIGNAL comes, which is ignored.  */

static int
sleeps (int signal)
{
  struct timespec time = { 0, 200000000 };
  int result;
  pid_t parent = getpid (), child = fork ();
  if (child == 0)
    {
      for (int i = 0; i < 4; i++)
	{
	  usleep (10000);
	  kill (parent, signal);
	}
      _exit (0);
    }
  result = nanosleep (&time, NULL);
  waitpid (child, NULL, 0);
  return result == 0;
}

#ifdef BEFORE
static void early (void) __attribute__ ((constructor (101)));
static void
early (void)
{
  take (SIGURG, "handle");
}
#endif

int
main (int argc, char **argv)
{
  pthread_t thread;
  double used = 0;
  int has_thread = 0;

  setvbuf (stdout, NULL, _IOLBF, 0);
  printf ("before %f\n", before ());
  for (int i = 1; i < argc; i++)
    if (!strcmp (argv[i], "thread"))
      {
	has_thread = pthread_create (&thread, NULL, run, &used) == 0;
	while (has_thread && !has_begun)
	  continue;
      }
    else if (!strcmp (argv[i], "latch"))
      latch ();
    else if (!strcmp (argv[i], "block"))
      {
	sigset_t all;
	sigfillset (&all);
	sigprocmask (SIG_SETMASK, &all, NULL);
      }
    else
      {
	int number = strstr (argv[i], "URG") ? SIGURG : SIGWINCH;
	if (!strncmp (argv[i], "sleep", 5))
	  printf ("sleeps %d\n", sleeps (number));
	else
	  take (number, argv[i]);
      }
  printf ("after %f\n", after ());
  last ();
  if (has_thread)
    {
      pthread_join (thread, NULL);
      printf ("beside %f\n", used);
    }
  printf ("seen %d\n", (int) seen);
  return 0;
}
