/* Lines of which one block tells more than another: what is computed before it is
   known to be wanted, and what is behind a test of its own line.
   SPDX-License-Identifier: GPL-3.0-or-later  */

static volatile int sink;

__attribute__ ((noipa)) void
early (int x, int limit)
{
  if (x % 10 == 0)
    {
      if (x * 7 > limit)
	sink = limit;
    }
  else
    sink = x * 7;
}

__attribute__ ((noipa)) int
same (int x)
{
  int before = sink;
  if (x % 10 == 0) sink = x;
  return before;
}

int
main (void)
{
  for (int i = 0; i < 3000; i++)
    {
      early (i, 7000);
      same (i);
    }
  return 0;
}
