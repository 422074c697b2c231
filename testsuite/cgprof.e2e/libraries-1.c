/* The library of libraries.exp.
   SPDX-License-Identifier: GPL-3.0-or-later  */

#define NOIPA __attribute__ ((noipa))

extern int back (int);

static NOIPA int
local (int x)
{
  return x + 3;
}

NOIPA INNER int
inner (int x)
{
  return local (x) + 1;
}

NOIPA int
outer (int (*f) (int), int x)
{
  x = inner (x) + inner (x + 1);
  return f (x) + back (x) + 1;
}
