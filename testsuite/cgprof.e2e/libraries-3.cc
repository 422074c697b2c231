/* The program that shares a template and a class with a library.
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "libraries-3.h"

__attribute__ ((noipa)) int
leaf (int x)
{
  return x + 1;
}

__attribute__ ((noipa)) int
call (base *b)
{
  return b->value (1) + 1;
}

int
main ()
{
  base b;
  int sum = 0;
  for (int i = 0; i < 20; i++)
    sum += shared (i) + library (&b) + call (&b);
  return sum == 0;
}
