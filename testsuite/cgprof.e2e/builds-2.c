/* The other half of the program of builds.exp.
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "builds.h"

NOIPA int
leaf (int x)
{
  return x + 1;
}

NOIPA int
first (int x)
{
  return leaf (x) * 2;
}

static NOIPA int
hidden (int x)
{
  return x * 3;
}

NOIPA int
second (int x)
{
  return hidden (x) + hidden (x + 1);
}

NOIPA int
third (int x)
{
  return x - 1;
}

NOIPA int
other (int x)
{
  return x & 1 ? leaf (x) + 1 : third (x) + 1;
}

NOIPA int
recurse (int n)
{
  return n ? recurse (n - 1) ^ n : 0;
}

/* The linker may drop this one.  */
NOIPA int
unused (int x)
{
  return leaf (x) + hidden (x);
}
