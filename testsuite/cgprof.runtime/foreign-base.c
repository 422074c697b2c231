/* Calls functions whose counters are found by each kind of instruction there
   is, before and after something else sets the base of gs, and looks whether
   any count has gone where that base points.

   foreign-base WHERE HOW [low]: set it in "main", a "thread", or a function of
   a library that is loaded ("library"); by "call" (of arch_prctl), "syscall",
   "write" (wrgsbase) or "asm"; below 2 GiB, or anywhere.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#define _GNU_SOURCE 1
#include <dlfcn.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define ROUNDS 100
#define SIZE ((size_t) 1 << 24)

typedef void setter (const char *how, unsigned long base);
extern setter set_base;
extern int leaf (int), walk (int), turn (int), choose (int);
extern int (*volatile pointers[2]) (int);

static const char *where, *how;
static unsigned char *base;
static setter *set = set_base;

__attribute__ ((noipa)) int
leaf (int x)
{
  return x + 1;
}

__attribute__ ((noipa)) static int
other (int x)
{
  return leaf (x) + 1;
}

int (*volatile pointers[2]) (int) = { leaf, other };

/* A short loop with a direct call.  */

__attribute__ ((noipa)) int
walk (int x)
{
  int sum = 0;
  for (int i = 0; i < x; i++)
    sum += leaf (i);
  return sum;
}

/* One with an indirect call of one target, then of another.  */

__attribute__ ((noipa)) int
turn (int x)
{
  int sum = 0;
  for (int i = 0; i < x; i++)
    sum += pointers[0] (i);
  for (int i = 0; i < x; i++)
    sum += pointers[1] (i);
  return sum;
}

/* Calls that are not in loops.  */

__attribute__ ((noipa)) int
choose (int x)
{
  if (x % 2)
    return leaf (x) + pointers[x % 4 / 2] (x);
  return other (x) * walk (3);
}

__attribute__ ((noipa)) static void
work (void)
{
  for (int i = 0; i < ROUNDS; i++)
    {
      walk (3);
      turn (2);
      choose (i);
    }
}

__attribute__ ((noipa)) static void *
set_and_work (void *unused)
{
  set (how, (unsigned long) base);
  work ();
  return unused;
}

__attribute__ ((noipa)) static void *
only_work (void *unused)
{
  work ();
  return unused;
}

/* Run FUNCTION in a thread to its end.  */

__attribute__ ((noipa)) static void
in_thread (void *(*function) (void *))
{
  pthread_t thread;
  if (pthread_create (&thread, NULL, function, NULL)
      || pthread_join (thread, NULL))
    exit (3);
}

/* Map SIZE bytes, below 2 GiB if LOW.  Returns MAP_FAILED if there is no
   place.  */

static void *
map (int low)
{
  if (!low)
    return mmap (NULL, SIZE, PROT_READ | PROT_WRITE,
		 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  /* The program or its heap may be anywhere there.  */
  for (uintptr_t at = 7 * SIZE; at < (uintptr_t) 1 << 31; at += SIZE)
    {
      void *place = mmap ((void *) at, SIZE, PROT_READ | PROT_WRITE,
			  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
      if (place == (void *) at)
	return place;
      if (place != MAP_FAILED)
	munmap (place, SIZE);
    }
  return MAP_FAILED;
}

int
main (int argc, char **argv)
{
  if (argc < 3)
    return 2;
  where = argv[1];
  how = argv[2];
  base = map (argc > 3 && !strcmp (argv[3], "low"));
  if (base == MAP_FAILED)
    return 4;
  if (!strcmp (where, "library"))
    {
      void *library = dlopen ("./set.so", RTLD_NOW);
      if (!library)
	return 5;
      *(void **) &set = dlsym (library, "set_base");
    }
  work ();
  if (!strcmp (where, "thread"))
    in_thread (set_and_work);
  else
    set_and_work (NULL);
  work ();
  in_thread (only_work);
  for (size_t i = 0; i < SIZE; i++)
    if (base[i])
      {
	printf ("%#zx bytes from the base is %d\n", i, base[i]);
	return 1;
      }
  return 0;
}
