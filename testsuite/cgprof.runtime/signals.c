/* A program that uses signals and timers itself, and tells what it sees of
   its surroundings; none of it may depend on the profile.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#define _GNU_SOURCE 1
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static volatile sig_atomic_t seen, strange;

__attribute__ ((noipa)) int
add (int a, int b)
{
  return a + b;
}

static double
cpu (void)
{
  struct timespec now;
  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &now);
  return now.tv_sec + now.tv_nsec * 1e-9;
}

static void
burn (double seconds)
{
  volatile int sum = 0;
  double end = cpu () + seconds;
  while (cpu () < end)
    for (int i = 0; i < 1000; i++)
      sum = add (sum, i);
}

/* Burn while a timer of 10 ms sends signals that are counted in SEEN, and
   return whether they come, and no others: ours would be 1,000 a second.  How
   many do is not asked.  The timer counts ticks.  Where a virtual machine's
   processor is taken away ticks are lost while that time counts as the
   process's, and where others run a tick is charged as a whole to who is met:
   47 signals in 0.3 seconds were seen, and fewer than ten in one.  If it is
   not so, say what was.  */

static bool
burn_and_count (void)
{
  double start = cpu ();
  burn (0.3);
  while (seen < 10 && cpu () < start + 30)
    burn (0.05);
  double seconds = cpu () - start;
  bool good = seen >= 10 && seen <= seconds * 250 + 10;
  if (!good)
    printf ("%d signals in %f s: ", (int) seen, seconds);
  return good;
}

/* Burn a while, then write a byte to the descriptor at DATA, if any.  */

static void *
burn_and_write (void *data)
{
  struct timespec now, end;
  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &end);
  do
    {
      volatile int sum = 0;
      for (int i = 0; i < 1000; i++)
	sum = add (sum, i);
      clock_gettime (CLOCK_THREAD_CPUTIME_ID, &now);
    }
  while (now.tv_sec * 1000 + now.tv_nsec / 1000000
	 < end.tv_sec * 1000 + end.tv_nsec / 1000000 + 100);
  if (data && write (*(int *) data, "", 1) != 1)
    abort ();
  return NULL;
}

/* Signals from anything but the program's own timers are strange.  */

static void
handler (int signal, siginfo_t *info, void *context)
{
  (void) signal;
  (void) context;
  seen++;
  if (info->si_code != SI_KERNEL && info->si_code != SI_TIMER
      && info->si_code != SI_USER && info->si_code != SI_TKILL)
    strange++;
}

static void
plain_handler (int signal)
{
  (void) signal;
  seen++;
}

static void
take (int signal)
{
  struct sigaction action;
  memset (&action, 0, sizeof action);
  action.sa_sigaction = handler;
  action.sa_flags = SA_SIGINFO | SA_RESTART;
  sigaction (signal, &action, NULL);
}

#ifdef BEFORE
static void early (void) __attribute__ ((constructor (101)));
static void
early (void)
{
  take (SIGPROF);
}
#endif

int
main (int argc, char **argv)
{
  const char *how = argv[1];
  struct itimerval interval = { { 0, 10000 }, { 0, 10000 } }, now;

  (void) argc;
  if (!strcmp (how, "surroundings"))
    {
      sigset_t mask;
      struct sigaction action;
      DIR *directory;
      struct dirent *entry;
      char line[256];
      FILE *from;

      errno = 0;
      burn (0.02);
      printf ("errno %d\n", errno);
      sigprocmask (SIG_SETMASK, NULL, &mask);
      for (int i = 1; i < NSIG; i++)
	{
	  /* Of these the runtime has its own.  */
	  if (i == SIGURG || i == SIGBUS || i == SIGSEGV)
	    continue;
	  if (sigaction (i, NULL, &action) == 0)
	    printf ("signal %d: %d %s\n", i, sigismember (&mask, i),
		    action.sa_handler == SIG_DFL ? "default"
		    : action.sa_handler == SIG_IGN ? "ignored" : "handled");
	}
      directory = opendir ("/proc/self/fd");
      while ((entry = readdir (directory)) != NULL)
	printf ("descriptor %s\n", entry->d_name);
      getitimer (ITIMER_PROF, &now);
      printf ("timer %ld %ld\n", (long) now.it_value.tv_sec,
	      (long) now.it_value.tv_usec);
      printf ("child %d\n", (int) waitpid (-1, NULL, WNOHANG));
      from = fopen ("/proc/self/status", "r");
      while (from && fgets (line, sizeof line, from))
	if (!strncmp (line, "Threads", 7) || !strncmp (line, "Umask", 5)
	    || !strncmp (line, "NoNewPrivs", 10))
	  fputs (line, stdout);
    }
  else if (!strcmp (how, "ITIMER_PROF") || !strcmp (how, "signal"))
    {
      if (!strcmp (how, "signal"))
	signal (SIGPROF, plain_handler);
      else
	take (SIGPROF);
      setitimer (ITIMER_PROF, &interval, NULL);
      printf ("%s %d\n", burn_and_count () ? "some" : "wrong",
	      (int) strange);
    }
  else if (!strcmp (how, "ITIMER_REAL"))
    {
      take (SIGALRM);
      setitimer (ITIMER_REAL, &interval, NULL);
      while (seen < 5)
	pause ();
      printf ("%d\n", (int) strange);
    }
  else if (!strcmp (how, "timer_create"))
    {
      timer_t timer;
      struct sigevent event = { .sigev_notify = SIGEV_SIGNAL,
				.sigev_signo = SIGPROF };
      struct itimerspec times = { { 0, 10000000 }, { 0, 10000000 } };
      take (SIGPROF);
      timer_create (CLOCK_PROCESS_CPUTIME_ID, &event, &timer);
      timer_settime (timer, 0, &times, NULL);
      printf ("%s %d\n", burn_and_count () ? "some" : "wrong",
	      (int) strange);
    }
  else if (!strcmp (how, "default") || !strcmp (how, "ignore"))
    {
      /* As daemons do to all that they have inherited.  */
      for (int i = 1; i < NSIG; i++)
	signal (i, !strcmp (how, "default") ? SIG_DFL : SIG_IGN);
      burn (0.1);
      puts ("alive");
    }
  else if (!strcmp (how, "deadly"))
    {
      /* As shells do to all that would kill them.  */
      static const int deadly[]
	= { SIGHUP, SIGINT, SIGILL, SIGTRAP, SIGABRT, SIGFPE, SIGSEGV,
	    SIGSYS, SIGPIPE, SIGALRM, SIGTERM, SIGXCPU, SIGXFSZ, SIGVTALRM,
	    SIGPROF, SIGUSR1, SIGUSR2, SIGIO, SIGPWR, SIGSTKFLT };
      for (size_t i = 0; i < sizeof deadly / sizeof *deadly; i++)
	take (deadly[i]);
      burn (0.1);
      printf ("%d\n", (int) seen);
    }
  else if (!strcmp (how, "exec"))
    {
      /* What is pending stays so over exec.  */
      sigset_t all;
      sigfillset (&all);
      sigprocmask (SIG_SETMASK, &all, NULL);
      burn (0.05);
      execl (argv[0], argv[0], "unblock", (char *) 0);
    }
  else if (!strcmp (how, "unblock"))
    {
      sigset_t none;
      sigemptyset (&none);
      sigprocmask (SIG_SETMASK, &none, NULL);
      puts ("alive");
    }
  else if (!strcmp (how, "interrupted"))
    {
      /* A call that waits is interrupted by nothing of ours.  */
      int pipes[2], failed = 0;
      char byte;
      struct timespec nap = { 0, 2000000 };
      if (pipe (pipes) < 0)
	return 1;
      for (int i = 0; i < 50; i++)
	{
	  burn (0.002);
	  failed += nanosleep (&nap, NULL) != 0;
	  failed += write (pipes[1], "", 1) != 1;
	  failed += read (pipes[0], &byte, 1) != 1;
	}
      printf ("%d\n", failed);
    }
  else if (!strcmp (how, "waiting"))
    {
      /* Calls that wait, beside a thread that is sampled all the time.
	 Those that no SA_RESTART restarts, and a read that is long.  */
      int pipes[2], failed = 0;
      char byte;
      pthread_t thread;
      sigset_t set;
      struct timespec nap = { 0, 3000000 };
      struct timeval moment;
      struct epoll_event event = { .events = EPOLLIN };
      int epoll = epoll_create1 (EPOLL_CLOEXEC);
      if (pipe (pipes) < 0 || epoll < 0
	  || epoll_ctl (epoll, EPOLL_CTL_ADD, pipes[0], &event) < 0)
	return 1;
      struct pollfd poller = { .fd = pipes[0], .events = POLLIN };
      pthread_create (&thread, NULL, burn_and_write, &pipes[1]);
      failed += read (pipes[0], &byte, 1) != 1;
      pthread_join (thread, NULL);
      pthread_create (&thread, NULL, burn_and_write, NULL);
      sigemptyset (&set);
      sigaddset (&set, SIGUSR2);
      sigprocmask (SIG_BLOCK, &set, NULL);
      for (int i = 0; i < 20; i++)
	{
	  burn (0.002);
	  failed += poll (&poller, 1, 3) != 0;
	  burn (0.002);
	  failed += epoll_wait (epoll, &event, 1, 3) != 0;
	  burn (0.002);
	  moment.tv_sec = 0;
	  moment.tv_usec = 3000;
	  failed += select (0, NULL, NULL, NULL, &moment) != 0;
	  burn (0.002);
	  failed += clock_nanosleep (CLOCK_MONOTONIC, 0, &nap, NULL) != 0;
	  burn (0.002);
	  failed += sigtimedwait (&set, NULL, &nap) != -1 || errno != EAGAIN;
	}
      pthread_join (thread, NULL);
      printf ("%d\n", failed);
    }
  else if (!strcmp (how, "bus"))
    {
      /* The program's own bus errors are its own.  */
      take (SIGBUS);
      raise (SIGBUS);
      printf ("%d\n", (int) seen);
    }
  else if (!strcmp (how, "urgent"))
    {
      /* Ours is told apart by the program only while it comes.  */
      take (SIGURG);
      raise (SIGURG);
      printf ("%s\n", seen ? "seen" : "not seen");
    }
  return 0;
}
