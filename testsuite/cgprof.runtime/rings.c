/* Area:    runtime: sampling beside waits for an io_uring
   Purpose: a wait fails with EINTR only when the program's own handler ran.
	    Prints what a program can see of it.
   SPDX-License-Identifier: GPL-3.0-or-later  */

#define _GNU_SOURCE 1
#include <errno.h>
#include <liburing.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

#define NOINLINE __attribute__ ((noipa))
#define WAIT 12000000		/* Nanoseconds.  */
#define TIMES 8
/* For a handler that comes during the wait, as it seldom does where others have
   the processor most of the time: it comes before.  */
#define TRIES 500

/* So much that a tick meets it, now and then.  */
#define MANY 4000

static struct io_uring ring, large;
static struct __kernel_timespec length = { 0, WAIT };
static volatile sig_atomic_t handled;

static void
handle (int signal)
{
  (void) signal;
  handled++;
}

/* Have the ring complete something in WAIT.  */

static void
begin (void)
{
  io_uring_prep_timeout (io_uring_get_sqe (&ring), &length, 0, 0);
}

/* Take what is complete: its result, or 1 if nothing is.  */

static int
take (void)
{
  struct io_uring_cqe *cqe;
  int result = 1;

  if (io_uring_peek_cqe (&ring, &cqe) == 0)
    {
      result = cqe->res;
      io_uring_cqe_seen (&ring, cqe);
    }
  return result;
}

/* Each waits for WAIT and returns what the wait did.  */

NOINLINE int
wait_cqe (void)
{
  struct io_uring_cqe *cqe;
  begin ();
  io_uring_submit (&ring);
  return io_uring_wait_cqe (&ring, &cqe);
}

NOINLINE int
wait_submit (void)
{
  begin ();
  return io_uring_submit_and_wait (&ring, 1);
}

NOINLINE int
wait_timeout (void)
{
  struct io_uring_cqe *cqe;
  return io_uring_wait_cqe_timeout (&ring, &cqe, &length);
}

NOINLINE int
wait_enter (void)
{
  begin ();
  io_uring_submit (&ring);
  return io_uring_enter ((unsigned) ring.ring_fd, 0, 1,
			 IORING_ENTER_GETEVENTS, NULL);
}

/* With a set of blocked signals, in which everything else is let in.  */

NOINLINE int
wait_set (void)
{
  struct io_uring_cqe *cqe;
  sigset_t set;
  sigemptyset (&set);
  sigaddset (&set, SIGUSR2);
  return io_uring_wait_cqes (&ring, &cqe, 1, &length, &set);
}

NOINLINE int
wait_enter_set (void)
{
  sigset_t set;
  sigemptyset (&set);
  begin ();
  io_uring_submit (&ring);
  return io_uring_enter ((unsigned) ring.ring_fd, 0, 1,
			 IORING_ENTER_GETEVENTS, &set);
}

/* Return whether a wait with a set is over too soon that has much to submit
   first.  What the kernel puts off until the program goes on, it does before it
   sleeps here.  */

static int
wait_many (void)
{
  static struct __kernel_timespec soon = { 0, WAIT / 100 }, late = { 10, 0 };
  struct io_uring_cqe *cqe;
  sigset_t set;
  unsigned ready;

  sigemptyset (&set);
  sigaddset (&set, SIGUSR2);
  for (int i = 0; i < MANY; i++)
    io_uring_prep_nop (io_uring_get_sqe (&large));
  io_uring_prep_timeout (io_uring_get_sqe (&large), &soon, 0, 0);
  io_uring_submit_and_wait_timeout (&large, &cqe, MANY + 1, &late, &set);
  ready = io_uring_cq_ready (&large);
  if (ready <= MANY)
    io_uring_wait_cqe_nr (&large, &cqe, MANY + 1);
  io_uring_cq_advance (&large, MANY + 1);
  return ready <= MANY;
}

static const struct
{
  const char *name;
  int (*wait) (void);
} waits[] =
{
  { "cqe", wait_cqe },
  { "submit", wait_submit },
  { "timeout", wait_timeout },
  { "enter", wait_enter },
  { "set", wait_set },
  { "enter, set", wait_enter_set }
};

int
main (void)
{
  struct sigaction action;
  struct itimerval soon = { { 0, 0 }, { 0, WAIT / 3000 } };
  const unsigned kinds = sizeof waits / sizeof waits[0];
  int error = -io_uring_queue_init (8, &ring, 0), early = 0;
  if (!error)
    error = -io_uring_queue_init (MANY + 1, &large, 0);

  if (error)
    {
      fprintf (stderr, "no ring: %s\n", strerror (error));
      return 77;
    }
  for (unsigned i = 0; i < kinds; i++)
    for (int j = 0; j < TIMES; j++)
      {
	int result = waits[i].wait ();
	printf ("%s: %d, %d\n", waits[i].name, result, take ());
      }

  for (int j = 0; j < TRIES; j++)
    early += wait_many ();
  printf ("many, set: %d too soon\n", early);

  /* A handler of the program's.  One that runs at the very moment of a sample
     does not end the wait.  */
  memset (&action, 0, sizeof action);
  action.sa_handler = handle;
  action.sa_flags = SA_RESTART;
  sigaction (SIGALRM, &action, NULL);
  for (unsigned i = 0; i < kinds; i++)
    {
      int cut = 0;
      for (int j = 0; j < TRIES && !cut; j++)
	{
	  int was = handled, result;
	  setitimer (ITIMER_REAL, &soon, NULL);
	  result = waits[i].wait ();
	  cut = handled > was && result == -EINTR;
	  if (take () == 1)
	    {
	      cut |= handled > was && result == 1;
	      usleep (WAIT / 500);
	      take ();
	    }
	}
      printf ("%s: cut short %d\n", waits[i].name, cut);
    }
  return 0;
}
