/* Area:    plugin, names
   Purpose: constructors are named as their front end names them, also
	    without debug information.
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-count "main -> local::local()" 3 } */

struct local
{
  int x;
  __attribute__ ((noipa)) local ();
};

local::local () : x (1) {}

int
main ()
{
  int sum = 0;
  for (int i = 0; i < 3; i++)
    sum += local ().x;
  return sum - 3;
}
