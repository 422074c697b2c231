/* Programs that lock their memory, or have little of it, or of addresses.
   SPDX-License-Identifier: GPL-3.0-or-later  */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#define NOIPA __attribute__ ((noipa))
#define MIB (1 << 20)

typedef int function (int);

#define TARGET(N) NOIPA int target##N (int x) { return x + N; }
TARGET (0) TARGET (1) TARGET (2) TARGET (3) TARGET (4) TARGET (5)
static function *const targets[] = {
  target0, target1, target2, target3, target4, target5
};

/* Call target N of each N times, 100 times.  */

NOIPA int
call (int x)
{
  for (int round = 0; round < 100; round++)
    for (int i = 0; i < 6; i++)
      for (int j = 0; j < i; j++)
	x = targets[i] (x);
  return x;
}

static void *
work (void *argument)
{
  call (0);
  return argument;
}

/* Threads with stacks that are small enough for any limit here.  */

static int
run_threads (int count)
{
  pthread_attr_t attributes;
  pthread_t thread;
  int made = 0;

  pthread_attr_init (&attributes);
  pthread_attr_setstacksize (&attributes, 64 << 10);
  for (int i = 0; i < count; i++)
    if (pthread_create (&thread, &attributes, work, NULL) == 0)
      {
	pthread_join (thread, NULL);
	made++;
      }
  return made;
}

/* What the kernel says in FILE after WORD, in KiB.  */

static long
ask (const char *file, const char *word)
{
  char line[256];
  long value = -1;
  FILE *from = fopen (file, "r");

  while (from && fgets (line, sizeof line, from))
    if (strncmp (line, word, strlen (word)) == 0)
      value = atol (line + strlen (word));
  if (from)
    fclose (from);
  return value;
}

/* How much memory could be asked to be there for good: private mappings that
   may be written to.  In KiB.  */

static long
ask_committed (void)
{
  char line[512], permissions[8];
  unsigned long from, to;
  long sum = 0;
  FILE *maps = fopen ("/proc/self/maps", "r");

  while (maps && fgets (line, sizeof line, maps))
    if (sscanf (line, "%lx-%lx %7s", &from, &to, permissions) == 3
	&& strncmp (permissions + 1, "w", 1) == 0
	&& permissions[3] == 'p' && !strstr (line, "[stack]"))
      sum += (long) ((to - from) >> 10);
  if (maps)
    fclose (maps);
  return sum;
}

/* mlockall with FLAGS, and what can be had after it.  */

static void
lock (int flags)
{
  int result = mlockall (flags);
  int error = errno;
  int had = 0;

  printf ("mlockall %d %s\n", result, result ? strerror (error) : "");
  for (int i = 0; i < 3; i++)
    {
      void *block = mmap (NULL, MIB, PROT_READ | PROT_WRITE,
			  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
      had += block != MAP_FAILED;
    }
  printf ("had %d\n", had);
  printf ("threads %d\n", run_threads (20));
}

/* Take all mappings but LEFT that the kernel gives a process.  Neighbours that
   differ are not joined.  */

static void
take_mappings (int left)
{
  static char *pages[70000];
  static char *all;
  long size = sysconf (_SC_PAGESIZE);
  int taken = 0;

  all = mmap (NULL, (size_t) size * 140000, PROT_NONE,
	      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  while (all != MAP_FAILED && taken < 69999)
    {
      char *page = all + (size_t) size * 2 * (size_t) (taken + 1);
      if (mprotect (page, (size_t) size, PROT_READ) != 0)
	break;
      pages[taken++] = page;
    }
  for (int i = 0; i < left && taken; i++)
    mprotect (pages[--taken], (size_t) size, PROT_NONE);
}

int
main (int argc, char **argv)
{
  const char *how = argc > 1 ? argv[1] : "";
  int calls = 2;
  FILE *to;

  call (0);
  if (strcmp (how, "current") == 0)
    lock (MCL_CURRENT);
  else if (strcmp (how, "future") == 0)
    lock (MCL_FUTURE);
  else if (strcmp (how, "both") == 0)
    lock (MCL_CURRENT | MCL_FUTURE);
  else if (strcmp (how, "onfault") == 0)
    lock (MCL_CURRENT | MCL_FUTURE | MCL_ONFAULT);
  else if (strcmp (how, "before") == 0 || strcmp (how, "before onfault") == 0)
    {
      void *library;
      lock (MCL_CURRENT | MCL_FUTURE | (how[6] ? MCL_ONFAULT : 0));
      library = dlopen ("./library.so", RTLD_NOW);
      function *f = library ? (function *) dlsym (library, "call") : NULL;
      printf ("library %d\n", f ? f (0) : -1);
      fflush (stdout);
    }
  else if (strcmp (how, "mappings") == 0)
    {
      take_mappings (argc > 2 ? atoi (argv[2]) : 0);
      call (0);
      calls += 1 + run_threads (20);
    }
  call (0);
  /* Each figure that the profile may change.  */
  to = fopen ("figures", "w");
  if (to)
    {
      fprintf (to, "locked %ld committed %ld calls %d\n",
	       ask ("/proc/self/status", "VmLck:"), ask_committed (), calls);
      fclose (to);
    }
  puts ("end");
  return 5;
}
