/* Loads each library of the command line, calls it three times, and with
   KEEP=0 unloads it; then does it all again at other addresses.
   SPDX-License-Identifier: GPL-3.0-or-later  */

#define _GNU_SOURCE 1
#include <dlfcn.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

#define NOIPA __attribute__ ((noipa))

typedef int callback (int);

NOIPA int
back (int x)
{
  return x + 1;
}

NOIPA int
apply (int (*entry) (callback *, int), int x)
{
  return entry (back, x) + 1;
}

int
main (int argc, char **argv)
{
  int keep = atoi (getenv ("KEEP")), rounds = atoi (getenv ("ROUNDS"));
  unsigned long last = 0;
  int moved = 0;
  for (int round = 0; round < rounds; round++)
    for (int i = 1; i < argc; i++)
      {
	void *library = dlopen (argv[i], RTLD_NOW | RTLD_LOCAL);
	int (*entry) (callback *, int);
	if (!library)
	  {
	    fprintf (stderr, "%s\n", dlerror ());
	    return 1;
	  }
	unsigned long base = ((struct link_map *) library)->l_addr;
	*(void **) &entry = dlsym (library, "entry");
	for (int j = 0; j < 3; j++)
	  apply (entry, j);
	moved += last && last != base;
	last = base;
	if (!keep)
	  {
	    dlclose (library);
	    /* Something else takes its place, unless the next one is to.  */
	    if (!getenv ("SAME_PLACE"))
	      mmap ((void *) base, 4096, PROT_NONE,
		    MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
	  }
      }
  printf ("moved %d\n", moved);
  return 0;
}
