/* Functions whose instructions with callees are known, or are not.
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <stdio.h>
#include <stdlib.h>

#define NOIPA __attribute__ ((noipa))

static volatile int sink;

NOIPA static void
shared (void)
{
  for (int i = 0; i < 10; i++)
    sink += i;
}

NOIPA static void
alone (void)
{
  sink++;
}

/* This shares what it calls with another function,  */

NOIPA static void
one (void)
{
  shared ();
  alone ();
  sink++;
}

NOIPA static void
other (void)
{
  shared ();
  sink++;
}

/* and this has both.  */

NOIPA static void
both (void)
{
  one ();
  other ();
  other ();
  sink++;
}

NOIPA static int
itself (int n)
{
  return n > 0 ? itself (n - 1) + 1 : sink;
}

/* A cycle that is entered here alone.  */

static int odd (int n);

NOIPA static int
even (int n)
{
  return n == 0 ? sink : odd (n - 1) + 1;
}

NOIPA static int
odd (int n)
{
  return n == 0 ? sink : even (n - 1) + 1;
}

NOIPA static int
compare (const void *a, const void *b)
{
  return *(const int *) a - *(const int *) b;
}

/* What is called by code that is not counted may have been called by whoever
   calls such code.  */

NOIPA static void
sort (int *numbers, size_t count)
{
  qsort (numbers, count, sizeof *numbers, compare);
}

NOIPA static void
print (int number)
{
  printf ("%d\n", number);
}

int
main (int argc, char **argv)
{
  int numbers[] = { 3, 1, 2 };
  both ();
  sink += itself (5) + even (6);
  if (argc > 1)
    sort (numbers, 3);
  print (numbers[0]);
  (void) argv;
  return 0;
}
