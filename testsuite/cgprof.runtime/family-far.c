/* usage: family-far AT-ONCE LATER: a process that adds nothing to the profile forks
   so many children at once, and then so many one after the other.
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

__attribute__ ((noipa)) int
leaf (int x)
{
  return x + 1;
}

int
main (int argc, char **argv)
{
  int at_once = argc > 1 ? atoi (argv[1]) : 0;
  int later = argc > 2 ? atoi (argv[2]) : 0;
  struct rlimit limit;
  int gate[2];
  char byte;
  /* No limit, but from here on as little of the file is mapped as can be.  */
  getrlimit (RLIMIT_AS, &limit);
  setrlimit (RLIMIT_AS, &limit);
  if (pipe (gate) != 0)
    return 1;
  for (int i = 0; i < at_once; i++)
    if (fork () == 0)
      {
	close (gate[1]);
	leaf (i);
	_exit (read (gate[0], &byte, 1) != 0);
      }
  close (gate[1]);
  while (wait (NULL) > 0)
    continue;
  for (int i = 0; i < later; i++)
    {
      if (fork () == 0)
	_exit (leaf (i) == 0);
      wait (NULL);
    }
  return 0;
}
