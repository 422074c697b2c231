/* Forks for four seconds beside threads that begin, allocate and end.
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

void start (int);

int
main (void)
{
  time_t end = time (NULL) + 4;
  start (6);
  while (time (NULL) < end)
    {
      pid_t child = fork ();
      if (child == 0)
	_exit (0);
      waitpid (child, NULL, 0);
    }
  _exit (0);
}
