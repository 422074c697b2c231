/* A loop whose test, which is copied in front of it, needs two branches.
   SPDX-License-Identifier: GPL-3.0-or-later  */

static volatile int sink;

__attribute__ ((noipa)) void
until (double x)
{
  int rounds = 0;
  while (x != 1)
    {
      x /= 2;
      rounds++;
    }
  sink = rounds;
}

int
main (void)
{
  for (int i = 0; i < 3; i++)
    until (1024);
  return 0;
}
