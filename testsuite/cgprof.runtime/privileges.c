/* Area:    runtime: programs with more privileges than who starts them
   Purpose: says whether the kernel calls it such a program, and whether the
	    runtime is loaded.  */

#include <stdio.h>
#include <string.h>
#include <sys/auxv.h>

#define NOINLINE __attribute__ ((noipa))

NOINLINE int
add (int a, int b)
{
  return a + b;
}

int
main (void)
{
  static char line[4096];
  int sum = 0, loaded = 0;
  FILE *maps = fopen ("/proc/self/maps", "r");
  for (int i = 0; i < 1000; i++)
    sum = add (sum, i);
  while (maps && fgets (line, sizeof line, maps))
    loaded |= strstr (line, "libcgprof") != NULL;
  printf ("%d: %s, runtime %s\n", sum,
	  getauxval (AT_SECURE) ? "privileged" : "ordinary",
	  loaded ? "loaded" : "not loaded");
  return 0;
}
