/* Area:    plugin and runtime, before and after main
   Purpose: constructors and destructors of static objects, also of a
	    function's.
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-count "thing::thing(int) -> leaf(int)" 12 } */
/* { dg-count "thing::~thing() -> leaf(int)" 16 } */
/* { dg-count "main -> lazy()" 10 } */
/* { dg-count "lazy() -> thing::thing(int)" 1 } */
/* { dg-count-spontaneous "thing::~thing()" 4 } */
/* { dg-calls "thing::thing(int)" 4 } */
/* { dg-calls "leaf(int)" 28 } */

__attribute__ ((noipa)) int
leaf (int x)
{
  return x + 1;
}

struct thing
{
  int x;
  __attribute__ ((noipa)) thing (int);
  __attribute__ ((noipa)) ~thing ();
};

thing::thing (int n) : x (n)
{
  for (int i = 0; i < 3; i++)
    leaf (i);
}

thing::~thing ()
{
  for (int i = 0; i < 4; i++)
    leaf (x);
}

static thing one (1), two (2);
thing three (3);

__attribute__ ((noipa)) int
lazy ()
{
  static thing here (4);
  return here.x;
}

int
main ()
{
  for (int i = 0; i < 10; i++)
    lazy ();
}
