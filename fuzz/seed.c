/* A program with every kind of row, for the seeds of the fuzzers.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#define CALLED __attribute__ ((noipa))

static inline __attribute__ ((always_inline)) int
twice (int (*f) (int), int x)
{
  return f (x) + f (x + 1);
}

CALLED static int
leaf (int x)
{
  return x + 1;
}

CALLED int
middle (int x)
{
  return twice (leaf, x) + leaf (x);
}

int also (int) __attribute__ ((alias ("middle")));

CALLED int
jump (int (*f) (int), int x)
{
  return f (x + 1);
}

int
main (int argc, char **argv)
{
  (void) argv;
  int sum = 0;
  for (int i = 0; i < 10; i++)
    sum += jump (i % 2 ? leaf : middle, argc);
  return sum == 0;
}
