/* Area:    runtime, reporter: where system time is found
   Purpose: two paths that spend most of their time in the kernel, by what the
	    argument says.  Between them the program sleeps in ways that a
	    signal would end.  Prints how many calls failed, and how long the
	    paths took.  */

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <time.h>
#include <unistd.h>

#include "phases.h"

#define NOINLINE __attribute__ ((noipa))

/* system-time-b.c, which is not compiled with the plugin.  */
extern void real_clock (void);
extern void real_futex (void);

#define BLOCK (1 << 18)
#define PAGE 4096

static char block[BLOCK];
static int zero;

static NOINLINE void
do_read (void)
{
  if (read (zero, block, sizeof block) != sizeof block)
    abort ();
}

static NOINLINE void
do_lseek (void)
{
  for (int i = 0; i < 100; i++)
    lseek (zero, i, SEEK_SET);
}

/* Memory that is new again each time.  The fault comes in a function's first
   instruction, too.  */

static volatile char *fresh;

NOINLINE void
touch (unsigned long page)
{
  fresh[page * PAGE] = 1;
}

static NOINLINE void
do_fault (void)
{
  for (unsigned long i = 0; i < BLOCK / PAGE; i++)
    touch (i);
  madvise ((void *) fresh, BLOCK, MADV_DONTNEED);
}

static NOINLINE void
do_clock (void)
{
  for (int i = 0; i < 100; i++)
    real_clock ();
}

static NOINLINE void
do_futex (void)
{
  for (int i = 0; i < 100; i++)
    real_futex ();
}

static const struct { const char *name; void (*work) (void); } kinds[] = {
  { "read", do_read }, { "lseek", do_lseek }, { "fault", do_fault },
  { "clock", do_clock }, { "futex", do_futex }
};

NOINLINE void
path_long (void (*work) (void), double end)
{
  do
    work ();
  while (phases_clock (CLOCK_THREAD_CPUTIME_ID) < end);
}

NOINLINE void
path_short (void (*work) (void), double end)
{
  do
    work ();
  while (phases_clock (CLOCK_THREAD_CPUTIME_ID) < end);
}

/* Sleep for a moment in the way I, after the kernel had something to do in the
   same call where it can.  Return whether the call failed.  */

static NOINLINE int
doze (int i)
{
  static struct pollfd many[500];
  static int epoll, queue, semaphore;
  struct timespec moment = { 0, 100000 };
  struct epoll_event event;
  struct { long type; char text[8]; } message;
  struct sembuf wait = { 0, -1, 0 };

  if (!epoll)
    {
      epoll = epoll_create1 (0);
      queue = msgget (IPC_PRIVATE, 0600);
      semaphore = semget (IPC_PRIVATE, 1, 0600);
      for (size_t j = 0; j < sizeof many / sizeof *many; j++)
	many[j] = (struct pollfd) { epoll, POLLIN, 0 };
    }
  if (i < 0)
    {
      msgctl (queue, IPC_RMID, NULL);
      semctl (semaphore, 0, IPC_RMID);
      return 0;
    }
  switch (i % 5)
    {
    case 0:
      return nanosleep (&moment, NULL) != 0;
    case 1:
      return poll (many, sizeof many / sizeof *many, 1) != 0;
    case 2:
      return epoll_wait (epoll, &event, 1, 1) != 0;
    case 3:
      return semtimedop (semaphore, &wait, 1, &moment) != -1
	     || errno != EAGAIN;
    default:
      return msgrcv (queue, &message, sizeof message.text, 0,
		     IPC_NOWAIT) != -1
	     || errno != ENOMSG;
    }
}

int
main (int argc, char **argv)
{
  int rounds = argc > 2 ? atoi (argv[2]) : 200;
  void (*work) (void) = NULL;
  int failed = 0;

  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    if (argc > 1 && strcmp (argv[1], kinds[i].name) == 0)
      work = kinds[i].work;
  zero = open ("/dev/zero", O_RDONLY);
  fresh = mmap (NULL, BLOCK, PROT_READ | PROT_WRITE,
		MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (!work || zero < 0 || fresh == MAP_FAILED)
    return 2;
  madvise ((void *) fresh, BLOCK, MADV_NOHUGEPAGE);
  srand (1);
  for (int i = 0; i < rounds; i++)
    {
      /* Not in step with the kernel's tick: 3 and 2 ms in the mean.  */
      double length = 2e-3 * rand () / RAND_MAX;
      double now = phases_clock (CLOCK_THREAD_CPUTIME_ID);
      PHASE (path_long, path_long (work, now + 1.5 * length + 1.5e-3));
      now = phases_clock (CLOCK_THREAD_CPUTIME_ID);
      PHASE (path_short, path_short (work, now + length + 1e-3));
      failed += doze (i);
    }
  doze (-1);
  printf ("%d failed\n", failed);
  phases_print ();
  return 0;
}
