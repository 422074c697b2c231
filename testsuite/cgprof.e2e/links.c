/* The program of links.exp: f1 is called 2000 times, f2 1000, f3 once.
   SPDX-License-Identifier: GPL-3.0-or-later  */

__attribute__ ((noipa)) void
f1 (void)
{
}

__attribute__ ((noipa)) void
f2 (void)
{
  f1 ();
  f1 ();
}

__attribute__ ((noipa)) void
f3 (void)
{
  for (int i = 0; i < 1000; i++)
    f2 ();
}

int
main (void)
{
  f3 ();
  return 0;
}
