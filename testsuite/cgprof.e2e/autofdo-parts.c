/* Functions that the compiler splits: of one it inlines the beginning, of the other
   the rest as well.
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <stddef.h>

static volatile int sink;

__attribute__ ((noipa)) int
other (int x)
{
  return x + sink;
}

static int
divided (int x)
{
  if (x % 4 != 0)
    return 1;
  sink ^= other (x) + other (sink) + other (x * 7);
  sink -= other (x / 3) * other (sink + 1) * other (x * 9);
  return other (x + 2);
}

__attribute__ ((noipa)) int
thrice (const int *numbers, int n)
{
  int sum = 0;
  for (int i = 0; i < n; i++)
    {
      sum += divided (numbers[i]);
      sum -= divided (numbers[n - i]);
      sum ^= divided (numbers[i + 1]);
    }
  return sum;
}

static int
joined (const int *x, int *y)
{
  if (x[0] % 4 != 0)
    return 0;
  switch (x[1])
    {
    case 1:
      if (y)
	*y = x[2];
      return 1;
    case 2:
      if (y)
	*y = x[3] * 7;
      return 1;
    default:
      return 0;
    }
}

__attribute__ ((noipa)) int
once (const int *x, int *y)
{
  if (!joined (x, NULL))
    return 0;
  return joined (x + 1, y) + other (*y);
}

int
main (void)
{
  static int numbers[1001];
  for (int i = 0; i <= 1000; i++)
    numbers[i] = i;
  thrice (numbers, 1000);
  for (int i = 0; i < 1000; i++)
    {
      int x[8] = { i, i % 3, i % 8, i, i }, y = 0;
      once (x, &y);
    }
  return 0;
}
