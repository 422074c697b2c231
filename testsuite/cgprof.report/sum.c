/* Calls and time of threads, of more targets than a site has room for, and of
   a library that is loaded, unloaded and loaded again elsewhere: sum.exp adds
   up what several processes of it did.

   SPDX-License-Identifier: GPL-3.0-or-later

   sum N WORDS

   N tells how much is done.  In WORDS, r has what was counted so far set back
   to 0 before that, l has the library loaded, s system calls made, c a child
   forked.  */

#include <cgprof/cgprof.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#define TARGET(n) \
  __attribute__ ((noipa)) static int target_##n (int x) { return leaf (x) + n; }
__attribute__ ((noipa)) static int leaf (int x) { return x * 3 + 1; }
TARGET (1) TARGET (2) TARGET (3) TARGET (4) TARGET (5) TARGET (6) TARGET (7)
static int (*volatile targets[]) (int)
  = { target_1, target_2, target_3, target_4, target_5, target_6, target_7 };

int chosen (int);

__attribute__ ((noipa)) static void *
work (void *data)
{
  long n = *(int *) data;
  int sum = 0;
  for (long i = 0; i < n * 200; i++)
    sum += targets[i % 7] (i) + chosen (i);
  for (volatile long i = 0; i < n * 3000000; i++)
    continue;
  return sum == 1 ? data : NULL;
}

/* Most of its time is the system's.  */

__attribute__ ((noipa)) static void
take_zeros (int n)
{
  static char bytes[1 << 16];
  int zeros = open ("/dev/zero", O_RDONLY);
  for (int i = 0; i < n * 3000; i++)
    if (read (zeros, bytes, sizeof bytes) < 0)
      break;
  close (zeros);
}

static void
plug (int n)
{
  void *library = dlopen ("./plug.so", RTLD_NOW);
  int (*volatile function) (int) = library
    ? (int (*) (int)) dlsym (library, "plugged") : NULL;
  for (int i = 0; function && i < n * 100; i++)
    function (i);
  if (library)
    dlclose (library);
}

int
main (int argc, char **argv)
{
  int n = argc > 1 ? atoi (argv[1]) : 1;
  const char *words = argc > 2 ? argv[2] : "";
  pthread_t thread;
  leaf (n);
  if (strchr (words, 'r'))
    cgprof_reset ();
  pthread_create (&thread, NULL, work, &n);
  work (&n);
  pthread_join (thread, NULL);
  if (strchr (words, 'l'))
    {
      plug (n);
      /* It will lie elsewhere.  */
      mmap (NULL, 1 << 20, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
      plug (n + 1);
    }
  if (strchr (words, 's'))
    take_zeros (n);
  if (strchr (words, 'c') && fork () == 0)
    work (&n);
  else
    wait (NULL);
  return 0;
}
