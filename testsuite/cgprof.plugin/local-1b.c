/* SPDX-License-Identifier: GPL-3.0-or-later  */

/* Call FUNCTION with X, N times.  */

int
outside (int (*function) (int), int x, int n)
{
  int sum = 0;
  for (int i = 0; i < n; i++)
    sum += function (x);
  return sum;
}

int weak (int x) { return x; }
