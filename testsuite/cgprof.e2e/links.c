/* The program of links.exp: f1 is called 2000 times, f2 1000, f3 once; through
   a pointer f4 once, f5 1500 times.
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

__attribute__ ((noipa)) void
f4 (void)
{
}

__attribute__ ((noipa)) void
f5 (void)
{
}

int
main (void)
{
  static void (*volatile functions[]) (void) = { f4, f5 };

  f3 ();
  for (int i = 0; i <= 1500; i++)
    functions[i > 0] ();
  return 0;
}
