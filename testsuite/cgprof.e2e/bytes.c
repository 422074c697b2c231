/* Area:    plugin, reporter: bytes at call sites
   Purpose: calls of each kind, from the program and from two threads; sizes that
	    are constants, variables and products; results that are errors.  The
	    program's own allocators are pool and grow, of which the second has no
	    attribute.  */

#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#define NOINLINE __attribute__ ((noipa))

static char source[70000], target[70000];
/* How often, which GCC does not know: it would copy few bytes itself.  */
static volatile size_t steps = 1000;

NOINLINE void *
get (size_t size)
{
  return malloc (size);
}

NOINLINE __attribute__ ((alloc_size (1, 2))) void *
pool (size_t count, size_t size)
{
  return calloc (count, size);
}

NOINLINE void *
grow (void *block, int unused, size_t size)
{
  (void) unused;
  return realloc (block, size);
}

NOINLINE void
use (void *block)
{
  __asm__ volatile ("" : : "r" (block) : "memory");
}

NOINLINE __attribute__ ((access (write_only, 1, 2))) void
fill (char *where, size_t size)
{
  for (size_t i = 0; i < size; i++)
    where[i] = 1;
}

/* Inlined twice, where one becomes no call.  */

static inline __attribute__ ((always_inline)) void
copy (const char *from, size_t size)
{
  memcpy (target, from, size);
  use (target);
}

NOINLINE static void *
work (void *unused)
{
  (void) unused;
  for (size_t i = 0; i < steps; i++)
    {
      char *block = get (i);
      use (block);
      copy (source, 24);
      copy (source, i * 3);
      memmove (target + 1, target, i);
      use (target);
      memset (target, 1, i * 2);
      use (target);
      free (block);
    }
  return NULL;
}

NOINLINE static void
allocate (void)
{
  void *block = NULL;
  for (size_t i = 1; i < 100; i++)
    {
      use (pool (i, 24));
      block = grow (block, 0, i * 100);
      use (malloc (48));
      use (aligned_alloc (64, 64 * i));
      use (reallocarray (NULL, i, 12));
      if (posix_memalign (&block, 32, i) == 0)
	use (block);
      block = NULL;
    }
  block = mmap (NULL, 123456, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  use (block);
}

NOINLINE static void
transfer (void)
{
  int ends[2];
  FILE *file;
  if (pipe (ends))
    return;
  for (int i = 0; i < 10; i++)
    {
      if (write (ends[1], source, 100 + i) < 0
	  || read (ends[0], target, steps / 20) < 0)
	return;
      /* Errors, which are no bytes.  */
      if (write (-1, source, 7) >= 0 || read (-1, target, 7) >= 0)
	return;
    }
  file = fopen ("/dev/zero", "r");
  if (file)
    {
      for (int i = 0; i < 10; i++)
	use ((void *) fread (target, 7, i, file));
      use ((void *) fread (target, 3, steps / 100, file));
      use ((void *) fread_unlocked (target, 5, steps / 100, file));
      use ((void *) pread64 (fileno (file), target, steps / 10, 0));
      fclose (file);
    }
  if (socketpair (AF_UNIX, SOCK_DGRAM, 0, ends) == 0)
    for (int i = 1; i < 10; i++)
      {
	if (send (ends[1], source, 11 * i, 0) < 0
	    || send (ends[1], source, 13 * i, 0) < 0
	    || recv (ends[0], target, steps, 0) < 0
	    || recvfrom (ends[0], target, steps, 0, NULL, NULL) < 0
	    || recv (ends[0], target, steps, MSG_DONTWAIT) >= 0)
	  return;
      }
  explicit_bzero (target, steps / 2);
  fill (target, 300);
}

int
main (void)
{
  pthread_t threads[2];
  for (int i = 0; i < 2; i++)
    pthread_create (&threads[i], NULL, work, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join (threads[i], NULL);
  allocate ();
  transfer ();
  return 0;
}
