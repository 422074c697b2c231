/* A library that is loaded and unloaded; UNIQUE makes it another one.
   SPDX-License-Identifier: GPL-3.0-or-later  */

#define NOIPA __attribute__ ((noipa))
#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_ (a, b)

extern int back (int);

static NOIPA int
JOIN (local, UNIQUE) (int x)
{
  return x + 2;
}

NOIPA int
JOIN (twice, UNIQUE) (int x)
{
  return JOIN (local, UNIQUE) (x) + JOIN (local, UNIQUE) (x + 1) + back (x);
}

static int (*volatile pointer) (int) = JOIN (twice, UNIQUE);

NOIPA int
entry (int (*f) (int), int x)
{
  return pointer (x) + f (x) + 1;
}
