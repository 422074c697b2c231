/* Area:    reporter: what is allocated, as a tree of calls
   Purpose: with -DTREE each function has one caller; else callees are shared,
	    there are two kinds of recursion and a callback, and more ways than
	    there may be frames.  */

#include <stdlib.h>
#include <time.h>

#define NOINLINE __attribute__ ((noipa))

/* Each caller allocates itself.  */

static inline __attribute__ ((always_inline)) void
get (size_t size)
{
  void *block = malloc (size);
  __asm__ volatile ("" : : "r" (block) : "memory");
  free (block);
}

#if TREE

NOINLINE static void
stem (void)
{
  get (1000);
  get (7);
}

NOINLINE static void
leaf (void)
{
  void *block = calloc (3, 100);
  __asm__ volatile ("" : : "r" (block) : "memory");
}

NOINLINE static void
plant (int leaves)
{
  stem ();
  for (int i = 0; i < leaves; i++)
    leaf ();
  void *block = malloc (11);
  __asm__ volatile ("" : : "r" (block) : "memory");
}

static void
run (void)
{
  plant (5);
}

#else

NOINLINE static void
shared (void)
{
  get (400000);
}

NOINLINE static void
three (void)
{
  for (int i = 0; i < 3; i++)
    shared ();
}

NOINLINE static void
one (void)
{
  shared ();
}

NOINLINE static void
alone (int n)
{
  get (100000);
  if (n > 0)
    alone (n - 1);
  __asm__ volatile ("" : : : "memory");
}

NOINLINE static void odd (int);

NOINLINE static void
even (int n)
{
  get (50000);
  if (n > 0)
    odd (n - 1);
  __asm__ volatile ("" : : : "memory");
}

NOINLINE static void
odd (int n)
{
  get (20000);
  if (n > 0)
    even (n - 1);
  __asm__ volatile ("" : : : "memory");
}

/* Its caller counts nothing.  */

NOINLINE static int
compare (const void *a, const void *b)
{
  get (1000);
  return *(const int *) a - *(const int *) b;
}

/* 2^12 ways to this one.  */

NOINLINE static void
ways_end (void)
{
  get (100);
}

#define WAYS(NAME, NEXT, OTHER)		\
  NOINLINE static void			\
  NAME (void)				\
  {					\
    NEXT ();				\
    OTHER ();				\
    __asm__ volatile ("" : : : "memory");	\
  }
#define WAYS_2(A, B, C, D) WAYS (A, C, D) WAYS (B, C, D)

WAYS (ways_1, ways_end, ways_end)
WAYS (ways_2, ways_end, ways_end)
WAYS_2 (ways_3, ways_4, ways_1, ways_2)
WAYS_2 (ways_5, ways_6, ways_3, ways_4)
WAYS_2 (ways_7, ways_8, ways_5, ways_6)
WAYS_2 (ways_9, ways_10, ways_7, ways_8)
WAYS_2 (ways_11, ways_12, ways_9, ways_10)
WAYS_2 (ways_13, ways_14, ways_11, ways_12)
WAYS_2 (ways_15, ways_16, ways_13, ways_14)
WAYS_2 (ways_17, ways_18, ways_15, ways_16)
WAYS_2 (ways_19, ways_20, ways_17, ways_18)
WAYS_2 (ways_21, ways_22, ways_19, ways_20)
WAYS (ways, ways_21, ways_22)

static void
run (void)
{
  int numbers[] = { 3, 1, 2 };
  three ();
  one ();
  alone (4);
  even (6);
  odd (1);
  qsort (numbers, 3, sizeof *numbers, compare);
  ways ();
}

#endif

/* Time, for frames of it.  */

NOINLINE static void
spin (void)
{
  clock_t end = clock () + CLOCKS_PER_SEC / 10;
  while (clock () < end)
    ;
}

int
main (void)
{
  run ();
  spin ();
  return 0;
}
