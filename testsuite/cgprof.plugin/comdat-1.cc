/* Area:    plugin, COMDAT functions
   Purpose: of an inline function in two objects one body is kept, with its
	    own counters and rows, and the calls from both are counted.
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-additional-sources "comdat-1b.cc" } */
/* { dg-count "main -> shared(int)" 3 } */
/* { dg-count "second(int) -> shared(int)" 4 } */
/* { dg-count "shared(int) -> leaf(int)" 7 } */
/* { dg-count "int twice<int>(int) -> leaf(int)" 10 } */
/* { dg-calls "shared(int)" 7 } */
/* { dg-count-spontaneous "shared(int)" 0 } */

#include "comdat-1.h"

int
main ()
{
  int sum = second (1);
  for (int i = 0; i < 3; i++)
    sum += shared (i) + twice (i);
  return sum == 0;
}
