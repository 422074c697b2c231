/* Loads a library by a relative name, leaves the directory, loads another one,
   and calls both.
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <dlfcn.h>
#include <stdio.h>
#include <unistd.h>

typedef int callback (int);

__attribute__ ((noipa)) int
back (int x)
{
  return x + 1;
}

__attribute__ ((noipa)) int
apply (void *library, int count)
{
  int (*entry) (callback *, int);
  *(void **) &entry = dlsym (library, "entry");
  for (int i = 0; i < count; i++)
    entry (back, i);
  return 0;
}

int
main (int argc, char **argv)
{
  void *first = argc > 2 ? dlopen (argv[1], RTLD_NOW | RTLD_LOCAL) : NULL;
  if (!first)
    return 1;
  apply (first, 3);
  void *second = chdir ("/") == 0 ? dlopen (argv[2], RTLD_NOW | RTLD_LOCAL)
				  : NULL;
  if (!second)
    {
      fprintf (stderr, "%s\n", dlerror ());
      return 1;
    }
  apply (second, 5);
  return apply (first, 7);
}
