/* A handler of signals that runs between a line's beginning and the call
   there: the line is the call's, and the call is not made yet.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

#define PAGE 4096

static char *page;

/* Use processor time, then make what was read readable.  */

static void
repair (int signal)
{
  clock_t end = clock () + CLOCKS_PER_SEC / 5;
  while (clock () < end)
    ;
  mprotect (page, PAGE, PROT_READ);
}

int
main (int argc, char **argv)
{
  page = mmap (NULL, PAGE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  signal (SIGSEGV, repair);
  size_t length = strlen (argv[*(volatile char *) page]);
  printf ("%zu\n", length);
  return page == MAP_FAILED;
}
