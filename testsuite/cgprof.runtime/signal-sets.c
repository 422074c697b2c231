/* Area:    runtime: sampling beside calls that are given sets of signals
   Purpose: a thread that blocks all signals and takes them by a call, or lets
	    them in while it waits, gets the program's own and no others, and
	    is sampled again once it lets them in for good.  Prints what a
	    program can see of it.  */

#define _GNU_SOURCE 1
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <sys/signalfd.h>
#include <time.h>
#include <unistd.h>

#define MS 1000000
#define TIMES 8

#define NOINLINE __attribute__ ((noipa))

static sigset_t all, none;
static volatile sig_atomic_t handled;
static volatile int stop;
static pthread_t receiver;
static int signals, poller;
static sigjmp_buf out;
static const struct timespec length = { 0, 4 * MS };

/* Run for MILLISECONDS of the thread's own time.  */

NOINLINE void
spin (long milliseconds)
{
  struct timespec now;
  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &now);
  long long end = now.tv_sec * 1000000000ll + now.tv_nsec
		  + milliseconds * MS;
  do
    {
      for (volatile int i = 0; i < 50000; i++)
	;
      clock_gettime (CLOCK_THREAD_CPUTIME_ID, &now);
    }
  while (now.tv_sec * 1000000000ll + now.tv_nsec < end);
}

NOINLINE void *
run_beside (void *unused)
{
  while (!stop)
    spin (1);
  return unused;
}

static void
handle (int number)
{
  (void) number;
  handled++;
}

/* Send the receiver a signal in a while.  */

static void *
send_one (void *unused)
{
  nanosleep (&length, NULL);
  pthread_kill (receiver, SIGUSR1);
  return unused;
}

static pthread_t
send_later (void)
{
  pthread_t thread;
  pthread_create (&thread, NULL, send_one, NULL);
  return thread;
}

/* Each returns 0 if only that happened which the program did.  */

static int
take_wait (void)
{
  int number = 0;
  spin (3);
  pthread_t sender = send_later ();
  sigwait (&all, &number);
  pthread_join (sender, NULL);
  return number != SIGUSR1;
}

static int
take_info (void)
{
  siginfo_t info;
  spin (3);
  pthread_t sender = send_later ();
  int number = sigwaitinfo (&all, &info);
  pthread_join (sender, NULL);
  return number != SIGUSR1;
}

static int
take_timed (void)
{
  spin (3);
  return sigtimedwait (&all, NULL, &length) >= 0 || errno != EAGAIN;
}

static int
suspend (void)
{
  int before = handled;
  spin (3);
  pthread_t sender = send_later ();
  sigsuspend (&none);
  int failed = handled != before + 1;
  if (failed)
    sigsuspend (&none);
  pthread_join (sender, NULL);
  return failed;
}

/* Signals are not blocked, so one may come before the wait.  */

static void *
send_on (void *done)
{
  for (; !*(volatile int *) done; nanosleep (&length, NULL))
    pthread_kill (receiver, SIGUSR1);
  return NULL;
}

static int
wait_pause (void)
{
  volatile int done = 0;
  pthread_t sender;
  pthread_create (&sender, NULL, send_on, (void *) &done);
  int before = handled;
  pause ();
  int failed = handled == before;
  done = 1;
  pthread_join (sender, NULL);
  return failed;
}

static void
leave (int number)
{
  (void) number;
  siglongjmp (out, 1);
}

NOINLINE void
run_left (void)
{
  spin (10);
}

/* A wait that is left by a jump is over, too.  */

static int
leave_suspend (void)
{
  struct sigaction action = { .sa_handler = leave }, old;
  pthread_t sender;
  sigaction (SIGUSR1, &action, &old);
  sender = send_later ();
  if (sigsetjmp (out, 1) == 0)
    for (;;)
      sigsuspend (&none);
  run_left ();
  sigaction (SIGUSR1, &old, NULL);
  pthread_join (sender, NULL);
  return 0;
}

NOINLINE void
run_cleaned (void)
{
  spin (10);
}

static void
clean (int *done)
{
  *done = 1;
}

/* A wait that may throw.  */

static int
let_cleaned (void)
{
  int done __attribute__ ((cleanup (clean))) = 0;
  spin (3);
  int failed = ppoll (NULL, 0, &length, &none) != 0;
  run_cleaned ();
  return failed;
}

static int
let_poll (void)
{
  spin (3);
  return ppoll (NULL, 0, &length, &none) != 0;
}

static int
let_select (void)
{
  spin (3);
  return pselect (0, NULL, NULL, NULL, &length, &none) != 0;
}

static int
let_epoll (void)
{
  struct epoll_event event;
  spin (3);
  return epoll_pwait (poller, &event, 1, 4, &none) != 0;
}

static int
read_signals (void)
{
  struct signalfd_siginfo info;
  struct pollfd one = { signals, POLLIN, 0 };
  spin (3);
  return poll (&one, 1, 4) != 0 || read (signals, &info, sizeof info) >= 0;
}

static const struct
{
  const char *name;
  int (*wait) (void);
} waits[] = {
  { "sigsuspend", suspend }, { "ppoll", let_poll }, { "pselect", let_select },
  { "epoll_pwait", let_epoll }, { "cleaned", let_cleaned },
  { "left", leave_suspend },
  { "pause", wait_pause }, { "sigwait", take_wait },
  { "sigwaitinfo", take_info }, { "sigtimedwait", take_timed },
  { "signalfd", read_signals }
};

static void
try_all (int from, int to)
{
  for (int i = from; i < to; i++)
    {
      int failed = 0;
      for (int j = 0; j < TIMES; j++)
	failed += waits[i].wait ();
      printf ("%s: %d unasked\n", waits[i].name, failed);
    }
}

NOINLINE void
run_after (void)
{
  spin (200);
}

NOINLINE void
run_at_end (void)
{
  spin (200);
}

int
main (void)
{
  struct sigaction action = { .sa_handler = handle };
  pthread_t open, blocked;
  sigset_t one, old;

  receiver = pthread_self ();
  sigfillset (&all);
  sigaction (SIGUSR1, &action, NULL);
  poller = epoll_create1 (0);
  pthread_create (&open, NULL, run_beside, NULL);
  pthread_sigmask (SIG_BLOCK, &all, &old);
  pthread_create (&blocked, NULL, run_beside, NULL);
  try_all (0, 6);
  try_all (7, 10);
  pthread_sigmask (SIG_SETMASK, &old, NULL);
  run_after ();
  try_all (6, 7);
  sigemptyset (&one);
  sigaddset (&one, SIGUSR1);
  sigprocmask (SIG_BLOCK, &one, NULL);
  try_all (0, 6);
  sigprocmask (SIG_BLOCK, &all, NULL);
  signals = signalfd (-1, &all, SFD_NONBLOCK);
  try_all (10, 11);
  close (signals);
  sigprocmask (SIG_SETMASK, &old, NULL);
  run_at_end ();
  stop = 1;
  pthread_join (open, NULL);
  pthread_join (blocked, NULL);
  return 0;
}
