/* Area:    reporter, base/alive
   Purpose: processes are told apart that run, that have ended and are not waited
	    for yet, whose first thread has ended, and that have got another's
	    number.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "base/alive.h"
#include "check.h"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define SECOND UINT64_C (1000000000)

static pthread_t first;
static int told[2];

/* Tell when the first thread has ended, and stay.  */

static void *
second_thread (void *unused)
{
  pthread_join (first, NULL);
  if (write (told[1], "", 1) != 1)
    exit (1);
  for (;;)
    pause ();
  return unused;
}

/* Start a process whose first thread ends.  */

static pid_t
start_threads (void)
{
  char byte;
  pid_t pid = -1;
  if (pipe (told) == 0 && (pid = fork ()) == 0)
    {
      pthread_t thread;
      first = pthread_self ();
      pthread_create (&thread, NULL, second_thread, NULL);
      pthread_exit (NULL);
    }
  CHECK (read (told[0], &byte, 1) == 1);
  return pid;
}

int
main (void)
{
  struct timespec clock;
  clock_gettime (CLOCK_REALTIME, &clock);
  uint64_t now = clock.tv_sec * SECOND + clock.tv_nsec;
  int status;

  /* What it has mapped, and what not.  */
  char mapped[] = "base-alive.XXXXXX", other[] = "base-alive.XXXXXX";
  int fd = mkstemp (mapped);
  CHECK (fd >= 0 && mkstemp (other) >= 0 && write (fd, "x", 1) == 1);
  CHECK (mmap (NULL, 1, PROT_READ, MAP_SHARED, fd, 0) != MAP_FAILED);
  pid_t pid = fork ();
  if (pid == 0)
    for (;;)
      pause ();
  CHECK (alive_process (pid, 0, NULL));
  CHECK (alive_process (pid, now, NULL));
  CHECK (alive_process (pid, now + 3600 * SECOND, other));
  CHECK (!alive_process (pid, now - 3600 * SECOND, NULL));
  CHECK (!alive_process (pid, now - 3600 * SECOND, other));
  CHECK (!alive_process (pid, now - 3600 * SECOND, "none"));
  CHECK (alive_process (pid, now - 3600 * SECOND, mapped));
  remove (mapped);
  remove (other);

  /* A zombie, and nothing.  */
  siginfo_t info;
  kill (pid, SIGKILL);
  CHECK (waitid (P_PID, pid, &info, WEXITED | WNOWAIT) == 0);
  CHECK (kill (pid, 0) == 0 && !alive_process (pid, 0, NULL));
  CHECK (waitpid (pid, &status, 0) == pid);
  CHECK (!alive_process (pid, 0, NULL));
  CHECK (!alive_process (0, 0, NULL) && !alive_process (UINT64_MAX, 0, NULL));

  pid = start_threads ();
  CHECK (alive_process (pid, 0, NULL) && alive_process (pid, now, NULL));
  kill (pid, SIGKILL);
  waitpid (pid, &status, 0);
  return check_end ();
}
