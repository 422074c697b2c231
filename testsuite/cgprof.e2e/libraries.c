/* The program of libraries.exp: calls libraries-1.c a hundred times.
   SPDX-License-Identifier: GPL-3.0-or-later  */

#define NOIPA __attribute__ ((noipa))

extern int outer (int (*) (int), int);

NOIPA int
leaf (int x)
{
  return x + 1;
}

/* The library calls this by name and by pointer.  */
NOIPA int
back (int x)
{
  return leaf (x) + 1;
}

#ifdef INTERPOSE
/* The library has one too.  */
NOIPA int
inner (int x)
{
  return leaf (x) * 2;
}
#endif

int
main (void)
{
  int sum = 0;
  for (int i = 0; i < 100; i++)
    sum += outer (i % 2 ? back : leaf, i);
  return sum == 0;
}
