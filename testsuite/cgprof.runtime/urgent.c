/* A thread that blocks SIGURG gets it when it asks for it, though it came while
   the thread slept, and has slept on.  With an argument two come at once, one
   for the process and one for the thread, as it is stopped when they come; with
   "thrice" also a timer's.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#define _GNU_SOURCE 1
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* The sleep ends between two samples, of which there are two a second, give or
   take a tenth.  So does the child's, which ends before.  */
#define SLEEP { 0, 750000000 }
#define CHILDS_SLEEP 700000

/* While it is stopped; then the child waits, too.  */
#define TIMER { .it_value = { 0, 715000000 } }
#define CHILDS_WAIT 30000

/* Stop PARENT, and return when it has been.  */

static void
stop (pid_t parent)
{
  char path[32], line[256], state = 0;
  snprintf (path, sizeof path, "/proc/%d/stat", (int) parent);
  kill (parent, SIGSTOP);
  while (state != 'T' && state != 't')
    {
      FILE *file = fopen (path, "r");
      if (!file || !fgets (line, sizeof line, file)
	  || sscanf (line, "%*d (%*[^)]) %c", &state) != 1)
	_exit (1);
      fclose (file);
    }
}

int
main (int argc, char **argv)
{
  struct timespec time = SLEEP, long_enough = { 10, 0 };
  sigset_t all, urgent;
  struct itimerspec after = TIMER;
  struct sigevent notice = { .sigev_notify = SIGEV_SIGNAL,
			     .sigev_signo = SIGURG };
  timer_t timer;
  int slept, taken, is_thrice;

  sigfillset (&all);
  sigprocmask (SIG_SETMASK, &all, NULL);
  is_thrice = argc > 1 && strcmp (argv[1], "thrice") == 0;
  if (is_thrice && (timer_create (CLOCK_MONOTONIC, &notice, &timer) != 0
		    || timer_settime (timer, 0, &after, NULL) != 0))
    return 1;
  if (fork () == 0)
    {
      pid_t parent = getppid ();
      usleep (CHILDS_SLEEP);
      if (argc > 1)
	stop (parent);
      if (is_thrice)
	usleep (CHILDS_WAIT);
      kill (parent, SIGURG);
      if (argc > 1)
	{
	  syscall (SYS_tgkill, parent, parent, SIGURG);
	  kill (parent, SIGCONT);
	}
      _exit (0);
    }
  slept = nanosleep (&time, NULL);
  sigemptyset (&urgent);
  sigaddset (&urgent, SIGURG);
  /* If the child was late, it has stopped this call: that ends it.  */
  do
    taken = sigtimedwait (&urgent, NULL, &long_enough);
  while (taken < 0 && errno == EINTR && argc > 1);
  printf ("slept %d, taken %d\n", slept == 0, taken == SIGURG);
  return 0;
}
