/* A thread that blocks SIGURG gets it when it asks for it, though it came while
   the thread slept, and has slept on.  With an argument two come at once, one
   for the process and one for the thread, as it is stopped when they come.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#define _GNU_SOURCE 1
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* The sleep ends between two samples, of which there are two a second, give or
   take a tenth.  So does the child's, which ends before.  */
#define SLEEP { 0, 750000000 }
#define CHILDS_SLEEP 700000

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
  int slept, taken;

  sigfillset (&all);
  sigprocmask (SIG_SETMASK, &all, NULL);
  if (fork () == 0)
    {
      pid_t parent = getppid ();
      usleep (CHILDS_SLEEP);
      if (argc > 1)
	stop (parent);
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
