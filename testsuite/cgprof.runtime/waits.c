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
#include <sys/uio.h>
#include <sys/un.h>
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
static sem_t semaphore, begun;
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

/* Begin a thread that runs RUN, which posts BEGUN.  While a thread begins, the
   C library blocks its signals: one to the process that comes then wakes
   another thread instead, whose wait can fail though no handler runs.  */

static pthread_t
begin (void *(*run) (void *))
{
  pthread_t thread;
  pthread_create (&thread, NULL, run, NULL);
  while (sem_wait (&begun) != 0)
    continue;
  return thread;
}

static void *
send_later (void *unused)
{
  struct { long type; char text[1]; } message = { 1, "x" };
  sem_post (&begun);
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
  thread = begin (send_later);
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

/* Of sockets with a time limit, which the kernel leaves to us whatever the
   handler's flags say.  What is sent finds no room.  */

#define JIFFY (10 * MS)
#define TIMED(CALL) ((CALL) >= 0 ? ERANGE : errno == EAGAIN ? 0 : errno)

static int listener, crowded;
static struct sockaddr_un crowded_name;
static socklen_t crowded_size;
static char bytes[64];
static struct iovec vector = { bytes, sizeof bytes };
static struct msghdr header = { .msg_iov = &vector, .msg_iovlen = 1 };

NOINLINE int
wait_read (void)
{
  return TIMED (read (ends[0], bytes, 1));
}

NOINLINE int
wait_readv (void)
{
  return TIMED (readv (ends[0], &vector, 1));
}

NOINLINE int
wait_recvmsg (void)
{
  return TIMED (recvmsg (ends[0], &header, 0));
}

NOINLINE int
wait_write (void)
{
  return TIMED (write (ends[0], bytes, sizeof bytes));
}

NOINLINE int
wait_writev (void)
{
  return TIMED (writev (ends[0], &vector, 1));
}

NOINLINE int
wait_send (void)
{
  return TIMED (send (ends[0], bytes, sizeof bytes, 0));
}

NOINLINE int
wait_sendmsg (void)
{
  return TIMED (sendmsg (ends[0], &header, 0));
}

NOINLINE int
wait_accept (void)
{
  return TIMED (accept (listener, NULL, NULL));
}

NOINLINE int
wait_accept4 (void)
{
  return TIMED (accept4 (listener, NULL, NULL, SOCK_CLOEXEC));
}

/* Return a listening socket that takes one connection, and its name.  */

static int
make_listener (const struct timeval *limit, struct sockaddr_un *name,
	       socklen_t *size)
{
  int fd = socket (AF_UNIX, SOCK_STREAM, 0);
  name->sun_family = AF_UNIX;
  *size = sizeof *name;
  setsockopt (fd, SOL_SOCKET, SO_RCVTIMEO, limit, sizeof *limit);
  bind (fd, (struct sockaddr *) name, sizeof name->sun_family);
  listen (fd, 0);
  getsockname (fd, (struct sockaddr *) name, size);
  return fd;
}

static int
make_client (void)
{
  struct timeval limit = { 0, WAIT / 1000 };
  int fd = socket (AF_UNIX, SOCK_STREAM, 0);
  setsockopt (fd, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
  return fd;
}

NOINLINE int
wait_connect (void)
{
  int fd = make_client ();
  int result = TIMED (connect (fd, (struct sockaddr *) &crowded_name,
			       crowded_size));
  close (fd);
  return result;
}

static void
make_sockets (void)
{
  struct timeval limit = { 0, WAIT / 1000 };
  struct sockaddr_un name;
  socklen_t size;
  setsockopt (ends[0], SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
  while (send (ends[0], bytes, sizeof bytes, MSG_DONTWAIT) > 0)
    continue;
  listener = make_listener (&limit, &name, &size);
  crowded = make_listener (&limit, &crowded_name, &crowded_size);
  connect (make_client (), (struct sockaddr *) &crowded_name, crowded_size);
}

static void *
raise_later (void *unused)
{
  struct sembuf up = { 0, 1, 0 };
  sem_post (&begun);
  nanosleep (&length, NULL);
  semop (semaphores, &up, 1);
  return unused;
}

NOINLINE int
wait_semop_forever (void)
{
  struct sembuf down = { 0, -1, 0 };
  pthread_t thread;
  int result;
  thread = begin (raise_later);
  result = RESULT (semop (semaphores, &down, 1));
  pthread_join (thread, NULL);
  if (result)
    semop (semaphores, &down, 1);
  return result;
}

static struct { long type; char text[1024]; } large = { 1, "" };
static int full;			/* A queue of messages.  */

static void *
receive_later (void *unused)
{
  sem_post (&begun);
  nanosleep (&length, NULL);
  msgrcv (full, &large, sizeof large.text, 0, IPC_NOWAIT);
  return unused;
}

NOINLINE int
wait_message_room (void)
{
  pthread_t thread;
  int result;
  while (msgsnd (full, &large, sizeof large.text, IPC_NOWAIT) == 0)
    continue;
  thread = begin (receive_later);
  result = RESULT (msgsnd (full, &large, sizeof large.text, 0));
  pthread_join (thread, NULL);
  return result;
}

#if __GLIBC_PREREQ (2, 35)
NOINLINE int
wait_epoll_2 (void)
{
  struct epoll_event event;
  return RESULT (epoll_pwait2 (poller, &event, 1, &length, NULL));
}
#endif

static const struct
{
  const char *name;
  int (*wait) (void);
  long early;			/* By which the kernel may end it.  */
} waits[] = {
#if __GLIBC_PREREQ (2, 35)
  { "epoll_pwait2", wait_epoll_2 },
#endif
  { "read", wait_read, JIFFY }, { "readv", wait_readv, JIFFY },
  { "recvmsg", wait_recvmsg, JIFFY }, { "write", wait_write, JIFFY },
  { "writev", wait_writev, JIFFY }, { "send", wait_send, JIFFY },
  { "sendmsg", wait_sendmsg, JIFFY }, { "accept", wait_accept, JIFFY },
  { "accept4", wait_accept4, JIFFY }, { "connect", wait_connect, JIFFY },
  { "semop", wait_semop_forever }, { "msgsnd", wait_message_room },
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
  /* A busy machine may let it begin late.  */
  sem_post (&begun);
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
  full = msgget (IPC_PRIVATE, 0600);
  make_sockets ();
  sem_init (&semaphore, 0, 0);
  sem_init (&begun, 0, 0);
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
	  early += !error && now (CLOCK_MONOTONIC) - begin
			     < WAIT - MS / 10 - waits[i].early;
	}
      printf ("%s: %d failed, %d early\n", waits[i].name, failed, early);
    }
  semctl (semaphores, 0, IPC_RMID);
  msgctl (messages, IPC_RMID, NULL);
  msgctl (full, IPC_RMID, NULL);
  own_handler ();
  pthread_create (&thread, NULL, wait_long, &done);
  pthread_create (&other, NULL, wait_until_exit, NULL);
  sem_wait (&begun);
  poll (NULL, 0, 200);
  pthread_cancel (thread);
  pthread_join (thread, NULL);
  printf ("cancelled: %d\n", done);
  return 0;
}
