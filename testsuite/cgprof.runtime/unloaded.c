/* A host of plugins that come to lie in one place one after the other.  Its
   arguments are a script: "oNAME" loads NAME.so, whose function is entry_NAME, and
   prints where it lies; "xNUMBER" calls it that often; "bNUMBER" has it run for
   NUMBER milliseconds; "c" unloads it; "nNUMBER" has all before it done so
   often; "(" begins what a forked child does, ")" ends the child, for which its
   parent waits; "stop", "start" and "reset" are cgprof's.

   With LIBRARY, its name, such a plugin.

   SPDX-License-Identifier: MIT  */

#define _GNU_SOURCE 1
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <dlfcn.h>
#include <unistd.h>

#ifdef LIBRARY

#define JOIN(a, b) a##b
#define NAME(a, b) JOIN (a, b)

int
NAME (entry_, LIBRARY) (int milliseconds)
{
  struct rusage start, now;
  volatile int sum = 0;

  if (!milliseconds)
    return 0;
  getrusage (RUSAGE_SELF, &start);
  do
    {
      for (int i = 0; i < 100000; i++)
	sum += i;
      getrusage (RUSAGE_SELF, &now);
    }
  while ((now.ru_utime.tv_sec - start.ru_utime.tv_sec) * 1000
	 + (now.ru_utime.tv_usec - start.ru_utime.tv_usec) / 1000
	 < milliseconds);
  return sum;
}

#else

#include "cgprof/cgprof.h"

typedef int function (int);

__attribute__ ((noipa)) static void
call (function *f, int times, int milliseconds)
{
  while (times-- > 0)
    f (milliseconds);
}

int
main (int argc, char **argv)
{
  void *library = NULL;
  function *f = NULL;
  int times = 0;

  for (int i = 1; i < argc; i++)
    {
      const char *word = argv[i];
      char name[64];
      if (word[0] == 'o')
	{
	  snprintf (name, sizeof name, "./%s.so", word + 1);
	  library = dlopen (name, RTLD_NOW);
	  if (!library)
	    return fprintf (stderr, "%s\n", dlerror ()), 1;
	  snprintf (name, sizeof name, "entry_%s", word + 1);
	  *(void **) &f = dlsym (library, name);
	  Dl_info where;
	  dladdr (*(void **) &f, &where);
	  printf ("%p\n", where.dli_fbase);
	  fflush (stdout);
	}
      else if (word[0] == 'x')
	call (f, atoi (word + 1), 0);
      else if (word[0] == 'b')
	call (f, 1, atoi (word + 1));
      else if (word[0] == 'n')
	i = ++times < atoi (word + 1) ? 0 : i;
      else if (word[0] == 'c')
	dlclose (library);
      else if (word[0] == '(')
	{
	  if (fork ())
	    {
	      wait (NULL);
	      while (*argv[i] != ')')
		i++;
	    }
	}
      else if (word[0] == ')')
	exit (0);
      else if (strcmp (word, "stop") == 0)
	cgprof_stop ();
      else if (strcmp (word, "start") == 0)
	cgprof_start ();
      else if (strcmp (word, "reset") == 0)
	cgprof_reset ();
    }
  return 0;
}

#endif
