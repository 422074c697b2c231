/* Area:    runtime: sampling beside system calls that wait
   Purpose: calls that the kernel does not begin again after a signal wait as
	    long as they would, and fail with EINTR only when the program's
	    own handler ran.  Prints what a program can see of it.  */

#define _GNU_SOURCE 1
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/select.h>
#include <sys/sem.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#define MS 1000000
#define WAIT (12 * MS)
#define TIMES 8

#define NOINLINE __attribute__ ((noipa))

static volatile sig_atomic_t ticks;
static sigjmp_buf out;
static int ends[2], poller, semaphores, messages;
static sigset_t user;
static sem_t semaphore;
static const struct timespec length = { 0, WAIT };

static long long
now (clockid_t clock)
{
  struct timespec time;
  clock_gettime (clock, &time);
  return time.tv_sec * 1000000000ll + time.tv_nsec;
}

static struct timespec
after (clockid_t clock)
{
  long long end = now (clock) + WAIT;
  return (struct timespec) { end / 1000000000, end % 1000000000 };
}

/* Each waits for WAIT and returns 0, or an errno.  */

#define RESULT(CALL) ((CALL) < 0 ? errno : 0)

NOINLINE int
wait_nanosleep (void)
{
  return RESULT (nanosleep (&length, NULL));
}

NOINLINE int
wait_clock (void)
{
  struct timespec end = after (CLOCK_MONOTONIC);
  return clock_nanosleep (CLOCK_MONOTONIC, TIMER_ABSTIME, &end, NULL);
}

NOINLINE int
wait_poll (void)
{
  struct pollfd one = { ends[0], POLLIN, 0 };
  return RESULT (poll (&one, 1, WAIT / MS));
}

NOINLINE int
wait_ppoll (void)
{
  struct pollfd one = { ends[0], POLLIN, 0 };
  return RESULT (ppoll (&one, 1, &length, NULL));
}

NOINLINE int
wait_select (void)
{
  struct timeval time = { 0, WAIT / 1000 };
  return RESULT (select (0, NULL, NULL, NULL, &time));
}

NOINLINE int
wait_pselect (void)
{
  return RESULT (pselect (0, NULL, NULL, NULL, &length, NULL));
}

NOINLINE int
wait_epoll (void)
{
  struct epoll_event event;
  return RESULT (epoll_wait (poller, &event, 1, WAIT / MS));
}

NOINLINE int
wait_epoll_mask (void)
{
  struct epoll_event event;
  return RESULT (epoll_pwait (poller, &event, 1, WAIT / MS, NULL));
}

NOINLINE int
wait_recv (void)
{
  char byte;
  return RESULT (recv (ends[0], &byte, 1, 0)) == EAGAIN ? 0 : errno;
}

NOINLINE int
wait_signal (void)
{
  return RESULT (sigtimedwait (&user, NULL, &length)) == EAGAIN ? 0 : errno;
}

NOINLINE int
wait_semop (void)
{
  struct sembuf down = { 0, -1, 0 };
  return RESULT (semtimedop (semaphores, &down, 1, &length)) == EAGAIN
    ? 0 : errno;
}

static void *
send_later (void *unused)
{
  struct { long type; char text[1]; } message = { 1, "x" };
  nanosleep (&length, NULL);
  msgsnd (messages, &message, 1, 0);
  return unused;
}

/* Beside another thread, where libc calls the kernel from another place.  */
NOINLINE int
wait_message (void)
{
  struct { long type; char text[1]; } message;
  pthread_t thread;
  int result;
  pthread_create (&thread, NULL, send_later, NULL);
  result = RESULT (msgrcv (messages, &message, 1, 0, 0));
  if (result)
    msgrcv (messages, &message, 1, 0, 0);
  pthread_join (thread, NULL);
  return result;
}

NOINLINE int
wait_semaphore (void)
{
  struct timespec end = after (CLOCK_REALTIME);
  return RESULT (sem_timedwait (&semaphore, &end)) == ETIMEDOUT ? 0 : errno;
}

static const struct
{
  const char *name;
  int (*wait) (void);
} waits[] = {
  { "nanosleep", wait_nanosleep }, { "clock_nanosleep", wait_clock },
  { "poll", wait_poll }, { "ppoll", wait_ppoll },
  { "select", wait_select }, { "pselect", wait_pselect },
  { "epoll_wait", wait_epoll }, { "epoll_pwait", wait_epoll_mask },
  { "recv", wait_recv }, { "sigtimedwait", wait_signal },
  { "semtimedop", wait_semop }, { "sem_timedwait", wait_semaphore },
  { "msgrcv", wait_message }
};

static void
count (int number)
{
  (void) number;
  ticks++;
}

static void
leave (int number)
{
  (void) number;
  siglongjmp (out, 1);
}

static void
alarm_after (long microseconds, void (*handler) (int))
{
  struct itimerval time = { { 0, 0 }, { 0, microseconds } };
  struct sigaction action = { .sa_handler = handler };
  sigaction (SIGALRM, &action, NULL);
  setitimer (ITIMER_REAL, &time, NULL);
}

/* The program's own handler ends a wait.  */

static void
own_handler (void)
{
  struct timespec rest = { 5, 0 };
  sigset_t alarm_set;
  int result;
  alarm_after (300000, count);
  result = nanosleep (&rest, &rest);
  printf ("nanosleep: %s, rest %s, %d ticks\n",
	  result < 0 ? strerror (errno) : "slept",
	  rest.tv_sec == 4 ? "right" : "wrong", (int) ticks);
  sigemptyset (&alarm_set);
  sigaddset (&alarm_set, SIGALRM);
  sigprocmask (SIG_BLOCK, &alarm_set, NULL);
  alarm_after (20000, count);
  /* It may end early by the wall's clock, but not never.  */
  while (ticks < 2)
    sigsuspend (&user);
  printf ("sigsuspend: %s, %d ticks\n", strerror (errno), (int) ticks);
  sigprocmask (SIG_UNBLOCK, &alarm_set, NULL);
  if (sigsetjmp (out, 1) == 0)
    {
      alarm_after (300000, leave);
      poll (NULL, 0, 5000);
      puts ("poll: not left");
    }
  else
    puts ("poll: left");
}

static void
clean (void *done)
{
  *(int *) done = 1;
}

NOINLINE void *
wait_long (void *done)
{
  pthread_cleanup_push (clean, done);
  for (;;)
    poll (NULL, 0, 100000);
  pthread_cleanup_pop (0);
  return NULL;
}

NOINLINE void *
wait_until_exit (void *unused)
{
  for (;;)
    sleep (1000);
  return unused;
}

int
main (void)
{
  struct timeval limit = { 0, WAIT / 1000 };
  pthread_t thread, other;
  int done = 0;

  if (socketpair (AF_UNIX, SOCK_STREAM, 0, ends) != 0)
    return 1;
  setsockopt (ends[0], SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
  poller = epoll_create1 (0);
  semaphores = semget (IPC_PRIVATE, 1, 0600);
  messages = msgget (IPC_PRIVATE, 0600);
  sem_init (&semaphore, 0, 0);
  sigemptyset (&user);
  sigaddset (&user, SIGUSR1);
  sigprocmask (SIG_BLOCK, &user, NULL);
  for (size_t i = 0; i < sizeof waits / sizeof *waits; i++)
    {
      int failed = 0, early = 0;
      for (int j = 0; j < TIMES; j++)
	{
	  long long begin = now (CLOCK_MONOTONIC);
	  int error = waits[i].wait ();
	  failed += error != 0;
	  early += !error && now (CLOCK_MONOTONIC) - begin < WAIT - MS / 10;
	}
      printf ("%s: %d failed, %d early\n", waits[i].name, failed, early);
    }
  semctl (semaphores, 0, IPC_RMID);
  msgctl (messages, IPC_RMID, NULL);
  own_handler ();
  pthread_create (&thread, NULL, wait_long, &done);
  pthread_create (&other, NULL, wait_until_exit, NULL);
  poll (NULL, 0, 200);
  pthread_cancel (thread);
  pthread_join (thread, NULL);
  printf ("cancelled: %d\n", done);
  return 0;
}
