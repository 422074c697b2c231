/* The second object of comdat-1.cc.
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "comdat-1.h"

__attribute__ ((noipa)) int
leaf (int x)
{
  return x + 1;
}

__attribute__ ((noipa)) int
second (int x)
{
  int sum = twice (x) + twice (x + 1);
  for (int i = 0; i < 4; i++)
    sum += shared (i);
  return sum;
}
