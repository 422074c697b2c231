/* Lines of which one block tells more than another: what is computed before it is
   known to be wanted, what is behind a test of its own line, and what of that is
   one with the like of other lines.
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

__attribute__ ((noipa)) int
unequal (const unsigned char *a, const unsigned char *b)
{
  unsigned char x, y;
  x = a[0]; y = b[0];
  if (x != y) return x > y;
  x = a[1]; y = b[1];
  if (x != y) return x > y;
  x = a[2]; y = b[2];
  if (x != y) return x > y;
  return 2;
}

int
main (void)
{
  unsigned char zero[3] = { 0 };
  for (int i = 0; i < 3000; i++)
    {
      early (i, 7000);
      same (i);
      unequal ((unsigned char[3]) { i % 10 == 0, i % 5 == 1, i % 2 == 0 }, zero);
    }
  return 0;
}
